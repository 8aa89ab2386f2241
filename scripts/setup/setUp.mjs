/** Set-up of the checkout, from a fresh clone or from any later state. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureEngine } from "../engine/engine.mjs";
import { allOf } from "../shared/allOf.mjs";
import { checkout } from "../shared/checkout.mjs";
import { withLock } from "../shared/lock.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { ensureDist } from "./dist.mjs";

/**
 * Changes node_modules/ or dist/ while no other process does. The lock file is outside the checkout, because `npm ci` deletes
 * everything in node_modules/.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
export function withSetupLock(work) {
  const name = createHash("sha256").update(checkout).digest("hex").slice(0, 16);
  return withLock(join(tmpdir(), `pulumi-cost-allocation-${name}.lock`), work, {
    onWait: (owner) => {
      process.stderr.write(`Waiting for process ${owner?.pid ?? "?"} to set up this checkout.\n`);
    },
  });
}

/** Installs the dependencies and compiles the package, each only if necessary. */
export function setUpPackage() {
  return withSetupLock(async () => {
    await ensureDependencies();
    await ensureDist();
  });
}

/**
 * Sets up the package and the engine, side by side.
 *
 * @returns What is done once the dependencies are `installed`, and once all is `ready`.
 */
export function startSetUp() {
  if (!existsSync(join(checkout, "node_modules"))) {
    console.error(
      "Setting up a fresh clone: half a minute, and about four minutes more where the Pulumi engine must be built.",
    );
  }
  const installed = withSetupLock(ensureDependencies);
  const compiled = installed.then(() => withSetupLock(ensureDist));
  const ready = allOf(compiled, ensureEngine(installed)).then(([, engine]) => engine);
  return { installed, ready };
}

/** Sets up the package and the engine. */
export function setUp() {
  return startSetUp().ready;
}
