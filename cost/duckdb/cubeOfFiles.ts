/** Makes a cube of files. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { BillingMonthColumn, Cube, CubeSource, UnreadableTags } from "../cube/cube";
import { CubeBuilder } from "../cube/buildCube";
import { currencySpellings } from "../cube/currencies";
import type { CubePlan } from "../cube/plan";
import { ResultReader } from "../cube/resultReader";
import { UnusableRecords } from "../cube/unusableRecords";
import { exportNames } from "../mapping/exportNames";
import { cloudOf } from "../mapping/mapping";
import type { TableReading } from "../sql/query";
import { fixedResultColumns, resultColumns } from "../sql/resultColumns";
import { BillingPeriods } from "./billingPeriods";
import { type CsvCounts, csvParts } from "./csvTable";
import { type FileGroup, findDataFiles, firstLine } from "./dataFiles";
import { withDuckdb } from "./duckdb";
import { firstWrong } from "./firstWrong";
import { fileReading, lackedSources, planForFiles, wantedColumns } from "./fileReading";
import { lastCovered } from "./monthlyRecords";
import { readPart } from "./parts";
import { refuseWrongRecords } from "./sameRecords";
import { unreadableTags } from "./unreadableTags";

/** What to make a cube of. */
export interface FilesToRead {
  /** Files, patterns, manifests, and folders with manifests. */
  patterns: readonly string[];
  plan: CubePlan;
  /** Whether several folders may have the same billing period of the same account. Default: refuse, because it may be counted twice. */
  combine?: boolean;
  /** Says what happens, in lines that are not escaped. */
  onProgress: (line: string) => void;
  /** Unix milliseconds. */
  now: () => number;
}

/**
 * Makes a cube of FOCUS data in files.
 *
 * @throws {Error} for data that can't be read or would be counted twice. The text is not escaped
 */
export async function cubeOfFiles(wanted: FilesToRead): Promise<Cube> {
  const { patterns, combine = false, onProgress, now } = wanted;
  return withDuckdb(async (connection) => {
    const groups = await findDataFiles(connection, { patterns, combine, tags: wanted.plan.mapping.tags, onProgress });
    const plan = planForFiles(wanted.plan, groups);
    const isOnlyFolder = groups.every(({ folder }) => folder === groups[0]?.folder);
    // All readings are made first: if one group of files can't be read, none is.
    const readings = groups.map((group) => ({ group, reading: fileReading(plan, group, isOnlyFolder) }));
    const builder = new CubeBuilder(plan);
    const periods = new BillingPeriods((provider) => cloudOf(provider, plan.mapping));
    const exports = new Map<string, Set<string>>();
    const told = new Set<BillingMonthColumn>();
    const unreadable: UnreadableTags[] = [];
    const work = { plan, builder, periods, exports, told, onProgress };
    const counts = new Map<string, CsvCounts>();
    for (const { group, reading } of readings) {
      // Parquet files need no table.
      const parts =
        group.format === "csv" ? csvParts(connection, group.paths, wantedColumns(plan, group), counts) : ["last"];
      const tables: string[] = [];
      const records = await readGroup(connection, parts, group, { ...work, reading, tables });
      onProgress(`${filesText(group)}: ${records.toLocaleString("en-US")} records`);
      unreadable.push(...(await unreadableTags(connection, plan, reading, group)));
      for (const table of tables) await connection.run(`DROP TABLE ${table}`);
    }
    await refuseWrongRecords(connection, plan, groups, counts);
    if (!combine) periods.refuseRepeated();
    const last = await lastCovered(connection, plan, groups, periods.last);
    const cube = builder.finish(sourcesOf(groups, periods, exports), [...told].sort(), now(), last);
    const spellings = currencySpellings(cube.currency.dictionary);
    for (const group of spellings === undefined ? [] : groups) {
      const first = await firstWrong(connection, plan, group, "currency", spellings);
      if (first !== undefined) throw first;
    }
    if (spellings !== undefined)
      throw new UnusableRecords("The cost data", "currency", 1, plan.mapping, { spelling: spellings.usual });
    return unreadable.length === 0 ? cube : { ...cube, header: { ...cube.header, unreadableTags: unreadable } };
  });
}

function filesText({ folder, paths }: FileGroup): string {
  if (folder.endsWith(".json")) return `${folder}: ${paths.length} ${paths.length === 1 ? "file" : "files"}`;
  return paths.length === 1 ? (paths[0] ?? "") : `${folder}: ${paths.length} files`;
}

interface Work {
  plan: CubePlan;
  builder: CubeBuilder;
  periods: BillingPeriods;
  /** The names of the exports in each folder. */
  exports: Map<string, Set<string>>;
  /** The columns that told billing months. */
  told: Set<BillingMonthColumn>;
  /** How the files are read. */
  reading: TableReading;
  /** Gets the names of the tables of the parts. The view `result` has all their rows: copying them would take longer. */
  tables: string[];
  onProgress: (line: string) => void;
}

/** How often a long read reports its progress. */
const progressMilliseconds = 10_000;

