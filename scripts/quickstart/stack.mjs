/** The stack of the quick start, in the state of the quick start. */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./folder.mjs";
import { runQuietly } from "./pulumi.mjs";

/** Whether a stack is locked, because an earlier run was killed. */
function isLocked() {
  const locks = join(folder, "state", ".pulumi", "locks");
  mkdirSync(locks, { recursive: true });
  return readdirSync(locks, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
}

/**
 * Creates the stack of a project if it doesn't exist, and unlocks it if it is locked.
 *
 * @param {string} cwd the folder of the project
 * @param {NodeJS.ProcessEnv} env
 */
export async function createStack(cwd, env) {
  // No other run can own the lock, because the emulator allows only one process to use its data folder. Unlock first, because
  // other commands fail while the stack is locked.
  if (isLocked()) await runQuietly(["cancel", "--yes"], { env, cwd, ignore: "no stack named" });
  await runQuietly(["stack", "init"], { env, cwd, ignore: "already exists" });
}
