/**
 * `npm run bench`: runs the benchmarks one at a time, prints a table of results and writes it to benchmarks/RESULTS.md.
 * Exits with code 1 if a result misses its target.
 *
 * `npm run bench -- client` runs only the named benchmarks and doesn't write RESULTS.md, so the file always shows one
 * complete run.
 *
 * A benchmark is a module that exports `run(): Promise<Row[]>` (see support/rows.mjs). Benchmarks measure dist/, which
 * set-up builds first.
 */
import { setUp } from "../scripts/setup/setUp.mjs";
import { main } from "../scripts/shared/main.mjs";
import { withProgress } from "../scripts/shared/progress.mjs";
import { table } from "../scripts/shared/table.mjs";
import { loadAverage, writeResults } from "./support/results.mjs";
import { cells, head, isReached } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

/**
 * Loaded on demand, because benchmarks import packages and dist/, which set-up provides.
 *
 * @type {Record<string, () => Promise<{ run: () => Promise<Row[]> }>>}
 */
const benchmarks = {
  catalogTypes: () => import("./catalogTypes.mjs"),
  analysis: () => import("./analysis.mjs"),
  client: () => import("./client.mjs"),
  "client-soak": () => import("./client-soak.mjs"),
  cube: () => import("./cube.mjs"),
  emulator: () => import("./emulator.mjs"),
  export: () => import("./export.mjs"),
  impact: () => import("./impact.mjs"),
  import: () => import("./import.mjs"),
  largeTag: () => import("./largeTag.mjs"),
  manyTags: () => import("./manyTags.mjs"),
  manyUpdates: () => import("./manyUpdates.mjs"),
  rules: () => import("./rules.mjs"),
  start: () => import("./start.mjs"),
};

await main(async () => {
  const requested = process.argv.slice(2);
  const names = Object.keys(benchmarks);
  const unknown = requested.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown benchmark: ${unknown.join(", ")}. Use ${names.join(", ")}.`);
  const load = loadAverage();
  const engine = await setUp();
  /** @type {Row[]} */
  const rows = [];
  for (const [name, loadBenchmark] of Object.entries(benchmarks)) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    const { run } = await loadBenchmark();
    rows.push(...(await withProgress(`Measuring: ${name}`, run)));
  }
  console.log(`\n${table([head, ...rows.map(cells)])}`);
  if (requested.length === 0) {
    await writeResults(rows, { engine: engine.version, load });
    console.log("\nWrote benchmarks/RESULTS.md.");
  }
  const missed = rows.filter((row) => !isReached(row)).length;
  if (missed > 0) throw new Error(`\n${missed} of ${rows.length} results miss their target.`);
});
