/** Reads the result of a query that another engine ran: CSV with a header. */
import { CubeBuilder } from "./buildCube";
import type { Cube } from "./cube";
import type { CubePlan } from "./plan";
import { ResultReader } from "./resultReader";

/**
 * Makes a cube of the result of a query.
 *
 * @param text the CSV
 * @param title how messages and the cube name it
 * @param now Unix milliseconds
 * @throws {Error} if it is not the result of the plan's query. The text is not escaped
 */
export function cubeOfResult(text: string, plan: CubePlan, title: string, now: number): Cube {
  const [names, ...rows] = csvRows(text.replace(/^\ufeff/u, ""), title);
  if (names === undefined) throw new Error(`${title} is empty.`);
  const header = names.map((name) => name ?? "");
  const reader = new ResultReader(plan, header, title);
  const builder = new CubeBuilder(plan);
  for (const [index, row] of rows.entries()) {
    if (row.length !== header.length) {
      throw new Error(
        `${title} has ${row.length} values in row ${index + 2}, and ${header.length} columns. ${csvHint}`,
      );
    }
    builder.add(reader.read(row));
  }
  return builder.finish([{ folder: title, files: [title], billingPeriods: [] }], reader.billingMonths, now);
}

const csvHint = "Export the result as CSV with commas, and with quotes doubled inside of quoted values.";

/** The rows of CSV text (RFC 4180). A missing value is empty, or `\N` without quotes. */
function* csvRows(text: string, title: string): Generator<(string | null)[]> {
  const value = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  let row: (string | null)[] = [];
  while (value.lastIndex < text.length || row.length > 0) {
    const found = value.exec(text);
    if (found === null) throw new Error(`${title} has a value with a quote in the wrong place. ${csvHint}`);
    const [, quoted, plain = "", end] = found;
    row.push(quoted === undefined ? (plain === "" || plain === "\\N" ? null : plain) : quoted.replaceAll('""', '"'));
    if (end === ",") {
      // A comma at the very end is followed by an empty value.
      if (value.lastIndex === text.length) {
        row.push(null);
        yield row;
        return;
      }
      continue;
    }
    yield row;
    row = [];
  }
}
