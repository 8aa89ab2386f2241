/** How much processor time `npm test` may take, and whether it does. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkout } from "./checkout.mjs";
import { busyShare, cpuTimes, measureOthers } from "./machine.mjs";
import { duration } from "./progress.mjs";
import { run } from "./run.mjs";
import { isFull } from "./size.mjs";

/**
 * What an `npm test` took, in seconds of processor time.
 *
 * @typedef {object} Taken
 * @property {keyof typeof budgets} size
 * @property {number} seconds All its processes. NaN on systems that don't report it.
 * @property {number} loop The fixed loop, after it.
 * @property {number} others The share of the processors that other processes took.
 */

/** The budgets for its sizes, with packages and engine in their caches. */
export const budgets = { usual: 15 * 60, full: 30 * 60 };

/**
 * What the fixed loop takes on the machine that the budget is for: there, the least that this printed in ten runs.
 * `node -e 'import("./scripts/shared/budget.mjs").then((it) => console.log(it.fixedLoop()))'`
 */
export const loopOfBudget = 0.1;

const tolerance = 1.15;

const file = join(checkout, "node_modules", ".cache", "pulumi-cost-allocation", "npm-test.json");

/** Works as tests do, with objects, texts and memory. Returns the processor time of the fastest of ten rounds. */
export function fixedLoop() {
  const times = Array.from({ length: 10 }, () => {
    const before = process.cpuUsage();
    const records = Array.from({ length: 100_000 }, (_, index) => ({ key: `key ${(index * 7919) % 100_003}`, index }));
    /** @type {typeof records} */
    const copies = JSON.parse(JSON.stringify(records));
    copies.sort((one, other) => (one.key < other.key ? -1 : 1));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.min(...times);
}

/**
 * Whether an `npm test` kept the budget, and the seconds that it would have taken on the machine that the budget is for.
 *
 * @param {Taken} taken
 * @returns {{ verdict: "ok" | "above" | "busy", seconds: number }}
 */
export function judge({ size, seconds: here, loop, others }) {
  const seconds = (here * loopOfBudget) / loop;
  if (others > busyShare) return { verdict: "busy", seconds };
  return { verdict: seconds > budgets[size] * tolerance ? "above" : "ok", seconds };
}

/** The commit that is checked out, and whether its files were changed. */
async function commit() {
  const args = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
  return (await run("git", args, { cwd: checkout })).stdout;
}

/**
 * Starts to measure an `npm test`. Call the result at its end: it prints what it took, and writes it down for `npm run test:full`, if the
 * engine was in the cache.
 */
export function startMeasuring() {
  const others = measureOthers();
  return async (/** @type {boolean} */ hadEngine) => {
    /** @type {Taken} */
    const taken = { size: isFull() ? "full" : "usual", seconds: cpuTimes().own, others: others(), loop: fixedLoop() };
    if (Number.isNaN(taken.seconds)) return;
    console.log(
      `Processor time: ${duration(taken.seconds * 1000)}; the budget is ${duration(budgets[taken.size] * 1000)}`,
    );
    if (!hadEngine) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...taken, commit: await commit() }));
  };
}

/**
 * Judges the last `npm test`, if it was of this commit.
 *
 * @returns {Promise<import("./steps.mjs").Count>}
 */
export async function judgeProcessorTime() {
  /** @type {Taken & { commit: string } | undefined} */
  const written = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const title = "processor time of npm test";
  const now = await commit();
  // Of a changed checkout, the commit says too little.
  if (written?.commit !== now || now === "" || now.endsWith("-dirty"))
    return {
      passed: 0,
      failed: 0,
      skipped: [`${title}: not measured on this commit with the engine in its cache`],
      failures: [],
    };
  const { verdict, seconds } = judge(written);
  console.log(`${title}: ${duration(seconds * 1000)} of ${duration(budgets[written.size] * 1000)}: ${verdict}`);
  const skipped = verdict === "busy" ? [`${title}: other processes took the machine`] : [];
  return { passed: 0, failed: verdict === "above" ? 1 : 0, skipped, failures: [] };
}
