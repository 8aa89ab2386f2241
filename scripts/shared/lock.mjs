/**
 * A lock between processes: a file that its owner creates exclusively and touches regularly.
 *
 * The lock only avoids duplicate work. It isn't needed for correctness, because all results are written under another name
 * and then renamed. So if two processes take over an abandoned lock at the same time, the work is only done twice.
 */
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** @typedef {{ pid: number, host: string }} Owner */
/**
 * @typedef {object} LockOptions
 * @property {number} [pollMs] How often a waiting process checks the file, and the owner touches it.
 * @property {number} [abandonedMs] A file that hasn't been touched for this long is abandoned.
 * @property {(owner: Owner | undefined) => void} [onWait] Called once if another process has the lock.
 */

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is running, but belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * @param {string} file
 * @returns {Owner | undefined}
 */
function ownerOf(file) {
  try {
    return /** @type {Owner} */ (JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined; // The file was deleted, or isn't fully written yet.
  }
}

/**
 * @param {string} file
 * @param {number} abandonedMs
 */
function isAbandoned(file, abandonedMs) {
  const owner = ownerOf(file);
  if (owner?.host === hostname() && !isRunning(owner.pid)) return true;
  try {
    return Date.now() - statSync(file).mtimeMs > abandonedMs;
  } catch {
    return false; // The file was just deleted. The caller tries again.
  }
}

/** @param {string} file */
function tryToLock(file) {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    return false;
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Another process considered the lock abandoned and deleted the file.
  }
}

/**
 * Does work that only one process may do at a time. Other processes wait.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {LockOptions} [options]
 * @returns {Promise<T>}
 */
export async function withLock(file, work, options = {}) {
  const { pollMs = 500, abandonedMs = 60_000, onWait } = options;
  mkdirSync(dirname(file), { recursive: true });
  let isWaiting = false;
  while (!tryToLock(file)) {
    if (isAbandoned(file, abandonedMs)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!isWaiting) onWait?.(ownerOf(file));
    isWaiting = true;
    await delay(pollMs);
  }
  const release = () => {
    if (ownerOf(file)?.pid === process.pid) rmSync(file, { force: true });
  };
  const timer = setInterval(() => {
    touch(file);
  }, pollMs);
  process.on("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.off("exit", release);
    release();
  }
}
