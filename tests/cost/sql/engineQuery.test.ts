/** The texts of the queries. `engines.full.test.ts` runs them. */
import { planCube } from "../../../cost/cube/plan";
import { focusMapping } from "../../../cost/mapping/mapping";
import { parseMapping } from "../../../cost/mapping/parseMapping";
import { type DialectName, dialects } from "../../../cost/sql/dialect";
import { enginePlan, engineQuery } from "../../../cost/sql/engineQuery";
import { resultColumns } from "../../../cost/sql/resultColumns";
import { terminalText } from "../../../cli/console/terminal";
import { planWith, rulesWith } from "../cubeOf";
import { hostileContent, hostileKeys } from "../hostileData";

const names = Object.keys(dialects) as DialectName[];

test.each([
  ["duckdb", "a'b\\c\n\u200d", "('a''b\\c' || chr(10) || chr(8205))"],
  ["trino", "a'b\\c\n\u200d", "('a''b\\c' || chr(10) || chr(8205))"],
  ["athena", "", "''"],
  ["duckdb", "\n", "chr(10)"],
  ["spark", "a'b\\c\n\u200d", "'a\\'b\\\\c\\u000a\\u200d'"],
  ["databricks", "größe 🏷️", "'größe 🏷️'"],
  ["bigquery", "a'b\\c\u202e", "'a\\'b\\\\c\\u202e'"],
  ["snowflake", "a'b\\c", "'a\\'b\\\\c'"],
  ["clickhouse", "a'b\\c\u200d\u{e0001}", "'a\\'b\\\\c\\xE2\\x80\\x8D\\xF3\\xA0\\x80\\x81'"],
] as const)("%s: %j is %s", (dialect, text, sql) => {
  expect(dialects[dialect].literal(text)).toBe(sql);
});

test.each([
  ["duckdb", 'x_My "Column"', undefined],
  ["duckdb", "x_My Column", '"x_My Column"'],
  ["spark", "x.y", "`x.y`"],
  ["bigquery", "ServiceName", "ServiceName"],
  ["snowflake", "ServiceName", "ServiceName"],
  ["clickhouse", "größe", "`größe`"],
] as const)("%s: the column %s is %s", (dialect, name, sql) => {
  if (sql === undefined) expect(() => parseMapping(JSON.stringify({ cost: name }))).toThrow("column");
  else expect(dialects[dialect].identifier(name)).toBe(sql);
});

test.each(names)(
  "%s: a query can be printed to a terminal without a change, and its result has the plan's columns",
  (name) => {
    const plan = enginePlan(planCube([hostileContent], focusMapping, "2026-10"));
    const sql = engineQuery(plan, name, "my.table");
    expect(terminalText(sql)).toBe(sql);
    expect(sql).toContain("FROM my.table");
    for (const column of resultColumns(plan, true)) expect(sql).toContain(column);
    expect(sql).toMatch(/charge_start IS NULL OR \(charge_start >= '2026-10-01' AND charge_start < '2026-11-01'\)/u);
    // Comments end with their line, whatever a key has.
    const comments = sql.split("\n").filter((line) => line.startsWith("--"));
    expect(comments).toHaveLength(plan.sources.length);
    expect(hostileKeys.length).toBeLessThan(plan.sources.length);
  },
);

test("a query without tags does not read them", () => {
  const sql = engineQuery(enginePlan(planWith("AWS:billing_dimension:service")), "trino", "focus");
  expect(sql).not.toContain("Tags");
  expect(sql.match(/\w+_records(?= AS)/gu)).toEqual(["source_records", "timed_records", "keyed_records"]);
});

test.each(names)("%s: each text with tags is parsed once, for all records that have it", (name) => {
  const mapping = parseMapping('{"tagsType": "json"}');
  const sql = engineQuery(enginePlan(planCube([rulesWith("AWS:tag:a")], mapping)), name, "focus");
  expect(sql).toContain("FROM grouped_records");
});

test("the columns of the mapping", () => {
  const mapping = parseMapping(
    '{"cost": "EffectiveCost", "provider": "ServiceProviderName", "tags": "x_Tags", "tagsType": "json"}',
  );
  const sql = engineQuery(enginePlan(planCube([rulesWith("AWS:tag:a")], mapping)), "spark", "focus");
  expect(sql).toContain("EffectiveCost AS DECIMAL(38, 12)");
  expect(sql).toContain("ServiceProviderName");
  expect(sql).not.toContain("PublisherName");
  expect(sql).toContain("from_json(tag_text_0");
});

