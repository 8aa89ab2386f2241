/** Says which runs of exports count: each day of an export once. */
import type { ExportRun } from "./manifest";

/**
 * The runs that no later run of the same export replaces. A run replaces those whose days it covers.
 *
 * @param combine whether runs may cover some days of each other
 * @throws {Error} if it is unknown which of two runs is the later one, or if the later one covers only a part of the other. The text names
 *   the manifests and is not escaped
 */
export function currentRuns(runs: readonly ExportRun[], combine: boolean): ExportRun[] {
  const different = runs.filter((run, index) => !runs.some((other, place) => isCopy(run, other, index, place)));
  const current = different.filter(
    (run) => !different.some((other) => isSameDays(run, other) && covers(other, run) && isLater(other, run)),
  );
  for (const [index, run] of current.entries()) {
    const other = current.slice(index + 1).find((later) => isSameDays(run, later));
    if (other !== undefined && !combine) throw new Error(partlyText(run, other));
  }
  return current;
}

/** Whether a run is the same as another one, which is kept: AWS has two manifests of the latest run of a month. */
function isCopy(run: ExportRun, other: ExportRun, index: number, place: number): boolean {
  const isSame =
    index !== place && run.exportId === other.exportId && run.files.length > 0 && names(run) === names(other);
  return isSame && (run.isLatest === other.isLatest ? place < index : other.isLatest);
}

function names({ files }: ExportRun): string {
  return JSON.stringify(files.map(({ path }) => path).sort());
}

/** Whether two runs of an export have days in common. */
function isSameDays(run: ExportRun, other: ExportRun): boolean {
  return run !== other && run.exportId === other.exportId && run.from <= other.to && other.from <= run.to;
}

function covers(run: ExportRun, other: ExportRun): boolean {
  return run.from <= other.from && run.to >= other.to;
}

function isLater(run: ExportRun, other: ExportRun): boolean {
  // The month's manifest of AWS names the run that counts, even if another one is newer.
  if (run.isLatest !== other.isLatest) return run.isLatest;
  if (run.time !== undefined && other.time !== undefined && run.time !== other.time) return run.time > other.time;
  throw new Error(
    [
      "Two manifests are of the same export and the same days, and don't say which one is newer:",
      `  ${run.manifest}`,
      `  ${other.manifest}`,
      "Name the newer one in --data.",
    ].join("\n"),
  );
}

function partlyText(run: ExportRun, other: ExportRun): string {
  return [
    "Two runs of an export cover some of the same days, and the newer one doesn't replace the whole older one:",
    `  ${run.manifest}: ${run.from} to ${run.to}`,
    `  ${other.manifest}: ${other.from} to ${other.to}`,
    "Their records could count twice: name the manifests in --data whose records count.",
    "If they have no record in common, add --combine.",
  ].join("\n");
}
