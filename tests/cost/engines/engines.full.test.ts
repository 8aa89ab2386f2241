/**
 * The queries for other engines return the same cube as DuckDB, also of data with hostile keys, and the money of the clouds' exports. One
 * start of an engine takes longer than all of its queries.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planCube } from "../../../cost/cube/plan";
import { cubeOfResult } from "../../../cost/cube/resultCsv";
import { focusMapping, type TagsType } from "../../../cost/mapping/mapping";
import type { DialectName } from "../../../cost/sql/dialect";
import { enginePlan, engineQuery } from "../../../cost/sql/engineQuery";
import { resultColumns } from "../../../cost/sql/resultColumns";
import { cubeOf, planWith, rulesWith } from "../cubeOf";
import {
  expectedRows,
  type FocusRecord,
  focusRow,
  type PlainRow,
  plainRows,
  runSql,
  sqlText,
  writeParquet,
} from "../focusData";
import { hostileContent, hostileCuts, hostileExpected, hostileRecords } from "../hostileData";
import { momentRecords, momentsInUtc, noMoments } from "../momentForms";
import { readableTags, unreadableTags } from "../tagForms";
import { cloudQueries, expectCloudMoney } from "./clouds";
import { engineTimeout, parseQueries, runQueries, testWith } from "./engine";

let folder: string;
let files: Record<"map" | "json" | "moments", string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cube-engines-"));
  files = {
    map: join(folder, "map.parquet"),
    json: join(folder, "json.parquet"),
    moments: join(folder, "moments.parquet"),
  };
  await writeParquet(files.map, hostileRecords);
  await writeParquet(files.moments, momentRecords, { tags: "json", times: "VARCHAR" });
  await writeParquet(files.json, hostileRecords, { tags: "json", times: "VARCHAR" });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const expected = expectedRows(hostileRecords, hostileExpected, hostileCuts);
const expectedMoments = expectedRows(momentsInUtc, hostileExpected, hostileCuts);

function planFor(tagsType: TagsType): ReturnType<typeof planCube> {
  return enginePlan(planCube([hostileContent], { ...focusMapping, tagsType }));
}

function query(dialect: DialectName, tagsType: TagsType, table: string): string {
  return engineQuery(planFor(tagsType), dialect, table);
}

/**
 * A table with one record, whose moment is in October only in UTC. A query for each type of the column: texts of other types have other
 * forms, or no time zone.
 *
 * @param moments the moments in the engine's SQL
 */
function typedQueries(dialect: DialectName, moments: readonly string[]): string[] {
  return moments.map((moment) => engineQuery(enginePlan(planWith()), dialect, typedTable(moment, "1")));
}

function typedTable(moment: string, cost: string, nameOf = (name: string): string => name): string {
  const values = {
    BillingCurrency: "'USD'",
    BilledCost: cost,
    ProviderName: "'AWS'",
    InvoiceIssuerName: "'x'",
    PublisherName: "'x'",
    ChargePeriodStart: moment,
    BillingPeriodStart: moment,
  };
  const columns = Object.entries(values).map(([name, value]) => `${value} AS ${nameOf(name)}`);
  return `(SELECT ${columns.join(", ")}) AS typed`;
}

/** Amounts as text with more than 12 decimal places, and what they are. */
const longAmounts = [
  ["0.0000000000005", "0.000000000001"],
  ["0.00000000000049999", "0"],
  ["-1.2345678901235", "-1.234567890124"],
  ["217277874.4612345678905", "217277874.461234567891"],
] as const;

/** What only some engines read as an amount. */
const noAmount = "1_000";

/** Queries whose results {@link expectForms} expects: a moment that none can be read of, a text that is no amount, or a long amount. */
function formQueries(dialect: DialectName): string[] {
  const moments = typedQueries(dialect, noMoments.map(sqlText));
  const amounts = [noAmount, ...longAmounts.map(([text]) => text)].map((text) =>
    engineQuery(enginePlan(planWith()), dialect, typedTable("'2026-10-01'", sqlText(text))),
  );
  return [...moments, ...amounts];
}

function expectForms(results: readonly string[]): void {
  const cubes = results.map((csv) => () => plainRows(cubeOfResult(csv, enginePlan(planWith()), "result.csv", 0)));
  const moments = cubes.splice(0, noMoments.length);
  for (const cube of moments) expect(cube).toThrow("ISO 8601");
  expect(cubes.shift()).toThrow("no number in the column BilledCost");
  expect(cubes.map((cube) => cube()[0]?.["cost"])).toEqual(longAmounts.map(([, sum]) => sum));
}

