/** Manifests of exports. A manifest lists the files of one run, so that files of older runs beside them are not read. */
import { basename, dirname, resolve } from "node:path";

/** One run of an export. */
export interface ExportRun {
  /** The path of the manifest. */
  manifest: string;
  /** The same for all runs of an export. */
  exportId: string;
  /** The first and the last day that it covers, both included: `2026-10-01`. */
  from: string;
  to: string;
  /** A number that is higher for later runs of the export, if the manifest tells. */
  time?: number;
  /** Whether its place says that it is the latest run of its month. */
  isLatest: boolean;
  files: readonly ExportedFile[];
  /** What it exports, if that is not cost data in FOCUS: `PriceSheet`. */
  otherType?: string;
}

/** A file as a manifest names it. */
export interface ExportedFile {
  /** The path in the cloud's storage. */
  path: string;
  /** How many of its last segments a copy has at least. With fewer, it could be a file of another run or month. */
  significant: number;
  /** Its size in bytes, and how many records it has, if the manifest tells. */
  bytes?: number;
  records?: number;
}

/** What the name of a manifest ends with: `manifest.json` of Azure, `<export>-Manifest.json` of AWS. */
export const manifestName = /^(?:[^.].*-|_)?manifest\.json$/iu;

/**
 * Reads a manifest.
 *
 * @param path where it is
 * @throws {Error} if it is none of AWS Data Exports or Azure Cost Management. The text names the file and is not escaped
 */
export function readManifest(path: string, text: string): ExportRun {
  const content = parsed(path, text);
  const { dataFiles, blobs } = content;
  if (Array.isArray(dataFiles)) return awsRun(path, dataFiles);
  if (Array.isArray(blobs)) return azureRun(path, content, blobs);
  throw unreadable(path, "It has neither dataFiles, as those of AWS Data Exports, nor blobs, as those of Azure.");
}

function parsed(path: string, text: string): Readonly<Record<string, unknown>> {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/u, ""));
  } catch {
    throw unreadable(path, "It is not JSON, or it is cut off.");
  }
  return fields(content);
}

function unreadable(path: string, reason: string): Error {
  return new Error(`${path} can't be read as a manifest. ${reason}`);
}

/**
 * `s3://bucket/prefix/export/data/BILLING_PERIOD=2026-10/`, then `<time>-<execution>/` unless runs overwrite each other. What the
 * lookahead found is not tried again, so that a path that does not match takes linear time.
 */
const awsPath =
  /^(?:s3:\/\/)?(?=(.+)\/data\/(BILLING_PERIOD=(\d{4}-\d{2}))\/)\1\/data\/\2\/(?:[^/]+\/)*?(?:(\d[\dT:.-]*)Z-[^/]+\/)?[^/]+$/iu;

/** A file of AWS: its path, or an object with it. */
function awsFile(file: unknown): { path: string; bytes?: number } {
  const { s3Uri, uri, key, size } = fields(file);
  const path = [file, s3Uri, uri, key].find((one) => typeof one === "string") ?? "";
  return { path, ...(typeof size === "number" ? { bytes: size } : {}) };
}

function awsRun(path: string, dataFiles: readonly unknown[]): ExportRun {
  const files = dataFiles.map(awsFile);
  const found = files.map((file) => awsPath.exec(file.path));
  const [first] = found;
  if (first === undefined) throw unreadable(path, "It names no files.");
  const [, exportId = "", partition = "", month = "", time] = first ?? [];
  const isOne = found.every((file) => file !== null && file[1] === exportId && file[3] === month);
  if (!isOne) throw unreadable(path, "Its files are not those of one month, in data/BILLING_PERIOD=<month>/.");
  return {
    manifest: path,
    exportId,
    from: `${month}-01`,
    to: `${month}-31`,
    ...(time === undefined ? {} : { time: timeIn(time) }),
    // Beside it, AWS keeps a copy for each run in a folder of its own.
    isLatest: basename(dirname(resolve(path))) === partition,
    files: files.map((file) => ({ ...file, significant: segments(file.path, partition) })),
  };
}

/** `20261003T010000` or `2026-10-03T01:00:00.123` in Unix milliseconds. */
function timeIn(text: string): number {
  return Date.parse(`${text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/u, "$1-$2-$3T$4:$5:$6")}Z`);
}

/** How many segments a path has from the last one with this name on. */
function segments(path: string, name: string): number {
  const all = path.split("/");
  return all.length - all.lastIndexOf(name);
}

function azureRun(path: string, content: Readonly<Record<string, unknown>>, blobs: readonly unknown[]): ExportRun {
  const { resourceId, exportName, type } = fields(content["exportConfig"]);
  const { startDate, endDate, submittedTime } = fields(content["runInfo"]);
  const exportId = [resourceId, exportName].find((id) => typeof id === "string");
  const [from, to] = [startDate, endDate].map((date) => /^\d{4}-\d{2}-\d{2}/u.exec(String(date))?.[0]);
  if (exportId === undefined || from === undefined || to === undefined)
    throw unreadable(path, "It doesn't say of which export and of which days it is.");
  const time = Date.parse(String(submittedTime));
  return {
    manifest: path,
    exportId,
    from,
    to,
    ...(Number.isNaN(time) ? {} : { time }),
    isLatest: false,
    files: blobs.map((blob) => {
      const { blobName, byteCount, dataRowCount } = fields(blob);
      if (typeof blobName !== "string") throw unreadable(path, "It has a blob without a blobName.");
      // Each run has a folder of its own.
      return {
        path: blobName,
        significant: 2,
        ...(typeof byteCount === "number" ? { bytes: byteCount } : {}),
        ...(typeof dataRowCount === "number" ? { records: dataRowCount } : {}),
      };
    }),
    ...(typeof type !== "string" || type === "FocusCost" ? {} : { otherType: type }),
  };
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
