/** Data that can't be added up is refused with its file, its line or row, its column and the first value. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { planCube } from "../../../cost/cube/plan";
import { focusMapping } from "../../../cost/mapping/mapping";
import { cubeOf, planWith, rulesWith } from "../cubeOf";
import { runSql } from "../focusData";
import { folder } from "../../support/folder";

const at = (name: string): string => join(folder(), name);

const header = "ProviderName,BillingCurrency,BilledCost,ChargePeriodStart,BillingPeriodStart,ServiceName";
const right = "AWS,USD,1,2026-10-02,2026-10-01,Harbor";
/** A value with line ends, which are lines of the file but not records. */
const long = 'AWS,USD,1,2026-10-02,2026-10-01,"Har\r\nbor\n"';
const text = (...records: string[]): string => [header, ...records].join("\r\n");

const wrong: [record: string, message: string][] = [
  ["AWS,USD,,2026-10-03,2026-10-01,x", 'have no number in the column BilledCost. The first one is in line 6: "".'],
  ['AWS,USD,"1,5",2026-10-03,2026-10-01,x', 'no number in the column BilledCost. The first one is in line 6: "1,5".'],
  ["AWS,USD,1_000,2026-10-03,2026-10-01,x", 'no number in the column BilledCost. The first one is in line 6: "1_000".'],
  [
    "AWS,NULL,1,2026-10-03,2026-10-01,x",
    "no valid currency in the column BillingCurrency. Amounts without a currency can't",
  ],
  [
    "AWS,$,1,2026-10-03,2026-10-01,x",
    'have no valid currency in the column BillingCurrency. Amounts without a currency can\'t be added. The first one is in line 6: "$".',
  ],
  ["AWS,A$,1,2026-10-03,2026-10-01,x", 'The first one is in line 6: "A$".'],
  ["AWS,50,1,2026-10-03,2026-10-01,x", 'The first one is in line 6: "50".'],
  ["AWS,USD ,1,2026-10-03,2026-10-01,x", 'The first one is in line 6: "USD ".'],
  [
    "AWS,usd,1,2026-10-03,2026-10-01,x",
    'have another spelling of USD in the column BillingCurrency, so their amounts would not be added. The first one is in line 6: "usd".',
  ],
  [
    "AWS,USD,1,10/3/26,2026-10-01,x",
    'ISO 8601, for example 2026-10-01T00:00:00Z. The first one is in line 6: "10/3/26".',
  ],
  ["AWS,USD,1,3.10.2026 0:00,2026-10-01,x", "use the file as it was exported"],
  ["AWS,USD,1,2026-10-03,10/1/26,x", "have a BillingPeriodStart that is not a date and time in ISO 8601"],
  ["AWS,USD,1,1790000000,2026-10-01,x", 'line 6: "1790000000".'],
];

test.each(wrong)("%s", async (record, message) => {
  const content = text(right, long, record, right, record.replace(",x", ",y"));
  for (const [name, bytes] of [
    ["b.csv", content],
    ["b.csv.gz", gzipSync(content)],
  ] as const) {
    writeFileSync(at("a.csv"), text(right));
    writeFileSync(at(name), bytes);
    const read = cubeOf(planWith("AWS:billing_dimension:service"), [at("a.csv"), at(name)]);
    await expect(read).rejects.toThrow(`${at(name)}: 2 records have`);
    await expect(read).rejects.toThrow(message);
  }
});

test("virtual currencies and small letters are read as they are", async () => {
  writeFileSync(at("a.csv"), text(right, right.replace("USD", "credits"), right.replace("USD", "eur")));
  expect((await cubeOf(planWith(), [at("a.csv")])).currency.dictionary).toEqual(["USD", "credits", "eur"]);
});

test("Parquet has the row instead of the line", async () => {
  const rows = "SELECT 'AWS' AS ProviderName, 'USD' AS BillingCurrency, DATE '2026-10-02' AS ChargePeriodStart";
  const costs = "range(300000) t(i)";
  await runSql(`COPY (${rows}, 1::DOUBLE AS BilledCost FROM ${costs}) TO '${at("a.parquet")}'`);
  await runSql(
    `COPY (${rows}, CASE WHEN i IN (250010, 299999) THEN 'infinity'::DOUBLE ELSE 1 END AS BilledCost FROM ${costs}
      ORDER BY i) TO '${at("b.parquet")}'`,
  );
  await expect(cubeOf(planWith(), [at("*.parquet")])).rejects.toThrow(
    `${at("b.parquet")}: 2 records have no number in the column BilledCost. The first one is in row 250011: "inf".`,
  );
});

test("a month takes only its own records, and a moment that can't be read could be of it", async () => {
  const plan = planCube([rulesWith()], focusMapping, "2026-10");
  const other = "AWS,,x,2026-09-30,x,Harbor";
  writeFileSync(at("a.csv"), text(other, right));
  expect((await cubeOf(plan, [at("a.csv")])).records).toEqual([1]);
  writeFileSync(at("a.csv"), text(other, right, right.replace("USD,1,", "USD,y,")));
  await expect(cubeOf(plan, [at("a.csv")])).rejects.toThrow('line 4: "y".');
  writeFileSync(at("a.csv"), text(other, right, right.replace("2026-10-02", "10/2/2026")));
  await expect(cubeOf(plan, [at("a.csv")])).rejects.toThrow('line 4: "10/2/2026".');
});
