/** The metadata of the program's tags: `metadata.ts`. */
import type { MetadataMap } from "../../client";
import { ExactNumber } from "../../client/exactJson";
import { isObject, propertiesNamedProto } from "../../client/json";
import { metadataProblems } from "../../client/resources/validateMetadata";
import type { Settings } from "../../client/settings";
import { literal } from "../console/terminal";
import { endpointsPath } from "./endpointsFile";
import { type GeneratedFile, modulePath, typescriptFile } from "./generated";
import { type Remark, skipped } from "./remarks";
import { isImportable, type ProgramTag, tagPath } from "./tagFile";

/** The metadata of a tag in the program. */
export interface ProgramMetadata {
  tag: ProgramTag;
  metadata: MetadataMap;
}

/** The path of the file in the project. */
export const metadataPath = "metadata.ts";

/**
 * Divides metadata into what a program can declare, and the rest.
 *
 * @param found the metadata of each tag, or why it could not be read
 */
export function declareMetadata(
  found: readonly { tag: ProgramTag; metadata: MetadataMap | { problem: string } }[],
  metadataNesting: Settings["metadataNesting"],
): { metadata: ProgramMetadata[]; remarks: Remark[] } {
  const declared: ProgramMetadata[] = [];
  const remarks: Remark[] = [];
  for (const { tag, metadata } of found) {
    const reason = isProblem(metadata) ? metadata.problem : refusal(metadata, metadataNesting);
    if (reason !== undefined) {
      const { id, name } = tag.tag;
      remarks.push(skipped({ type: "Metadata of Virtual Tag", id, name }, reason));
    } else if (!isProblem(metadata) && Object.keys(metadata).length > 0) {
      declared.push({ tag, metadata });
    }
  }
  return { metadata: declared, remarks };
}

function isProblem(metadata: MetadataMap | { problem: string }): metadata is { problem: string } {
  return typeof metadata["problem"] === "string";
}

function refusal(metadata: MetadataMap, metadataNesting: Settings["metadataNesting"]): string | undefined {
  const [problem] = metadataProblems(metadata, { metadataNesting });
  if (problem !== undefined) return `${problem.path} ${problem.message}`;
  const [proto] = propertiesNamedProto(metadata, "metadata");
  if (proto !== undefined) return `${proto} can't be declared: Pulumi loses a property of this name`;
  if (hasTooManyDigits(metadata)) return "a number in its custom metadata has more digits than JavaScript keeps";
  return undefined;
}

/** JavaScript keeps the value of a number such as `1.10`, and only the value counts. */
function hasTooManyDigits(value: unknown): boolean {
  if (value instanceof ExactNumber) return typeof value.toJSON() !== "number";
  return typeof value === "object" && value !== null && Object.values(value).some(hasTooManyDigits);
}

/**
 * The file that declares the metadata; undefined if there is none.
 *
 * @param endpointConstants the constants of `endpoints.ts`, by the ID of the endpoint
 * @param exists whether the folder has the file. An existing file is written again even if it has nothing to declare
 */
export async function metadataFile(
  all: readonly ProgramMetadata[],
  endpointConstants: ReadonlyMap<string, string>,
  exists: boolean,
): Promise<GeneratedFile | undefined> {
  if (all.length === 0) return exists ? typescriptFile(metadataPath, "metadata", "export {};") : undefined;
  const used = new Set<string>();
  const statements = all.flatMap(({ tag, metadata }) => [
    `// Metadata of Virtual Tag ${literal(tag.tag.id)}`,
    `new costallocation.VirtualTagMetadata(${literal(`${tag.resourceName}-metadata`)}, {`,
    `virtualTagId: ${isImportable(tag) ? `${tag.identifier}.id` : literal(tag.tag.id)},`,
    `metadata: ${metadataText(metadata, endpointConstants, used)},`,
    "adopt: true,",
    "});",
    "",
  ]);
  const code = [
    'import * as costallocation from "pulumi-cost-allocation";',
    ...(used.size === 0
      ? []
      : [`import { ${[...used].sort().join(", ")} } from ${literal(modulePath(endpointsPath))};`]),
    ...all
      .map(({ tag }) => tag)
      .filter(isImportable)
      .map(({ file, identifier }) => `import { ${identifier} } from ${literal(modulePath(tagPath(file)))};`)
      .sort(),
    "",
    ...statements,
  ].join("\n");
  return typescriptFile(metadataPath, "metadata", code);
}

/** Metadata as an object literal, in which declared endpoints are constants. Notes which of them it uses. */
function metadataText(metadata: MetadataMap, constants: ReadonlyMap<string, string>, used: Set<string>): string {
  const endpointText = (id: string): string => {
    const constant = constants.get(id);
    if (constant === undefined) return literal(id);
    used.add(constant);
    return `${constant}.id`;
  };
  const values = Object.entries(metadata).map(([value, entry]) => {
    const fields = Object.entries(entry as Record<string, unknown>)
      .filter(([, content]) => !isEmpty(content))
      .map(([field, content]) =>
        field === "endpoints"
          ? `endpoints: [${(content as string[]).map(endpointText).join(", ")}]`
          : `${literal(field)}: ${literal(content)}`,
      );
    return `${literal(value)}: { ${fields.join(", ")} }`;
  });
  return `{ ${values.join(", ")} }`;
}

/** An empty field is the same as an absent one. */
function isEmpty(content: unknown): boolean {
  return Array.isArray(content) ? content.length === 0 : isObject(content) && Object.keys(content).length === 0;
}
