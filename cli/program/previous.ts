/** What earlier exports and people left in the folder. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../client/json";
import { endpointsPath } from "./endpointsFile";
import { headerOf, withPlainLineEnds } from "./generated";
import { metadataPath } from "./metadataFile";
import { tagFolder, tagPath } from "./tagFile";

/** The file of a tag in the folder. */
export interface PreviousTag {
  /** The name of the file, without the extension. Someone may have renamed it. */
  file: string;
  resourceName: string | undefined;
  /** The exported constant that holds the tag, if the file has one. */
  identifier: string | undefined;
  /** The names of the files of tags that it imports. */
  imports: readonly string[];
  /** Whether the file is left alone: someone edited it, or removed its header. */
  isLocked: boolean;
}

/** What the folder holds. */
export interface PreviousExport {
  /** The files of tags, by the ID of the tag. */
  tags: ReadonlyMap<string, PreviousTag>;
  /** The names of other files in the tags' folder, without the extension. */
  otherFiles: readonly string[];
  /** The resources in `endpoints.ts`, by the ID of the endpoint. */
  endpoints: ReadonlyMap<string, { resourceName: string; identifier: string }>;
  /** Whether `endpoints.ts` is left alone. */
  endpointsAreLocked: boolean;
  /** The IDs of the tags whose metadata `metadata.ts` declares. */
  metadataOf: ReadonlySet<string>;
  hasEndpoints: boolean;
  hasMetadata: boolean;
}

/** A folder with nothing in it. */
export const emptyFolder: PreviousExport = {
  tags: new Map(),
  otherFiles: [],
  endpoints: new Map(),
  endpointsAreLocked: false,
  metadataOf: new Set(),
  hasEndpoints: false,
  hasMetadata: false,
};

/**
 * Reads the folder.
 *
 * @param force whether edited files are overwritten
 * @throws {Error} if the path is a file
 */
export function readFolder(folder: string, force: boolean): PreviousExport {
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder.`);
  const endpoints = readText(join(folder, endpointsPath));
  const metadata = readText(join(folder, metadataPath));
  return {
    ...readTagFolder(folder, force),
    endpoints: endpointsIn(endpoints ?? ""),
    endpointsAreLocked: endpoints !== undefined && isLocked(endpoints, force),
    metadataOf: new Set(idComments(metadata ?? "", "Metadata of Virtual Tag").map(({ id }) => id)),
    hasEndpoints: endpoints !== undefined,
    hasMetadata: metadata !== undefined,
  };
}

/** The text of a file; undefined if there is none. */
export function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function readTagFolder(folder: string, force: boolean): Pick<PreviousExport, "tags" | "otherFiles"> {
  const path = join(folder, tagFolder);
  const files = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(".ts")) : [];
  const tags = new Map<string, PreviousTag>();
  const otherFiles: string[] = [];
  for (const name of files.sort()) {
    const file = name.slice(0, -".ts".length);
    const text = withPlainLineEnds(readFileSync(join(folder, tagPath(file)), "utf8"));
    const id = tagIdIn(text);
    // A copy of a file has its header, too.
    if (id === undefined || tags.has(id)) {
      otherFiles.push(file);
      continue;
    }
    const [, identifier, resourceName] = /export const (\w+) = new [\w.]*VirtualTag\(\s*"([^"]+)"/.exec(text) ?? [];
    const imports = [...text.matchAll(/from "\.\/([^"]+)"/g)].map(([, other = ""]) => other);
    tags.set(id, { file, identifier, resourceName, imports, isLocked: isLocked(text, force) });
  }
  return { tags, otherFiles };
}

/** The ID of the tag that a file declares, by its header. Someone may have removed that, but `adopt` names the ID too. */
function tagIdIn(text: string): string | undefined {
  const content = headerOf(text)?.holds;
  if (content !== undefined) return typeof content === "object" ? content.tag : undefined;
  const adopted = [...text.matchAll(/\badopt: "([^"]+)"/g)].map(([, id]) => id);
  return adopted.length === 1 ? adopted[0] : undefined;
}

function isLocked(text: string, force: boolean): boolean {
  const header = headerOf(text);
  return header === undefined || (header.isEdited && !force);
}

function endpointsIn(text: string): Map<string, { resourceName: string; identifier: string }> {
  const found = idComments(text, "Endpoint").map(({ id, declaration }) => {
    const [, identifier, resourceName] =
      /export const (\w+) = new [\w.]*NotificationEndpoint\(\s*"([^"]+)"/.exec(declaration) ?? [];
    return identifier === undefined || resourceName === undefined ? [] : [[id, { identifier, resourceName }] as const];
  });
  return new Map(found.flat());
}

/** The comments that name what follows them, with the text up to the next one. */
function idComments(text: string, title: string): { id: string; declaration: string }[] {
  const [, ...parts] = withPlainLineEnds(text).split(`\n// ${title} `);
  return parts.flatMap((part) => {
    const [line = "", ...rest] = part.split("\n");
    const id = parseJson(line);
    return typeof id === "string" ? [{ id, declaration: rest.join("\n") }] : [];
  });
}
