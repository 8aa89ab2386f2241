/** Runs `pulumi` for the quick start. */
import { spawn } from "node:child_process";
import { checkout } from "../shared/checkout.mjs";
import { lastLines, run } from "../shared/run.mjs";
import { stackName } from "./folder.mjs";

/** @typedef {{ env: NodeJS.ProcessEnv, cwd?: string }} Where */

/**
 * Runs a command whose output is of no interest unless it fails.
 *
 * @param {readonly string[]} args
 * @param {Where & { tolerate?: string }} where `tolerate`: a failure that says this is none.
 */
export async function quietly(args, { env, cwd = checkout, tolerate }) {
  const result = await run("pulumi", [...args, "--stack", stackName, "--non-interactive"], { env, cwd });
  if (result.code === 0 || (tolerate !== undefined && result.stderr.includes(tolerate))) return;
  throw new Error(`pulumi ${args[0]} failed:\n${lastLines(result)}`);
}

/**
 * Runs a command in the user's terminal. A Ctrl-C goes to it: it finishes the operation in flight and saves the state, and
 * the emulator lives until it has.
 *
 * @param {readonly string[]} args
 * @param {Where} where
 */
export async function visibly(args, { env, cwd = checkout }) {
  console.log(`\n$ pulumi ${args.join(" ")}`);
  const child = spawn("pulumi", [...args, "--stack", stackName], { env, cwd, stdio: ["ignore", "inherit", "inherit"] });
  /** @type {NodeJS.Signals | undefined} */
  let stopped;
  const interrupt = () => {
    stopped = "SIGINT"; // The terminal has sent it to the child as well.
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
    if (stopped !== undefined) throw new Error("Stopped. Run `npm start` again whenever you like.");
    if (code !== 0) throw new Error(`pulumi ${args[0]} ended with exit code ${code}.`);
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", terminate);
  }
}
