/** Runs `pulumi` commands for the quick start. */
import { spawn } from "node:child_process";
import { checkout } from "../shared/checkout.mjs";
import { lastLines, run } from "../shared/run.mjs";
import { stackName } from "./folder.mjs";

/** @typedef {{ env: NodeJS.ProcessEnv, cwd?: string }} Context */

/**
 * Runs a command and shows its output only if it fails.
 *
 * @param {readonly string[]} args
 * @param {Context & { ignore?: string }} context `ignore`: ignores a failure whose error output includes this text.
 */
export async function runQuietly(args, { env, cwd = checkout, ignore }) {
  const result = await run("pulumi", [...args, "--stack", stackName, "--non-interactive"], { env, cwd });
  if (result.code === 0 || (ignore !== undefined && result.stderr.includes(ignore))) return;
  throw new Error(`pulumi ${args[0]} failed:\n${lastLines(result)}`);
}

/**
 * Runs a command in the user's terminal. After Ctrl-C, waits until the command has finished its current operation and saved
 * the state, because it still needs the emulator.
 *
 * @param {readonly string[]} args
 * @param {Context} context
 */
export async function runInTerminal(args, { env, cwd = checkout }) {
  console.log(`\n$ pulumi ${args.join(" ")}`);
  const child = spawn("pulumi", [...args, "--stack", stackName], { env, cwd, stdio: ["ignore", "inherit", "inherit"] });
  /** @type {NodeJS.Signals | undefined} */
  let stopped;
  const interrupt = () => {
    stopped = "SIGINT"; // The terminal also sends it to the child.
  };
  const terminate = () => {
    stopped = "SIGTERM";
    child.kill("SIGINT");
  };
  process.on("SIGINT", interrupt).on("SIGTERM", terminate);
  try {
    const code = await new Promise((resolve, reject) => {
      child.on("error", reject).on("close", resolve);
    });
    if (stopped !== undefined) throw new Error("Stopped. To continue, run the same command again.");
    if (code !== 0) {
      const advice =
        "Fix what it reports and run the same command again. To start from scratch, delete .quickstart/ first.";
      throw new Error(`pulumi ${args[0]} failed with exit code ${code}. ${advice}`);
    }
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", terminate);
  }
}
