/**
 * Runs the benchmarks in turn, nothing beside them, and prints what they found as one table. Ends with 1 where a target was
 * missed. With names, runs those only: `npm run bench -- import`.
 *
 * A benchmark is a module benchmarks/<name>.mjs that exports `run(): Promise<Row[]>`; what several need, or only serves one, is
 * in benchmarks/support/. It measures dist/, which is built before.
 */
import { readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { pathToFileURL } from "node:url";
import { setUpPackage } from "./setup/setUp.mjs";
import { checkout } from "./shared/checkout.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { withProgress } from "./shared/progress.mjs";
import { table } from "./shared/table.mjs";

/**
 * One thing that was measured.
 *
 * @typedef {object} Row
 * @property {string} name What was measured.
 * @property {string} figure The figure with its unit, for example `212 ms`.
 * @property {string} [ratio] The figure in relation to something measured in the same run: `1.04 x @pulumi/pulumi`.
 * @property {string} [target] For example `at most 1.1 x`.
 * @property {boolean} [ok] Whether the target was reached; absent where there is none.
 */

/** @param {string} file */
async function rowsOf(file) {
  /** @type {{ run?: () => Promise<Row[]> }} */
  const bench = await import(pathToFileURL(file).href);
  if (bench.run === undefined) throw new Error(`${file} exports no run().`);
  return bench.run();
}

/** @param {Row} row */
function cells({ name, figure, ratio = "", target = "", ok }) {
  return [name, figure, ratio, target, ok === undefined ? "" : ok ? "ok" : "OVER"];
}

try {
  await setUpPackage();
  const asked = process.argv.slice(2);
  const folder = join(checkout, "benchmarks");
  const files = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
  /** @type {Row[]} */
  const rows = [];
  for (const file of files.sort()) {
    const { name } = parse(file);
    if (asked.length > 0 && !asked.includes(name)) continue;
    rows.push(...(await withProgress(`Measuring: ${name}`, () => rowsOf(join(folder, file)))));
  }
  console.log(`\n${table([["WHAT", "FIGURE", "RATIO", "TARGET", ""], ...rows.map(cells)])}`);
  if (rows.some((row) => row.ok === false)) process.exitCode = 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
