/** The same records in other bytes would count twice, so they are refused. Files that only look alike are read. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { folder } from "../../support/folder";
import { cubeOf, planWith } from "../cubeOf";
import { writeRecords } from "../exportRecords";
import { type FocusRecord, runSql, writeCsv, writeParquet } from "../focusData";

const at = (name: string): string => join(folder(), name);

const records: FocusRecord[] = Array.from({ length: 20 }, (_, index) => ({
  provider: "AWS",
  currency: "USD",
  start: `2026-10-${String(index + 1).padStart(2, "0")}T00:00:00Z`,
  cost: `${index}.5`,
  tags: { team: `a${index}` },
}));

const text = (name: string): string => readFileSync(at(name), "utf8");

const others: Record<string, (name: string) => Promise<void> | void> = {
  "other.csv.gz": (name) => {
    writeFileSync(at(name), gzipSync(text("focus.csv")));
  },
  "crlf.csv": (name) => {
    writeFileSync(at(name), text("focus.csv").replaceAll("\n", "\r\n"));
  },
  "sorted.csv": (name) => {
    writeCsv(at(name), records.toReversed());
  },
  "zstd.parquet": (name) => runSql(`COPY (FROM '${at("focus.parquet")}') TO '${at(name)}' (COMPRESSION zstd)`),
  "other.parquet": (name) => writeParquet(at(name), records),
};

const originals: Record<string, () => Promise<void> | void> = {
  "focus.csv": () => {
    writeCsv(at("focus.csv"), records);
  },
  "focus.parquet": () => writeParquet(at("focus.parquet"), records),
};

test.each([
  ["focus.csv", "other.csv.gz"],
  ["focus.csv", "crlf.csv"],
  ["focus.csv", "sorted.csv"],
  ["focus.csv", "other.parquet"],
  ["focus.parquet", "zstd.parquet"],
])("%s and %s have the same records", async (one, other) => {
  await originals[one]?.();
  await others[other]?.(other);
  const names = [one, other].sort().map(at);
  await expect(cubeOf(planWith("AWS:tag:team"), names)).rejects.toThrow(
    `${names[0] ?? ""} and ${names[1] ?? ""} have the same records`,
  );
});

test.each([
  { of: "another moment", changed: { start: "2026-10-25T00:00:00Z" } },
  { of: "another tag, with the same cost and time", changed: { tags: { team: "other" } } },
])("a file with $of in one record is another one", async ({ changed }) => {
  const [first, ...rest] = records;
  writeCsv(at("one.csv"), records);
  writeCsv(at("two.csv"), [{ ...(first as FocusRecord), ...changed }, ...rest]);
  const { records: counts } = await cubeOf(planWith("AWS:tag:team"), [at("one.csv"), at("two.csv")]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
});

test.each([
  ["numbers that are doubles in Parquet", (index: number) => `random() * 1000 + ${index}`],
  ["the sum of numbers with ten places", (index: number) => `round(random(), 10) + ${index}`],
])("%s are the same in CSV", async (_, cost) => {
  const rows = Array.from({ length: 500 }, (_row, index) => ({
    ...{ ProviderName: "'AWS'", BilledCost: `CAST(${cost(index)} AS DOUBLE)`, Tags: "'{}'" },
  }));
  await writeRecords(at("one.parquet"), ...rows);
  await runSql(`COPY (FROM '${at("one.parquet")}') TO '${at("two.csv")}'`);
  await expect(cubeOf(planWith("AWS:tag:team"), [at("one.parquet"), at("two.csv")])).rejects.toThrow(
    "the same records",
  );
});

test.each([
  ["run=1/a.csv", "run=2/a.csv"],
  ["k/a.csv", "k/day=1/a.csv"],
])("the folder is no part of a file: %s and %s", async (...names) => {
  for (const name of names) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeCsv(at(name), records);
  }
  await expect(cubeOf(planWith("AWS:tag:team"), names.map(at), true)).rejects.toThrow("the same records");
});

test("many files with one fee each are read once for the sums, and once for their other columns", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `${String(index)}.parquet`);
  for (const name of names)
    await writeRecords(at(name), { ProviderName: "'AWS'", BilledCost: "0", SubAccountId: `'${name}'` });
  const { records: counts } = await cubeOf(planWith(), names.map(at));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
});

test("files with a header and no records are not the same", async () => {
  writeCsv(at("one.csv"), records);
  for (const name of ["two.csv", "three.csv"]) writeFileSync(at(name), `${text("one.csv").split("\n")[0] ?? ""}\n`);
  const { records: counts } = await cubeOf(planWith("AWS:tag:team"), ["one.csv", "two.csv", "three.csv"].map(at));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
});
