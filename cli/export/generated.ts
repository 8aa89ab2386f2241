/** Files that an export writes: their headers, by which the next export recognizes them, and their formatting. */
import { createHash } from "node:crypto";
import * as estree from "prettier/plugins/estree";
import * as markdown from "prettier/plugins/markdown";
import * as typescript from "prettier/plugins/typescript";
import { format } from "prettier/standalone";
import { isObject, parseJson } from "../../client/json";
import { literal } from "../terminal";

/** What a file holds. It stays the same when the tag is renamed. */
export type Holds = "index" | "metadata" | "endpoints" | "report" | { tag: string };

/** A file of the exported project. */
export interface GeneratedFile {
  /** The path in the folder, with slashes. */
  path: string;
  /** The whole text. */
  text: string;
  /** Undefined for a file without a header, which an export creates but never changes. */
  holds?: Holds | undefined;
}

/** The header of an existing file. */
export interface Header {
  holds: Holds;
  /** Whether someone has edited the file since it was written. */
  isEdited: boolean;
}

const notice = 'Written by "cost-allocation export". If you edit this file, the next export leaves it alone.';

/** A header line: what the file holds, and the hash of everything below it. */
const headerLine = /^(?:\/\/|<!--) export (?<holds>.+) (?<hash>[0-9a-f]{16})(?: -->)?$/;

/** How a file in the project's folder imports the file at a path. */
export const modulePath = (path: string): string => `./${path.replace(/\.ts$/, "")}`;

/** A TypeScript file with its header, formatted like Prettier's output. */
export async function typescriptFile(path: string, holds: Holds, code: string): Promise<GeneratedFile> {
  const body = await format(code, { parser: "typescript", plugins: [typescript, estree] });
  const header = `// ${notice}\n// export ${literal(holds)} ${hashOf(body)}\n\n`;
  return { path, text: `${header}${body}`, holds };
}

/** A Markdown file with its header. */
export async function markdownFile(path: string, holds: Holds, text: string): Promise<GeneratedFile> {
  const body = await format(text, { parser: "markdown", plugins: [markdown] });
  const header = `<!-- ${notice} -->\n\n<!-- export ${literal(holds)} ${hashOf(body)} -->\n\n`;
  return { path, text: `${header}${body}`, holds };
}

/** The header of a file; undefined if no export has written it. */
export function headerOf(text: string): Header | undefined {
  // Git may have changed the line ends.
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const index = lines.slice(0, 4).findIndex((line) => headerLine.test(line));
  const { holds = "", hash = "" } = headerLine.exec(lines[index] ?? "")?.groups ?? {};
  const read = parseJson(holds);
  if (!isHolds(read)) return undefined;
  const body = lines
    .slice(index + 1)
    .join("\n")
    .replace(/^\n/, "");
  return { holds: read, isEdited: hashOf(body) !== hash };
}

function isHolds(value: unknown): value is Holds {
  if (isObject(value)) return typeof value["tag"] === "string";
  return ["index", "metadata", "endpoints", "report"].includes(value as string);
}

function hashOf(body: string): string {
  return createHash("sha256").update(body).digest("hex").slice(0, 16);
}
