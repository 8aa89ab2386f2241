/** Cubes of files: every form that FOCUS data has, compared with a loop over the records. */
import { writeFileSync, mkdirSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { planCube } from "../../../cost/cube/plan";
import { focusMapping } from "../../../cost/mapping/mapping";
import { parseMapping } from "../../../cost/mapping/parseMapping";
import { cubeOf, planWith, rulesWith } from "../cubeOf";
import { expectedRows, type FileForm, type FocusRecord, plainRows, runSql, writeCsv, writeParquet } from "../focusData";
import { hostileContent, hostileCuts, hostileExpected, hostileRecords } from "../hostileData";
import { folder } from "../../support/folder";

const at = (name: string): string => join(folder(), name);

const hostilePlan = planCube([hostileContent], focusMapping);
const expected = expectedRows(hostileRecords, hostileExpected, hostileCuts);

describe("the cube is what a loop over the records computes", () => {
  const parquet: [string, FileForm][] = [
    ["MAP, FOCUS 1.0", {}],
    ["MAP, times with a zone, FOCUS 1.1", { version: "1.1", times: "TIMESTAMPTZ" }],
    ["JSON text, FOCUS 1.2", { version: "1.2", tags: "json" }],
    ["JSON text, times as text, FOCUS 1.3", { version: "1.3", tags: "json", times: "VARCHAR" }],
    ["cost as text", { cost: "VARCHAR" }],
  ];
  test.each(parquet)("Parquet: %s", async (_, form) => {
    await writeParquet(at("focus.parquet"), hostileRecords, form);
    const cube = await cubeOf(hostilePlan, [at("*.parquet")]);
    expect(cube.header.cuts).toEqual(hostileCuts);
    expect(plainRows(cube)).toEqual(expected);
  });

  test.each(["focus.csv", "focus.csv.gz"])("%s, with NULL as text for missing values", async (name) => {
    writeCsv(at(name), hostileRecords, {}, "NULL");
    expect(plainRows(await cubeOf(hostilePlan, [at(name)]))).toEqual(expected);
  });

  test("files of different forms, formats and versions together", async () => {
    const parts = [0, 1, 2].map((part) => hostileRecords.filter((_, index) => index % 3 === part));
    await writeParquet(at("one.parquet"), parts[0] ?? []);
    await writeParquet(at("two.parquet"), parts[1] ?? [], { tags: "json", version: "1.3", cost: "VARCHAR" });
    writeCsv(at("three.csv.gz"), parts[2] ?? []);
    expect(plainRows(await cubeOf(hostilePlan, [at("*.parquet"), at("three.csv.gz")]))).toEqual(expected);
  });

  test("--month leaves out the rest", async () => {
    await writeParquet(at("focus.parquet"), hostileRecords);
    const ofMonth = hostileRecords.filter(({ start }) => start.startsWith("2026-10"));
    const cube = await cubeOf(planCube([hostileContent], focusMapping, "2026-10"), [at("focus.parquet")]);
    expect(plainRows(cube)).toEqual(expectedRows(ofMonth, hostileExpected, hostileCuts));
    expect(cube.header.month).toBe("2026-10");
  });
});

const record: FocusRecord = {
  provider: "AWS",
  currency: "USD",
  start: "2026-10-02 00:00:00",
  cost: "1.5",
  tags: { team: "a" },
};

test("tags as a STRUCT: a name that differs in case is another key", async () => {
  await writeParquet(at("focus.parquet"), [record, { ...record, tags: { "a.b": "x" } }], { tags: "struct" });
  const cube = await cubeOf(planWith("AWS:tag:team", "AWS:tag:Team", "AWS:tag:a.b"), [at("focus.parquet")]);
  expect(plainRows(cube)).toMatchObject([
    { "AWS:tag:Team": null, "AWS:tag:a.b": "x", "AWS:tag:team": null },
    { "AWS:tag:Team": null, "AWS:tag:a.b": null, "AWS:tag:team": "a" },
  ]);
});

test("times as dates", async () => {
  await writeParquet(at("focus.parquet"), [record], { times: "DATE" });
  expect(plainRows(await cubeOf(hostilePlan, [at("focus.parquet")]))[0]).toMatchObject({
    moment: "2026-10-01T00:00:00.000Z",
  });
});

test("costs that are floating-point numbers are sums of decimal numbers", async () => {
  await writeParquet(
    at("focus.parquet"),
    Array.from({ length: 10 }, () => ({ ...record, cost: "0.1" })),
    { cost: "DOUBLE" },
  );
  expect((await cubeOf(planWith("AWS:tag:team"), [at("focus.parquet")])).cost).toEqual([1_000_000_000_000n]);
});

test.each(["217277874.46", "-4449.7045344789", "4095.123456789012"])(
  "%s as a floating-point number loses no digit",
  async (cost) => {
    await writeParquet(at("focus.parquet"), [{ ...record, cost }], { cost: "DOUBLE" });
    expect(plainRows(await cubeOf(planWith("AWS:tag:team"), [at("focus.parquet")]))).toMatchObject([{ cost }]);
  },
);

test("an account ID in CSV keeps its zeros", async () => {
  writeCsv(at("focus.csv"), [{ ...record, subAccount: "000042" }]);
  const cube = await cubeOf(planWith("AWS:billing_dimension:linked_account"), [at("focus.csv")]);
  expect(cube.keys.get("AWS:billing_dimension:linked_account")?.dictionary).toEqual([null, "000042"]);
});

test("the columns of the mapping", async () => {
  writeCsv(at("focus.csv"), [{ ...record, provider: "Databricks Inc.", region: "r", tags: { Owner: "o" } }]);
  const mapping = parseMapping(
    JSON.stringify({
      cost: "EffectiveCost",
      costCenters: { Databricks: ["Databricks Inc."], Global: "*" },
      keys: { "Databricks:tag:owner": { tag: "Owner" }, "Global:custom:place": "RegionId" },
    }),
  );
  const plan = planCube([rulesWith("Databricks:tag:owner", "Global:custom:place", "AWS:other:x")], mapping);
  const cube = await cubeOf(plan, [at("focus.csv")]);
  expect(plainRows(cube)).toMatchObject([{ "Databricks:tag:owner": "o", "Global:custom:place": "r", cost: "1" }]);
  expect(cube.header).toMatchObject({ costColumn: "EffectiveCost", unmappedKeys: ["AWS:other:x"] });
});

describe("each billing period counts once", () => {
  test("folders with the same month are refused, and read with --combine", async () => {
    for (const name of ["old", "new"]) {
      mkdirSync(at(name));
      writeCsv(at(`${name}/part.csv`), [{ ...record, subAccount: name }]);
    }
    const plan = planWith("AWS:tag:team");
    await expect(cubeOf(plan, [at("*/part.csv")])).rejects.toThrow(/2026-10.*\n.*new\n.*old/u);
    expect((await cubeOf(plan, [at("*/part.csv")], true)).records).toEqual([2]);
  });

  test("folders of other months, other accounts, or other days are not", async () => {
    const parts: [string, Partial<FocusRecord>][] = [
      ["a", {}],
      ["b", { start: "2026-09-02 00:00:00" }],
      ["c", { account: "other" }],
      ["d", { start: "2026-10-03 00:00:00" }],
      ["e", { provider: "Microsoft" }],
    ];
    for (const [name, part] of parts) {
      mkdirSync(at(name));
      await writeParquet(at(`${name}/part.parquet`), [{ ...record, ...part, subAccount: name }]);
    }
    const { header } = await cubeOf(planWith("AWS:tag:team"), [at("*/*.parquet")]);
    expect(header.files.map(({ folder: name, billingPeriods }) => [name, billingPeriods])).toEqual([
      [at("a"), [{ period: "2026-10", records: 1 }]],
      [at("b"), [{ period: "2026-09", records: 1 }]],
      [at("c"), [{ period: "2026-10", records: 1 }]],
      [at("d"), [{ period: "2026-10", records: 1 }]],
      [at("e"), [{ period: "2026-10", records: 1 }]],
    ]);
  });

  test("a copy of a file is refused, and a file that two patterns match is read once", async () => {
    writeCsv(at("one.csv"), [record]);
    expect((await cubeOf(planWith("AWS:tag:team"), [at("one.csv"), at("*.csv")])).records).toEqual([1]);
    copyFileSync(at("one.csv"), at("two.csv"));
    await expect(cubeOf(planWith("AWS:tag:team"), [at("*.csv")])).rejects.toThrow(/one\.csv and .*two\.csv/u);
  });
});

describe("the billing month", () => {
  const correction: FocusRecord = { ...record, start: "2026-09-30 00:00:00", period: "2026-10", cost: "7" };

  test.each(["TIMESTAMP", "TIMESTAMPTZ", "VARCHAR", "DATE", "csv"] as const)(
    "is that of the bill: %s",
    async (times) => {
      const records = [record, correction];
      if (times === "csv") writeCsv(at("focus.csv"), records);
      else await writeParquet(at("focus.parquet"), records, { times });
      const cube = await cubeOf(planWith("AWS:tag:team"), [at("focus.*")]);
      expect(cube.header.billingMonths).toEqual(["BillingPeriodStart"]);
      expect(plainRows(cube)).toMatchObject([
        { moment: "2026-09-01T00:00:00.000Z", billingMonth: "2026-10", cost: "7" },
        { moment: "2026-10-01T00:00:00.000Z", billingMonth: "2026-10" },
      ]);
    },
  );

  test("is that of the first day in UTC: bills of GCP begin at 07:00", async () => {
    writeCsv(at("focus.csv"), [
      { ...record, start: "2026-10-01T03:00:00Z", periodStart: "2026-09-01T07:00:00Z" },
      { ...record, start: "2026-10-01T07:00:00Z", periodStart: "2026-10-01T07:00:00Z" },
    ]);
    expect(plainRows(await cubeOf(planWith(), [at("focus.csv")]))).toMatchObject([
      { moment: "2026-10-01T00:00:00.000Z", billingMonth: "2026-09" },
      { moment: "2026-10-01T00:00:00.000Z", billingMonth: "2026-10" },
    ]);
  });

  test("is that of the first day east of UTC: midnight there is in the month before", async () => {
    writeCsv(at("focus.csv"), [
      { ...record, start: "2026-09-30T16:00:00Z", periodStart: "2026-08-31T16:00:00Z" },
      { ...record, start: "2026-12-31T11:00:00Z", periodStart: "2026-12-31T11:00:00Z" },
      { ...record, start: "2026-10-02T00:00:00Z", periodStart: "2026-10-05T00:00:00Z" },
    ]);
    const { header, ...cube } = await cubeOf(planWith(), [at("focus.csv")]);
    expect(plainRows({ header, ...cube })).toMatchObject([
      { moment: "2026-09-01T00:00:00.000Z", billingMonth: "2026-09" },
      { moment: "2026-10-01T00:00:00.000Z", billingMonth: "2026-10" },
      { moment: "2026-12-01T00:00:00.000Z", billingMonth: "2027-01" },
    ]);
    expect(header.files[0]?.billingPeriods.map(({ period }) => period)).toEqual(["2026-09", "2026-10", "2027-01"]);
    expect(header.lastCharge).toBe("2026-12-31T11:00:00.000Z");
  });

  test.each(["", "NULL", "1970-01-01T00:00:00Z"])(
    "the header says that %j was no billing month",
    async (periodStart) => {
      writeCsv(at("focus.csv"), [record, { ...correction, periodStart }]);
      const { header, ...cube } = await cubeOf(planWith(), [at("focus.csv")]);
      expect(header.billingMonths).toEqual(["BillingPeriodStart", "ChargePeriodStart"]);
      expect(plainRows({ header, ...cube })).toMatchObject([{ billingMonth: "2026-09", cost: "7" }, {}]);
    },
  );

  test("is that of the charge in files without the column, and in records without a value", async () => {
    writeCsv(at("a.csv"), [correction], { without: ["BillingPeriodStart"] });
    writeCsv(at("b.csv"), [
      { ...correction, periodStart: "" },
      { ...correction, periodStart: "NULL" },
    ]);
    const cube = await cubeOf(planWith(), [at("a.csv")]);
    expect(cube.header.billingMonths).toEqual(["ChargePeriodStart"]);
    expect(cube.header.files).toMatchObject([{ billingPeriods: [{ period: "2026-09", records: 1 }] }]);
    const both = await cubeOf(planWith(), [at("*.csv")]);
    expect(both.header.billingMonths).toEqual(["BillingPeriodStart", "ChargePeriodStart"]);
    expect(plainRows(both)).toMatchObject([{ billingMonth: "2026-09", records: 3 }]);
  });
});

describe("refuses", () => {
  const plan = planWith("AWS:tag:team", "AWS:billing_dimension:region");
  const refused = (file: string): Promise<unknown> => cubeOf(plan, [at(file)]);

  test.each([
    ["BilledCost", ["BilledCost"], 'must name the column in "cost".'],
    ["BillingCurrency", ["BillingCurrency"], 'must name the column in "currency".'],
    ["ChargePeriodStart", ["ChargePeriodStart"], "version 1.0 to 1.4.\nIts columns: ProviderName"],
    [
      "ServiceProviderName or ProviderName",
      ["ProviderName", "PublisherName", "InvoiceIssuerName"],
      'must name the column in "provider".',
    ],
  ])("a file without %s, and says whether the mapping can name it", async (column, without, advice) => {
    writeCsv(at("focus.csv"), [record], { without });
    await expect(refused("focus.csv")).rejects.toThrow(`focus.csv has no column ${column}`);
    await expect(refused("focus.csv")).rejects.toThrow(advice);
  });

  test("Parquet that is broken", async () => {
    writeFileSync(at("focus.parquet"), "PAR1 nothing");
    await expect(refused("focus.parquet")).rejects.toThrow("focus.parquet can't be read");
  });

  test("CSV with a row that is too short", async () => {
    writeCsv(at("focus.csv"), [record]);
    writeFileSync(at("focus.csv"), "a,b\n", { flag: "a" });
    await expect(refused("focus.csv")).rejects.toThrow("focus.csv can't be read");
  });

  test.each([
    ["a cost that is no number", { cost: "12 USD" }, "1 record has no number in the column BilledCost"],
    ["a missing currency", { currency: "" }, "no valid currency in the column BillingCurrency"],
    ["a date in another format", { start: "10/02/2026", period: "2026-10" }, "ISO 8601"],
    ["a billing period in another format", { periodStart: "10/01/2026" }, "BillingPeriodStart"],
  ])("%s", async (_, wrong, message) => {
    writeCsv(at("focus.csv"), [record, { ...record, ...wrong }]);
    await expect(refused("focus.csv")).rejects.toThrow(message);
  });

  test.each([
    ["BilledCost", "true"],
    ["ChargePeriodStart", "5"],
    ["Tags", "['a']"],
    ["RegionId", "{'x': 1}"],
  ])("a column %s of a type that it can't have", async (column, value) => {
    const usual = { BilledCost: "1", ChargePeriodStart: "'2026-10-01'", Tags: "MAP{'a': 'b'}", RegionId: "'r'" };
    const values = { ...usual, [column]: value };
    const columns = Object.entries(values).map(([name, sql]) => `${sql} AS ${name}`);
    await runSql(`COPY (SELECT 'AWS' AS ProviderName, 'USD' AS BillingCurrency, '2026-10-01' AS BillingPeriodStart,
      ${columns.join(", ")}) TO '${at("focus.parquet")}'`);
    await expect(refused("focus.parquet")).rejects.toThrow(`The column ${column} of`);
  });

  test.each([
    ["s3://bucket/focus.parquet", "is an address"],
    ["absent-*.parquet", "No file matches"],
    ["focus.xlsx", "neither"],
    ["", "is a folder"],
  ])("%j", async (pattern, message) => {
    writeFileSync(at("focus.xlsx"), "x");
    await expect(cubeOf(plan, [pattern.includes("://") ? pattern : at(pattern)])).rejects.toThrow(message);
  });
});
