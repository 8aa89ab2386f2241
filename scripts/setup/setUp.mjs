/** Everything that has to be there before anything here can run. */
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureEngine } from "../engine/engine.mjs";
import { checkout } from "../shared/checkout.mjs";
import { withLock } from "../shared/lock.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { ensureDist } from "./dist.mjs";

/**
 * Does something to this checkout's node_modules/ or dist/ while no other command does. The lock's file is outside, since
 * `npm ci` removes whatever is in node_modules/.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
export function alone(work) {
  const name = createHash("sha256").update(checkout).digest("hex").slice(0, 16);
  return withLock(join(tmpdir(), `pulumi-cost-allocation-${name}.lock`), work, {
    onWait: (owner) => {
      process.stderr.write(`Waiting for process ${owner?.pid ?? "?"}, which is setting up this checkout.\n`);
    },
  });
}

/** Installs the dependencies and compiles the package, each where needed. */
export function setUpPackage() {
  return alone(async () => {
    await ensureDependencies();
    await ensureDist();
  });
}

/**
 * Set-up from a fresh clone on, or from whatever is there already.
 *
 * @returns {Promise<import("../engine/probe.mjs").Engine>}
 */
export async function setUp() {
  await setUpPackage();
  return ensureEngine();
}
