/** Reads manifests, and finds the files that count. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { copiesOf } from "./copiedFiles";
import { currentRuns } from "./currentRuns";
import { type ExportRun, manifestName, readManifest } from "./manifest";

/** A file that counts, and the manifest that names it. */
export interface NamedFile {
  path: string;
  manifest: string;
  /** How many records it has, if the manifest tells. */
  records: number | undefined;
}

/**
 * The files that the newest manifests name.
 *
 * @param given manifests, and folders with manifests anywhere below
 * @param combine whether runs may cover some days of each other
 * @param onProgress says what was found and left out, in lines that are not escaped
 * @throws {Error} if a manifest or a file is missing or damaged, or if it is unclear which one counts. The text is not escaped
 */
export function exportedFiles(
  given: readonly string[],
  combine: boolean,
  onProgress: (line: string) => void,
): NamedFile[] {
  const folders = new Map(given.map((path) => [path, filesBelow(folderOf(path))]));
  const roots = new Map<string, string>();
  for (const [path, files] of folders) for (const one of manifestsIn(path, files)) roots.set(resolve(one), path);
  const runs = [...roots.keys()].map((path) => ({ path, root: roots.get(path) ?? "" }));
  const all = runs.map(({ path, root }) => readManifest(asGiven(path, root), readFileSync(path, "utf8")));
  const ofCosts = all.filter(({ otherType }) => otherType === undefined);
  const empty = ofCosts.filter(({ files: named }) => named.length === 0);
  // A run without files could be a failed one, so it replaces nothing.
  const current = currentRuns(
    ofCosts.filter((run) => !empty.includes(run)),
    combine,
  );
  const used = current.flatMap((run) => {
    const candidates = folders.get(roots.get(resolve(run.manifest)) ?? "") ?? [];
    return copiesOf(run, candidates.filter(isData)).map((copy) => ({ ...copy, manifest: run.manifest }));
  });
  if (used.length === 0) throw new Error(`The manifests name no cost data in the FOCUS format: ${given.join(", ")}`);
  const named = new Set(used.map(({ path }) => resolve(path)));
  const files = new Set(
    [...folders.values()]
      .flat()
      .filter(isData)
      .map((path) => resolve(path)),
  );
  for (const { manifest } of empty) onProgress(`warning: ${manifest} names no files, so it replaces no older run.`);
  for (const line of summary(
    all.filter((run) => !empty.includes(run)),
    current,
    files.size - named.size,
  ))
    onProgress(line);
  return used;
}

/** The path as the user would write it. */
function asGiven(path: string, root: string): string {
  const folder = resolve(root);
  return path.startsWith(folder) ? join(root, path.slice(folder.length)) : path;
}

function summary(all: readonly ExportRun[], current: readonly ExportRun[], leftOut: number): string[] {
  const others = [...new Set(all.flatMap(({ otherType }) => otherType ?? []))].sort();
  const isUsed = new Set(current);
  const replaced = all.filter((run) => run.otherType === undefined && !isUsed.has(run)).length;
  return [
    `Manifests in use: ${current.length}. Left out because a newer one covers the same days: ${replaced}`,
    ...(others.length === 0
      ? []
      : [`Left out because they are no cost data in FOCUS: manifests of ${others.join(", ")}`]),
    ...(leftOut === 0 ? [] : [`Not read, because no manifest in use names them: ${leftOut} files`]),
  ];
}

/** The folder below which the files of a manifest are. Those of AWS are in `data/`, beside the folder `metadata/` with the manifests. */
function folderOf(path: string): string {
  if (statSync(path).isDirectory()) return path;
  const folder = dirname(path);
  const above = ["", "..", "../.."].map((up) => join(folder, up));
  const metadata = above.find((one) => basename(resolve(one)) === "metadata");
  return metadata === undefined ? folder : join(metadata, "..");
}

function manifestsIn(path: string, files: readonly string[]): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const manifests = files.filter((file) => manifestName.test(basename(file)));
  if (manifests.length > 0) return manifests;
  throw new Error(
    `${path} is a folder without a manifest. Name its files, for example --data '${path.replace(/[/\\]$/u, "")}/**/*.parquet'`,
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .sort();
}

function isData(path: string): boolean {
  return /\.(?:parquet|csv|csv\.gz)$/iu.test(path) && !basename(path).startsWith(".");
}
