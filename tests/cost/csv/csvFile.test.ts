/** Compressed CSV: it is read whole, or refused. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { csvColumns, csvRecords } from "../../../cost/csv/csvFile";
import { recordSeparator } from "../../../cost/csv/csvParser";
import { folder } from "../../support/folder";

async function read(bytes: Uint8Array, name = "focus.csv.gz"): Promise<string[]> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const values: string[] = [];
  for await (const records of csvRecords(path, [0])) values.push(...records.split(recordSeparator));
  return values;
}

const lines = Array.from({ length: 3_000 }, (_, index) => `${(index * 7919) % 3_001}`);
const whole = gzipSync(`n\n${lines.join("\n")}\n`);
const member = (...of: string[]): Buffer => gzipSync(of.map((line) => `${line}\n`).join(""));

test("a whole file, with its columns", async () => {
  expect(await read(whole, "FOCUS.CSV.GZ")).toEqual(lines);
  expect(await csvColumns(join(folder, "FOCUS.CSV.GZ"))).toEqual(["n"]);
  expect(await read(Buffer.from("n\n1\n"), "focus.csv")).toEqual(["1"]);
});

test("several compressed parts in one file, also empty ones", async () => {
  const parts = [member("n", "1"), member(), member("2"), member("3")];
  expect(await read(Buffer.concat(parts))).toEqual(["1", "2", "3"]);
});

test("each file that is cut off is refused", async () => {
  const cuts = [1, 4, 7, 8, 9, 100, Math.floor(whole.length / 2), whole.length - 12];
  for (const cut of cuts) await expect(read(whole.subarray(0, whole.length - cut))).rejects.toThrow("cut off");
  const parts = Buffer.concat([member("n", "1"), member("2")]);
  const second = member("2").length;
  for (const cut of [1, second - 1, second - 11]) {
    await expect(read(parts.subarray(0, parts.length - cut))).rejects.toThrow("cut off");
  }
});

test.each([
  ["another checksum", 8, "damaged"],
  ["another length", 4, "damaged"],
  ["other data", Math.floor(whole.length / 2), "damaged"],
])("%s is refused", async (_, fromEnd, problem) => {
  const bytes = Buffer.from(whole);
  bytes[bytes.length - fromEnd] = (bytes.at(-fromEnd) ?? 0) ^ 0xff;
  await expect(read(bytes)).rejects.toThrow(problem);
});

test.each([
  ["text", Buffer.from("rest")],
  ["zeros", Buffer.alloc(10)],
  ["zeros and another compressed part", Buffer.concat([Buffer.alloc(10), member("4")])],
])("%s after the compressed data: refused", async (_, rest) => {
  await expect(read(Buffer.concat([whole, rest]))).rejects.toThrow(/damaged|other data/u);
});

test.each([
  ["text with the name of a compressed file", "focus.csv.gz", Buffer.from("n\n1\n"), "damaged"],
  ["compressed data with the name of a text", "focus.csv", whole, ""],
  ["an empty compressed file", "focus.csv.gz", Buffer.alloc(0), "cut off"],
  ["a file without content", "focus.csv", Buffer.alloc(0), "empty"],
])("%s is refused", async (_, name, bytes, problem) => {
  await expect(read(bytes, name)).rejects.toThrow(problem);
});

test("a file that does not exist is an error, compressed or not", async () => {
  for (const name of ["none.csv", "none.csv.gz"])
    await expect(csvColumns(join(folder, name))).rejects.toThrow("ENOENT");
});
