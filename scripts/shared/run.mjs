/** Runs commands without blocking, with a limit in time and all that they say kept. */
import { spawn } from "node:child_process";

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs] After this time the command is ended and counts as failed.
 * @property {boolean} [show] Pass what it prints on to this process's own output as well.
 * @property {boolean} [shell] Start it through the shell: what npm installs is a .cmd file on Windows.
 * @property {(line: string) => void} [onLine] Called with each line of its error output.
 */
/**
 * @typedef {object} RunResult
 * @property {number} code Exit code; -1 where it did not start, was ended by a signal or took too long.
 * @property {string} stdout
 * @property {string} stderr
 */

const onWindows = process.platform === "win32";

/**
 * Ends a command and, where it leads a process group, all that it started.
 *
 * @param {import("node:child_process").ChildProcess} child
 */
function end(child) {
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
 * Runs a command to its end. Never throws for what the command does: the answer's `code` tells.
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
      // A group of its own can be ended as a whole; without a limit the terminal's Ctrl-C should reach the command.
      detached: timeoutMs !== undefined && !onWindows,
    });
    let stdout = "";
    let stderr = "";
    let line = "";
    let tooLong = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            tooLong = true;
            end(child);
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
      if (tooLong) stderr += `Ended after ${(timeoutMs ?? 0) / 1000} s.\n`;
      resolve({ code: tooLong ? -1 : (code ?? -1), stdout, stderr });
    });
  });
}

/**
 * The last lines of what a command said, for a message about its failure.
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
