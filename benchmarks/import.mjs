/**
 * The CPU time to import this package, compared with `@pulumi/pulumi` alone, which every program imports anyway.
 *
 * Each import runs in a new process. The two alternate, so that a temporarily slow machine affects both.
 */
import { execFileSync } from "node:child_process";
import { checkout } from "../scripts/shared/checkout.mjs";
import { median, ratioAtMost } from "./support/rows.mjs";

const rounds = 11;

/**
 * Imports a module in a new process. Returns the import's CPU time in milliseconds, without the process's own start.
 *
 * @param {string} name
 */
function importTime(name) {
  const code = `const start = process.cpuUsage(); require(${JSON.stringify(name)}); const { user, system } = process.cpuUsage(start); process.stdout.write(String((user + system) / 1000));`;
  return Number(execFileSync(process.execPath, ["-e", code], { cwd: checkout, encoding: "utf8" }));
}

/** @returns {Promise<import("./support/rows.mjs").Row[]>} */
export function run() {
  /** @type {number[]} */
  const pulumiTimes = [];
  /** @type {number[]} */
  const packageTimes = [];
  // The first import of each fills the disk cache and doesn't count.
  importTime("@pulumi/pulumi");
  importTime("pulumi-cost-allocation");
  for (let round = 0; round < rounds; round += 1) {
    pulumiTimes.push(importTime("@pulumi/pulumi"));
    packageTimes.push(importTime("pulumi-cost-allocation"));
  }
  return Promise.resolve([
    {
      name: "import pulumi-cost-allocation, CPU time",
      figure: median(packageTimes),
      unit: "ms",
      baseline: { name: "import @pulumi/pulumi alone", figure: median(pulumiTimes) },
      target: ratioAtMost(1.1),
      times: rounds,
    },
  ]);
}
