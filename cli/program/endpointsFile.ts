/** The notification endpoints of the program: `endpoints.ts`. */
import type { NotificationEndpoint, NotificationEndpointBody } from "../../client";
import { isPossibleId } from "../../client/http/path";
import {
  destinationProblems,
  endpointNameProblems,
  normalizedDestination,
  shownDestination,
} from "../../client/resources/validateEndpoint";
import { literal } from "../console/terminal";
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

/**
 * Divides endpoints into those that a program can declare, and the others.
 *
 * @param kept the names that an earlier export gave, by the ID of the endpoint
 */
export function declareEndpoints(
  endpoints: readonly NotificationEndpoint[],
  names: UniqueNames,
  kept: ReadonlyMap<string, ProgramNames>,
): { endpoints: ProgramEndpoint[]; remarks: Remark[] } {
  const declared: ProgramEndpoint[] = [];
  const remarks: Remark[] = [];
  const seen = new Set<string>();
  for (const endpoint of endpoints) {
    const reason = refusal(endpoint, seen);
    if (reason !== undefined) {
      const name = (endpoint.name as string | undefined) ?? "";
      remarks.push(skipped({ type: "Notification endpoint", id: endpoint.id, name }, reason));
      continue;
    }
    const { resourceName, identifier } = kept.get(endpoint.id) ?? names.namesOf(endpoint.name, "endpoint");
    declared.push({
      resourceName,
      identifier,
      endpoint: endpoint as ProgramEndpoint["endpoint"],
      secret: endpoint.type === "slack" ? `${resourceName}-destination` : undefined,
    });
  }
  return { endpoints: declared, remarks };
}

function refusal(endpoint: NotificationEndpoint, seen: Set<string>): string | undefined {
  const { id, type, name } = endpoint;
  if (!isPossibleId(id)) return "its ID is not one that a program can name";
  if (type === "msteams")
    return "the service creates endpoints of Microsoft Teams itself. Metadata refers to it by its ID";
  if (type !== "email" && type !== "slack") return "the API creates only endpoints of type email and slack";
  const to = shownDestination(endpoint);
  if (to === undefined) return "the service does not show its destination";
  const [problem] = [...endpointNameProblems(name), ...destinationProblems(to, type)];
  if (problem !== undefined) return `${problem.path} ${problem.message}`;
  const identity = JSON.stringify([type, name, normalizedDestination(type, to)]);
  if (seen.has(identity)) return "another endpoint has the same type, name and destination";
  seen.add(identity);
  return undefined;
}

/**
 * The file that declares the endpoints; undefined if there are none.
 *
 * @param exists whether the folder has the file. An existing file is written again even if it has nothing to declare
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
  const args: Record<keyof NotificationEndpointBody, string> = {
    type: literal(endpoint.type),
    name: literal(endpoint.name),
    configuration: `{ to: ${to} }`,
  };
  return [
    `// Endpoint ${literal(endpoint.id)}`,
    `export const ${identifier} = new costallocation.NotificationEndpoint(${literal(resourceName)}, {`,
    ...Object.entries(args).map(([name, code]) => `${name}: ${code},`),
    "});",
  ];
}
