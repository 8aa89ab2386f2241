/** The folder of an export: what earlier exports and people left there, and what this export may write. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { createTwoFilesPatch } from "diff";
import { writeWhole } from "../atomicFile";
import { endpointNames, endpointsPath } from "./endpointsFile";
import { type GeneratedFile, type Header, headerOf } from "./generated";
import { metadataPath } from "./metadataFile";
import { tagFolder } from "./tagFile";

/** What an earlier export left in the folder. */
export interface Existing {
  /** The resource names of tags, by ID. */
  tagNames: Map<string, string>;
  /** The names of other files in the tags' folder, without the extension. */
  taken: string[];
  /** The resource names of endpoints, by ID. */
  endpointNames: Map<string, string>;
  hasEndpoints: boolean;
  hasMetadata: boolean;
}

/** A folder in which there is nothing. */
export const nothing: Existing = {
  tagNames: new Map(),
  taken: [],
  endpointNames: new Map(),
  hasEndpoints: false,
  hasMetadata: false,
};

/**
 * Reads the folder.
 *
 * @throws {Error} if the path is a file
 */
export function readFolder(folder: string): Existing {
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder.`);
  const tags = join(folder, tagFolder);
  const files = existsSync(tags) ? readdirSync(tags).filter((name) => name.endsWith(".ts")) : [];
  const tagNames = new Map<string, string>();
  const taken: string[] = [];
  for (const file of files.sort()) {
    const holds = headerOf(readFileSync(join(tags, file), "utf8"))?.holds;
    const name = file.slice(0, -".ts".length);
    // A copy of a file has its header, too.
    if (typeof holds === "object" && !tagNames.has(holds.tag)) tagNames.set(holds.tag, name);
    else taken.push(name.toLowerCase());
  }
  const endpoints = readText(join(folder, endpointsPath));
  return {
    tagNames,
    taken,
    endpointNames: endpointNames(endpoints ?? ""),
    hasEndpoints: endpoints !== undefined,
    hasMetadata: existsSync(join(folder, metadataPath)),
  };
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/**
 * What happens to a file.
 *
 * - `created`, `updated`, `unchanged`
 * - `edited`: someone edited it, so it is left alone
 * - `foreign`: no export has written it, so it is left alone
 */
export type FileStatus = "created" | "updated" | "unchanged" | "edited" | "foreign";

/** A file of the project, and what happens to it. */
export interface PlannedFile {
  file: GeneratedFile;
  status: FileStatus;
  /** What the export would change in a file that it leaves alone, as a unified diff. Undefined if it may show a destination. */
  diff?: string;
}

/**
 * Compares the project with the folder.
 *
 * @param force whether to overwrite edited files
 */
export function planFiles(folder: string, files: readonly GeneratedFile[], force: boolean): PlannedFile[] {
  return files.map((file) => {
    const present = readText(join(folder, file.path));
    const status = statusOf(file, present, force);
    if (status !== "edited" && status !== "foreign") return { file, status };
    // In this file, a person may have written what the export keeps out of it.
    if (file.path === endpointsPath) return { file, status };
    const diff = createTwoFilesPatch(file.path, file.path, present ?? "", file.text, "in the folder", "in the account");
    return { file, status, diff };
  });
}

function statusOf({ text, holds }: GeneratedFile, present: string | undefined, force: boolean): FileStatus {
  if (present === undefined) return "created";
  if (present.replaceAll("\r\n", "\n") === text || holds === undefined) return "unchanged";
  const header = headerOf(present);
  if (header === undefined || !isSame(header.holds, holds)) return "foreign";
  return header.isEdited && !force ? "edited" : "updated";
}

function isSame(a: Header["holds"], b: Header["holds"]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Writes what is to be created and updated. The entry of the program comes last, so that it never imports a missing file. */
export function writeFiles(folder: string, planned: readonly PlannedFile[]): void {
  const order = (path: string): number => (path === "index.ts" ? 1 : 0);
  const due = planned.filter(({ status }) => status === "created" || status === "updated");
  for (const { file } of due.sort((a, b) => order(a.file.path) - order(b.file.path))) {
    const path = join(folder, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeWhole(path, file.text);
  }
}
