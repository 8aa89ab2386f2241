/** The lock of a data folder: only one emulator can use it at a time. */
import * as fs from "node:fs";
import * as path from "node:path";

/** Folders that this process has locked. The lock file can't tell apart two emulators in one process. */
const lockedFolders = new Set<string>();

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is running, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Runs an operation on a file. Returns undefined if it fails with this code. */
function unless<T>(code: string, operation: () => T): T | undefined {
  try {
    return operation();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) {
      return undefined;
    }
    throw error;
  }
}

/** Who has a lock: the text of its file, or undefined if nobody has it. */
function ownerOf(file: string): string | undefined {
  return unless("ENOENT", () => fs.readFileSync(file, "utf8"));
}

/** Whether the owner of a lock has ended. An empty file is a lock that its owner is just writing. */
function hasEnded(owner: string): boolean {
  const pid = Number(owner);
  // Not this process: it asks only about locks that it doesn't have. After a restart, a container has the same IDs.
  return owner !== "" && (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid));
}

/**
 * Creates a lock file for this process. The file of a process that has ended is taken over, under a lock of its own:
 * without it, two processes could both see the old owner, and the second would take the lock from the first.
 *
 * @returns undefined, or the process ID of the current owner
 */
function createLockFile(file: string): string | undefined {
  for (;;) {
    const isCreated = unless("EEXIST", () => {
      fs.writeFileSync(file, String(process.pid), { flag: "wx" });
      return true;
    });
    if (isCreated === true) {
      return undefined;
    }
    const owner = ownerOf(file);
    if (owner !== undefined) {
      return hasEnded(owner) ? takeOver(file) : owner;
    }
    // Its owner has just released it.
  }
}

function takeOver(file: string): string | undefined {
  const guard = `${file}.takeover`;
  const other = createLockFile(guard);
  if (other !== undefined) {
    return other;
  }
  try {
    const owner = ownerOf(file);
    if (owner === undefined) {
      return createLockFile(file);
    }
    if (!hasEnded(owner)) {
      return owner;
    }
    fs.writeFileSync(file, String(process.pid));
    return undefined;
  } finally {
    fs.rmSync(guard, { force: true });
  }
}

function inUse(folder: string, file: string, owner: string): Error {
  const process = owner === "" ? "its process is just starting" : `process ${owner}`;
  return new Error(
    `The data folder ${folder} is in use by another emulator (${process}). ` +
      `Stop that emulator or use another folder. If the process is not an emulator, delete ${file}.`,
  );
}

/**
 * Locks a folder for this process. Takes over the lock of a process that is no longer running.
 *
 * @returns a function that unlocks the folder
 * @throws Error if another emulator uses the folder
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, "emulator.lock");
  // The same folder can have several spellings, for example through a link.
  const real = fs.realpathSync(folder);
  const owner = lockedFolders.has(real) ? String(process.pid) : createLockFile(file);
  if (owner !== undefined) {
    throw inUse(folder, file, owner);
  }
  lockedFolders.add(real);
  return () => {
    lockedFolders.delete(real);
    fs.rmSync(file, { force: true });
  };
}
