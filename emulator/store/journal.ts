/** The append-only journal: one JSON line for each change, written before the change is answered. */
import * as fs from "node:fs";
import * as path from "node:path";
import type { Change } from "./state";

/** Where changes go before they are answered. */
export interface Journal {
  append(change: Change): void;
  close(): void;
}

/** Folders that this process holds: the lock file alone cannot tell two emulators of one process apart. */
const held = new Set<string>();

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

/** Takes the folder for this process. A lock left behind by a killed process does not count. */
function lock(folder: string): () => void {
  const file = path.join(folder, "emulator.lock");
  const owner = Number(readIfThere(file) ?? NaN);
  const inUse = held.has(folder) || (Number.isInteger(owner) && owner !== process.pid && isRunning(owner));
  if (inUse) {
    throw new Error(
      `The data folder ${folder} is in use by another emulator (process ${owner}). ` +
        `Stop it, choose another folder, or delete ${file} if that process is not an emulator.`,
    );
  }
  fs.writeFileSync(file, String(process.pid));
  held.add(folder);
  return () => {
    held.delete(folder);
    fs.rmSync(file, { force: true });
  };
}

const chunkLength = 1024 * 1024;

/**
 * The whole lines of a file, with the position that each ends at; read piece by piece, for a journal may be larger than
 * memory has room for. What follows the last line feed was never answered: the process was killed while it wrote.
 */
function* wholeLines(fd: number): Generator<{ text: string; end: number }> {
  let rest: Buffer[] = [];
  let position = 0;
  for (;;) {
    const chunk = Buffer.alloc(chunkLength);
    const length = fs.readSync(fd, chunk, 0, chunkLength, position);
    if (length === 0) {
      return;
    }
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1 && end < length; end = chunk.indexOf(10, start)) {
      yield { text: Buffer.concat([...rest, chunk.subarray(start, end)]).toString(), end: position + end + 1 };
      rest = [];
      start = end + 1;
    }
    rest.push(chunk.subarray(start, length));
    position += length;
  }
}

/** Hands every change to `apply`, and tells where the last whole line ends. */
function replay(fd: number, file: string, apply: (change: Change) => void): number {
  let length = 0;
  let number = 0;
  for (const { text, end } of wholeLines(fd)) {
    number += 1;
    try {
      apply(JSON.parse(text) as Change);
    } catch (error) {
      throw new Error(`Line ${number} of ${file} cannot be read: ${(error as Error).message}`, { cause: error });
    }
    length = end;
  }
  return length;
}

/** Writes all of the data at a position, however many calls that takes. */
function writeAll(fd: number, data: Buffer, position: number): void {
  let written = 0;
  while (written < data.length) {
    written += fs.writeSync(fd, data, written, data.length - written, position + written);
  }
}

/**
 * Opens the journal of a folder, hands every change in it to `apply` in order, and cuts off a line that was not wholly
 * written. A change is in the hands of the operating system when `append` returns: it outlives a SIGKILL of the process
 * (not a power failure).
 *
 * @throws Error when the folder is in use, or a line in the middle of the journal cannot be read.
 */
export function openJournal(dataFolder: string, apply: (change: Change) => void): Journal {
  const folder = path.resolve(dataFolder);
  fs.mkdirSync(folder, { recursive: true });
  const unlock = lock(folder);
  let fd: number | undefined;
  try {
    const file = path.join(folder, "journal.ndjson");
    fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    const length = replay(fd, file, apply);
    // The next line would be written over it anyway, but a half line is not for others to read.
    fs.ftruncateSync(fd, length);
    return journalAt(fd, length, unlock);
  } catch (error) {
    if (fd !== undefined) {
      fs.closeSync(fd);
    }
    unlock();
    throw error;
  }
}

/** The journal of an open file that ends at `length`. */
function journalAt(fd: number, length: number, unlock: () => void): Journal {
  let end = length;
  return {
    append(change) {
      const line = Buffer.from(`${JSON.stringify(change)}\n`);
      // At a position, so that a write that failed half way (a full disk) is overwritten by the next.
      writeAll(fd, line, end);
      end += line.length;
    },
    close() {
      fs.closeSync(fd);
      unlock();
    },
  };
}
