/** Set-up of the checkout, from a fresh clone or from any later state. */
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureEngine, hasEngine } from "../engine/engine.mjs";
import { allOf } from "../shared/allOf.mjs";
import { checkout } from "../shared/checkout.mjs";
import { withLock } from "../shared/lock.mjs";
import { announce, track } from "../shared/plan.mjs";
import { areInstalled, ensureDependencies } from "./dependencies.mjs";
import { ensureDist, isCompiled } from "./dist.mjs";

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
 * Sets up the package and the engine, side by side. Says first what that takes, and the command.
 *
 * @param {"deploy" | "test" | "full"} [command]
 * @returns What is done once the dependencies are `installed`, and once all is `ready`.
 */
export function startSetUp(command) {
  announce([
    ...(areInstalled() ? [] : [/** @type {const} */ ("install")]),
    ...(hasEngine() ? [] : [/** @type {const} */ ("engine")]),
    ...(isCompiled() ? [] : [/** @type {const} */ ("compile")]),
    ...(command === undefined ? [] : [command]),
  ]);
  const installed = withSetupLock(() => track("install", ensureDependencies));
  const compiled = installed.then(() => withSetupLock(() => track("compile", ensureDist)));
  const engine = track("engine", () => ensureEngine(installed));
  const ready = allOf(compiled, engine).then(([, engine]) => engine);
  return { installed, ready };
}

/**
 * Sets up the package and the engine.
 *
 * @param {"deploy"} [command]
 */
export function setUp(command) {
  return startSetUp(command).ready;
}
