/**
 * Three ways to the same money: the evaluator over a cube, SQL over all records, and a loop over all records.
 *
 * More records and lists: `AGREEMENT_RECORDS=1400000 AGREEMENT_LISTS=200 AGREEMENT_SEED=1 npx jest tests/cost/agreement`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { readAmount } from "../../../cost/cube/amounts";
import { evaluationInput } from "../../../cost/cube/evaluationInput";
import { planCube } from "../../../cost/cube/plan";
import { impactOf } from "../../../cost/impact/impact";
import { focusMapping } from "../../../cost/mapping/mapping";
import { evaluate, recordKey, type RecordValue, type TagContent, UNKNOWN } from "../../../rules";
import { runsOf } from "../../support/size";
import { cubeOf } from "../cubeOf";
import { keys, randomList, randomNumbers, undecided, withoutValue, withValues } from "./lists";

const records = runsOf("AGREEMENT_RECORDS", 10_000, 20_000);
const lists = runsOf("AGREEMENT_LISTS", 10, 20);
const seed = runsOf("AGREEMENT_SEED", 1, 1);

let folder: string;
let connection: DuckDBConnection;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cost-allocation-agreement-"));
  connection = await (await DuckDBInstance.create(":memory:")).connect();
});
afterAll(() => {
  connection.closeSync();
  rmSync(folder, { recursive: true });
});

/** Records with credits, empty texts and missing values, spread over two months. */
async function generate(path: string): Promise<void> {
  const one = (salt: number, of: readonly (string | null)[]): string => {
    const values = of.map((value) => (value === null ? "NULL" : `'${value}'`));
    return `[${values.join(", ")}][1 + CAST(hash(i, ${salt + seed * 100}) % ${of.length} AS INTEGER)]`;
  };
  const tag = (salt: number, name: string, of: readonly (string | null)[]): string =>
    `CASE WHEN ${one(salt, of)} IS NULL THEN MAP {} ELSE MAP {'${name}': ${one(salt, of)}} END`;
  const provider = one(1, ["AWS", "AWS", "Amazon Web Services", "Microsoft", "Google Cloud"]);
  await connection.run(`COPY (
    SELECT ${provider} AS ProviderName, 'payer' AS BillingAccountId, ${one(2, ["USD", "USD", "EUR"])} AS BillingCurrency,
      TIMESTAMP '2026-09-01' + to_hours(CAST(hash(i, 3) % 1464 AS INTEGER)) AS ChargePeriodStart,
      date_trunc('month', ChargePeriodStart) AS BillingPeriodStart,
      CAST((CAST(hash(i, 4) % 2000000 AS BIGINT) - 200000) AS DECIMAL(20, 10)) / 1000000000 AS amount,
      CAST(amount AS DECIMAL(20, 10)) AS BilledCost,
      ${one(5, ["1234", "0042", "5678", "", null])} AS SubAccountId, ${one(6, ["Amazon EC2", "Amazon S3", "Virtual Machines", null])} AS ServiceName,
      ${one(7, ["us-east-1", "us-west-2", "eastus"])} AS RegionId, CAST(NULL AS VARCHAR) AS ResourceId,
      map_concat(${tag(8, "environment", ["dev", "prod", "Prod", "", null])}, ${tag(9, "application", ["shop", "search", "shop-api", null, null])}) AS Tags
    FROM range(${records}) AS numbers(i)
  ) TO '${path}' (FORMAT parquet)`);
}

/** Makes the table of records: one column for each key, with its value or NULL. */
async function load(from: string, tagSql: (name: string) => string): Promise<void> {
  const value = (providers: string, sql: string): string =>
    `CASE WHEN ProviderName IN (${providers}) THEN NULLIF(NULLIF(${sql}, ''), 'NULL') END`;
  const [aws, azure] = ["'AWS', 'Amazon Web Services'", "'Microsoft', 'Azure'"];
  await connection.run(`CREATE OR REPLACE TABLE records AS SELECT ProviderName AS provider, BillingCurrency AS currency,
    CAST(ChargePeriodStart AS TIMESTAMP) AS start, CAST(BilledCost AS DECIMAL(30, 12)) AS cost,
    ${value(aws, tagSql("environment"))} AS aws_environment, ${value(aws, tagSql("application"))} AS aws_application,
    ${value(azure, tagSql("environment"))} AS azure_environment, ${value(aws, "SubAccountId")} AS aws_account,
    ${value(aws, "ServiceName")} AS aws_service, ${value(azure, "ServiceName")} AS azure_service, ${value(aws, "RegionId")} AS aws_region
    FROM ${from}`);
}

async function rowsOf(sql: string): Promise<(string | null)[][]> {
  return (await connection.runAndReadAll(sql)).getRowsJson() as (string | null)[][];
}

async function makeLists(count: number): Promise<TagContent[]> {
  const values = new Map<string, string[]>();
  for (const { column } of keys) {
    if (column === undefined) continue;
    const found = await rowsOf(`SELECT DISTINCT ${column} FROM records WHERE ${column} IS NOT NULL ORDER BY 1 LIMIT 8`);
    values.set(
      column,
      found.map(([text]) => text ?? ""),
    );
  }
  const [[first = "", last = ""] = []] = await rowsOf(
    "SELECT CAST(epoch_ms(MIN(start)) AS VARCHAR), CAST(epoch_ms(MAX(start)) AS VARCHAR) FROM records",
  );
  const step = (Number(last) - Number(first)) / 4;
  const moments = [1, 2, 3].map((part) => Math.round(Number(first) + part * step));
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => randomList(random, values, moments));
}

