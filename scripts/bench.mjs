/**
 * Runs the benchmarks in turn, nothing beside them, prints what they found as one table, and writes it to
 * benchmarks/RESULTS.md. Ends with 1 where a target was missed.
 *
 * With names it runs those only and writes nothing, so that the file always holds one whole run: `npm run bench -- client`.
 *
 * A benchmark is a module benchmarks/<name>.mjs that exports `run(): Promise<Row[]>` (benchmarks/support/rows.mjs has the
 * shape); what several need, or only serves one, is in benchmarks/support/. It measures dist/, which is built before.
 */
import { readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { pathToFileURL } from "node:url";
import { otherLoad, writeResults } from "../benchmarks/support/results.mjs";
import { cells, head, isReached } from "../benchmarks/support/rows.mjs";
import { setUp } from "./setup/setUp.mjs";
import { checkout } from "./shared/checkout.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { withProgress } from "./shared/progress.mjs";
import { table } from "./shared/table.mjs";

/** @typedef {import("../benchmarks/support/rows.mjs").Row} Row */

const folder = join(checkout, "benchmarks");

/**
 * The names of the benchmarks to run: those that were asked for, else all.
 *
 * @param {readonly string[]} asked
 * @throws Error when there is none of such a name
 */
function chosen(asked) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
  const names = files.map((file) => parse(file).name).sort();
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no benchmark ${unknown.join(", ")}; there are ${names.join(", ")}.`);
  return names.filter((name) => asked.length === 0 || asked.includes(name));
}

/** @param {string} name */
async function rowsOf(name) {
  /** @type {{ run?: () => Promise<Row[]> }} */
  const benchmark = await import(pathToFileURL(join(folder, `${name}.mjs`)).href);
  if (benchmark.run === undefined) throw new Error(`benchmarks/${name}.mjs exports no run().`);
  return benchmark.run();
}

try {
  const asked = process.argv.slice(2);
  const names = chosen(asked);
  const load = otherLoad();
  const engine = await setUp();
  /** @type {Row[]} */
  const rows = [];
  for (const name of names) rows.push(...(await withProgress(`Measuring: ${name}`, () => rowsOf(name))));
  console.log(`\n${table([head, ...rows.map(cells)])}`);
  if (asked.length === 0) {
    await writeResults(rows, { engine: engine.version, load });
    console.log("\nWritten to benchmarks/RESULTS.md.");
  }
  const missed = rows.filter((row) => !isReached(row)).length;
  if (missed > 0) {
    console.error(`\n${missed} of ${rows.length} miss their target.`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
