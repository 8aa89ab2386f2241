/**
 * `npm start` as somebody who has just cloned the repository meets it: the first time, with the engine and npm's packages in
 * their caches already, and the second time. Made in a copy, so that nobody's own quick start is touched.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../scripts/shared/checkout.mjs";
import { lastLines, run as runCommand } from "../scripts/shared/run.mjs";
import { ratioAtMost } from "./support/rows.mjs";

/** @param {string} folder of a clone */
async function startTime(folder) {
  const start = performance.now();
  const result = await runCommand("npm", ["start"], { cwd: folder, shell: true });
  if (result.code !== 0) throw new Error(`npm start failed:\n${lastLines(result)}`);
  return (performance.now() - start) / 1000;
}

/** @returns {Promise<import("./support/rows.mjs").Row[]>} */
export async function run() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "cost-allocation-bench-"));
  try {
    // What a clone would hold if everything here were committed.
    const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: checkout,
    });
    for (const file of new Set(files.toString().split("\0"))) {
      if (file !== "") cpSync(join(checkout, file), join(folder, file), { recursive: true });
    }
    const first = await startTime(folder);
    return [
      {
        name: "npm start, the second time",
        figure: await startTime(folder),
        unit: "s",
        baseline: { name: "the first time on a fresh clone", figure: first },
        target: ratioAtMost(0.5),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
