/** The sums of all fixtures, as CSV, compressed and as Parquet, are those that a reader of other code adds up from the text. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { exports } from "../clouds/exports";
import { writeExportCsv } from "../clouds/exportFile";
import { readIndependently } from "../csv/independentReader";
import { cubeOf, planWith } from "../cubeOf";
import { plainRows, runSql, writeCsv } from "../focusData";
import { hostileRecords } from "../hostileData";
import { momentRecords } from "../momentForms";
import { folder } from "../../support/folder";

const csv = (): string => join(folder(), "focus.csv");

const fixtures: [string, () => void][] = [
  [
    "the official sample",
    () => {
      copyFileSync(resolve(__dirname, "../sample/focus_sample.csv"), csv());
    },
  ],
  [
    "hostile records",
    () => {
      writeCsv(csv(), hostileRecords);
    },
  ],
  [
    "forms of moments",
    () => {
      writeCsv(csv(), momentRecords);
    },
  ],
  ...exports.map((one): [string, () => void] => [
    one.name,
    () => {
      writeExportCsv(csv(), one);
    },
  ]),
];

/** In units of 10^-12. */
function unitsOf(amount: string): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(12, "0"));
}

type Sums = Record<string, { cost: bigint; gross: bigint; records: number }>;

function add(sums: Sums, key: string, cost: bigint, gross: bigint, records: number): void {
  const sum = (sums[key] ??= { cost: 0n, gross: 0n, records: 0 });
  sum.cost += cost;
  sum.gross += gross;
  sum.records += records;
}

/** The sums by currency and month in UTC. */
function sumsOfText(text: string): Sums {
  const [names = [], ...records] = readIndependently(text) ?? [];
  const sums: Sums = {};
  for (const record of records) {
    const value = (name: string): string => record[names.indexOf(name)] ?? "";
    const [date = "", time = "00:00", offset = "Z"] =
      /^(\S{10})(?:[T ]([0-9:.]+))? ?(?:UTC|(\S+))?$/u.exec(value("ChargePeriodStart"))?.slice(1) ?? [];
    const minutes = offset.replace(/^([+-]\d\d)$/u, "$1:00").replace(/^([+-]\d\d)(\d\d)$/u, "$1:$2");
    const month = new Date(`${date}T${time}${minutes}`).toISOString().slice(0, 7);
    const cost = unitsOf(value("BilledCost"));
    add(sums, `${value("BillingCurrency")} ${month}`, cost, cost < 0n ? -cost : cost, 1);
  }
  return sums;
}

async function sumsOfCube(path: string): Promise<Sums> {
  const sums: Sums = {};
  for (const { currency, moment, cost, gross, records } of plainRows(await cubeOf(planWith(), [path])))
    add(
      sums,
      `${currency} ${String(moment).slice(0, 7)}`,
      unitsOf(String(cost)),
      unitsOf(String(gross)),
      Number(records),
    );
  return sums;
}

test.each(fixtures)("%s", async (_, write) => {
  write();
  const expected = sumsOfText(readFileSync(csv(), "utf8"));
  expect(Object.keys(expected).length).toBeGreaterThan(0);
  writeFileSync(`${csv()}.gz`, gzipSync(readFileSync(csv())));
  const parquet = join(folder(), "focus.parquet");
  await runSql(
    `COPY (FROM read_csv('${csv()}', all_varchar = true, header = true, delim = ',', quote = '"', escape = '"')) TO '${parquet}'`,
  );
  for (const path of [csv(), `${csv()}.gz`, parquet]) expect(await sumsOfCube(path)).toEqual(expected);
});