const teamKeys = ["AWS:tag:team", "AWS:tag:none", "GCP:tag:team", "GCP:tag:none"];

/** The plan for a table with a column of tags. */
function planForTags(column: string, tagsType?: TagsType): ReturnType<typeof planCube> {
  const columns = ["BillingCurrency", "BilledCost", "ProviderName", "ChargePeriodStart", column];
  const mapping = tagsType === undefined ? focusMapping : { ...focusMapping, tagsType };
  return enginePlan(planCube([rulesWith(...teamKeys)], mapping), columns);
}

function tagTable(provider: string, column: string, tags: string): string {
  return `(SELECT 'USD' AS BillingCurrency, 1 AS BilledCost, '${provider}' AS ProviderName, '2026-10-01' AS ChargePeriodStart, ${tags} AS ${column}) AS typed`;
}

/**
 * Queries over a record of AWS, whose key has a prefix, and one of Google Cloud.
 *
 * @param map the tags in the engine's SQL: `user:team` is `a`
 * @param list a list of keys and values: `env` is `x`, `team` is `a`
 */
function tagQueries(dialect: DialectName, map: string, list: string): string[] {
  return [
    engineQuery(planForTags("Tags"), dialect, tagTable("AWS", "Tags", map)),
    engineQuery(planForTags("x_Labels"), dialect, tagTable("Google Cloud", "x_Labels", list)),
  ];
}

function expectTags([map = "", list = ""]: readonly string[]): void {
  const cubes = [
    cubeOfResult(map, planForTags("Tags"), "map.csv", 0),
    cubeOfResult(list, planForTags("x_Labels"), "list.csv", 0),
  ];
  expect(cubes.map((cube) => plainRows(cube))).toMatchObject([
    [{ "AWS:tag:team": "a", "AWS:tag:none": null }],
    [{ "GCP:tag:team": "a", "GCP:tag:none": null }],
  ]);
  expect(cubes[0]?.header.tagNames).toEqual({ "AWS:tag:team": { used: "user:team", others: [] } });
}

/** A query for each form of tags as JSON. */
function jsonQuery(dialect: DialectName): string {
  const records = [...readableTags.map(([text]) => text), ...unreadableTags].map(
    (text, index) =>
      `SELECT 'USD' AS BillingCurrency, ${2 ** index} AS BilledCost, 'AWS' AS ProviderName, '2026-10-01' AS ChargePeriodStart, ${sqlText(text)} AS Tags`,
  );
  return engineQuery(planForTags("Tags", "json"), dialect, `(${records.join(" UNION ALL ")}) AS typed`);
}

/** @param different values that the engine reads in another way, by their text */
function expectJson(csv: string, different: Readonly<Record<string, string>> = {}): void {
  const sums = new Map<string, number>();
  const values = [
    ...readableTags.map(([text, value]) => different[text] ?? value),
    ...unreadableTags.map((text) => different[text] ?? "(unknown)"),
  ];
  for (const [index, value] of values.entries()) sums.set(String(value), (sums.get(String(value)) ?? 0) + 2 ** index);
  const rows = plainRows(cubeOfResult(csv, planForTags("Tags", "json"), "json.csv", 0));
  const found = rows.map((row) => [String(row["AWS:tag:team"]), Number(row["cost"])] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(sums));
}

function expectOctober(results: readonly string[]): void {
  for (const csv of results) {
    expect(plainRows(cubeOfResult(csv, enginePlan(planWith()), "result.csv", 0))).toMatchObject([
      { moment: "2026-10-01T00:00:00.000Z", billingMonth: "2026-10", records: 1 },
    ]);
  }
}

/** The rows of the cube of a result. */
function rowsOf(csv: string, tagsType: TagsType): PlainRow[] {
  return plainRows(cubeOfResult(csv, planFor(tagsType), "result.csv", 0));
}