test("hundreds of bounds are searched, not tried one after the other", () => {
  const [rule] = rulesWith("AWS:tag:a").rules;
  const rules = Array.from({ length: 300 }, (_, index) => ({
    ...rule,
    timeframe: { from: Date.UTC(2026, 9, 2, index) },
  }));
  const plan = planCube([{ rules, defaultValue: "x" } as Parameters<typeof planCube>[0][number]], focusMapping);
  const sql = engineQuery(plan, "duckdb", "focus");
  const depth = Math.max(
    ...[...sql.matchAll(/THEN (?:CASE WHEN charge_start < '[^']*' THEN )*/gu)].map(
      ([text]) => text.split("CASE").length,
    ),
  );
  expect(plan.bounds).toHaveLength(300);
  expect(depth).toBeLessThanOrEqual(9);
});

describe("the columns of the table", () => {
  const plan = planWith("AWS:billing_dimension:region", "GCP:tag:team");
  const gcp = ["BillingCurrency", "ChargePeriodStart", "billedcost", "ProviderName", "x_Labels", "x_Tags"];

  test("without them, the query names only what FOCUS 1.0 to 1.3 have, and what the mapping file names", () => {
    const sql = engineQuery(enginePlan(plan), "trino", "focus");
    expect(sql).toMatch(/InvoiceIssuerName[^]*RegionId[^]*Tags/u);
    expect(sql).not.toMatch(/ServiceProviderName|\bProvider\b|\bRegion\b|x_Labels/u);
    const mapping = parseMapping(
      '{"provider": ["Provider"], "tags": "x_Labels", "keys": {"AWS:billing_dimension:region": "Region"}}',
    );
    const given = engineQuery(
      enginePlan(planCube([rulesWith("AWS:billing_dimension:region", "GCP:tag:team")], mapping)),
      "trino",
      "focus",
    );
    expect(given).toMatch(/\bProvider\b[^]*\bRegion\b[^]*x_Labels/u);
    expect(given).not.toMatch(/\bTags\b|RegionId|ProviderName/u);
  });

  test("with them, it names only those, and keys without a column are unknown", () => {
    const own = enginePlan(plan, gcp);
    expect(own.absent).toEqual([{ name: "AWS:billing_dimension:region", columns: ["RegionId", "Region"] }]);
    expect(own.unmapped).toEqual(["AWS:billing_dimension:region"]);
    const sql = engineQuery(own, "bigquery", "focus");
    expect(sql).not.toMatch(/\bTags\b|Region|Issuer|ProjectLabels/u);
    expect(sql).toMatch(/x_Labels[^]*x_Tags/u);
    const labels = enginePlan(planWith("AWS:tag:team", "GCP:tag:team"), gcp);
    expect(engineQuery(labels, "bigquery", "focus")).not.toContain("user:team");
    expect(own.recordsColumn).not.toBe(enginePlan(plan).recordsColumn);
  });

  test.each([
    ["clickhouse", "billedcost", "toString(billedcost)"],
    ["clickhouse", "BilledCost", "toString(BilledCost)"],
    ["snowflake", "billedcost", 'CAST("billedcost" AS NUMBER'],
    ["snowflake", "BilledCost", 'CAST("BilledCost" AS NUMBER'],
    ["snowflake", "BILLEDCOST", 'CAST("BILLEDCOST" AS NUMBER'],
    ["trino", "billedcost", "TRY_CAST(billedcost AS DECIMAL"],
  ] as const)("%s: %s is spelled as the table does", (dialect, cost, sql) => {
    const columns = [...gcp.filter((name) => name !== "billedcost"), cost, "bilLEDcost"];
    expect(engineQuery(enginePlan(plan, columns), dialect, "focus", columns)).toContain(sql);
  });

  test("Snowflake: without them, names are in no quotes, so that they are in capitals", () => {
    expect(engineQuery(enginePlan(plan), "snowflake", "focus")).toContain("CAST(BilledCost AS NUMBER");
  });

  test.each([
    ["BilledCost", "no column BilledCost"],
    ["ProviderName", "no column ServiceProviderName or ProviderName"],
  ])("a table without %s is refused", (column, message) => {
    const others = gcp.filter((name) => name.toLowerCase() !== column.toLowerCase());
    expect(() => enginePlan(plan, others)).toThrow(message);
  });
});
