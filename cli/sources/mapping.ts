/** The file `cost-data.json`. */
import { type CostMapping, focusMapping } from "../../cost/mapping/mapping";
import { parseMapping } from "../../cost/mapping/parseMapping";
import { messageOf } from "../../rules/shared/messageOf";
import { inputTitle, readInput } from "./textFile";
import { printable } from "../console/terminal";

/**
 * Reads the mapping.
 *
 * @param path the file. Default: the mapping of FOCUS data
 * @throws {Error} with all problems
 */
export async function readMapping(path: string | undefined): Promise<CostMapping> {
  if (path === undefined) return focusMapping;
  const text = await readInput(path);
  try {
    return parseMapping(text);
  } catch (error) {
    const problems = messageOf(error).split("\n").map(printable);
    throw new Error(
      [`${inputTitle(path)} is not a valid mapping:`, ...problems.map((line) => `  ${line}`)].join("\n"),
      {
        cause: error,
      },
    );
  }
}
