/** Columns and types that real exports have, and that are not as FOCUS says. Each name states where the fact is from. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { readCube, cubeBytes } from "../../../cost/cube/cubeFile";
import { planCube } from "../../../cost/cube/plan";
import { cubeOfResult } from "../../../cost/cube/resultCsv";
import { enginePlan, engineQuery } from "../../../cost/sql/engineQuery";
import { parseMapping } from "../../../cost/mapping/parseMapping";
import { cubeOf, planWith, rulesWith } from "../cubeOf";
import { byCost, writeRecords } from "../exportRecords";
import { type PlainRow, plainRows, runSql, writeCsv } from "../focusData";
import { folder } from "../../support/folder";

const at = (name: string): string => join(folder(), name);

/** The rows of a cube, the smallest cost first. */
async function rowsOf(name: string, ...keys: string[]): Promise<PlainRow[]> {
  return byCost(plainRows(await cubeOf(planWith(...keys), [at(name)])));
}

test("FOCUS 1.4 has neither ProviderName nor PublisherName (changelog of the specification)", async () => {
  await writeRecords(at("focus.parquet"), { ServiceProviderName: "'AWS'", Tags: "MAP{'team': 'a'}" });
  expect(await rowsOf("focus.parquet", "AWS:tag:team")).toMatchObject([{ provider: "AWS", "AWS:tag:team": "a" }]);
});

test("OCI: names of the preview, times without seconds, a number as the account (a public README of a Parquet file)", async () => {
  await writeRecords(at("oci.parquet"), {
    Provider: "'Oracle'",
    Publisher: "'Oracle'",
    InvoiceIssuer: "'Oracle'",
    Region: "'us-ashburn-1'",
    ChargePeriodStart: "'2024-08-16T00:00Z'",
    BillingPeriodStart: "'2024-08-01T00:00:00.000Z'",
    BillingAccountId: "CAST(1234567 AS BIGINT)",
  });
  expect(await rowsOf("oci.parquet", "OCI:billing_dimension:region")).toMatchObject([
    { provider: "Oracle", "OCI:billing_dimension:region": "us-ashburn-1", moment: "2024-08-01T00:00:00.000Z" },
  ]);
});

describe("GCP has labels instead of Tags (schema of the BigQuery export): the first column that has the key counts", () => {
  const keys = ["GCP:tag:team", "GCP:tag:env", "GCP:tag:org", "GCP:tag:none"];
  const expected = { "GCP:tag:team": "a", "GCP:tag:env": "prod", "GCP:tag:org": "o", "GCP:tag:none": null };
  const lists = (list: (entries: readonly (readonly [string, string])[]) => string): Record<string, string> => ({
    ProviderName: "'Google Cloud'",
    x_Labels: list([
      ["team", "a"],
      ["team", "twice"],
      ["é'\"", "x"],
    ]),
    x_ProjectLabels: list([
      ["team", "b"],
      ["env", "prod"],
    ]),
    x_Tags: list([
      ["team", "c"],
      ["env", "dev"],
      ["org", "o"],
    ]),
  });
  const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

  test.each(["Key, Value", "key, value"])("lists of structures with %s", async (names) => {
    const [key = "", value = ""] = names.split(", ");
    const list = lists(
      (entries) =>
        `[${entries.map(([k, v]) => `{'${key}': ${text(k)}, '${value}': ${text(v)}, 'x_Inherited': false}`).join(", ")}]`,
    );
    await writeRecords(at("gcp.parquet"), list, { ...list, x_Labels: "NULL", x_ProjectLabels: "[]", BilledCost: "2" });
    expect(await rowsOf("gcp.parquet", ...keys)).toMatchObject([
      { ...expected, cost: "1.5" },
      { "GCP:tag:team": "c", "GCP:tag:env": "dev", "GCP:tag:org": "o", "GCP:tag:none": null, cost: "2" },
    ]);
  });

  test("lists as BigQuery writes them to Parquet", async () => {
    await writeRecords(
      at("gcp.parquet"),
      lists(
        (entries) =>
          `{'list': [${entries.map(([k, v]) => `{'element': {'Key': ${text(k)}, 'Value': ${text(v)}}}`).join(", ")}]}`,
      ),
    );
    expect(await rowsOf("gcp.parquet", ...keys)).toMatchObject([expected]);
  });

  test("lists as JSON text", async () => {
    await writeRecords(
      at("gcp.parquet"),
      lists((entries) => text(JSON.stringify(entries.map(([Key, Value]) => ({ Key, Value, x_Namespace: null }))))),
    );
    expect(await rowsOf("gcp.parquet", ...keys)).toMatchObject([expected]);
  });
});

