/** Makes a cube of files. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Cube, CubeSource } from "../cube/cube";
import { CubeBuilder } from "../cube/buildCube";
import type { CubePlan } from "../cube/plan";
import { ResultReader } from "../cube/resultReader";
import { cubeQuery } from "../sql/query";
import { BillingPeriods } from "./billingPeriods";
import { type FileGroup, findDataFiles, firstLine } from "./dataFiles";
import { withDuckdb } from "./duckdb";
import { fileReading, refuseAbsentColumns } from "./fileReading";

/** What to make a cube of. */
export interface FilesToRead {
  /** Files and patterns. */
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
export async function cubeOfFiles({ patterns, plan, combine = false, onProgress, now }: FilesToRead): Promise<Cube> {
  return withDuckdb(async (connection) => {
    const groups = await findDataFiles(connection, patterns);
    refuseAbsentColumns(plan, groups);
    // All of them, so that nothing is read if one of them can't be.
    const readings = groups.map((group) => ({ group, sql: cubeQuery(plan, fileReading(plan, group)) }));
    const builder = new CubeBuilder(plan);
    const periods = new BillingPeriods();
    for (const { group, sql } of readings) {
      const records = await readGroup(connection, sql, group, { plan, builder, periods, now, onProgress });
      onProgress(`${filesText(group)}: ${records.toLocaleString("en-US")} records`);
    }
    if (!combine) periods.refuseRepeated();
    return builder.finish(sourcesOf(groups, periods), now());
  });
}

function filesText({ folder, paths }: FileGroup): string {
  return paths.length === 1 ? (paths[0] ?? "") : `${folder}: ${paths.length} files`;
}

interface Work {
  plan: CubePlan;
  builder: CubeBuilder;
  periods: BillingPeriods;
  onProgress: (line: string) => void;
  now: () => number;
}

/** How often a long read says how far it is. */
const progressMilliseconds = 10_000;

async function readGroup(connection: DuckDBConnection, sql: string, group: FileGroup, work: Work): Promise<number> {
  const { plan, builder, periods, onProgress } = work;
  const timer = setInterval(() => {
    const { percentage } = connection.progress;
    if (percentage > 0) onProgress(`${filesText(group)}: ${Math.floor(percentage)} % read`);
  }, progressMilliseconds);
  timer.unref();
  try {
    const result = await connection.run(sql).catch((error: unknown) => {
      throw new Error(`${filesText(group)} can't be read: ${firstLine(error)}`);
    });
    const names = result.columnNames();
    const reader = new ResultReader(plan, names, filesText(group));
    const at = (name: string): number => names.indexOf(name);
    const [period, account, first, last] = ["billing_period", "billing_account", "first_start", "last_start"].map(at);
    let records = 0;
    for await (const chunk of result) {
      const columns = chunk
        .getColumns()
        .map((values) => values.map((value) => (value === null ? null : String(value))));
      for (let row = 0; row < chunk.rowCount; row++) {
        const texts = columns.map((values) => values[row] ?? null);
        const read = reader.read(texts);
        builder.add(read);
        records += read.records;
        periods.add(group.folder, {
          period: String(texts[period ?? -1]).slice(0, "2026-10".length),
          account: texts[account ?? -1] ?? "",
          provider: read.provider ?? "",
          first: texts[first ?? -1] ?? "",
          last: texts[last ?? -1] ?? "",
          records: read.records,
        });
      }
    }
    return records;
  } finally {
    clearInterval(timer);
  }
}

function sourcesOf(groups: readonly FileGroup[], periods: BillingPeriods): CubeSource[] {
  return [...new Set(groups.map(({ folder }) => folder))].map((folder) => ({
    folder,
    files: groups
      .filter((group) => group.folder === folder)
      .flatMap(({ paths }) => paths)
      .sort(),
    billingPeriods: periods.of(folder),
  }));
}
