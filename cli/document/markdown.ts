/** Documents as Markdown: as a comment, which GitHub and GitLab read, or as a file, which people also read as it is. */
import { printable, quoted } from "../../client/printable";
import {
  type Block,
  columnTitle,
  type Document,
  type Line,
  lineText,
  partsOf,
  type Phrase,
  shownBlocks,
  type Writing,
  written,
} from "./document";

/** GitHub refuses a longer comment. Counted in bytes here, which are never fewer than characters. */
export const largestComment = 65_536;

/** Room for the notice about what was cut. */
const reserve = 400;

/**
 * Characters that would begin a link, a mention, HTML or a block. Other punctuation is not escaped, so the text stays readable in
 * an editor.
 */
const active = /[<>&`\\[\]*_@#~|!$]|:(?=\/\/)|(?<=www)\.|^[-+= ]|(?<=^\d{1,9})[.)]/giu;

const readable = (text: string): string =>
  printable(text).replaceAll(active, (character) => `&#${character.charCodeAt(0)};`);

const codeElement = (text: string): string => `<code>${readable(text)}</code>`;

/** A text that can stand between backquotes, also in the cell of a table. */
const spannable = /^[^`|\s](?:[^`|]*[^`|\s])?$/u;

/**
 * A text as code. In code, neither GitHub nor GitLab notifies a mentioned person, links an issue or runs a quick action.
 *
 * @param before what is written before it: two spans must not touch each other
 */
function codeSpan(text: string, before: string): string {
  return spannable.test(text) && !before.endsWith("`") ? `\`${printable(text)}\`` : codeElement(text);
}

/** An amount, a date or words: nothing that begins a list, a link, a formula or a reference to an issue. */
const harmless =
  /^(?=[\p{L}\p{N}(]|-?\p{Sc}\d|-\d)(?!\d+[.)](?!\d)|.*GH-)(?:[\p{L}\p{N}\p{M} ,;%()]|(?<=\d)[.:](?=\d)|-(?=[\p{L}\p{N}\p{Sc}])|\p{Sc}(?=\d))*$/iu;

const fileWriting: Writing = {
  name: (text) => readable(quoted(text)),
  plain: readable,
  command: (text) => (/[`<&|\\]/u.test(text) ? codeElement(text) : `\`${printable(text)}\``),
};

type Dialect = "comment" | "file";

/** A phrase in Markdown. */
function inline(phrase: Phrase, dialect: Dialect): string {
  if (dialect === "file") return written(phrase, fileWriting);
  let before = "";
  const code = (text: string): string => codeSpan(text, before);
  const plain = (text: string): string => (harmless.test(text) ? text : code(text));
  const texts = phrase.map((span) => {
    const text = written([span], { name: code, plain, command: code });
    if (text !== "") before = text;
    return text;
  });
  return texts.join("");
}

/** A phrase in the summary of details, which is HTML without Markdown in it. */
function summaryText(phrase: Phrase, dialect: Dialect): string {
  if (dialect === "file") return written(phrase, { ...fileWriting, command: codeElement });
  return written(phrase, {
    name: codeElement,
    plain: (text) => (harmless.test(text) ? text : codeElement(text)),
    command: codeElement,
  });
}

/**
 * The document as Markdown. In a comment, the marker is the first line, and what does not fit is left out: first details, then rows
 * of tables, always whole ones.
 */
export function markdownText({ title, marker, blocks }: Document, dialect: Dialect): string {
  const mark = marker?.replaceAll(/[^\w ./-]/gu, "").replaceAll("--", "");
  const level = dialect === "comment" ? "###" : "#";
  const start = [...(mark === undefined ? [] : [`<!-- ${mark} -->`]), `${level} ${inline(title, dialect)}`];
  const parts = shownBlocks(blocks).map((block) => partOf(block, dialect));
  return `${[start.join("\n"), ...(dialect === "comment" ? withinLimit(start.join("\n"), parts) : parts.map(textOf))].join("\n\n")}\n`;
}

/** A block as a list of texts. If space is short, the last texts are left out. */
interface Part {
  kind: Block["kind"];
  /** The text that is never left out; undefined if there is none. */
  fixed?: string;
  rest: readonly string[];
}

const textOf = ({ fixed, rest }: Part): string => [...(fixed === undefined ? [] : [fixed]), ...rest].join("\n");

function partOf(block: Block, dialect: Dialect): Part {
  const { kind } = block;
  const words = (phrase: Phrase): string => inline(phrase, dialect);
  switch (kind) {
    case "heading":
      return {
        kind,
        fixed: `${"#".repeat(block.level + (dialect === "comment" ? 2 : 0))} ${words(block.text)}`,
        rest: [],
      };
    case "paragraph": {
      const text = words(block.text);
      return { kind, fixed: { lead: `**${text}**`, warning: `> ${text}`, none: text }[block.role ?? "none"], rest: [] };
    }
    case "list":
      return { kind, fixed: block.items.map((item) => `- ${words(item)}`).join("\n"), rest: [] };
    case "table": {
      const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
      const { columns, rows } = block;
      const titles = columns.map((column) => words(columnTitle(column)));
      const head = [line(titles), line(columns.map((column) => (typeof column === "string" ? "---" : "---:")))];
      const rest = rows.map((row) => line(row.map((cell) => words(partsOf(cell).text))));
      return { kind, fixed: head.join("\n"), rest };
    }
    case "lines": {
      const isDiff = block.lines.some((one) => partsOf(one).tone !== undefined);
      return {
        kind,
        fixed: isDiff ? fenced(block.lines.map(diffLine), "diff") : fenced(block.lines.map(lineText)),
        rest: [],
      };
    }
    case "commands":
      return { kind, fixed: fenced(block.commands.map(printable), "sh"), rest: [] };
    case "details": {
      const inside = shownBlocks(block.blocks).map((one) => textOf(partOf(one, dialect)));
      const summary = `<details><summary>${summaryText([...block.summary, ...(block.more ?? [])], dialect)}</summary>`;
      return { kind, rest: [[summary, ...inside, "</details>"].join("\n\n")] };
    }
    case "flows":
    case "bars":
      return { kind, rest: [] };
  }
}

/** Lines that are safe to print, in a fenced block, which shows them as they are. */
function fenced(lines: readonly string[], language = ""): string {
  const longest = lines
    .flatMap((line) => line.match(/`+/gu) ?? [])
    .reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, ...lines, fence].join("\n");
}

/** In a block of the language `diff`, the first character of a line decides its color. */
function diffLine(line: Line): string {
  const { indent = 0, sign, text, tone } = partsOf(line);
  if (sign === "+" || sign === "-") return `${sign}${" ".repeat(indent + 1)}${lineText(text)}`;
  const mark = tone === "added" ? "+" : tone === "removed" ? "-" : undefined;
  return mark === undefined ? lineText(line) : `${mark}${" ".repeat(Math.max(1, indent - 1))}${lineText(text)}`;
}

/** As much as fits: the rows of tables before details, which would be of little use without all rows. */
function withinLimit(start: string, parts: readonly Part[]): string[] {
  // Rows are followed by one line end, other texts by two.
  const bytesOf = (text: string): number => Buffer.byteLength(text) + (text.startsWith("|") ? 1 : 2);
  const fixed = parts.flatMap((part) => part.fixed ?? []);
  let room = [start, ...fixed].reduce((left, text) => left - bytesOf(text), largestComment - reserve);
  const cut = { rows: 0, details: 0 };
  const fitting = (texts: readonly string[]): string[] => {
    const end = texts.findIndex((text) => (room -= bytesOf(text)) < 0);
    return end < 0 ? [...texts] : texts.slice(0, end);
  };
  const shown = new Map<Part, readonly string[]>();
  for (const kind of ["table", "details"] as const) {
    for (const part of parts.filter((one) => one.kind === kind)) {
      const kept = cut.rows > 0 ? [] : fitting(part.rest);
      shown.set(part, kept);
      cut[kind === "table" ? "rows" : "details"] += part.rest.length - kept.length;
    }
  }
  const names = [...(cut.rows > 0 ? [`${cut.rows} rows`] : []), ...(cut.details > 0 ? [`${cut.details} details`] : [])];
  const notice = `_Left out, because a comment has at most 65,536 characters: ${names.join(", ")}. The HTML page has all._`;
  return [
    ...parts.map((part) => textOf({ ...part, rest: shown.get(part) ?? part.rest })).filter((text) => text !== ""),
    ...(names.length === 0 ? [] : [notice]),
  ];
}
