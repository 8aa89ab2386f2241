/** Refuses files that don't have the records that they should have: another number than their manifest says, or those of another file. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CubePlan } from "../cube/plan";
import { sumAt } from "../impact/money";
import { otherCountText } from "../manifests/copiedFiles";
import type { CsvCounts } from "./csvTable";
import { type FileGroup, parquetSource } from "./dataFiles";
import { basicColumns, fileReading, neededNames } from "./fileReading";
import { totalsOf } from "./totals";

/** A file with records. */
interface CountedFile {
  path: string;
  records: number;
  /** How many bytes a CSV file has in UTF-8, without separators and quotes. */
  bytes: number | undefined;
  /** Only this file, with the columns of its group. */
  group: FileGroup;
}

/**
 * Refuses files with another number of records than their manifest says, and two files with the same records in other bytes: compressed,
 * sorted or written in another way, or in another format.
 *
 * @param counts what each CSV file has, by its path
 * @throws {Error} if there are any. The text names them and is not escaped
 */
export async function refuseWrongRecords(
  connection: DuckDBConnection,
  plan: CubePlan,
  groups: readonly FileGroup[],
  counts: ReadonlyMap<string, CsvCounts>,
): Promise<void> {
  const files: CountedFile[] = [];
  for (const group of groups) {
    for (const path of group.paths) {
      const found = counts.get(path) ?? { records: await parquetCount(connection, path), bytes: undefined };
      files.push({ path, ...found, group: { ...group, paths: [path] } });
    }
  }
  for (const { path, records, group } of files) {
    const expected = group.records.get(path);
    if (expected !== undefined && records !== expected)
      throw new Error(otherCountText(path, "records", records, expected));
  }
  const needed = new Set(neededNames(plan).map((name) => name.toLowerCase()));
  const withRecords = files.filter(({ records }) => records > 0);
  const first = ({ records, group }: CountedFile): string =>
    JSON.stringify([records, [...comparedTypes(group, needed).keys()]]);
  for (const alike of severalOf(withRecords, first)) {
    // Parts of an export often have as many records. The same texts in CSV have as many bytes.
    const isText = alike.every(({ bytes }) => bytes !== undefined);
    const longEnough = isText ? severalOf(alike, ({ bytes }) => String(bytes)) : [alike];
    for (const some of longEnough) {
      const sums = new Map<CountedFile, string>();
      for (const file of some) sums.set(file, await sumsOf(connection, plan, file));
      for (const same of severalOf(some, (file) => sums.get(file) ?? ""))
        await refuseSame(connection, plan, same, needed);
    }
  }
}

/** The parts of a list that have the same text, of those that have several members. */
function severalOf<One>(list: readonly One[], textOf: (one: One) => string): One[][] {
  const parts = new Map<string, One[]>();
  for (const one of list) sumAt(parts, textOf(one), () => []).push(one);
  return [...parts.values()].filter(({ length }) => length > 1);
}

async function parquetCount(connection: DuckDBConnection, path: string): Promise<number> {
  const result = await connection.runAndReadAll(`SELECT COUNT(*) FROM ${parquetSource([path])}`);
  return Number(result.getRows()[0]?.[0]);
}

/**
 * The types of the columns by their names in small letters, in order. The name of a folder is no part of a file, unless the cube has the
 * column.
 */
function comparedTypes({ columns }: FileGroup, needed: ReadonlySet<string>): Map<string, string> {
  const named = [...columns].map(([name, column]) => [name.toLowerCase(), column] as const);
  const compared = named.filter(([name, { index }]) => index !== undefined || needed.has(name));
  return new Map(compared.map(([name, { type }]) => [name, type] as const).sort());
}

/** Compares files with the columns that they have in the same form. Each file is read once for each set of types beside its own. */
async function refuseSame(
  connection: DuckDBConnection,
  plan: CubePlan,
  files: readonly CountedFile[],
  needed: ReadonlySet<string>,
): Promise<void> {
  const byTypes = new Map<string, CountedFile[]>();
  for (const file of files) sumAt(byTypes, JSON.stringify([...comparedTypes(file.group, needed)]), () => []).push(file);
  const sets = [...byTypes.values()];
  for (const [index, set] of sets.entries()) {
    for (const other of sets.slice(index)) {
      const [one, two] = [set, other].map(([file]) => comparedTypes((file as CountedFile).group, needed));
      const columns = [...(one ?? [])].flatMap(([name, type]) => (two?.get(name) === type ? [name] : []));
      const known = new Map<string, CountedFile>();
      for (const file of new Set([...set, ...other])) {
        const sums = await sumsOf(connection, plan, file, columns);
        const same = known.get(sums);
        if (same !== undefined && (set === other || set.includes(same) !== set.includes(file)))
          throw sameText(same, file);
        known.set(sums, file);
      }
    }
  }
}

function sameText({ path: one }: CountedFile, { path: other }: CountedFile): Error {
  return new Error(`${one} and ${other} have the same records, which would count twice. Leave one of the files out.`);
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
  const basic = basicColumns(plan, group);
  // Numbers of other types and their texts become the same double.
  const amount = `CAST(TRY_CAST(CAST(${basic[0]?.sql ?? "NULL"} AS VARCHAR) AS DOUBLE) AS DECIMAL(38, 12))`;
  const moment = reading.moment.sql;
  const texts = hashed.map(({ sql, type }) => {
    const ordered = /^MAP\(/u.test(type) ? `list_sort(map_entries(${sql}))` : sql;
    return `NULLIF(NULLIF(CAST(${ordered} AS VARCHAR), ''), 'NULL')`;
  });
  const hash = columns === undefined ? "0" : `hash(${[amount, moment, ...texts].join(", ")})`;
  const totals = await totalsOf(connection, group, {
    columns: [...basic, ...hashed],
    ofPart: `SUM(${amount}) AS cost, MIN(${moment}) AS first, MAX(${moment}) AS last, SUM(CAST(${hash} AS HUGEINT)) AS hashes`,
    ofAll: "SUM(cost), MIN(first), MAX(last), SUM(hashes)",
  });
  return JSON.stringify(totals);
}
