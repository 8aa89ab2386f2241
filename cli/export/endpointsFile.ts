/** The notification endpoints of the program: `endpoints.ts`. */
import type { NotificationEndpoint } from "../../client";
import { destinationProblems, endpointNameProblems } from "../../client/resources/validateEndpoint";
import { literal } from "../terminal";
import { type GeneratedFile, typescriptFile } from "./generated";
import type { ProgramNames, UniqueNames } from "./names";
import { type Remark, skipped } from "./remarks";

/** An endpoint in the program. */
export interface ProgramEndpoint extends ProgramNames {
  endpoint: NotificationEndpoint & { configuration: { to: string } };
  /** The config key of the destination, if it is a secret. */
  secret: string | undefined;
}

/** The path of the file in the project. */
export const endpointsPath = "endpoints.ts";

/** The comment above each endpoint. The next export reads it, so that the resource keeps its name. */
const idComment = /^\/\/ Endpoint (?<id>\S+)\n.*?new costallocation\.NotificationEndpoint\(\s*"(?<name>[\w-]+)"/gms;

/** The resource names in an existing file, by the ID of the endpoint. */
export function endpointNames(text: string): Map<string, string> {
  return new Map(
    [...text.replaceAll("\r\n", "\n").matchAll(idComment)].map(({ groups }) => [
      groups?.["id"] ?? "",
      groups?.["name"] ?? "",
    ]),
  );
}

/**
 * Divides endpoints into those that a program can declare, and the others.
 *
 * @param kept the resource names that an earlier export gave, by ID
 */
export function declareEndpoints(
  endpoints: readonly NotificationEndpoint[],
  names: UniqueNames,
  kept: ReadonlyMap<string, string>,
): { endpoints: ProgramEndpoint[]; remarks: Remark[] } {
  const declared: ProgramEndpoint[] = [];
  const remarks: Remark[] = [];
  const seen = new Set<string>();
  // Names of an earlier export first, so that no new endpoint takes them.
  const ordered = [...endpoints].sort((a, b) => Number(kept.has(b.id)) - Number(kept.has(a.id)));
  for (const endpoint of ordered) {
    const reason = refusal(endpoint, seen);
    if (reason !== undefined) {
      const name = (endpoint.name as string | undefined) ?? "";
      remarks.push(skipped({ type: "Notification endpoint", id: endpoint.id, name }, reason));
      continue;
    }
    const programNames = names.namesOf(endpoint.name, "endpoint", kept.get(endpoint.id));
    declared.push({
      ...programNames,
      endpoint: endpoint as ProgramEndpoint["endpoint"],
      secret: endpoint.type === "slack" ? `${programNames.resourceName}-destination` : undefined,
    });
  }
  return { endpoints: declared, remarks };
}

function refusal({ type, name, configuration }: NotificationEndpoint, seen: Set<string>): string | undefined {
  if (type === "msteams")
    return "the service creates endpoints of Microsoft Teams itself. Metadata refers to it by its ID";
  if (type !== "email" && type !== "slack") return "the API creates only endpoints of type email and slack";
  const [problem] = [...endpointNameProblems(name), ...destinationProblems(configuration?.to, type)];
  if (problem !== undefined) return `${problem.path} ${problem.message}`;
  const identity = JSON.stringify([type, name, configuration?.to.toLowerCase()]);
  if (seen.has(identity)) return "another endpoint has the same type, name and destination";
  seen.add(identity);
  return undefined;
}

/**
 * The file that declares the endpoints; undefined if there are none.
 *
 * @param exists whether the folder has the file: then it is written even if nothing is left to declare
 */
export async function endpointsFile(
  endpoints: readonly ProgramEndpoint[],
  exists: boolean,
): Promise<GeneratedFile | undefined> {
  if (endpoints.length === 0) return exists ? typescriptFile(endpointsPath, "endpoints", "export {};") : undefined;
  const hasSecrets = endpoints.some(({ secret }) => secret !== undefined);
  const code = [
    ...(hasSecrets ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as costallocation from "pulumi-cost-allocation";',
    "",
    ...(hasSecrets ? ["const config = new pulumi.Config();", ""] : []),
    ...endpoints.flatMap((endpoint) => [...declaration(endpoint), ""]),
  ].join("\n");
  return typescriptFile(endpointsPath, "endpoints", code);
}

function declaration({ endpoint, resourceName, identifier, secret }: ProgramEndpoint): string[] {
  const to = secret === undefined ? literal(endpoint.configuration.to) : `config.requireSecret(${literal(secret)})`;
  return [
    `// Endpoint ${endpoint.id}`,
    `export const ${identifier} = new costallocation.NotificationEndpoint(${literal(resourceName)}, {`,
    `type: ${literal(endpoint.type)},`,
    `name: ${literal(endpoint.name)},`,
    `configuration: { to: ${to} },`,
    "});",
  ];
}
