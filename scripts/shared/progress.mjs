/** Says what takes time while it takes it: a line that ticks on a terminal, a line every 20 seconds elsewhere. */

/** @typedef {(text: string) => void} Say */

/**
 * A time as people read it: `4.2 s`, `3 min 49 s`.
 *
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/**
 * Does something that takes time, and says so while it takes it, on standard error: standard output may be data.
 *
 * @template T
 * @param {string} what
 * @param {(detail: Say) => Promise<T>} work Is given a function that tells what is being done at the moment.
 * @returns {Promise<T>}
 */
export async function withProgress(what, work) {
  const out = process.stderr;
  const started = Date.now();
  let detail = "";
  const line = () => `${what} (${duration(Date.now() - started)}${detail === "" ? "" : `; ${detail}`})`;
  if (!out.isTTY) out.write(`${what} ...\n`);
  const timer = setInterval(
    () => {
      out.write(out.isTTY ? `\r\u001B[K${line().slice(0, out.columns - 1)}` : `${line()} ...\n`);
    },
    out.isTTY ? 500 : 20_000,
  );
  try {
    const result = await work((text) => {
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
