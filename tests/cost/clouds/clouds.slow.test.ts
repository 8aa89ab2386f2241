/**
 * Small exports of every cloud, with all published columns, give the same money as `moneyOf`, which shares no code with what is tested:
 * for each value of the rules, each billing month and each currency, exactly.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { cubeCommand } from "../../../cli/commands/cube";
import type { Cube } from "../../../cost/cube/cube";
import { readCube } from "../../../cost/cube/cubeFile";
import { runCommand } from "../../support/commands/runCommand";
import { moneyOf } from "./charges";
import { writeExport, writeExportCsv } from "./exportFile";
import { commandOf, exports, mapping } from "./exports";
import { content, moneyIn } from "./rules";
import { folder } from "../../support/folder";

beforeEach(() => {
  writeFileSync(join(folder(), "tags.json"), JSON.stringify([{ name: "Team", ...content }]));
  writeFileSync(join(folder(), "cost-data.json"), JSON.stringify(mapping));
});

/** Runs a command that names files of the folder. */
async function cubeBy(command: string): Promise<Cube> {
  const [, , , ...words] = command.split(" ");
  const args = words.map((word) => (/\.(?:parquet|csv|gz|json)$/u.test(word) ? join(folder(), word) : word));
  const { code, stderr } = await runCommand(cubeCommand, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr });
  return readCube(readFileSync(join(folder(), "cube.json.gz")));
}

const docs = readFileSync(resolve(__dirname, "../../../docs/cost-data-clouds.md"), "utf8");
const commands = docs.match(/npx cost-allocation cube [^`\n]*/gu);

describe.each(exports.map((one) => ({ ...one, one })))("$name", ({ one, recognized, charges }) => {
  test.each(["parquet", "csv.gz"])("%s", async (format) => {
    if (format === "parquet") await writeExport(join(folder(), `${one.file}.parquet`), one);
    else writeExportCsv(join(folder(), `${one.file}.csv.gz`), one);
    const cube = await cubeBy(commandOf(one, format));
    expect(moneyIn(cube)).toEqual(moneyOf(charges));
    expect(cube.header.files.flatMap((source) => source.exports ?? [])).toEqual(recognized);
    expect(cube.header.unknownCost).toEqual({});
  });

  test("docs/cost-data-clouds.md has the command", () => {
    expect(commands).toContain(commandOf(one, "parquet"));
  });
});

test("as many columns as AWS and Google say", () => {
  const counts = exports.map(({ file, columns }): [string, number] => [file, Object.keys(columns).length]);
  expect(Object.fromEntries(counts)).toMatchObject({ "aws-focus-1.0": 48, "aws-focus-1.2": 60, "gcp-focus": 55 });
});

test("the exports of all clouds together", async () => {
  // Tags with several forms of prefixes could be several tags.
  const together = exports.filter(({ file }) => !/^aws-cur/u.test(file));
  for (const one of together) await writeExport(join(folder(), `${one.file}.parquet`), one);
  const cube = await cubeBy(commandOf({ file: "*", hasMapping: true }, "parquet"));
  expect(moneyIn(cube)).toEqual(moneyOf(together.flatMap(({ charges }) => charges)));
  expect(cube.header.files.flatMap((source) => source.exports ?? [])).toEqual([
    ...new Set(together.flatMap(({ recognized }) => recognized).sort()),
  ]);
});
