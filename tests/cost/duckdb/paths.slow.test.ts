/** Paths are names of files, and never patterns again. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { cubeOf, planWith } from "../cubeOf";
import { type FocusRecord, writeCsv, writeParquet } from "../focusData";
import { folder } from "../../support/folder";

const plan = planWith("AWS:tag:team");

/** Writes one file for each name, with the cost of its place: 1, 2, 4, ... */
async function write(names: readonly string[], format: string): Promise<string[]> {
  const paths = names.map((name) => join(folder(), `${name}.${format}`));
  for (const [index, path] of paths.entries()) {
    const record: FocusRecord = {
      provider: "AWS",
      currency: "USD",
      start: "2026-10-02 00:00:00",
      cost: String(2 ** index),
      tags: { team: "a" },
    };
    mkdirSync(dirname(path), { recursive: true });
    if (format === "parquet") await writeParquet(path, [record]);
    else writeCsv(path, [record]);
  }
  return paths;
}

/** The cost that is read, and the files. */
async function read(...patterns: string[]): Promise<[cost: number, files: string[]]> {
  const { cost, header } = await cubeOf(plan, patterns, true);
  const sum = cost.reduce((total, units) => total + units, 0n) / 10n ** 12n;
  return [Number(sum), header.files.flatMap(({ files }) => files).sort()];
}

const hostile = [
  "x1",
  "x[1]",
  "x[!2]",
  "star*",
  "starry",
  "que?",
  "quey",
  "it's",
  'quo"te',
  "{a,b}",
  "~",
  "a b",
  "é🏷️",
  "%20#",
];

const formats = process.platform === "win32" ? [] : ["parquet", "csv", "csv.gz"];

describe.each(formats)("%s", (format) => {
  test("files that a pattern finds are read once each", async () => {
    const paths = await write(hostile, format);
    expect(await read(join(folder(), `*.${format}`))).toEqual([2 ** hostile.length - 1, [...paths].sort()]);
  });

  test("a path of a file is that file, also if it looks like a pattern", async () => {
    const paths = await write(hostile, format);
    for (const [index, path] of paths.entries()) expect(await read(path)).toEqual([2 ** index, [path]]);
  });

  test("folders, too", async () => {
    const paths = await write(["x[1]*/part", "x1/part"], format);
    expect(await read(join(folder(), "x1", `*.${format}`))).toEqual([2, [paths[1]]]);
    expect(await read(join(folder(), "*", `part.${format}`))).toEqual([3, [...paths].sort()]);
    expect(await read(paths[0] ?? "")).toEqual([1, [paths[0]]]);
  });
});