test("GCP: in a file without labels of the resources, those of the project may not be the ones that count", async () => {
  const label = (value: string): string => `[{'Key': 'team', 'Value': '${value}'}]`;
  const both = { ProviderName: "'Google Cloud'", x_Labels: label("a"), x_ProjectLabels: label("b") };
  await writeRecords(at("both.parquet"), both);
  await writeRecords(at("some.parquet"), {
    ProviderName: "'Google Cloud'",
    x_ProjectLabels: label("b"),
    BilledCost: "2",
  });
  await writeRecords(at("tags.parquet"), { ProviderName: "'AWS'", Tags: "MAP{'x': 'y'}", BilledCost: "4" });
  const rows = await rowsOf("*.parquet", "GCP:tag:team", "AWS:tag:team");
  expect(rows.map((row) => row["GCP:tag:team"])).toEqual(["a", "(unknown)", null]);
  expect(rows[2]?.["AWS:tag:team"]).toBeNull();
});

test("Azure's older exports leave out the braces of Tags (Microsoft's documents put braces around them)", async () => {
  const record = { provider: "Microsoft", currency: "USD", start: "2026-10-02 00:00:00", cost: "1" };
  writeCsv(at("azure.csv"), [{ ...record, tags: { team: "a", env: "b" } }, record]);
  const text = [
    "ProviderName,BillingCurrency,BillingPeriodStart,ChargePeriodStart,BilledCost,Tags",
    'Microsoft,USD,2026-10-01,2026-10-02,2,"""team"": ""b"",""env"": ""}"""',
    "Microsoft,USD,2026-10-01,2026-10-02,4,",
  ];
  writeFileSync(at("older.csv"), `${text.join("\n")}\n`);
  expect(await rowsOf("*.csv", "Azure:tag:team", "Azure:tag:env")).toMatchObject([
    { "Azure:tag:env": "b", "Azure:tag:team": "a", cost: "1" },
    { "Azure:tag:env": "}", "Azure:tag:team": "b", cost: "2" },
    { "Azure:tag:env": null, "Azure:tag:team": null, cost: "5" },
  ]);
});

test("the cube names the export, and says how much cost depends on keys that are unknown", async () => {
  await writeRecords(
    at("one.parquet"),
    { ProviderName: "'AWS'", RegionId: "'eu'", PricingCurrency: "'x'", BilledCost: "-1" },
    { ProviderName: "'AWS'", RegionId: "'eu'", PricingCurrency: "'x'", BilledCost: "1", BillingCurrency: "'EUR'" },
  );
  await writeRecords(
    at("two.parquet"),
    { Provider: "'Oracle'", BilledCost: "3" },
    { Provider: "'AWS'", BilledCost: "4" },
  );
  const keys = ["AWS:billing_dimension:region", "AWS:tag:team", "OCI:other:x", "GCP:other:x"];
  const { header } = await cubeOf(planWith(...keys), [at("*.parquet")]);
  expect(header.files.map((source) => source.exports)).toEqual([
    ["AWS FOCUS 1.0-preview", "AWS FOCUS 1.2", "OCI FOCUS 1.0-preview"],
  ]);
  expect(header.unknownCost).toEqual({
    "AWS:billing_dimension:region": [{ currency: "USD", gross: "4", total: "8" }],
    "AWS:tag:team": [
      { currency: "EUR", gross: "1", total: "1" },
      { currency: "USD", gross: "5", total: "8" },
    ],
    "OCI:other:x": [{ currency: "USD", gross: "3", total: "8" }],
  });
});

describe("a column that is not there", () => {
  test("makes its keys unknown, and the others stay", async () => {
    await writeRecords(at("focus.parquet"), { ProviderName: "'AWS'", ServiceName: "'S3'" });
    const cube = await cubeOf(planWith("AWS:billing_dimension:service", "AWS:tag:team", "AWS:other:x"), [
      at("focus.parquet"),
    ]);
    expect([...cube.keys.keys()]).toEqual(["AWS:billing_dimension:service"]);
    expect(cube.header.unmappedKeys).toEqual(["AWS:other:x", "AWS:tag:team"]);
    expect(Object.keys(cube.header.absentColumns ?? {})).toEqual(["AWS:tag:team"]);
  });

  test("in one of two files makes the values of its records unknown, also in the cube's file", async () => {
    await writeRecords(at("one.parquet"), { ProviderName: "'AWS'", RegionId: "'eu'" });
    await writeRecords(
      at("two.parquet"),
      { ProviderName: "'AWS'", BilledCost: "2" },
      { ProviderName: "'Microsoft'", BilledCost: "4" },
    );
    const cube = await cubeOf(planWith("AWS:billing_dimension:region"), [at("*.parquet")]);
    for (const one of [cube, readCube(cubeBytes(cube))]) {
      expect(byCost(plainRows(one))).toMatchObject([
        { "AWS:billing_dimension:region": "eu", cost: "1.5" },
        { "AWS:billing_dimension:region": "(unknown)", cost: "2" },
        { "AWS:billing_dimension:region": null, cost: "4" },
      ]);
    }
  });
});

