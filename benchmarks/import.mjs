/**
 * The CPU time to import this package, compared with `@pulumi/pulumi` alone, which every program imports anyway.
 * Each import runs in a new process.
 */
import { execFileSync } from "node:child_process";
import { checkout } from "../scripts/shared/checkout.mjs";
import { inTurns } from "./support/measure.mjs";
import { ratioAtMost } from "./support/rows.mjs";

/**
 * Imports a module in a new process. Returns the import's CPU time in milliseconds, without the process's own start.
 *
 * @param {string} name
 */
function importTime(name) {
  const code = `const start = process.cpuUsage(); require(${JSON.stringify(name)}); const { user, system } = process.cpuUsage(start); process.stdout.write(String((user + system) / 1000));`;
  return Promise.resolve(Number(execFileSync(process.execPath, ["-e", code], { cwd: checkout, encoding: "utf8" })));
}

/** @returns {Promise<import("./support/rows.mjs").Row[]>} */
export async function run() {
  // The first import of each fills the disk cache.
  const measured = await inTurns(11, () => importTime("pulumi-cost-allocation"), {
    name: "import @pulumi/pulumi alone",
    measure: () => importTime("@pulumi/pulumi"),
  });
  return [{ name: "import pulumi-cost-allocation, CPU time", unit: "ms", ...measured, target: ratioAtMost(1.1) }];
}