test("DuckDB, and the query that is printed for it", async () => {
  expect(plainRows(await cubeOf(planFor("map"), [files.map]))).toEqual(expected);
  for (const name of ["map", "json", "moments"] as const) {
    const type = name === "map" ? "map" : "json";
    const out = join(folder, `duckdb-${name}.csv`);
    await runSql(`COPY (${query("duckdb", type, `'${files[name]}'`)}) TO '${out}' (HEADER)`);
    expect(rowsOf(readFileSync(out, "utf8"), type)).toEqual(name === "moments" ? expectedMoments : expected);
  }
  const out = join(folder, "duckdb-typed.csv");
  const typed = ["TIMESTAMPTZ '2026-09-30 23:30:00-05:00'", "TIMESTAMP '2026-10-01'", "DATE '2026-10-01'"];
  for (const sql of typedQueries("duckdb", typed)) {
    await runSql(`SET TimeZone = 'America/New_York'; COPY (${sql}) TO '${out}' (HEADER)`);
    expectOctober([readFileSync(out, "utf8")]);
  }
  const resultsOf = async (queries: readonly string[]): Promise<string[]> => {
    const results: string[] = [];
    for (const sql of queries) {
      await runSql(`COPY (${sql}) TO '${out}' (HEADER)`);
      results.push(readFileSync(out, "utf8"));
    }
    return results;
  };
  const tags = ["MAP{'user:team': 'a'}", "[{'Key': 'env', 'Value': 'x'}, {'Key': 'team', 'Value': 'a'}]"] as const;
  expectTags(await resultsOf(tagQueries("duckdb", ...tags)));
  expectForms(await resultsOf(formQueries("duckdb")));
  expectJson((await resultsOf([jsonQuery("duckdb")])).join(""));
});

testWith("spark")(
  "Spark",
  async () => {
    const clouds = await cloudQueries("spark", folder);
    const tables = { ...clouds.tables, focus_map: files.map, focus_json: files.json, focus_moments: files.moments };
    const queries = [
      ...clouds.queries,
      ...formQueries("spark"),
      jsonQuery("spark"),
      query("spark", "map", "focus_map"),
      query("spark", "json", "focus_json"),
      query("spark", "json", "focus_moments"),
      ...tagQueries(
        "spark",
        "map('user:team', 'a')",
        "array(named_struct('Key', 'env', 'Value', 'x'), named_struct('Key', 'team', 'Value', 'a'))",
      ),
      ...typedQueries("spark", [
        "TIMESTAMP '2026-09-30 23:30:00-05:00'",
        "TIMESTAMP '2026-09-30 20:00:00'",
        "TIMESTAMP_NTZ '2026-10-01 00:00:00'",
        "DATE '2026-10-01'",
      ]),
    ];
    const results = runQueries("spark", join(folder, "spark"), queries, tables);
    expectCloudMoney(results.splice(0, clouds.queries.length));
    expectForms(results.splice(0, noMoments.length + 1 + longAmounts.length));
    // Spark reads no further than the end of the object.
    expectJson(results.splice(0, 1).join(""), { '{"a":1}x': "null" });
    const [map = "", json = "", moments = "", tags = "", labels = "", ...typed] = results;
    expectTags([tags, labels]);
    expect(rowsOf(map, "map")).toEqual(expected);
    expect(rowsOf(json, "json")).toEqual(expected);
    expect(rowsOf(moments, "json")).toEqual(expectedMoments);
    expectOctober(typed);
  },
  engineTimeout,
);

testWith("clickhouse")(
  "ClickHouse",
  async () => {
    const clouds = await cloudQueries("clickhouse", folder);
    const table = (path: string): string => `file('${path}', Parquet)`;
    const queries = [
      ...clouds.queries,
      ...formQueries("clickhouse"),
      jsonQuery("clickhouse"),
      query("clickhouse", "map", table(files.map)),
      query("clickhouse", "json", table(files.json)),
      query("clickhouse", "json", table(files.moments)),
      ...tagQueries(
        "clickhouse",
        "map('user:team', 'a')",
        "CAST([('env', 'x'), ('team', 'a')], 'Array(Tuple(Key String, Value String))')",
      ),
      ...typedQueries("clickhouse", [
        "toDateTime('2026-09-30 23:30:00', 'America/New_York')",
        "toNullable(toDateTime64('2026-09-30 23:30:00.5', 6, 'America/New_York'))",
        "toLowCardinality('2026-09-30T23:30:00-05:00')",
        "toDate('2026-10-01')",
      ]),
    ];
    const results = runQueries("clickhouse", join(folder, "clickhouse"), queries);
    expectCloudMoney(results.splice(0, clouds.queries.length));
    expectForms(results.splice(0, noMoments.length + 1 + longAmounts.length));
    expectJson(results.splice(0, 1).join(""));
    const [map = "", json = "", moments = "", tags = "", labels = "", ...typed] = results;
    expectTags([tags, labels]);
    expect(rowsOf(map, "map")).toEqual(expected);
    expect(rowsOf(json, "json")).toEqual(expected);
    expect(rowsOf(moments, "json")).toEqual(expectedMoments);
    expectOctober(typed);
    // It tells the case of names apart.
    const small = (name: string): string => name.toLowerCase();
    const columns = ["BilledCost", "BillingCurrency", "ChargePeriodStart", "BillingPeriodStart", "ProviderName"].map(
      small,
    );
    const plan = enginePlan(planWith(), columns);
    const spelled = engineQuery(plan, "clickhouse", typedTable("'2026-10-01'", "1", small), columns);
    const [ofSmall = ""] = runQueries("clickhouse", join(folder, "clickhouse-small"), [spelled]);
    expect(plainRows(cubeOfResult(ofSmall, plan, "result.csv", 0))).toMatchObject([{ cost: "1", provider: "AWS" }]);
  },
  engineTimeout,
);