test("alternatives of a mapping file: the first column or tag that has a value", async () => {
  const mapping = parseMapping(
    JSON.stringify({
      tags: ["Tags", "AllocatedTags"],
      keys: { "AWS:billing_dimension:region": ["x_Region", "RegionId"], "AWS:tag:team": { tag: ["team", "Team"] } },
    }),
  );
  const plan = planCube([rulesWith("AWS:billing_dimension:region", "AWS:tag:team")], mapping);
  const base = {
    ProviderName: "'AWS'",
    x_Region: "'x'",
    RegionId: "'eu'",
    Tags: "MAP{'team': 'a', 'Team': 'b'}",
    AllocatedTags: "MAP{'team': 'c'}",
  };
  await writeRecords(
    at("focus.parquet"),
    base,
    { ...base, x_Region: "NULL", Tags: "MAP{'Team': 'b'}", BilledCost: "2" },
    { ...base, Tags: "MAP{'Team': 'b'}", AllocatedTags: "NULL", BilledCost: "4" },
  );
  expect(byCost(plainRows(await cubeOf(plan, [at("focus.parquet")])))).toMatchObject([
    { "AWS:billing_dimension:region": "x", "AWS:tag:team": "a" },
    { "AWS:billing_dimension:region": "eu", "AWS:tag:team": "c" },
    { "AWS:billing_dimension:region": "x", "AWS:tag:team": "b" },
  ]);
});

describe("Azure (schema of finops-toolkit, Microsoft's conformance report)", () => {
  const guid = "11111111-2222-3333-4444-555555555555";
  const azure = { ProviderName: "'Microsoft'", SubAccountId: `'/subscriptions/${guid}'`, ServiceName: "''" };
  const key = "Azure:billing_dimension:linked_account";

  test("a subscription is its GUID, and an empty service is none", async () => {
    await writeRecords(at("azure.parquet"), azure, { ...azure, SubAccountId: `'${guid}'`, ServiceName: "NULL" });
    expect(await rowsOf("azure.parquet", key, "Azure:billing_dimension:service")).toMatchObject([
      { [key]: guid, "Azure:billing_dimension:service": null, records: 1 },
      { [key]: guid, "Azure:billing_dimension:service": null, records: 1 },
    ]);
  });

  test("or its path", async () => {
    await writeRecords(at("azure.parquet"), azure);
    const plan = planCube([rulesWith(key)], parseMapping('{"azureSubscriptions": "path"}'));
    expect(plainRows(await cubeOf(plan, [at("azure.parquet")]))).toMatchObject([{ [key]: `/subscriptions/${guid}` }]);
  });

  test.each([
    ["x_InvoiceSectionId", "-2", null],
    ["x_InvoiceSectionName", "Unassigned", null],
    ["x_AccountId", "-2", null],
    ["x_Other", "Unassigned", "Unassigned"],
    ["x_AccountId", "-20", "-20"],
  ])("%s %s is %j", async (column, value, expected) => {
    await writeRecords(at("azure.parquet"), { ...azure, [column]: `'${value}'` });
    const mapping = parseMapping(JSON.stringify({ keys: { "Azure:billing_dimension:section": column } }));
    const plan = planCube([rulesWith("Azure:billing_dimension:section")], mapping);
    expect(plainRows(await cubeOf(plan, [at("azure.parquet")]))).toMatchObject([
      { "Azure:billing_dimension:section": expected },
    ]);
  });
});

