/** The files with cost data, and what columns they have. */
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { messageOf } from "../../rules/shared/messageOf";
import { csvColumns } from "../csv/csvFile";
import { exportedFiles } from "../manifests/exportFolder";
import { csvColumn } from "./csvTable";
import { textList, textLiteral } from "./duckdb";

/** Files in one folder, or of one manifest, with the same format and the same columns of the same types: one query reads them. */
export interface FileGroup {
  /** The folder, or the manifest. */
  folder: string;
  paths: string[];
  format: "parquet" | "csv";
  columns: ReadonlyMap<string, FileColumn>;
  /** How many records files have, by their paths, as their manifest says. */
  records: ReadonlyMap<string, number>;
}

/** A column of a file. */
export interface FileColumn {
  /** The type in DuckDB. All columns of CSV are text: guessed types would make numbers of account IDs. */
  type: string;
  /** How queries name it. */
  sql: string;
  /** Its place among the columns of the file; undefined if its value is in the name of a folder. */
  index?: number;
}

/** Which files to find. */
export interface FilesToFind {
  /** Files, patterns such as `focus/2026-10/*.parquet`, manifests, and folders with manifests. */
  patterns: readonly string[];
  /** Whether runs of an export may cover some days of each other. */
  combine: boolean;
  /** The columns with tags. The name of a folder is never one. */
  tags: readonly string[];
  /** Says what happens, in lines that are not escaped. */
  onProgress: (line: string) => void;
}

/**
 * Finds the files and reads their columns.
 *
 * @throws {Error} if a pattern matches no file, or a file is neither Parquet nor CSV, or damaged. The text is not escaped
 */
export async function findDataFiles(connection: DuckDBConnection, wanted: FilesToFind): Promise<FileGroup[]> {
  const { patterns, combine, tags, onProgress } = wanted;
  const paths = new Map<string, string>();
  const records = new Map<string, number>();
  const manifests = patterns.filter(hasManifest);
  for (const pattern of patterns) {
    if (manifests.includes(pattern)) continue;
    for (const path of await matching(connection, pattern)) paths.set(path, dirname(path));
  }
  if (manifests.length > 0) {
    for (const file of exportedFiles(manifests, combine, onProgress)) {
      paths.set(file.path, file.manifest);
      if (file.records !== undefined) records.set(file.path, file.records);
    }
  }
  const files = [...paths.keys()].sort();
  const groups = new Map<string, FileGroup>();
  for (const path of files) {
    const format = formatOf(path);
    const columns = withPartitions(path, await columnsOf(connection, path, format), tags);
    const folder = paths.get(path) ?? dirname(path);
    const types = [...columns].map(([name, { type, sql }]) => `${name} ${type} ${sql}`).sort();
    const id = JSON.stringify([folder, format, types]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { folder, paths: [path], format, columns, records });
    else group.paths.push(path);
  }
  return [...groups.values()];
}

/** Whether it is a manifest, or a folder. */
function hasManifest(path: string): boolean {
  return existsSync(path) && (/\.json$/iu.test(path) || statSync(path).isDirectory());
}

async function matching(connection: DuckDBConnection, pattern: string): Promise<string[]> {
  if (/^\w+:\/\//u.test(pattern)) {
    throw new Error(
      `${pattern} is an address. Copy the files to this machine first, or use --sql on an engine that has the data.`,
    );
  }
  if (existsSync(pattern)) return [pattern];
  const result = await connection.runAndReadAll(`SELECT file FROM glob(${textList([pattern])})`);
  const files = result.getRows().map(([file]) => String(file));
  if (files.length === 0) throw new Error(`No file matches ${pattern}.`);
  return files;
}

function formatOf(path: string): "parquet" | "csv" {
  if (/\.parquet$/iu.test(path)) return "parquet";
  if (/\.csv(?:\.gz)?$/iu.test(path)) return "csv";
  throw new Error(`${path} is neither a .parquet, a .csv nor a .csv.gz file.`);
}

/** How many digits a decimal of DuckDB has at most. */
export const maxPrecision = 38;

/** Parquet files as what follows FROM. */
export function parquetSource(paths: readonly string[]): string {
  return `read_parquet(${textList(paths.map(withoutPatterns))}, hive_partitioning = false)`;
}

