/**
 * `npm run bench`: runs the benchmarks one at a time, prints a table of results and writes it to benchmarks/RESULTS.md. Exits
 * with code 1 if a result misses its target.
 *
 * `npm run bench -- client` runs only the named benchmarks and doesn't write RESULTS.md, so the file always shows one
 * complete run.
 *
 * A benchmark is a module that exports `run(): Promise<Row[]>` (see support/rows.mjs). Each runs in a process of its own, so
 * that none depends on what the others compiled and allocated. Benchmarks measure dist/, which set-up builds first.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setUp } from "../scripts/setup/setUp.mjs";
import { main } from "../scripts/shared/main.mjs";
import { messageOf } from "../scripts/shared/messageOf.mjs";
import { withProgress } from "../scripts/shared/progress.mjs";
import { table } from "../scripts/shared/table.mjs";
import { nextMessage } from "./support/childMessage.mjs";
import { busyShare, loadAverage, measureOthers } from "../scripts/shared/machine.mjs";
import { writeResults } from "./support/results.mjs";
import { cells, head, verdict } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

/**
 * Loaded on demand, because benchmarks import packages and dist/, which set-up provides.
 *
 * @type {Record<string, () => Promise<{ run: () => Promise<Row[]> }>>}
 */
const benchmarks = {
  catalogTypes: () => import("./catalogTypes.mjs"),
  analysis: () => import("./analysis.mjs"),
  bigAccount: () => import("./bigAccount.mjs"),
  client: () => import("./client.mjs"),
  "client-soak": () => import("./client-soak.mjs"),
  cube: () => import("./cube.mjs"),
  emulator: () => import("./emulator.mjs"),
  export: () => import("./export.mjs"),
  impact: () => import("./impact.mjs"),
  import: () => import("./import.mjs"),
  largeTag: () => import("./largeTag.mjs"),
  manyTags: () => import("./manyTags.mjs"),
  pipelines: () => import("./pipelines.mjs"),
  plugin: () => import("./plugin.mjs"),
  review: () => import("./review.mjs"),
  rules: () => import("./rules.mjs"),
  start: () => import("./start.mjs"),
};

/**
 * Measures one benchmark in a new process.
 *
 * @param {string} name
 * @returns {Promise<Row[]>}
 */
async function measure(name) {
  const others = measureOthers();
  const child = fork(import.meta.filename, [name], { serialization: "advanced" });
  const exited = once(child, "exit");
  /** @type {Row[]} */
  const rows = await nextMessage(child);
  await exited;
  const isBusy = others() > busyShare;
  return rows.map((row) => (isBusy && row.needsQuiet === true ? { ...row, isBusy } : row));
}

/**
 * Measures all named benchmarks. If one fails, the others go on, because a complete run takes minutes.
 *
 * @param {readonly string[]} names
 */
async function measureAll(names) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {string[]} */
  const failed = [];
  for (const name of names) {
    try {
      rows.push(...(await withProgress(`Measuring: ${name}`, () => measure(name))));
    } catch (error) {
      console.error(messageOf(error));
      failed.push(name);
    }
  }
  return { rows, failed };
}

/** @param {readonly string[]} requested */
async function bench(requested) {
  const names = Object.keys(benchmarks);
  const unknown = requested.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown benchmark: ${unknown.join(", ")}. Use ${names.join(", ")}.`);
  const load = loadAverage();
  const engine = await setUp();
  const others = measureOthers();
  const { rows, failed } = await measureAll(names.filter((name) => requested.length === 0 || requested.includes(name)));
  const isComplete = requested.length === 0 && failed.length === 0;
  console.log(`\n${table([head, ...rows.map(cells)])}`);
  if (isComplete && rows.some((row) => verdict(row) === "busy")) {
    console.log("\nbenchmarks/RESULTS.md stays as it is, because other processes used the machine.");
  } else if (isComplete) {
    await writeResults(rows, { engine: engine.version, load, others: others() });
    console.log("\nWrote benchmarks/RESULTS.md.");
  }
  const missed = rows.filter((row) => verdict(row) === "MISSED").length;
  if (failed.length > 0) throw new Error(`\nFailed: ${failed.join(", ")}.`);
  if (missed > 0) throw new Error(`\n${missed} of ${rows.length} results miss their target.`);
}

if (process.send === undefined) await main(() => bench(process.argv.slice(2)));
else process.send(await (await benchmarks[process.argv[2] ?? ""]?.())?.run());
