/** Runs `pulumi preview` for a stack. */
import { execFile } from "node:child_process";
import { type Plan, parsePlan } from "./plan/plan";
import { refuseFailed } from "./plan/steps";
import { printable, quoted } from "../console/terminal";

/** Far above the plan of the largest stacks. */
const mostOutput = 1024 * 1024 * 1024;

/** How many of the last lines on stderr are shown if the preview fails. */
const listedLines = 20;

/**
 * Runs the preview of a stack, in the current folder.
 *
 * @param refreshes whether the preview reads the account first, so that drift shows as a change
 * @throws {Error} with the errors of the preview, or if `pulumi` is not on the PATH
 */
export async function previewStack(stack: string, refreshes: boolean, env: NodeJS.ProcessEnv): Promise<Plan> {
  // With "=", a name can't be taken for an option.
  const args = ["preview", "--json", "--show-sames", "--non-interactive", "--color=never", `--stack=${stack}`];
  const { stdout, stderr, failure } = await runPulumi([...args, ...(refreshes ? ["--refresh"] : [])], env);
  if (failure?.code === "ENOENT") throw new Error('The command "pulumi" is not on the PATH.');
  if (failure === undefined) return parsePlan(stdout);
  // If the program or a resource fails, the plan says why.
  refuseFailed(stdout);
  const lines = [stderr, stdout]
    .join("\n")
    .split("\n")
    .filter((line) => line.trim() !== "");
  throw new Error(
    [
      `The preview of stack ${quoted(stack)} failed:`,
      ...lines.slice(-listedLines).map((line) => `  ${printable(line)}`),
    ].join("\n"),
  );
}

interface Ended {
  stdout: string;
  stderr: string;
  failure: { code?: string | number | null | undefined } | undefined;
}

function runPulumi(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve) => {
    execFile("pulumi", [...args], { env, maxBuffer: mostOutput }, (error, stdout, stderr) => {
      resolve({ stdout, stderr, failure: error ?? undefined });
    });
  });
}