describe.each(["parquet", "csv"])("folders of Hive's form, with %s", (format) => {
  test("a column that the file lacks comes from the name of its folder", async () => {
    const path = `provider=aws/ProviderName=Amazon%20Web%20Services/BillingPeriodStart=2026-09-01/`;
    mkdirSync(at(path), { recursive: true });
    const all = { ProviderName: "'AWS'", Tags: `'{"team": "a"}'` };
    await writeRecords(at("all.parquet"), all);
    const columns = "BillingCurrency, ChargePeriodStart, BilledCost, Tags";
    await runSql(`COPY (SELECT ${columns} FROM '${at("all.parquet")}') TO '${at(`${path}focus.${format}`)}'`);
    mkdirSync(at(`${path}Tags=prod`));
    const [from, to] = [at(`${path}focus.${format}`), at(`${path}Tags=prod/focus.${format}`)];
    await runSql(`COPY (SELECT * EXCLUDE (Tags) FROM '${from}') TO '${to}'`);
    // The name of a folder is no JSON.
    expect(await rowsOf(`${path}Tags=prod/focus.${format}`, "AWS:tag:team")).toMatchObject([{ cost: "1.5" }]);
    expect(await rowsOf(`${path}focus.${format}`, "AWS:tag:team")).toMatchObject([
      { provider: "Amazon Web Services", billingMonth: "2026-09", "AWS:tag:team": "a" },
    ]);
  });
});

describe("a converted cost has another currency than BillingCurrency", () => {
  const cost = { x_BilledCostInUsd: "2", x_PricingCurrency: "'CHF'", ProviderName: "'Microsoft'" };
  test.each([
    { currency: undefined, expected: "EUR" },
    { currency: "USD", expected: "USD" },
    { currency: { column: "x_PricingCurrency" }, expected: "CHF" },
  ])("$currency gives $expected, also in the query for other engines", async ({ currency, expected }) => {
    await writeRecords(at("azure.parquet"), { BillingCurrency: "'EUR'", ...cost });
    const plan = planCube([rulesWith()], parseMapping(JSON.stringify({ cost: "x_BilledCostInUsd", currency })));
    expect(plainRows(await cubeOf(plan, [at("azure.parquet")]))).toMatchObject([{ currency: expected, cost: "2" }]);
    const own = enginePlan(plan, ["BillingCurrency", "BillingPeriodStart", "ChargePeriodStart", ...Object.keys(cost)]);
    const query = engineQuery(own, "duckdb", `'${at("azure.parquet")}'`);
    await runSql(`COPY (${query}) TO '${at("result.csv")}' (HEADER)`);
    const cube = cubeOfResult(readFileSync(at("result.csv"), "utf8"), own, "result.csv", 0);
    expect(plainRows(cube)).toMatchObject([{ currency: expected, cost: "2" }]);
  });

  test("a missing column and an empty cell are named with their file", async () => {
    const plan = planCube([rulesWith()], parseMapping('{ "currency": { "column": "x_PricingCurrency" } }'));
    await writeRecords(at("one.parquet"), { ProviderName: "'Microsoft'" });
    await expect(cubeOf(plan, [at("one.parquet")])).rejects.toThrow("one.parquet has no column x_PricingCurrency");
    await writeRecords(at("two.parquet"), { ...cost, x_PricingCurrency: "''" });
    await expect(cubeOf(plan, [at("two.parquet")])).rejects.toThrow(
      /two\.parquet.*1 record has no valid currency in the column x_PricingCurrency/u,
    );
  });

  test("records without BillingCurrency are read if the mapping says the currency", async () => {
    writeCsv(at("focus.csv"), [
      { provider: "AWS", currency: "", start: "2026-10-02 00:00:00", cost: "3", tags: { team: "a" } },
    ]);
    const plan = planCube([rulesWith()], parseMapping('{ "currency": "JPY" }'));
    expect(plainRows(await cubeOf(plan, [at("focus.csv")]))).toMatchObject([{ currency: "JPY", cost: "3" }]);
  });
});

test("a float has the digits of its text", async () => {
  await writeRecords(at("float.parquet"), { ProviderName: "'AWS'", BilledCost: "CAST(0.3 AS FLOAT)" });
  expect(await rowsOf("float.parquet")).toMatchObject([{ cost: "0.3" }]);
});

