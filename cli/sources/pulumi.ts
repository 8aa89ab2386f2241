/** Runs `pulumi`, the only process that the commands start. */
import { execFile } from "node:child_process";
import { field, isObject, parseJson } from "../../client/json";
import { printableLines } from "../../client/printable";
import { refuseFailed, streamingVariable } from "./plan/steps";
import { printable, quoted } from "../console/terminal";

const notInstalled = [
  'The command "pulumi" is not on the PATH.',
  "Install it (https://www.pulumi.com/docs/install), or read its output from a file: with --plan or --state.",
].join("\n");

/** Far above the plan and the state of the largest stacks. */
const mostOutput = 1024 * 1024 * 1024;

/** How many of the last lines on stderr are shown if the preview fails. */
const listedLines = 20;

/**
 * Runs the preview of a stack, in the current folder.
 *
 * @param refreshes whether the preview reads the account first, so that drift shows as a change
 * @returns the output
 * @throws {Error} with the errors of the preview, or if `pulumi` is not on the PATH
 */
export async function previewStack(stack: string, refreshes: boolean, env: NodeJS.ProcessEnv): Promise<string> {
  // With "=", a name can't be taken for an option.
  const args = ["preview", "--json", "--show-sames", "--non-interactive", "--color=never", `--stack=${stack}`];
  const { stdout, stderr, failure } = await runPulumi([...args, ...(refreshes ? ["--refresh"] : [])], env);
  if (failure === undefined) return stdout;
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

/**
 * The state of a stack, as `pulumi stack export` prints it: secrets stay encrypted, unless an option shows them.
 *
 * @throws {Error} with the errors of the export, or if `pulumi` is not on the PATH
 */
export async function exportStack(
  stack: string,
  env: NodeJS.ProcessEnv,
  ...options: readonly "--show-secrets"[]
): Promise<string> {
  const args = ["stack", "export", "--non-interactive", `--stack=${stack}`, ...options];
  const { stdout, stderr, failure } = await runPulumi(args, env);
  if (failure === undefined) return stdout;
  throw new Error(`\`pulumi stack export --stack ${printable(stack)}\` failed:\n${stderr.trim() || failure.message}`);
}

/** The config of a stack. */
export interface StackConfig {
  /** The values of all keys that have a text, as `namespace:name`. */
  values: ReadonlyMap<string, string>;
  /** The keys of secrets that can't be decrypted. */
  hidden: readonly string[];
  /** Why they can't. Empty if none is hidden. */
  problem: string;
}

/**
 * Reads the config of a stack. Without its passphrase or key, only what is no secret.
 *
 * @throws {Error} with the errors of `pulumi config`, or if `pulumi` is not on the PATH
 */
export async function stackConfig(stack: string, env: NodeJS.ProcessEnv): Promise<StackConfig> {
  const args = ["config", "--json", "--non-interactive", `--stack=${stack}`];
  const withSecrets = await runPulumi([...args, "--show-secrets"], env);
  const all = configIn(withSecrets);
  if (all !== undefined) return { ...all, problem: "" };
  const problem = printableLines(withSecrets.stderr.trim());
  const others = configIn(await runPulumi(args, env));
  // stdout has secrets, so no error shows it.
  if (others === undefined) throw new Error(`The config of stack ${quoted(stack)} can't be read:\n${problem}`);
  return { ...others, problem };
}

function configIn({ stdout, failure }: Ended): Pick<StackConfig, "values" | "hidden"> | undefined {
  const config = failure === undefined ? parseJson(stdout) : undefined;
  if (!isObject(config)) return undefined;
  const values = new Map<string, string>();
  const hidden: string[] = [];
  for (const [name, entry] of Object.entries(config)) {
    const value = field(entry, "value");
    if (typeof value === "string") values.set(name, value);
    else if (field(entry, "secret") === true) hidden.push(name);
  }
  return { values, hidden };
}

interface Ended {
  stdout: string;
  stderr: string;
  failure: Error | undefined;
}

function runPulumi(args: readonly string[], given: NodeJS.ProcessEnv): Promise<Ended> {
  const env = { ...given, [streamingVariable]: undefined };
  return new Promise((resolve, reject) => {
    execFile("pulumi", [...args], { env, maxBuffer: mostOutput }, (error, stdout, stderr) => {
      if (error?.code === "ENOENT") reject(new Error(notInstalled));
      else resolve({ stdout, stderr, failure: error ?? undefined });
    });
  });
}
