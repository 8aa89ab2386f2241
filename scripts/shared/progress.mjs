/** Progress of long tasks on standard error: a line that updates on a terminal, a line every 20 seconds elsewhere. */
import { timeLeft } from "./plan.mjs";

/**
 * Formats a duration: `4.2 s`, `3 min 49 s`.
 *
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/**
 * Runs a task and shows its progress. Writes to standard error, because standard output may be data.
 *
 * @template T
 * @param {string} title
 * @param {(setDetail: (text: string) => void) => Promise<T>} task Call `setDetail` to show what the task is doing now.
 * @returns {Promise<T>}
 */
export async function withProgress(title, task) {
  const out = process.stderr;
  const started = Date.now();
  let detail = "";
  const line = (left = "") => `${title} (${[duration(Date.now() - started), detail, left].filter(Boolean).join("; ")})`;
  if (!out.isTTY) out.write(`${title} ...\n`);
  const timer = setInterval(
    () => {
      out.write(out.isTTY ? `\r\u001B[K${line(timeLeft()).slice(0, out.columns - 1)}` : `${line(timeLeft())} ...\n`);
    },
    out.isTTY ? 500 : 20_000,
  );
  try {
    const result = await task((text) => {
      detail = text;
    });
    detail = "";
    out.write(`${out.isTTY ? "\r\u001B[K" : ""}${line()}: done\n`);
    return result;
  } catch (error) {
    out.write(`${out.isTTY ? "\r\u001B[K" : ""}${line()}: failed\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
