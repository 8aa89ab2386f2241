/** Makes a cube and writes it. */
import * as fs from "node:fs";
import type { Cube } from "../../../cost/cube/cube";
import { cubeBytes } from "../../../cost/cube/cubeFile";
import type { CubePlan } from "../../../cost/cube/plan";
import { cubeOfResult } from "../../../cost/cube/resultCsv";
import { cubeOfFiles } from "../../../cost/duckdb/cubeOfFiles";
import { writeWhole } from "../../console/atomicFile";
import { readInput } from "../../sources/textFile";
import { printable, quoted, type Terminal } from "../../console/terminal";
import { plainText } from "../../document/document";
import { cubeNotes } from "../../words/cube";

/** The options that say what a cube is made of, and where it is written. */
export interface MakeOptions {
  data?: string[] | undefined;
  fromCsv?: string | undefined;
  combine?: true | undefined;
  month?: string | undefined;
  out?: string | undefined;
}

/** Only the user who makes it can read it: it has the costs of the company. */
const cubeMode = 0o600;

/**
 * Makes the cube that the options describe, and writes it to `--out`, if given.
 *
 * @throws {Error} if the data can't be read or has no records. Nothing is written then
 */
export async function makeCube(options: MakeOptions, plan: CubePlan, terminal: Terminal): Promise<Cube> {
  const { data = [], fromCsv, combine, out, month } = options;
  const onProgress = (line: string): void => {
    terminal.note(printable(line));
  };
  const cube =
    fromCsv === undefined
      ? await cubeOfFiles({ patterns: data, plan, combine: combine === true, onProgress, now: terminal.now })
      : cubeOfResult(await readInput(fromCsv), plan, fromCsv, terminal.now());
  if (cube.rowCount === 0) throw new Error(`The data has no records${month === undefined ? "" : ` of ${month}`}.`);
  if (out !== undefined) writeCube(out, cube);
  for (const line of cubeNotes(cube, plan)) terminal.note(plainText(line));
  if (out !== undefined) terminal.note(`Wrote ${quoted(out)}.`);
  return cube;
}

function writeCube(path: string, cube: Cube): void {
  // An existing file keeps its permissions, and it may be one that others can read.
  if (fs.statSync(path, { throwIfNoEntry: false })?.isFile() === true) fs.chmodSync(path, cubeMode);
  writeWhole(path, cubeBytes(cube), cubeMode);
}