/** The path as a pattern that matches this file only: DuckDB takes each path for a pattern. */
function withoutPatterns(path: string): string {
  return path.replace(/[*?[]/gu, "[$&]");
}

async function columnsOf(
  connection: DuckDBConnection,
  path: string,
  format: FileGroup["format"],
): Promise<ReadonlyMap<string, FileColumn>> {
  try {
    return new Map(format === "csv" ? await columnsOfCsv(path) : await columnsOfParquet(connection, path));
  } catch (error) {
    throw new Error(`${path} can't be read: ${firstLine(error)}`, { cause: error });
  }
}

/** What the folder of a Hive partition that has no value is called. */
const noPartition = "__HIVE_DEFAULT_PARTITION__";

/** Adds the columns that only the names of the folders have, as Hive writes them: `provider=aws/BillingPeriodStart=2026-10-01/`. */
function withPartitions(
  path: string,
  columns: ReadonlyMap<string, FileColumn>,
  tags: readonly string[],
): ReadonlyMap<string, FileColumn> {
  const all = new Map(columns);
  const inFile = new Set([...columns.keys(), ...tags].map((name) => name.toLowerCase()));
  for (const folder of dirname(resolve(path)).split(/[/\\]/u)) {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/su.exec(folder) ?? [];
    if (name === "" || inFile.has(name.toLowerCase())) continue;
    const sql = value === noPartition ? "NULL" : textLiteral(decoded(value));
    all.set(name, { type: "VARCHAR", sql: `CAST(${sql} AS VARCHAR)` });
  }
  return all;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function columnsOfCsv(path: string): Promise<[string, FileColumn][]> {
  const names = await csvColumns(path);
  if (names.length === 1 && names[0]?.includes("|") === true)
    throw new Error("Its columns are not separated with commas, semicolons or tabs. Export it with commas.");
  return names.map((name, index) => [name, { type: "VARCHAR", sql: csvColumn(index), index }]);
}

async function columnsOfParquet(connection: DuckDBConnection, path: string): Promise<[string, FileColumn][]> {
  const result = await connection.run(`SELECT * FROM ${parquetSource([path])} LIMIT 0`);
  const types = result.columnTypes();
  const stored = await storedColumns(connection, path);
  return result.columnNames().map((name, index) => {
    const sql = `"${name.replaceAll('"', '""')}"`;
    const { precision, scale, isNull } = stored[index] ?? {};
    // A column that has never had a value. DuckDB makes an integer of it.
    if (isNull === true) return [name, { type: "VARCHAR", sql: `CAST(${sql} AS VARCHAR)`, index }];
    // DuckDB reads it as a double, and sometimes as a number of another size.
    const isTooPrecise = precision !== undefined && precision > maxPrecision;
    return [name, { type: isTooPrecise ? `DECIMAL(${precision},${scale ?? 0})` : String(types[index]), sql, index }];
  });
}

/** A column as the file describes it. */
interface StoredColumn {
  precision: number | undefined;
  scale: number | undefined;
  isNull: boolean;
}

/** The columns of a Parquet file in their order, without those that are inside others. */
async function storedColumns(connection: DuckDBConnection, path: string): Promise<StoredColumn[]> {
  const schema = `parquet_schema(${textList([withoutPatterns(path)])})`;
  const result = await connection.runAndReadAll(
    `SELECT COALESCE(num_children, 0), precision, scale, COALESCE(logical_type, '') FROM ${schema}`,
  );
  const [, ...rows] = result.getRows();
  const columns: StoredColumn[] = [];
  let inside = 0;
  for (const [children, precision, scale, type] of rows) {
    const [one, other] = [precision, scale].map((digits) => (digits === null ? undefined : Number(digits)));
    if (inside === 0) columns.push({ precision: one, scale: other, isNull: type === "NullType()" });
    inside = Math.max(0, inside - 1) + Number(children);
  }
  return columns;
}

/** The part of DuckDB's message that says what is wrong. The rest recommends DuckDB's own options. */
export function firstLine(error: unknown): string {
  const text = messageOf(error);
  return text
    .replace(/^Error: /u, "")
    .split("\n")
    .slice(0, 2)
    .join(" ")
    .trim();
}