describe("the provider", () => {
  const tags = { Tags: "MAP{'team': 'a'}" };

  test("a name of AWS in FOCUS's sample data is AWS", async () => {
    await writeRecords(at("aws.parquet"), { ProviderName: "'Amazon Web Services, Inc.'", ...tags });
    expect(await rowsOf("aws.parquet", "AWS:tag:team")).toMatchObject([{ "AWS:tag:team": "a" }]);
  });

  test.each([
    { costCenters: { AWS: [null] }, team: "a" },
    { costCenters: { AWS: ["AWS", null] }, team: "a" },
    { costCenters: {}, team: null },
  ])("records without one belong to the cost center with null: $costCenters", async ({ costCenters, team }) => {
    await writeRecords(at("none.parquet"), { ProviderName: "''", ...tags });
    const plan = planCube([rulesWith("AWS:tag:team")], parseMapping(JSON.stringify({ costCenters })));
    expect(plainRows(await cubeOf(plan, [at("none.parquet")]))).toMatchObject([{ "AWS:tag:team": team }]);
  });

  test("a purchase in a marketplace belongs to the issuer of the invoice, with the mapping of docs/cost-data.md", async () => {
    const purchase = { ServiceProviderName: "'Datadog'", InvoiceIssuerName: "'Amazon Web Services, Inc.'", ...tags };
    await writeRecords(at("seller.parquet"), purchase);
    const page = readFileSync(join(__dirname, "../../../docs/cost-data.md"), "utf8");
    const [, mapping = ""] = /### Marketplace\n.*?```json\n(.*?)```/su.exec(page) ?? [];
    const plan = planCube([rulesWith("AWS:tag:team")], parseMapping(mapping));
    expect(plainRows(await cubeOf(plan, [at("seller.parquet")]))).toMatchObject([{ "AWS:tag:team": "a" }]);
    expect(await rowsOf("seller.parquet", "AWS:tag:team")).toMatchObject([{ "AWS:tag:team": null }]);
  });
});

/** Files with one record, in types of Arrow that DuckDB can't write. */
const arrow = {
  /** $1.25 in the type decimal256(39, 2). */
  precise: [
    "eNqFklFrwjAQx89MShFxDHbBSB9k0OLAllbQh+GDzj1sIFKmYzB8qTZoQa2L1bGHve+r7AvsQ+1TLO1Q6pQtXC4h//tdcknc9r2DgCUsVZHIiY",
    "KKBgAk7pkT6R/6N3/q7ce+XG5i84h+Ln3NrjVMxzZtZ2DbV4k9yTgLrSMA/GpvmGXDOhSV1XjK5x6qgHmdFE+vg9ksWEw6ayH4YvyqQzfOkWh5",
    "V4SbwOei5815WjjrTD0x4S4XQej3I09EW7WAF0iKuTgp9zvhKtJzmMVedRh7GUAJ01jXAA3zTFeAHeyPMoS2aMtQ7zRZEiCBJlWYwoykrhS5d7",
    "oddvsfdnj2hB3RkfGeScGVPbjwA6cKS6gBHRhfKepyy9BPQomhygEq5aUnntc8MsfLpekJEb6UN1ysgnBRrjUs23JYfHc7gw/5dq78S9/DeGAp",
  ],
  /** $1.50, and tags of the type null. */
  withoutTags: [
    "eNqFkkFKw0AUhl/GEkoJiOAMnZJFNw0VTEkC7UKyaK0LBZFgK4J0M22HNpA2ddJWvIFn8Qwewwu49RS+RKiR1gqTmeT9//dm/jBB59alQCu0ck",
    "oJvuhUNwGApI92gPNd72Kv3rnvYdmn/g79GGfP8Vq269iO23ecs2w87G3oNppYNqixrQMt8KgJZT0ZTeVM0BL6aqR8eB5GUTifdFdKyfnouQbX",
    "KZJpRqDidTiW6kbMZF446k6FmshAqjAe95ZCLfNqKW0px9042ZQJlgt9MUmiN/xkhJt8YIFJDV7TgW8dgqKFtVnbKl6ZGAN58JnOdW5lWXLkry",
    "NusMv/sO0AGTtkQ+tFy8H1XXAu32bHT+3PLck3lcXP/B7zrFfy4z9Bd2oG9k4YsYq4QL26EOpxJZf2aLGwhVLxU3UtVRLG86rXajgNlw/wz+YH",
    "fGgAAV7JLxjwaMw=",
  ],
};

function writeArrow(name: keyof typeof arrow): void {
  writeFileSync(at(`${name}.parquet`), inflateSync(Buffer.from(arrow[name].join(""), "base64")));
}

test("decimals of more than 38 digits, which DuckDB reads as other numbers, are refused with their type", async () => {
  writeArrow("precise");
  await expect(rowsOf("precise.parquet")).rejects.toThrow(
    /BilledCost of .*precise\.parquet has the type DECIMAL\(39,2\)/u,
  );
});

test("tags of the type null, as a month without any has them, are no tags", async () => {
  writeArrow("withoutTags");
  expect(await rowsOf("withoutTags.parquet", "AWS:tag:team")).toMatchObject([{ cost: "1.5", "AWS:tag:team": null }]);
});
