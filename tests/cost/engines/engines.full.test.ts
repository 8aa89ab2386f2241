/** The queries for other engines return the same cube as DuckDB, also of data with hostile keys. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planCube } from "../../../cost/cube/plan";
import { cubeOfResult } from "../../../cost/cube/resultCsv";
import { focusMapping, type TagsType } from "../../../cost/mapping/mapping";
import type { DialectName } from "../../../cost/sql/dialect";
import { engineQuery } from "../../../cost/sql/engineQuery";
import { resultColumns } from "../../../cost/sql/resultColumns";
import { cubeOf } from "../cubeOf";
import { expectedRows, focusRow, type PlainRow, plainRows, runSql, writeParquet } from "../focusData";
import { hostileContent, hostileCuts, hostileExpected, hostileRecords } from "../hostileData";
import { engineTimeout, parseQueries, runQueries, testWith } from "./engine";

let folder: string;
let files: Record<"map" | "json", string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cube-engines-"));
  files = { map: join(folder, "map.parquet"), json: join(folder, "json.parquet") };
  await writeParquet(files.map, hostileRecords);
  await writeParquet(files.json, hostileRecords, { tags: "json", times: "VARCHAR" });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const expected = expectedRows(hostileRecords, hostileExpected, hostileCuts);

function planFor(tagsType: TagsType): ReturnType<typeof planCube> {
  return planCube([hostileContent], { ...focusMapping, tagsType });
}

function query(dialect: DialectName, tagsType: TagsType, table: string): string {
  return engineQuery(planFor(tagsType), dialect, table);
}

/** The rows of the cube of a result. */
function rowsOf(csv: string, tagsType: TagsType): PlainRow[] {
  return plainRows(cubeOfResult(csv, planFor(tagsType), "result.csv", 0));
}

test("DuckDB, and the query that is printed for it", async () => {
  expect(plainRows(await cubeOf(planFor("map"), [files.map]))).toEqual(expected);
  for (const type of ["map", "json"] as const) {
    const out = join(folder, `duckdb-${type}.csv`);
    await runSql(`COPY (${query("duckdb", type, `'${files[type]}'`)}) TO '${out}' (HEADER)`);
    expect(rowsOf(readFileSync(out, "utf8"), type)).toEqual(expected);
  }
});

testWith("spark")(
  "Spark",
  () => {
    const tables = { focus_map: files.map, focus_json: files.json };
    const queries = [query("spark", "map", "focus_map"), query("spark", "json", "focus_json")];
    const [map = "", json = ""] = runQueries("spark", join(folder, "spark"), queries, tables);
    expect(rowsOf(map, "map")).toEqual(expected);
    expect(rowsOf(json, "json")).toEqual(expected);
  },
  engineTimeout,
);

testWith("clickhouse")(
  "ClickHouse",
  () => {
    const queries = (["map", "json"] as const).map((type) =>
      query("clickhouse", type, `file('${files[type]}', Parquet)`),
    );
    const [map = "", json = ""] = runQueries("clickhouse", join(folder, "clickhouse"), queries);
    expect(rowsOf(map, "map")).toEqual(expected);
    expect(rowsOf(json, "json")).toEqual(expected);
  },
  engineTimeout,
);

testWith("trino")(
  "Trino",
  () => {
    const queries = (["map", "json"] as const).map((type) => query("trino", type, literalRows(type)));
    const [map = "", json = ""] = runQueries("trino", join(folder, "trino"), queries);
    const expectedOfThese = expectedRows(trinoRecords, hostileExpected, hostileCuts);
    expect(rowsOf(map, "map")).toEqual(expectedOfThese);
    expect(rowsOf(json, "json")).toEqual(expectedOfThese);
  },
  engineTimeout,
);

/** Each key and value is in one of them. More would take minutes. */
const trinoRecords = hostileRecords.slice(0, 120);

/** The records as a list of values in the query, since Trino in one process has no files. */
function literalRows(tags: "map" | "json"): string {
  const text = (value: string | null): string => (value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`);
  const rows = trinoRecords.map((record) => {
    const entries = Object.entries(record.tags ?? {});
    const list = (values: readonly string[]): string => `ARRAY[${values.map(text).join(", ")}]`;
    const map = `MAP(${list(entries.map(([key]) => key))}, ${list(entries.map(([, value]) => value))})`;
    const values = Object.entries(focusRow(record)).map(([name, value]) =>
      name === "Tags" && tags === "map" && value !== null ? map : text(value),
    );
    return `(${values.join(", ")})`;
  });
  const names = Object.keys(focusRow(hostileRecords[0] ?? { currency: "", start: "", cost: "" }));
  return `(VALUES ${rows.join(", ")}) AS focus (${names.join(", ")})`;
}

testWith("sqlglot")(
  "BigQuery and Snowflake: the queries can be parsed",
  () => {
    const all = (["bigquery", "snowflake", "databricks", "athena"] as const).flatMap((dialect) =>
      (["map", "struct", "json"] as const).map((type) => ({ dialect, type, sql: query(dialect, type, "focus") })),
    );
    const columns = parseQueries(folder, all);
    for (const [index, { dialect, type }] of all.entries()) {
      expect({ dialect, type, columns: columns[index]?.toSorted() }).toEqual({
        dialect,
        type,
        columns: resultColumns(planFor(type)).sort(),
      });
    }
  },
  engineTimeout,
);