/** Cost by currency, value before and value after, in units of 10^-12. */
type Sums = Record<string, bigint>;

const nameOf = (value: string | null | undefined): string =>
  value === undefined ? undecided : value === null ? withoutValue : `v${value}`;

async function sumsOfSql(before: TagContent, after: TagContent): Promise<Sums> {
  const relation = withValues(withValues("SELECT * FROM records", before, "before_value"), after, "after_value");
  const rows = await rowsOf(
    `SELECT currency, before_value, after_value, CAST(SUM(cost) AS VARCHAR) FROM (${relation}) GROUP BY ALL`,
  );
  return Object.fromEntries(
    rows.map(([currency, from, to, cost]) => [[currency, from, to].join("|"), readAmount(cost ?? "") ?? 0n]),
  );
}

interface LoopRecord {
  currency: string;
  cost: bigint;
  at: number;
  values: Record<string, RecordValue>;
}

async function readRecords(): Promise<LoopRecord[]> {
  const columns = keys.flatMap(({ column }) => column ?? []);
  const rows = await rowsOf(
    `SELECT provider, currency, CAST(cost AS VARCHAR), CAST(epoch_ms(start) AS VARCHAR), ${columns.join(", ")} FROM records`,
  );
  return rows.map(([provider, currency, cost, at, ...texts]) => {
    const isAws = provider === "AWS" || provider === "Amazon Web Services";
    const values = keys.map(({ column, unknownIf, ...key }): [string, RecordValue] => {
      if (column !== undefined) return [recordKey(key), texts[columns.indexOf(column)] ?? null];
      return [recordKey(key), unknownIf === "TRUE" || isAws ? UNKNOWN : null];
    });
    return {
      currency: currency ?? "",
      cost: readAmount(cost ?? "") ?? 0n,
      at: Number(at),
      values: Object.fromEntries(values),
    };
  });
}

function valuesOfLoop(all: readonly LoopRecord[], content: TagContent): string[] {
  return all.map(({ values, at }) => {
    const result = evaluate(content, values, { at });
    return nameOf(result.decided ? result.value : undefined);
  });
}

async function agree(files: string, count: number): Promise<{ differing: number; records: number }> {
  const contents = await makeLists(count);
  const plan = planCube(contents, focusMapping);
  const cube = await cubeOf(plan, [files]);
  const input = evaluationInput(cube);
  const all = await readRecords();
  let [previous, differing] = [valuesOfLoop(all, contents[0] as TagContent), 0];
  for (const [index, after] of contents.entries()) {
    const before = contents[index - 1];
    if (before === undefined) continue;
    const current = valuesOfLoop(all, after);
    const ofLoop: Sums = {};
    all.forEach(({ currency, cost }, row) => {
      const name = [currency, previous[row], current[row]].join("|");
      ofLoop[name] = (ofLoop[name] ?? 0n) + cost;
    });
    const ofSql = await sumsOfSql(before, after);
    expect(ofSql).toEqual(ofLoop);
    const impacts = impactOf({ before, after, tagsBefore: [], tagsAfter: [] }, cube, input);
    for (const impact of impacts) {
      const own = Object.entries(ofLoop).map(([name, cost]) => ({ parts: name.split("|"), cost }));
      const sum = (isWanted: (from: string, to: string) => boolean): bigint =>
        own.reduce(
          (total, { parts: [currency, from = "", to = ""], cost }) =>
            currency === impact.currency && isWanted(from, to) ? total + cost : total,
          0n,
        );
      expect(impact.total.cost).toBe(sum(() => true));
      expect(impact.notEvaluated.before.cost).toBe(sum((from) => from === undecided));
      expect(impact.notEvaluated.after.cost).toBe(sum((_, to) => to === undecided));
      for (const { value, before: one, after: other } of impact.values) {
        expect([one.cost, other.cost]).toEqual([
          sum((from) => from === nameOf(value)),
          sum((_, to) => to === nameOf(value)),
        ]);
      }
      const moves = own.filter(
        ({ parts: [currency, from, to] }) =>
          currency === impact.currency && from !== to && from !== undecided && to !== undecided,
      );
      expect(
        Object.fromEntries(impact.moves.map(({ from, to, money }) => [`${nameOf(from)}|${nameOf(to)}`, money.cost])),
      ).toEqual(Object.fromEntries(moves.map(({ parts: [, from, to], cost }) => [`${from}|${to}`, cost])));
      if (moves.length > 0) differing += 1;
    }
    previous = current;
  }
  return { differing, records: all.length };
}

test(
  `${lists} random lists over ${records} generated records`,
  async () => {
    const path = join(folder, "generated.parquet");
    await generate(path);
    await load(`read_parquet('${path}')`, (name) => `Tags['${name}']`);
    const result = await agree(path, lists);
    expect(result.records).toBe(records);
    expect(result.differing).toBeGreaterThan(lists / 2);
  },
  4 * 60 * 60 * 1000,
);

test("random lists over the official sample", async () => {
  const path = resolve(__dirname, "../sample/focus_sample.csv");
  const json = (name: string): string => `json_extract_string(NULLIF(Tags, 'NULL'), '$."${name}"')`;
  await load(`read_csv('${path}', all_varchar = true)`, json);
  const { differing } = await agree(path, lists * 1.5);
  expect(differing).toBeGreaterThan((lists * 1.5) / 2);
});
