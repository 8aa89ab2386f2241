/** The texts in the package's sources, and how a page quotes them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { words } from "../../client/hostWords";
import { root } from "./pages";

const folders = ["rules", "cost", "client", "stack", "provider", "sdk", "cli", "emulator"];

function readSources(): string {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(root, folder, name), "utf8")),
  );
  return files.join("\n");
}

/** The sources as one text. */
export const sources = readSources();

/** The same, with strings that are put together from pieces as one string, with the engine's words, and without escapes. */
const joined = sources
  .replaceAll(/["'`]\s*\+\s*["'`]/g, "")
  .replaceAll(/\$\{words\.(\w+)\}/g, (_, word: keyof typeof words) => words[word])
  .replaceAll(/\\(["'`])/g, "$1");

/**
 * The pieces of a quoted message that the sources don't contain. What stands in angle brackets is a placeholder for what the code
 * inserts.
 */
export function piecesNotInSources(message: string): string[] {
  return message
    .split(/<[^>]*>|\.\.\./)
    .map((piece) => piece.replace(/^[\s.,;]+|\s+$/g, ""))
    .filter((piece) => piece.length > 3 && !joined.includes(piece));
}
