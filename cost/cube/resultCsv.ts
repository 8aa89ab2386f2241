/** Reads the result of a query that another engine ran: CSV with a header. */
import { CubeBuilder } from "./buildCube";
import type { Cube } from "./cube";
import { currencySpellings } from "./currencies";
import type { CubePlan } from "./plan";
import { ResultReader } from "./resultReader";
import { UnusableRecords } from "./unusableRecords";

/**
 * Makes a cube of the result of a query.
 *
 * @param text the CSV
 * @param title how messages and the cube name it
 * @param now Unix milliseconds
 * @throws {Error} if it is not the result of the plan's query. The text is not escaped
 */
export function cubeOfResult(text: string, plan: CubePlan, title: string, now: number): Cube {
  const [first, ...rows] = csvRows(text.replace(/^\ufeff/u, ""), title);
  if (first === undefined) throw new Error(`${title} is empty.`);
  const header = first.values.map((name) => name ?? "");
  const reader = new ResultReader(plan, header, title);
  const builder = new CubeBuilder(plan);
  /** For each currency, the line of its first row, and how many records all its rows stand for. */
  const firsts = new Map<string, { line: number; records: number }>();
  for (const { values, line } of rows) {
    if (values.length !== header.length)
      throw new Error(`${title}, line ${line}: ${values.length} values, and ${header.length} columns. ${csvHint}`);
    const group = reader.read(values, line);
    builder.add(group);
    const first = firsts.get(group.currency) ?? { line, records: 0 };
    firsts.set(group.currency, { ...first, records: first.records + group.records });
  }
  const spellings = currencySpellings([...firsts.keys()].sort());
  if (spellings !== undefined) {
    const { line, records } = firsts.get(spellings.other) ?? { line: 0, records: 0 };
    throw new UnusableRecords(title, "currency", records, plan.mapping, {
      where: `The first row of them is in line ${line}: ${JSON.stringify(spellings.other)}.`,
      spelling: spellings.usual,
    });
  }
  return builder.finish([{ folder: title, files: [title], billingPeriods: [] }], reader.billingMonths, now);
}

const csvHint = "Export the result as CSV with commas, and with quotes doubled inside of quoted values.";

/** The rows of CSV text (RFC 4180), and the lines in which they begin. A missing value is empty, or `\N` without quotes. */
function* csvRows(text: string, title: string): Generator<{ values: (string | null)[]; line: number }> {
  const value = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  let values: (string | null)[] = [];
  let [line, nextLine] = [1, 1];
  while (value.lastIndex < text.length || values.length > 0) {
    const found = value.exec(text);
    if (found === null)
      throw new Error(
        `${title}, line ${nextLine}: value ${values.length + 1} has a quote in the wrong place. ${csvHint}`,
      );
    const [whole, quoted, plain = "", end] = found;
    if (whole.includes("\n")) nextLine += whole.split("\n").length - 1;
    values.push(quoted === undefined ? (plain === "" || plain === "\\N" ? null : plain) : quoted.replaceAll('""', '"'));
    // A comma at the very end is followed by an empty value.
    if (end === "," && value.lastIndex === text.length) values.push(null);
    else if (end === ",") continue;
    yield { values, line };
    [values, line] = [[], nextLine];
    if (end === ",") return;
  }
}
