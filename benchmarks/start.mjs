/**
 * `npm start` on a fresh clone, first and second run. The engine and the npm packages are already in their caches. Runs in a
 * copy of the checkout, so it doesn't touch your own quick start.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../scripts/shared/checkout.mjs";
import { must } from "../scripts/shared/run.mjs";
import { figureAtMost, ratioAtMost } from "./support/rows.mjs";

/**
 * Runs `npm start`. Returns its time in seconds.
 *
 * @param {string} folder A clone.
 */
async function startTime(folder) {
  const start = performance.now();
  await must("npm", ["start"], { cwd: folder, shell: true });
  return (performance.now() - start) / 1000;
}

/** @returns {Promise<import("./support/rows.mjs").Row[]>} */
export async function run() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "cost-allocation-bench-"));
  try {
    // The files that a clone would have if everything was committed.
    const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: checkout,
    });
    for (const file of new Set(files.toString().split("\0"))) {
      if (file !== "") cpSync(join(checkout, file), join(folder, file), { recursive: true });
    }
    const first = await startTime(folder);
    const second = await startTime(folder);
    return [
      {
        name: "npm start on a fresh clone",
        figure: first,
        unit: "s",
        baseline: { name: "second run", figure: second },
        target: figureAtMost(45),
        needsQuiet: true,
      },
      {
        name: "npm start, second run",
        figure: second,
        unit: "s",
        baseline: { name: "first run on a fresh clone", figure: first },
        target: ratioAtMost(0.5),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
