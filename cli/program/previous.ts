/** What earlier exports and people left in the folder. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../client/json";
import { endpointsPath } from "./endpointsFile";
import { type ExistingFile, existingFile, withPlainLineEnds } from "./generated";
import { metadataPath } from "./metadataFile";
import { tagFolder, tagPath } from "./tagFile";

/** The file of a tag in the folder. */
export interface PreviousTag {
  /** The name of the file, without the extension. Someone may have renamed it. */
  file: string;
  resourceName: string | undefined;
  /** The exported constant that holds the tag, if the file has one. */
  identifier: string | undefined;
  /** The argument `adopt`; undefined if someone removed it. */
  adopt: string | true | undefined;
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
export async function readFolder(folder: string, force: boolean): Promise<PreviousExport> {
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder.`);
  const endpoints = readText(join(folder, endpointsPath));
  const existing = await existingFile(endpoints ?? "");
  const metadata = readText(join(folder, metadataPath));
  return {
    ...(await readTagFolder(folder, force)),
    endpoints: endpointsIn(existing?.body ?? endpoints ?? ""),
    endpointsAreLocked: endpoints !== undefined && isLocked(existing, force),
    metadataOf: new Set(idComments(metadata ?? "", "Metadata of Virtual Tag").map(({ id }) => id)),
    hasEndpoints: endpoints !== undefined,
    hasMetadata: metadata !== undefined,
  };
}

/** The text of a file; undefined if there is none. */
export function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

async function readTagFolder(folder: string, force: boolean): Promise<Pick<PreviousExport, "tags" | "otherFiles">> {
  const path = join(folder, tagFolder);
  const files = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(".ts")) : [];
  const tags = new Map<string, PreviousTag>();
  const otherFiles: string[] = [];
  for (const name of files.sort()) {
    const file = name.slice(0, -".ts".length);
    const whole = withPlainLineEnds(readFileSync(join(folder, tagPath(file)), "utf8"));
    const existing = await existingFile(whole);
    const text = existing?.body ?? whole;
    const id = tagIdIn(text, existing);
    // A copy of a file has its header, too.
    if (id === undefined || tags.has(id)) {
      otherFiles.push(file);
      continue;
    }
    const [, identifier, resourceName] = /export const (\w+) =\s+new [\w.]*VirtualTag\(\s*"([^"]+)"/.exec(text) ?? [];
    const imports = [...text.matchAll(/from "\.\/([^"]+)"/g)].map(([, other = ""]) => other);
    const adopt = resourceName === undefined ? id : adoptIn(text, id);
    tags.set(id, { file, identifier, resourceName, adopt, imports, isLocked: isLocked(existing, force) });
  }
  return { tags, otherFiles };
}

/** The ID of the tag that a file declares, by its header. Someone may have removed that, but `adopt` names the ID too. */
function tagIdIn(text: string, existing: ExistingFile | undefined): string | undefined {
  const content = existing?.header.holds;
  if (content !== undefined) return typeof content === "object" ? content.tag : undefined;
  const adopted = [...text.matchAll(/\badopt: "([^"]+)"/g)].map(([, id]) => id);
  return adopted.length === 1 ? adopted[0] : undefined;
}

function adoptIn(text: string, id: string): string | true | undefined {
  const [, adopt] = /\badopt: ("[^"]+"|true)/.exec(text) ?? [];
  if (adopt === undefined) return undefined;
  return adopt === "true" ? true : id;
}

function isLocked(existing: ExistingFile | undefined, force: boolean): boolean {
  return existing === undefined || (existing.hash !== existing.header.hash && !force);
}

function endpointsIn(text: string): Map<string, { resourceName: string; identifier: string }> {
  const found = idComments(text, "Endpoint").map(({ id, declaration }) => {
    const [, identifier, resourceName] =
      /export const (\w+) =\s+new [\w.]*NotificationEndpoint\(\s*"([^"]+)"/.exec(declaration) ?? [];
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
