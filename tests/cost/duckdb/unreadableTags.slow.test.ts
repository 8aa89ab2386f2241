/** Tags as JSON: each form that exports have, and texts that are none of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cubeBytes, readCube } from "../../../cost/cube/cubeFile";
import { cubeOf, planWith } from "../cubeOf";
import { byCost } from "../exportRecords";
import { plainRows, runSql, writeCsvRows } from "../focusData";
import { readableTags, unreadableTags } from "../tagForms";
import { folder } from "../../support/folder";

const at = (name: string): string => join(folder(), name);

const row = (cost: number, tags: string | null) => ({
  ...{ ProviderName: "AWS", BillingCurrency: "USD", ChargePeriodStart: "2026-10-02", BillingPeriodStart: "2026-10-01" },
  BilledCost: String(cost),
  Tags: tags,
});

async function write(name: string, texts: readonly string[]): Promise<void> {
  const rows = texts.map((text, index) => row(2 ** index, text));
  writeCsvRows(at("rows.csv"), rows);
  if (name.endsWith(".parquet"))
    await runSql(
      `COPY (FROM read_csv('${at("rows.csv")}', all_varchar = true, delim = ',', quote = '"', escape = '"')) TO '${at(name)}'`,
    );
  else writeCsvRows(at(name), rows);
}

describe.each(["a.csv", "a.parquet"])("%s", (name) => {
  test.each(readableTags)("%s", async (text, value) => {
    await write(name, [text]);
    const cube = await cubeOf(planWith("AWS:tag:team"), [at(name)]);
    expect(plainRows(cube).map((one) => one["AWS:tag:team"])).toEqual([value]);
    expect(cube.header.unreadableTags).toBeUndefined();
  });

  test("what can't be read is unknown, and the file, the number, the place and the first value are told", async () => {
    await write(name, ['{"team":"a"}', ...unreadableTags]);
    const cube = await cubeOf(planWith("AWS:tag:team", "AWS:billing_dimension:region"), [at(name)]);
    expect(byCost(plainRows(cube)).map((one) => [one["AWS:tag:team"], one["cost"]])).toEqual([
      ["a", "1"],
      ["(unknown)", String(2 ** (unreadableTags.length + 1) - 2)],
    ]);
    const { header } = readCube(cubeBytes(cube));
    const first = name.endsWith(".csv") ? "line 3" : "row 2";
    const records = unreadableTags.length;
    expect(header.unreadableTags).toEqual([{ file: at(name), column: "Tags", records, first, value: '"true"' }]);
    expect(header.unknownCost).toMatchObject({ "AWS:tag:team": [{ gross: String(2 ** (records + 1) - 2) }] });
  });
});

const entries = [
  ["team", "a"],
  ["team", "b"],
  ["env", "c"],
] as const;

test.each([
  ["lists", `[${entries.map(([key, value]) => `{'Key': '${key}', 'Value': '${value}'}`).join(", ")}]`],
  [
    "lists in structures",
    `{'list': [${entries.map(([key, value]) => `{'element': {'key': '${key}', 'value': '${value}'}}`).join(", ")}]}`,
  ],
  // DuckDB makes no such map, but reads one: the second key becomes the first one in the file.
  ["maps", "MAP{'team': 'a', 'twin': 'b', 'env': 'c'}"],
])("keys and values in %s of Parquet: of several, the first one counts", async (form, tags) => {
  await runSql(
    `COPY (SELECT 'AWS' AS ProviderName, 'USD' AS BillingCurrency, DATE '2026-10-02' AS ChargePeriodStart, 1 AS BilledCost, ${tags} AS Tags) TO '${at("l.parquet")}' (COMPRESSION uncompressed)`,
  );
  const bytes = readFileSync(at("l.parquet"), "latin1");
  expect(bytes.includes("twin")).toBe(form === "maps");
  writeFileSync(at("l.parquet"), bytes.replaceAll("twin", "team"), "latin1");
  const cube = await cubeOf(planWith("AWS:tag:team", "AWS:tag:env", "AWS:tag:twin"), [at("l.parquet")]);
  expect(plainRows(cube)).toMatchObject([{ "AWS:tag:team": "a", "AWS:tag:env": "c", "AWS:tag:twin": null, cost: "1" }]);
});