/** After how many parts of CSV it does. */
const partsOfLine = 8;

async function readGroup(
  connection: DuckDBConnection,
  parts: AsyncIterable<string> | Iterable<string>,
  group: FileGroup,
  work: Work,
): Promise<number> {
  const { reading, tables, onProgress } = work;
  const timer = setInterval(() => {
    const { percentage } = connection.progress;
    if (percentage > 0 && group.format === "parquet")
      onProgress(`${filesText(group)}: ${Math.floor(percentage)} % read`);
  }, progressMilliseconds);
  timer.unref();
  try {
    const { plan } = work;
    let names: ReadonlySet<string> | undefined;
    for await (const part of parts) {
      const table = `part_${tables.length}`;
      names = await readPart(connection, plan, reading, table, names).catch((error: unknown) => {
        throw new Error(`${filesText(group)} can't be read: ${firstLine(error)}`);
      });
      tables.push(table);
      const all = tables.map((one) => `FROM ${one}`).join(" UNION ALL ");
      await connection.run(`CREATE OR REPLACE TEMP VIEW result AS ${all}`);
      if (part === "last" || tables.length % partsOfLine > 0) continue;
      const soFar = await connection.runAndReadAll(`SELECT CAST(SUM(${plan.recordsColumn}) AS BIGINT) FROM result`);
      const [[records = 0n] = []] = soFar.getRows() as bigint[][];
      onProgress(`${filesText(group)}: ${records.toLocaleString("en-US")} records so far`);
    }
    await addPeriods(connection, group.folder, work);
    return await addGroups(connection, work, group);
  } catch (error) {
    const first = error instanceof UnusableRecords && (await firstWrong(connection, work.plan, group, error.needed));
    throw first || error;
  } finally {
    clearInterval(timer);
  }
}

async function addPeriods(
  connection: DuckDBConnection,
  folder: string,
  { plan: { recordsColumn }, periods, reading }: Work,
): Promise<void> {
  const { billingMonth, month: ofCharge } = fixedResultColumns;
  const month = reading.billing !== undefined ? `COALESCE(${billingMonth}, ${ofCharge})` : ofCharge;
  const account = reading.extra.map(({ name }) => name).join("") || "''";
  const range = "CAST(MIN(first_start) AS VARCHAR), CAST(MAX(last_start) AS VARCHAR)";
  const result = await connection.runAndReadAll(
    `SELECT CAST(${month} AS VARCHAR)[:7], ${account}, provider, SUM(${recordsColumn}), ${range}
      FROM result GROUP BY ALL`,
  );
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  for (const [period, account, provider, records, first, last] of result.getRows()) {
    periods.add(folder, {
      period: text(period),
      account: text(account),
      provider: text(provider),
      first: text(first),
      last: text(last),
      records: Number(records),
    });
  }
}

/** @returns the number of records */
async function addGroups(
  connection: DuckDBConnection,
  { plan, builder, exports, told, reading }: Work,
  files: FileGroup,
): Promise<number> {
  const names = resultColumns(plan, reading.billing !== undefined);
  const lacked = lackedSources(plan, files);
  // One text for each row: passing each value to JavaScript takes twice as long, and DuckDB's other types still longer.
  const { cost, credits, amounts } = fixedResultColumns;
  // Only CSV is read in parts, whose sums are added up.
  const sums = new Set(files.format === "csv" ? [cost, credits, amounts, plan.recordsColumn] : []);
  const columns = names.map((name) => `CAST(${sums.has(name) ? `SUM(${name})` : name} AS VARCHAR)`);
  const keys = sums.size === 0 ? "" : `GROUP BY ${names.filter((name) => !sums.has(name)).join(", ")}`;
  const result = await connection.stream(
    `SELECT CAST(to_json([${columns.join(", ")}]) AS VARCHAR) FROM result ${keys}`,
  );
  const reader = new ResultReader(plan, names, filesText(files));
  const providers = new Set<string | null>();
  let records = 0;
  for await (const chunk of result) {
    for (const row of chunk.getColumnValues(0) as string[]) {
      const group = reader.read(JSON.parse(row) as (string | null)[]);
      builder.add(group, lacked);
      providers.add(group.provider);
      records += group.records;
    }
  }
  for (const column of reader.billingMonths) told.add(column);
  const found = exportNames([...files.columns.keys()], [...providers], plan.mapping);
  exports.set(files.folder, new Set([...(exports.get(files.folder) ?? []), ...found]));
  return records;
}

function sourcesOf(
  groups: readonly FileGroup[],
  periods: BillingPeriods,
  exports: ReadonlyMap<string, ReadonlySet<string>>,
): CubeSource[] {
  return [...new Set(groups.map(({ folder }) => folder))].map((folder) => ({
    folder,
    files: groups
      .filter((group) => group.folder === folder)
      .flatMap(({ paths }) => paths)
      .sort(),
    exports: [...(exports.get(folder) ?? [])].sort(),
    billingPeriods: periods.of(folder),
  }));
}
