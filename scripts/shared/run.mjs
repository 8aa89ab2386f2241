/** Runs commands and captures their output. */
import { spawn } from "node:child_process";

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs] Kills the command after this time. It counts as failed.
 * @property {boolean} [show] Also writes the command's output to this process's output.
 * @property {boolean} [shell] Starts the command in a shell on Windows, where commands that npm installs are .cmd files.
 * @property {(line: string) => void} [onLine] Called with each line of standard error.
 */
/**
 * @typedef {object} RunResult
 * @property {number} code The exit code, or -1 if the command did not start, was killed by a signal or timed out.
 * @property {string} stdout
 * @property {string} stderr
 */

const onWindows = process.platform === "win32";

/**
 * Kills a command and, if it leads a process group, all processes that it started.
 *
 * @param {import("node:child_process").ChildProcess} child
 */
function kill(child) {
  if (child.pid === undefined) return;
  if (onWindows) {
    spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

/**
 * Runs a command until it exits. Doesn't throw if the command fails: check `code`.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, options = {}) {
  const { cwd, env, timeoutMs, show = false, shell = false, onLine } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell: shell && onWindows,
      stdio: ["ignore", "pipe", "pipe"],
      // With a timeout, a separate process group, so that all its processes can be killed. Otherwise in this group, so that
      // Ctrl-C in the terminal reaches the command.
      detached: timeoutMs !== undefined && !onWindows,
    });
    let stdout = "";
    let stderr = "";
    let line = "";
    let timedOut = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            kill(child);
          }, timeoutMs);
    child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      stdout += text;
      if (show) process.stdout.write(text);
    });
    child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      stderr += text;
      if (show) process.stderr.write(text);
      const lines = (line + text).split("\n");
      line = lines.pop() ?? "";
      for (const whole of lines) onLine?.(whole);
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ code: -1, stdout, stderr: `${stderr}${error.message}\n` });
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      if (timedOut) stderr += `Timed out after ${(timeoutMs ?? 0) / 1000} s.\n`;
      resolve({ code: timedOut ? -1 : (code ?? -1), stdout, stderr });
    });
  });
}

/**
 * The last lines of a command's output, for error messages.
 *
 * @param {RunResult} result
 * @param {number} [count]
 */
export function lastLines(result, count = 20) {
  return `${result.stdout}\n${result.stderr}`
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-count)
    .join("\n");
}

/**
 * @typedef {RunOptions & { what?: string, lines?: number }} MustOptions `what` failed, as the error says; by default, the command with
 *   its first argument. `lines`: how many lines of the output the error has.
 */

/**
 * Runs a command, or throws with the last lines of its output, unless they were shown already.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {MustOptions} [options]
 * @returns {Promise<string>} What it printed.
 */
export async function must(command, args, { what = `${command} ${args[0] ?? ""}`, lines, ...options } = {}) {
  const result = await run(command, args, options);
  if (result.code === 0) return result.stdout.trim();
  throw new Error(
    options.show === true
      ? `${what} failed with exit code ${result.code}.`
      : `${what} failed:\n${lastLines(result, lines)}`,
  );
}