testWith("trino")(
  "Trino",
  async () => {
    const clouds = await cloudQueries("trino", folder);
    const queries = [
      ...clouds.queries,
      ...formQueries("trino"),
      jsonQuery("trino"),
      query("trino", "map", literalRows(trinoRecords, "map")),
      query("trino", "json", literalRows(trinoRecords, "json")),
      query("trino", "json", literalRows(momentRecords, "json")),
      ...tagQueries(
        "trino",
        "MAP(ARRAY['user:team'], ARRAY['a'])",
        "CAST(ARRAY[ROW('env', 'x'), ROW('team', 'a')] AS ARRAY(ROW(Key VARCHAR, Value VARCHAR)))",
      ),
      ...typedQueries("trino", [
        "TIMESTAMP '2026-09-30 23:30:00.5 America/New_York'",
        "TIMESTAMP '2026-09-30 23:30:00.123456789 -05:00'",
        "TIMESTAMP '2026-10-01 00:00:00 UTC'",
        "TIMESTAMP '2026-10-01 00:00:00'",
        "DATE '2026-10-01'",
      ]),
    ];
    const results = runQueries("trino", join(folder, "trino"), queries);
    expectCloudMoney(results.splice(0, clouds.queries.length));
    expectForms(results.splice(0, noMoments.length + 1 + longAmounts.length));
    // Trino reads no object that has a key twice.
    expectJson(results.splice(0, 1).join(""), { '{"team":"a","env":"c","team":"b"}': "(unknown)" });
    const [map = "", json = "", moments = "", tags = "", labels = "", ...typed] = results;
    expectTags([tags, labels]);
    expect(rowsOf(moments, "json")).toEqual(expectedMoments);
    expectOctober(typed);
    const expectedOfThese = expectedRows(trinoRecords, hostileExpected, hostileCuts);
    expect(rowsOf(map, "map")).toEqual(expectedOfThese);
    expect(rowsOf(json, "json")).toEqual(expectedOfThese);
  },
  engineTimeout,
);

/** Each key and value is in one of them. More would take minutes. */
const trinoRecords = hostileRecords.slice(0, 120);

/** The records as a list of values in the query, since Trino in one process has no files. */
function literalRows(records: readonly FocusRecord[], tags: "map" | "json"): string {
  const text = (value: string | null): string => (value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`);
  const rows = records.map((record) => {
    const entries = Object.entries(record.tags ?? {});
    const list = (values: readonly string[]): string => `ARRAY[${values.map(text).join(", ")}]`;
    const map = `MAP(${list(entries.map(([key]) => key))}, ${list(entries.map(([, value]) => value))})`;
    const values = Object.entries(focusRow(record)).map(([name, value]) =>
      name === "Tags" && tags === "map" && value !== null ? map : text(value),
    );
    return `(${values.join(", ")})`;
  });
  const names = Object.keys(focusRow(records[0] ?? { currency: "", start: "", cost: "" }));
  return `(VALUES ${rows.join(", ")}) AS focus (${names.join(", ")})`;
}

testWith("sqlglot")(
  "BigQuery and Snowflake: the queries can be parsed",
  () => {
    const all = (["bigquery", "snowflake", "databricks", "athena"] as const).flatMap((dialect) =>
      (["map", "struct", "json", "list"] as const).map((type) => ({
        dialect,
        type,
        sql: query(dialect, type, "focus"),
      })),
    );
    const columns = parseQueries(folder, all);
    for (const [index, { dialect, type }] of all.entries()) {
      expect({ dialect, type, columns: columns[index]?.toSorted() }).toEqual({
        dialect,
        type,
        columns: resultColumns(planFor(type), true).sort(),
      });
    }
  },
  engineTimeout,
);
