/** What happens to each file of the project in its folder. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createTwoFilesPatch } from "diff";
import { writeWhole } from "../console/atomicFile";
import { endpointsPath } from "./endpointsFile";
import { existingFile, type FileContent, type GeneratedFile, withPlainLineEnds } from "./generated";
import { readText } from "./previous";

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
  /** What the export would change in an edited file, as a unified diff. Absent if it may show a destination. */
  diff?: string;
}

/**
 * Compares the project with the folder.
 *
 * @param force whether to overwrite edited files
 */
export async function planFiles(
  folder: string,
  files: readonly GeneratedFile[],
  force: boolean,
): Promise<PlannedFile[]> {
  const planned = files.map(async (file) => {
    const text = readText(join(folder, file.path));
    const present = text === undefined ? undefined : withPlainLineEnds(text);
    const status = await statusOf(file, present, force);
    // In `endpoints.ts`, a person may have written what the export keeps out of it.
    if (status !== "edited" || file.path === endpointsPath) return { file, status };
    const diff = createTwoFilesPatch(file.path, file.path, present ?? "", file.text, "in the folder", "in the account");
    return { file, status, diff };
  });
  return Promise.all(planned);
}

async function statusOf(
  { text, header }: GeneratedFile,
  present: string | undefined,
  force: boolean,
): Promise<FileStatus> {
  if (present === undefined) return "created";
  if (present === text) return "unchanged";
  const existing = await existingFile(present);
  if (header === undefined || existing === undefined || !isSame(existing.header.holds, header.holds)) return "foreign";
  if (existing.hash === header.hash && existing.header.hash === header.hash) return "unchanged";
  return existing.hash !== existing.header.hash && !force ? "edited" : "updated";
}

function isSame(a: FileContent, b: FileContent): boolean {
  return typeof a === "object" && typeof b === "object" ? a.tag === b.tag : a === b;
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
