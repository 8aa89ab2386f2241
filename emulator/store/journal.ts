/** The journal: an append-only file with each change as one line of JSON. */
import * as fs from "node:fs";
import * as path from "node:path";
import { lockFolder } from "./folderLock";
import type { Change } from "./state";

/** An open journal. */
export interface Journal {
  append(change: Change): void;
  close(): void;
}

const chunkLength = 1024 * 1024;

/**
 * Yields the complete lines of a file with their end positions. It reads the file in chunks, because a journal may be
 * larger than the memory. An incomplete last line is left out: the process was killed before the response was sent.
 */
function* completeLines(fd: number): Generator<{ text: string; end: number }> {
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

/** Applies every change in a journal. Returns the end position of the last complete line. */
function replay(fd: number, file: string, apply: (change: Change) => void): number {
  let length = 0;
  let number = 0;
  for (const { text, end } of completeLines(fd)) {
    number += 1;
    try {
      apply(JSON.parse(text) as Change);
    } catch (error) {
      throw new Error(`Line ${number} of ${file} is invalid: ${(error as Error).message}`, { cause: error });
    }
    length = end;
  }
  return length;
}

/** Writes all of the data at a position. A single call may write only part of it. */
function writeAll(fd: number, data: Buffer, position: number): void {
  let written = 0;
  while (written < data.length) {
    written += fs.writeSync(fd, data, written, data.length - written, position + written);
  }
}

/**
 * Opens the journal of a folder and applies every change in it. When `append` returns, the operating system has the
 * change, so it survives a SIGKILL of the process, but not a power failure.
 *
 * @throws Error if the folder is in use, or if a complete line of the journal is invalid.
 */
export function openJournal(dataFolder: string, apply: (change: Change) => void): Journal {
  const folder = path.resolve(dataFolder);
  fs.mkdirSync(folder, { recursive: true });
  const unlock = lockFolder(folder);
  let fd: number | undefined;
  try {
    const file = path.join(folder, "journal.ndjson");
    fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    const length = replay(fd, file, apply);
    // Removes an incomplete last line, so that other programs can read the file.
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

/** Returns a journal that appends to an open file of this length. */
function journalAt(fd: number, length: number, unlock: () => void): Journal {
  let end = length;
  return {
    append(change) {
      const line = Buffer.from(`${JSON.stringify(change)}\n`);
      // At an explicit position, so that the next change overwrites one that was written partly, as on a full disk.
      writeAll(fd, line, end);
      end += line.length;
    },
    close() {
      fs.closeSync(fd);
      unlock();
    },
  };
}
