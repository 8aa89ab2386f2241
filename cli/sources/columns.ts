/** The names of a table's columns. */
import { CsvParser } from "../../cost/csv/csvParser";
import { messageOf } from "../../rules/shared/messageOf";
import { inputTitle, readInput } from "./textFile";

/**
 * Reads the names: one a line, or the first line of a CSV.
 *
 * @throws {Error} if the file can't be read
 */
export async function readColumns(path: string): Promise<readonly string[]> {
  const lines = (await readInput(path)).split(/\r?\n/u).map((line) => line.trim());
  const [first = ""] = lines;
  if (!first.includes(",")) return lines.filter((line) => line !== "").map((line) => line.replace(/^"(.*)"$/u, "$1"));
  const parser = new CsvParser([]);
  try {
    parser.push(Buffer.from(`${first}\n`));
    parser.end();
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`${inputTitle(path)} can't be read: ${reason}`, { cause: error });
  }
  return parser.names ?? [];
}
