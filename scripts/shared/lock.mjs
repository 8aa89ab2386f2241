/**
 * A lock between processes: a file that its owner creates exclusively and keeps young.
 *
 * What it guards is written under another name and renamed into place, so the lock saves work; it does not keep data
 * whole. That is why a lock that two processes find abandoned in the same instant may cost a second run, and no more.
 */
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** @typedef {{ pid: number, host: string }} Owner */
/**
 * @typedef {object} LockOptions
 * @property {number} [pollMs] How often a waiting process looks, and an owner touches the file.
 * @property {number} [abandonedMs] A file not touched for so long is abandoned.
 * @property {(owner: Owner | undefined) => void} [onWait] Called once, when another process has the lock.
 */

/** @param {number} pid */
function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and is someone else's.
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
    return undefined; // Being written this very moment, or gone.
  }
}

/**
 * @param {string} file
 * @param {number} abandonedMs
 */
function abandoned(file, abandonedMs) {
  const owner = ownerOf(file);
  if (owner?.host === hostname() && !lives(owner.pid)) return true;
  try {
    return Date.now() - statSync(file).mtimeMs > abandonedMs;
  } catch {
    return false; // Just released: trying again is what comes next anyway.
  }
}

/** @param {string} file */
function take(file) {
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
    // Taken away by someone who held it for abandoned: the work goes on, its result is renamed into place whole.
  }
}

/**
 * Does something that only one process at a time should do; others wait for it.
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
  let said = false;
  while (!take(file)) {
    if (abandoned(file, abandonedMs)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!said) onWait?.(ownerOf(file));
    said = true;
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
