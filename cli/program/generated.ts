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
  holds?: FileContent | undefined;
}

/** The header of an existing file. */
export interface Header {
  holds: FileContent;
  /** Whether someone has edited the file since it was written. */
  isEdited: boolean;
}

const notice = 'Written by "cost-allocation export". If you edit this file, the next export leaves it alone.';

/** A header line: what the file holds, and the hash of everything below it. */
const headerLine = /^(?:\/\/|<!--) export (?<holds>.+) (?<hash>[0-9a-f]{16})(?: -->)?$/;

/** How a file in the project's folder imports the file at a path. */
export const modulePath = (path: string): string => `./${path.replace(/\.ts$/, "")}`;

/** A TypeScript file with its header, formatted like Prettier's output. */
export async function typescriptFile(path: string, holds: FileContent, code: string): Promise<GeneratedFile> {
  const body = await formatted(code, "typescript");
  const header = `// ${notice}\n// export ${literal(holds)} ${hashOf(body)}\n\n`;
  return { path, text: `${header}${body}`, holds };
}

/** A Markdown file with its header. */
export async function markdownFile(path: string, holds: FileContent, text: string): Promise<GeneratedFile> {
  const body = await formatted(text, "markdown");
  const header = `<!-- ${notice} -->\n\n<!-- export ${literal(holds)} ${hashOf(body)} -->\n\n`;
  return { path, text: `${header}${body}`, holds };
}

/** Formats a text like Prettier's output. Loads Prettier only now: most commands don't need it, and it is large. */
export async function formatted(text: string, parser: "typescript" | "markdown"): Promise<string> {
  const [{ format }, ...plugins] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/typescript"),
    import("prettier/plugins/estree"),
    import("prettier/plugins/markdown"),
  ]);
  return format(text, { parser, plugins });
}

/** The header of a file; undefined if no export has written it. */
export function headerOf(text: string): Header | undefined {
  const lines = withPlainLineEnds(text).split("\n");
  const index = lines.findIndex((line) => headerLine.test(line));
  const { holds = "", hash = "" } = headerLine.exec(lines[index] ?? "")?.groups ?? {};
  const read = parseJson(holds);
  if (!isFileContent(read)) return undefined;
  const body = lines
    .slice(index + 1)
    .join("\n")
    .replace(/^\n/, "");
  return { holds: read, isEdited: hashOf(body) !== hash };
}

function isFileContent(value: unknown): value is FileContent {
  if (isObject(value)) return typeof value["tag"] === "string" && typeof value["name"] === "string";
  return ["index", "metadata", "endpoints", "report"].includes(value as string);
}

/** A text as it was written: git may have changed the line ends. */
export function withPlainLineEnds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function hashOf(body: string): string {
  return createHash("sha256").update(body).digest("hex").slice(0, 16);
}
