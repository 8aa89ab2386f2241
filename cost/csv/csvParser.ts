/**
 * Reads CSV in the one way that RFC 4180 describes, also with semicolons or tabs instead of commas. Ambiguous text is an error, so nothing
 * is guessed.
 */
import { isUtf8 } from "node:buffer";

/** Separates the values of a record. Like the other separator, it is a control character that no value has. */
export const valueSeparator = "\u001f";

/** Separates records. */
export const recordSeparator = "\u001e";

const [comma, semicolon, tab, quote, lineFeed, carriageReturn] = [0x2c, 0x3b, 0x09, 0x22, 0x0a, 0x0d];
const [betweenValues, betweenRecords] = [valueSeparator.charCodeAt(0), recordSeparator.charCodeAt(0)];

const byteOrderMark = Buffer.from("\ufeff");

/** Stands among the indexes of the columns for the line of a record, which is then its last value. */
export const lineIndex = Infinity;

/** The longest record. Without a limit, a quote that is never closed would make one record of all that follows. */
const mostBytes = 4 << 20;

/**
 * Reads text in UTF-8 piece by piece, and returns the wanted values as text in UTF-8 with separators that need no quotes. A string for
 * each value would take twice as long. Errors don't name the file, and their text is not escaped.
 */
export class CsvParser {
  readonly #wanted: ReadonlySet<number>;
  /** What follows the last complete record. */
  #rest: Buffer = Buffer.alloc(0);
  #separator = comma;
  #names: readonly string[] | undefined;
  /** For each column, whether its values are wanted. */
  #isWanted: readonly boolean[] = [];
  /** The line in which what was read last ends. */
  #line = 1;
  /** The wanted values of the records that are complete, and how many bytes they are. */
  #values: Buffer = Buffer.alloc(0);
  #length = 0;

  /** @param wanted the indexes of the columns whose values are wanted */
  constructor(wanted: Iterable<number>) {
    this.#wanted = new Set(wanted);
  }

  /** The names of the columns, once they are read. */
  get names(): readonly string[] | undefined {
    return this.#names;
  }

  /**
   * Reads a piece.
   *
   * @returns the records that are complete now, with separators; undefined if there are none
   * @throws {Error} if the text can't be read
   */
  push(piece: Uint8Array): Buffer | undefined {
    const records = this.#read(Buffer.concat([this.#rest, piece]), false);
    if (this.#rest.length > mostBytes) {
      const isLast = ({ to }: Value): boolean => to >= this.#rest.length;
      throw this.#error(this.#rest, isLast, "is longer than 4 MiB, probably because a quote is not closed");
    }
    return records;
  }

