/** Reads CSV files, compressed ones too. Errors don't name the file, and their text is not escaped. */
import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { createGunzip } from "node:zlib";
import { CsvParser } from "./csvParser";

/** How much is read at once. */
const pieceBytes = 1 << 18;

/**
 * The names of the columns of a file.
 *
 * @throws {Error} if its beginning can't be read
 */
export async function csvColumns(path: string): Promise<readonly string[]> {
  const parser = new CsvParser([]);
  for await (const piece of piecesOf(path)) {
    parser.push(piece);
    if (parser.names !== undefined) return parser.names;
  }
  parser.end();
  return parser.names ?? [];
}

/**
 * The records of a file, some at a time, with the separators of the parser.
 *
 * @param wanted the indexes of the columns whose values are wanted
 * @throws {Error} if the file can't be read, is not complete, or could be read in another way
 */
export async function* csvRecords(path: string, wanted: readonly number[]): AsyncGenerator<Buffer> {
  const parser = new CsvParser(wanted);
  for await (const piece of piecesOf(path)) {
    const records = parser.push(piece);
    if (records !== undefined) yield records;
  }
  const last = parser.end();
  if (last !== undefined) yield last;
}

/** How other forms than text in UTF-8 begin. The longer ones come first. */
const otherForms: readonly { begin: readonly number[]; encoding?: string; problem?: string }[] = [
  { begin: [0xff, 0xfe, 0, 0], problem: "It is text in UTF-32. Save it in UTF-8." },
  { begin: [0, 0, 0xfe, 0xff], problem: "It is text in UTF-32. Save it in UTF-8." },
  { begin: [0xff, 0xfe], encoding: "utf-16le" },
  { begin: [0xfe, 0xff], encoding: "utf-16be" },
  { begin: [0x50, 0x4b, 0x03, 0x04], problem: "It is a ZIP archive or a spreadsheet." },
  {
    begin: [0x1f, 0x8b],
    problem: "It is compressed with gzip: name it .csv.gz. With that name, it is compressed twice.",
  },
  { begin: [0x50, 0x41, 0x52, 0x31, 0x15], problem: "It is Parquet. Name it .parquet." },
];

/** The content of a file in UTF-8. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const piece of bytesOf(path)) {
    if (isFirst) {
      const form = otherForms.find(({ begin }) => begin.every((byte, index) => piece[index] === byte));
      if (form?.problem !== undefined) throw new Error(form.problem);
      decoder = form?.encoding === undefined ? undefined : new TextDecoder(form.encoding, { fatal: true });
    }
    isFirst = false;
    yield decoder === undefined ? piece : Buffer.from(decoded(decoder, piece));
  }
  if (decoder !== undefined) yield Buffer.from(decoded(decoder));
}

function decoded(decoder: TextDecoder, piece?: Buffer): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (error) {
    throw new Error("It begins as text in UTF-16, but it is cut off or damaged.", { cause: error });
  }
}

/** The bytes of a file, decompressed. Node.js checks the checksum and the length of each compressed part of it. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: pieceBytes });
  if (!/\.gz$/iu.test(path)) {
    yield* file as AsyncIterable<Buffer>;
    return;
  }
  const content = createGunzip({ chunkSize: pieceBytes });
  file.on("error", (error) => content.destroy(error));
  try {
    yield* file.pipe(content) as AsyncIterable<Buffer>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "Z_BUF_ERROR")
      throw new Error("It is cut off: its compressed data is not complete.", { cause: error });
    if (code === "Z_DATA_ERROR") throw new Error("Its compressed data is damaged.", { cause: error });
    throw error;
  } finally {
    file.destroy();
  }
  // Node.js silently leaves out zeros after the compressed data, and all that follows them.
  if (content.bytesWritten < file.bytesRead) throw new Error("It has other data after its compressed data.");
}
