/** Refuses files that don't have the records that they should have: another number than their manifest says, or those of another file. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CubePlan } from "../cube/plan";
import { sumAt } from "../impact/money";
import { otherCountText } from "../manifests/copiedFiles";
import { type FileGroup, parquetSource } from "./dataFiles";
import { fileReading } from "./fileReading";
import { totalsOf } from "./totals";

/** A file with records. */
interface CountedFile {
  path: string;
  records: number;
  /** Only this file, with the columns of its group. */
  group: FileGroup;
}

/**
 * Refuses files with another number of records than their manifest says, and two files with the same records in other bytes: compressed,
 * sorted or written in another way, or in another format.
 *
 * @param counts how many records each CSV file has, by its path
 * @throws {Error} if there are any. The text names them and is not escaped
 */
export async function refuseWrongRecords(
  connection: DuckDBConnection,
  plan: CubePlan,
  groups: readonly FileGroup[],
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  const all = new Map([...counts, ...(await parquetCounts(connection, groups))]);
  const files = groups.flatMap((group) =>
    group.paths.map((path): CountedFile => ({ path, records: all.get(path) ?? 0, group: { ...group, paths: [path] } })),
  );
  for (const { path, records, group } of files) {
    const expected = group.records.get(path);
    if (expected !== undefined && records !== expected)
      throw new Error(otherCountText(path, "records", records, expected));
  }
  const withRecords = files.filter(({ records }) => records > 0);
  const names = ({ group }: CountedFile): string[] =>
    [...group.columns.keys()].map((name) => name.toLowerCase()).sort();
  for (const alike of severalOf(withRecords, (file) => JSON.stringify([file.records, names(file)]))) {
    // Equal parts of an export have as many records, so the sums come before all of the columns.
    const sums = new Map<CountedFile, string>();
    for (const file of alike) sums.set(file, await sumsOf(connection, plan, file));
    for (const same of severalOf(alike, (file) => sums.get(file) ?? "")) await refuseSame(connection, plan, same);
  }
}

/** The parts of a list that have the same text, of those that have several members. */
function severalOf<One>(list: readonly One[], textOf: (one: One) => string): One[][] {
  const parts = new Map<string, One[]>();
  for (const one of list) sumAt(parts, textOf(one), () => []).push(one);
  return [...parts.values()].filter(({ length }) => length > 1);
}

async function parquetCounts(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
): Promise<[path: string, records: number][]> {
  const paths = groups.filter(({ format }) => format === "parquet").flatMap((group) => group.paths);
  const counts: [string, number][] = [];
  for (const path of paths) {
    const result = await connection.runAndReadAll(`SELECT COUNT(*) FROM ${parquetSource([path])}`);
    counts.push([path, Number(result.getRows()[0]?.[0])]);
  }
  return counts;
}

async function refuseSame(connection: DuckDBConnection, plan: CubePlan, files: readonly CountedFile[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    for (const other of files.slice(index + 1)) {
      const columns = comparable(file.group, other.group);
      const [one, two] = [
        await sumsOf(connection, plan, file, columns),
        await sumsOf(connection, plan, other, columns),
      ];
      if (one === two)
        throw new Error(
          `${file.path} and ${other.path} have the same records, which would count twice. Leave one of the files out.`,
        );
    }
  }
}

/** The columns that two files have in the same form. Beside CSV, those of Parquet that are text. */
function comparable(one: FileGroup, other: FileGroup): string[] {
  const types = new Map([...other.columns].map(([name, { type }]) => [name.toLowerCase(), type]));
  const same = [...one.columns].filter(([name, { type }]) => types.get(name.toLowerCase()) === type);
  return same.map(([name]) => name.toLowerCase()).sort();
}

/**
 * What two files with the same records have in common, whatever their order: the cost, the first and the last moment, and the sum of a
 * hash of each record.
 *
 * @param columns what the hash is of, beside the cost and the moment. Without it, there is no hash
 */
async function sumsOf(
  connection: DuckDBConnection,
  plan: CubePlan,
  { group }: CountedFile,
  columns?: readonly string[],
): Promise<string> {
  const reading = fileReading(plan, group, true);
  const found = new Map([...group.columns].map(([name, column]) => [name.toLowerCase(), column]));
  const hashed = (columns ?? []).flatMap((name) => found.get(name) ?? []);
  const [amount, moment] = [`CAST(${reading.amount} AS DECIMAL(38, 12))`, reading.moment.sql];
  const texts = hashed.map(({ sql }) => `NULLIF(CAST(${sql} AS VARCHAR), '')`);
  const hash = columns === undefined ? "0" : `hash(${[amount, moment, ...texts].join(", ")})`;
  const totals = await totalsOf(connection, plan, group, {
    columns: hashed,
    ofPart: `SUM(${amount}) AS cost, MIN(${moment}) AS first, MAX(${moment}) AS last, SUM(CAST(${hash} AS HUGEINT)) AS hashes`,
    ofAll: "SUM(cost), MIN(first), MAX(last), SUM(hashes)",
  });
  return JSON.stringify(totals);
}
