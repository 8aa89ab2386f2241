/** Cubes of CSV: no record is lost, whatever its values are. */
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { amountToText } from "../../../cost/cube/amounts";
import { csvParts, csvSource } from "../../../cost/duckdb/csvTable";
import { readIndependently } from "../csv/independentReader";
import { cubeOf, planWith } from "../cubeOf";
import { type FocusRecord, plainRows, writeCsv } from "../focusData";
import { atSize } from "../../support/size";
import { folder } from "../../support/folder";

const at = (name: string): string => join(folder(), name);

const record: FocusRecord = { provider: "AWS", currency: "USD", start: "2026-10-02T00:00:00Z", cost: "1.5", tags: {} };
const resource = "AWS:resource:resource_id";

/** The cost of each resource in a cube. */
async function costsOf(path: string): Promise<Record<string, string>> {
  const { keys, cost } = await cubeOf(planWith(resource), [path]);
  const column = keys.get(resource);
  return Object.fromEntries(
    cost.map((units, row) => [column?.dictionary[column.codes[row] ?? -1] ?? "", amountToText(units)]),
  );
}

const names = [
  "ResourceId",
  "ChargePeriodStart",
  "BillingPeriodStart",
  "BillingCurrency",
  "ProviderName",
  "BilledCost",
];
const fixed = ["2026-10-05", "2026-10-01", "USD", "AWS"];

test("records that begin with # count", async () => {
  const lines = [",1", "#N/A,1000"].map((row) => row.replace(",", `,${fixed.join(",")},`));
  writeFileSync(at("focus.csv"), [names.join(","), ...lines].join("\n"));
  expect(await costsOf(at("focus.csv"))).toEqual({ "#N/A": "1000", "": "1" });
});

test("a compressed file that is cut off is refused, with its name", async () => {
  writeCsv(
    at("focus.csv.gz"),
    Array.from({ length: 5_000 }, (_, index) => ({ ...record, resource: `id-${index}` })),
  );
  expect(Object.keys(await costsOf(at("focus.csv.gz")))).toHaveLength(5_000);
  truncateSync(at("focus.csv.gz"), readFileSync(at("focus.csv.gz")).length >> 1);
  await expect(costsOf(at("focus.csv.gz"))).rejects.toThrow(/focus\.csv\.gz can't be read.*cut off/u);
});

test("columns that | separates are refused", async () => {
  writeFileSync(at("focus.csv"), "BilledCost|BillingCurrency\n1|USD\n");
  await expect(costsOf(at("focus.csv"))).rejects.toThrow("commas");
});

const value = fc.array(
  fc.constantFrom(
    "#x",
    "a",
    "1",
    ",",
    '"',
    '""',
    "\n",
    "\r\n",
    " ",
    "#",
    "\\",
    "'",
    ";",
    "NULL",
    "é",
    "🏷️",
    "\0",
    "1,2\n3,4\n",
  ),
  { maxLength: 6 },
);

test("random CSV gives the records that another reader gives, or an error", async () => {
  const row = fc.record({ value: value.map((list) => list.join("")), isQuoted: fc.boolean(), cost: fc.integer() });
  const seen = { read: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.constantFrom("\n", "\r\n"),
      // A third ends within a quotation, so that both answers are surely seen.
      fc.constantFrom("", "", '"'),
      fc.constantFrom("focus.csv", "focus.csv.gz"),
      async (rows, lineEnd, end, name) => {
        const lines = rows.map(({ value: text, isQuoted, cost }) =>
          [isQuoted || /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text, ...fixed, cost].join(","),
        );
        const csv = [names.join(","), ...lines].join(lineEnd) + end;
        writeFileSync(at(name), name.endsWith(".gz") ? gzipSync(csv) : csv);
        const records = readIndependently(csv)?.slice(1);
        const costs = await costsOf(at(name)).catch(() => undefined);
        const expected = new Map<string, bigint>();
        for (const values of records ?? []) {
          const [id = "", cost = ""] = [values[0], values.at(-1)];
          const key = id === "NULL" ? "" : id;
          expected.set(key, (expected.get(key) ?? 0n) + BigInt(cost));
        }
        const texts = [...expected].map(([key, cost]) => [key, String(cost)]);
        expect(costs).toEqual(records === undefined ? undefined : Object.fromEntries(texts));
        seen[costs === undefined ? "refused" : "read"] += 1;
      },
    ),
    { numRuns: atSize(50, 200) },
  );
  expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(10);
});

test("a file that is read in parts gives one row for each group, with the sums of all parts", async () => {
  // Two large texts fill more than a part.
  const texts = ["a", "b"].map((letter) => letter.repeat(3 << 20));
  const resources = Array.from({ length: 14 }, (_, index) => texts[index % 2] ?? "");
  writeCsv(
    at("focus.csv"),
    resources.map((one, index) => ({ ...record, resource: one, cost: String(index - 20.000000000001) })),
  );
  const cube = await cubeOf(planWith(resource), [at("focus.csv")]);
  expect(plainRows(cube)).toMatchObject([
    { [resource]: texts[0], cost: "-98.000000000007", gross: "98.000000000007", records: 7 },
    { [resource]: texts[1], cost: "-91.000000000007", gross: "91.000000000007", records: 7 },
  ]);
  expect(cube.header.files[0]?.billingPeriods).toEqual([{ period: "2026-10", records: 14 }]);
});

test("a table has all records once, in parts, of several files", async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const files = ["one.csv", "two.csv"].map(at);
  for (const [index, path] of files.entries()) {
    const lines = Array.from({ length: 100_000 }, (_, line) => `${index * 100_000 + line},"x, ${line}",é`);
    writeFileSync(path, `id,text,other\n${lines.join("\n")}\n`);
  }
  const sums = { parts: 0, records: 0, ids: 0, characters: 0 };
  for await (const part of csvParts(connection, files, [0, 2], new Map(), 500_000)) {
    const query = `SELECT COUNT(*), SUM(CAST(csv_0 AS INTEGER)), SUM(LEN(csv_2)) FROM ${csvSource([0, 2])}`;
    const [[records, ids, characters] = []] = (await connection.runAndReadAll(query)).getRows();
    sums.records += Number(records);
    sums.ids += Number(ids);
    sums.characters += Number(characters);
    sums.parts += 1;
    if (part === "last") break;
  }
  connection.closeSync();
  expect(sums.parts).toBeGreaterThan(2);
  expect(sums).toMatchObject({ records: 200_000, ids: (200_000 * 199_999) / 2, characters: 200_000 });
});