  /**
   * Ends the text.
   *
   * @returns the last record, if it has no line end; undefined otherwise
   * @throws {Error} if it is not complete, or the whole text is empty
   */
  end(): Buffer | undefined {
    const records = this.#read(this.#rest, true);
    if (this.#names === undefined) throw new Error("It is empty.");
    return records;
  }

  #read(bytes: Buffer, isLast: boolean): Buffer | undefined {
    // One byte more: the last line end, in whose place a separator is written, can be missing. A record has at least two bytes.
    const mostForEach = this.#wanted.has(lineIndex) ? 8 : 1;
    const most = bytes.length * mostForEach + mostForEach;
    if (this.#values.length < most) this.#values = Buffer.allocUnsafe(most);
    this.#length = 0;
    let start = 0;
    let line = this.#line;
    if (this.#names === undefined) {
      // Some programs add a mark to a text that has one.
      while (bytes.subarray(start, start + byteOrderMark.length).equals(byteOrderMark)) start += byteOrderMark.length;
      this.#separator = separatorIn(bytes, start);
    }
    let lineEnd = bytes.indexOf(lineFeed, start);
    while (start < bytes.length) {
      const next = this.#readRecord(bytes, start, isLast, line);
      if (next === undefined) break;
      for (; lineEnd >= 0 && lineEnd < next; lineEnd = bytes.indexOf(lineFeed, lineEnd + 1)) line += 1;
      start = next;
    }
    const done = bytes.subarray(0, start);
    if (!isUtf8(done))
      throw this.#error(done, ({ from, to }) => !isUtf8(done.subarray(from, to)), "is not text in UTF-8");
    for (const control of [betweenValues, betweenRecords]) {
      const at = done.indexOf(control);
      if (at < 0) continue;
      const name = `U+00${control.toString(16).toUpperCase()}`;
      throw this.#error(done, ({ to }) => to > at, `has the control character ${name}, which no cost data has`);
    }
    // The header is read again from its beginning, with the mark, once it is complete.
    if (this.#names === undefined) this.#rest = bytes;
    else [this.#rest, this.#line] = [bytes.subarray(start), line];
    return this.#length === 0 ? undefined : Buffer.from(this.#values.subarray(0, this.#length - 1));
  }

  /** @returns where the next record begins; undefined if this one is not complete */
  #readRecord(bytes: Buffer, start: number, isLast: boolean, line: number): number | undefined {
    const before = this.#length;
    let at = start;
    for (let column = 0; ; column += 1) {
      const isQuoted = bytes[at] === quote;
      const from = isQuoted ? at + 1 : at;
      const isWanted = this.#names === undefined || this.#isWanted[column] === true;
      const to = isWanted ? this.#copy(bytes, from, isQuoted) : endOf(bytes, from, isQuoted, this.#separator);
      const next = isQuoted ? to + 1 : to;
      // Another quote, or the other half of the line end, could follow.
      if (!isLast && next + 1 >= bytes.length) {
        this.#length = before;
        return undefined;
      }
      if (to === bytes.length && isQuoted)
        throw this.#error(bytes, (value) => value.from === at, "has a quote that is not closed");
      if (bytes[next] === this.#separator) {
        at = next + 1;
        continue;
      }
      const end = this.#lineEnd(bytes, next);
      if (this.#names === undefined) this.#endNames(next === start);
      // An empty line is no record.
      else if (column === 0 && next === start) this.#length = before;
      else if (column + 1 === this.#names.length) this.#endRecord(line);
      else {
        const problem = `has ${column + 1} values, and there are ${this.#names.length} columns`;
        throw new Error(`Line ${line} ${problem}: ${shown(bytes.subarray(start, next))}.`);
      }
      return end;
    }
  }

  /** Copies a value, with doubled quotes once, and a separator after it. Returns where it ends, as {@link endOf} does. */
  #copy(bytes: Buffer, from: number, isQuoted: boolean): number {
    const [values, most] = [this.#values, Math.max(this.#separator, quote)];
    let length = this.#length;
    let at = from;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      // Most bytes are greater than all that can end a value.
      if (byte <= most && (isQuoted ? byte === quote : isEnd(byte, this.#separator))) {
        if (!isQuoted || bytes[at + 1] !== quote) break;
        at += 1;
      }
      values[length] = byte;
      length += 1;
    }
    values[length] = betweenValues;
    this.#length = length + 1;
    return at;
  }

  #lineEnd(bytes: Buffer, at: number): number {
    const byte = bytes[at];
    if (byte === undefined) return at;
    if (byte === lineFeed) return at + 1;
    if (byte === carriageReturn && bytes[at + 1] === lineFeed) return at + 2;
    const problem =
      byte === carriageReturn
        ? "has a carriage return that is not part of a line end"
        : "has a quote in the wrong place";
    throw this.#error(bytes, ({ to }) => to >= at, problem);
  }

  #endNames(isBlank: boolean): void {
    if (isBlank) throw new Error("It begins with an empty line instead of the names of the columns.");
    const names = this.#values.toString("utf8", 0, this.#length - 1).split(valueSeparator);
    if (names.some((name) => name.includes("\0")))
      throw new Error("It looks like text in UTF-16 without a mark. Save it in UTF-8.");
    if (/^sep=/iu.test(names[0] ?? ""))
      throw new Error("It begins with a line for spreadsheets that names the separator. Remove that line.");
    refuseRepeated(names);
    this.#names = names;
    this.#isWanted = names.map((_, column) => this.#wanted.has(column));
    this.#length = 0;
  }

  #endRecord(line: number): void {
    if (this.#wanted.has(lineIndex)) this.#length += this.#values.write(`${line}${valueSeparator}`, this.#length);
    this.#values[this.#length - 1] = betweenRecords;
  }

  /** @param bytes what follows the last line that was read */
  #error(bytes: Buffer, isWrong: (value: Value) => boolean, problem: string): Error {
    for (const value of valuesOf(bytes, this.#separator)) {
      if (!isWrong(value)) continue;
      const [line, name] = [this.#line + lineEnds(bytes, 0, value.from), this.#names?.[value.column]];
      const isHeader = this.#names === undefined || line === 1;
      const [which, where] = isHeader
        ? ["The line with the names of the columns", ""]
        : [`Line ${line}`, `, in the column ${name}`];
      const end = endOfPlain(bytes, value.to, this.#separator);
      return new Error(`${which} ${problem}${where}: ${shown(bytes.subarray(value.from, end))}.`);
    }
    return new Error(`It ${problem}.`);
  }
}

/** Where a value is. */
interface Value {
  from: number;
  to: number;
  column: number;
}

/** The values of some records, for messages. */
function* valuesOf(bytes: Buffer, separator: number): Generator<Value> {
  let column = 0;
  for (let from = 0; from < bytes.length;) {
    const to = bytes[from] === quote ? endOfQuoted(bytes, from + 1) + 1 : endOfPlain(bytes, from, separator);
    yield { from, to, column };
    column = bytes[to] === separator ? column + 1 : 0;
    from = to + 1;
  }
}

/** How many lines end in a part of the bytes. */
function lineEnds(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed, from); at >= 0 && at < to; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}

/** The beginning of a value in a message. */
function shown(bytes: Buffer): string {
  return shownValue(bytes.toString("utf8", 0, 4 * mostShown));
}

/** A value in a message: not more than its beginning. */
export function shownValue(text: string): string {
  return JSON.stringify(text.length > mostShown ? `${text.slice(0, mostShown)}...` : text);
}

const mostShown = 60;

function endOf(bytes: Buffer, from: number, isQuoted: boolean, separator: number): number {
  return isQuoted ? endOfQuoted(bytes, from) : endOfPlain(bytes, from, separator);
}

/** The index of the quote that closes a value, or the end of the bytes. */
function endOfQuoted(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    while (at < bytes.length && bytes[at] !== quote) at += 1;
    if (bytes[at + 1] !== quote) return at;
    at += 2;
  }
}

/** What separates the names of the columns: semicolons or tabs, if there is nothing else that could. */
function separatorIn(bytes: Buffer, from: number): number {
  const found = new Set<number>();
  let isQuoted = false;
  for (const byte of bytes.subarray(from)) {
    if (byte === quote) isQuoted = !isQuoted;
    else if (!isQuoted && byte === lineFeed) break;
    else if (!isQuoted && (byte === comma || byte === semicolon || byte === tab)) found.add(byte);
  }
  const [only = comma] = found;
  return found.size === 1 ? only : comma;
}

/** The index of what ends a value: a separator, a line end, or a quote, which is wrong there. Or the end of the bytes. */
function endOfPlain(bytes: Buffer, from: number, separator: number): number {
  const most = Math.max(separator, quote);
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte <= most && isEnd(byte, separator)) return at;
  }
  return at;
}

function isEnd(byte: number, separator: number): boolean {
  return byte === separator || byte === lineFeed || byte === carriageReturn || byte === quote;
}

/** If two columns have the same name, it would be a guess which one is meant. */
function refuseRepeated(names: readonly string[]): void {
  const named = names.filter((name) => name !== "");
  const repeated = named.find((name, index) => named.indexOf(name) < index);
  if (repeated !== undefined) throw new Error(`Two columns have the name ${JSON.stringify(repeated)}.`);
}
