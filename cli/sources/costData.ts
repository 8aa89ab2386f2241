/** The cost data of a review: a cube, or files of which one is made. */
import type { Cube } from "../../cost/cube/cube";
import { readCube } from "../../cost/cube/cubeFile";
import { type Lacking, lackingFor } from "../../cost/cube/evaluationInput";
import { planCube } from "../../cost/cube/plan";
import { cubeOfFiles } from "../../cost/duckdb/cubeOfFiles";
import { command, shellWord } from "../../client/recoveryCommand";
import { messageOf } from "../../rules/shared/messageOf";
import type { TagContent } from "../../rules/types";
import { readMapping } from "./mapping";
import { inputTitle } from "./textFile";
import { printable, type Terminal } from "../console/terminal";

/** Where the cost data is. */
export interface CostData {
  cube?: string | undefined;
  data?: readonly string[] | undefined;
  mapping?: string | undefined;
}

/** Where `cube` finds the rules. */
export interface CubeSource {
  /** Its options: `["--plan", "preview.json"]`, and those that select the account. */
  options: readonly string[];
  /** The command that prints the plan, if the options name one. */
  plan?: string;
}

/**
 * Loads the cost data.
 *
 * @param contents the rules that are evaluated over it
 * @param whose what makes the cube again for these rules. Undefined: no options of `cube` name them
 * @throws {Error} if it can't be read, has no records, or lacks what the rules need
 */
export async function loadCube(
  { cube, data = [], mapping }: CostData,
  contents: readonly TagContent[],
  whose: CubeSource | undefined,
  terminal: Terminal,
): Promise<Cube> {
  if (cube === undefined) return cubeOfData(data, mapping, contents, terminal);
  const title = inputTitle(cube);
  const loaded = readOrRefuse(cube, title);
  if (loaded.rowCount === 0) throw new Error(`${title} has no records.`);
  const { keys, cuts } = lackingFor(contents, loaded);
  if (keys.length + cuts.length > 0)
    throw new Error(
      lackingText(title, { keys, cuts }, loaded, whose && { ...whose, options: [...whose.options, "--out", cube] }),
    );
  return loaded;
}

function readOrRefuse(path: string, title: string): Cube {
  try {
    return readCube(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "The file does not exist." : messageOf(error);
    throw new Error(`${title} can't be read. ${reason}`, { cause: error });
  }
}

async function cubeOfData(
  patterns: readonly string[],
  mapping: string | undefined,
  contents: readonly TagContent[],
  { note, now }: Terminal,
): Promise<Cube> {
  const plan = planCube(contents, await readMapping(mapping));
  const onProgress = (line: string): void => {
    note(printable(line));
  };
  const cube = await cubeOfFiles({ patterns, plan, onProgress, now });
  if (cube.rowCount === 0) throw new Error("The cost data has no records.");
  return cube;
}

function lackingText(title: string, { keys, cuts }: Lacking, { header }: Cube, whose: CubeSource | undefined): string {
  // The file with the result of a query has no billing periods. A manifest stands for its files.
  const files = header.files.flatMap((source) =>
    source.billingPeriods.length === 0 ? [] : source.folder.endsWith(".json") ? [source.folder] : source.files,
  );
  const data = files.length > 0 && files.length <= 3 ? files.map(shellWord).join(" ") : "'focus/*.parquet'";
  const month = header.month === undefined ? [] : ["--month", header.month];
  const options = [...month, ...(whose?.options ?? [])].map(shellWord);
  return [
    `${title} was made for other rules, so amounts can't be computed from it.`,
    ...keys.map((key) => `- It has no values for ${printable(key)}.`),
    ...cuts.map(
      (cut) => `- It does not tell what was before and after ${cut}, where a rule's timeframe begins or ends.`,
    ),
    ...(whose === undefined
      ? ["Use --data instead of --cube."]
      : [`Make it again from the same data: ${command(["cube --data", data, ...options].join(" "))}`]),
    ...(whose?.plan === undefined ? [] : [`The plan is the output of: ${whose.plan}`]),
  ].join("\n");
}
