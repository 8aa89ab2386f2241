/** Files that an export writes: their headers, by which the next export recognizes them, and their formatting. */
import { createHash } from "node:crypto";
import { isObject, parseJson } from "../../client/json";
import { literal } from "../console/terminal";

/** What a file holds: for a tag, its ID and the name of its resource, which stay when the tag or the file is renamed. */
export type FileContent = "index" | "metadata" | "endpoints" | "report" | { tag: string; name: string };

/** A file of the exported project. */
export interface GeneratedFile {
  /** The path in the folder, with slashes. */
  path: string;
  /** The whole text. */
  text: string;
  /** Undefined for a file without a header, which an export creates but never changes. */
  header?: Header | undefined;
}

/** The header of a file. */
export interface Header {
  holds: FileContent;
  /** The hash of the content. The formatting doesn't change it. */
  hash: string;
}

/** An existing file that an export wrote. */
export interface ExistingFile {
  /** What the header says. */
  header: Header;
  /** The hash of the content now. It differs from the header's if someone has edited the file. */
  hash: string;
  /** The text below the header. That of an edited program is formatted as an export does. */
  body: string;
}

const notice = 'Written by "cost-allocation export". If you edit this file, the next export leaves it alone.';

/** A header line: what the file holds, and the hash of its content. */
const headerLine = /^(?<comment>\/\/|<!--) export (?<holds>.+) (?<hash>[0-9a-f]{16})(?: -->)?$/;

/** How a file in the project's folder imports the file at a path. */
export const modulePath = (path: string): string => `./${path.replace(/\.ts$/, "")}`;

/** A TypeScript file with its header. */
export async function typescriptFile(path: string, holds: FileContent, code: string): Promise<GeneratedFile> {
  const body = await formatted(code, "collapse");
  const header = { holds, hash: hashOf(body, holds) };
  return { path, text: `// ${notice}\n// export ${literal(holds)} ${header.hash}\n\n${body}`, header };
}

/** A Markdown file with its header. */
export function markdownFile(path: string, holds: FileContent, body: string): GeneratedFile {
  const header = { holds, hash: hashOf(inOneLine(body), holds) };
  return { path, text: `<!-- ${notice} -->\n\n<!-- export ${literal(holds)} ${header.hash} -->\n\n${body}`, header };
}

/**
 * Formats a program like Prettier's output. Loads Prettier only now: most commands don't need it, and it is large.
 *
 * @param objectWrap whether an object that fits on one line stays on several. Only `collapse` makes one text of all layouts
 */
export async function formatted(text: string, objectWrap: "preserve" | "collapse"): Promise<string> {
  const [{ format }, ...plugins] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/typescript"),
    import("prettier/plugins/estree"),
  ]);
  return format(text, { parser: "typescript", plugins, objectWrap });
}

/** Reads a file; undefined if no export has written it. */
export async function existingFile(text: string): Promise<ExistingFile | undefined> {
  const lines = withPlainLineEnds(text).split("\n");
  const index = lines.findIndex((line) => headerLine.test(line));
  const { comment, holds = "", hash = "" } = headerLine.exec(lines[index] ?? "")?.groups ?? {};
  const read = parseJson(holds);
  if (!isFileContent(read)) return undefined;
  const header = { holds: read, hash };
  // Where a person puts blank lines, the formatter breaks more lines.
  const body = withoutBlankLines(lines.slice(index + 1)).join("\n");
  if (hashOf(body, read) === hash) return { header, hash, body };
  // An export writes nothing that can't be parsed, so someone has edited it.
  const laidOut = comment === "//" ? await formatted(body, "collapse").catch(() => body) : inOneLine(body);
  return { header, hash: hashOf(laidOut, read), body: laidOut };
}

/** Markdown without its layout: formatters wrap its lines. */
const inOneLine = (markdown: string): string => markdown.trim().replaceAll(/\s+/gu, " ");

function isFileContent(value: unknown): value is FileContent {
  if (isObject(value)) return typeof value["tag"] === "string" && typeof value["name"] === "string";
  return ["index", "metadata", "endpoints", "report"].includes(value as string);
}

/** A text as it was written: git may have changed the line ends. */
export function withPlainLineEnds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/**
 * The hash of a formatted text, without blank lines. The argument `adopt` of a tag doesn't count either: people remove it after
 * the adoption.
 */
function hashOf(body: string, holds: FileContent): string {
  const adoptions = typeof holds === "object" ? ["adopt: true,", `adopt: ${literal(holds.tag)},`] : [];
  const lines = withoutBlankLines(body.split("\n")).filter((line) => !adoptions.includes(line.trim()));
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
}

const withoutBlankLines = (lines: readonly string[]): string[] => lines.filter((line) => line.trim() !== "");
