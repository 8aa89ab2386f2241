/**
 * What importing this package costs a program, beside importing `@pulumi/pulumi` alone, which it has to import anyway.
 *
 * Each import is timed in a fresh process; the two kinds take turns, so that whatever slows the machine down for a while
 * slows both, and the medians are compared.
 */
import { execFileSync } from "node:child_process";
import { checkout } from "../scripts/shared/checkout.mjs";
import { median, ratioAtMost } from "./support/rows.mjs";

const rounds = 21;

/**
 * Milliseconds to import a module in a fresh process. The process's own start is not counted.
 *
 * @param {string} name
 */
function importTime(name) {
  const code = `const from = performance.now(); require(${JSON.stringify(name)}); process.stdout.write(String(performance.now() - from));`;
  return Number(execFileSync(process.execPath, ["-e", code], { cwd: checkout, encoding: "utf8" }));
}

/** @returns {Promise<import("./support/rows.mjs").Row[]>} */
export function run() {
  /** @type {number[]} */
  const alone = [];
  /** @type {number[]} */
  const ours = [];
  // The first of each fills the caches of the disk and does not count.
  importTime("@pulumi/pulumi");
  importTime("pulumi-cost-allocation");
  for (let round = 0; round < rounds; round += 1) {
    alone.push(importTime("@pulumi/pulumi"));
    ours.push(importTime("pulumi-cost-allocation"));
  }
  return Promise.resolve([
    {
      name: "import of pulumi-cost-allocation",
      figure: median(ours),
      unit: "ms",
      baseline: { name: "import of @pulumi/pulumi alone", figure: median(alone) },
      target: ratioAtMost(1.1),
      times: rounds,
    },
  ]);
}
