/** The text of a file that a person names on the command line. */
import { readFile } from "node:fs/promises";
import { quoted } from "../console/terminal";

/** Stands for stdin in place of a path, as in most commands. */
const stdinPath = "-";

/** How messages name the input. */
export function inputTitle(path: string): string {
  return path === stdinPath ? "stdin" : quoted(path);
}

/**
 * Reads the text of a file, or of stdin if the path is `-`. UTF-8, or UTF-16 with a byte order mark, which `>` writes in Windows
 * PowerShell.
 *
 * @throws {Error} if it can't be read or is empty
 */
export async function readInput(path: string, stdin: AsyncIterable<Uint8Array> = process.stdin): Promise<string> {
  const bytes = path === stdinPath ? await bytesOf(stdin) : await readFile(path).catch(refuse(path));
  const text = new TextDecoder(isUtf16(bytes) ? "utf-16le" : "utf-8").decode(bytes);
  if (text.trim() === "") throw new Error(`${inputTitle(path)} is empty.`);
  return text;
}

async function bytesOf(stdin: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const isUtf16 = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xfe;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "the file does not exist",
  EISDIR: "it is a folder",
  EACCES: "you have no permission to read it",
};

function refuse(path: string): (error: NodeJS.ErrnoException) => never {
  return ({ code = "", message }) => {
    throw new Error(`${inputTitle(path)} can't be read: ${reasons[code] ?? message}.`);
  };
}
