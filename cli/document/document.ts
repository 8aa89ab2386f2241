/** What a command tells a person, independent of the format. Commands and studies make documents; only renderers escape. Pure. */
import { printable, quoted } from "../../client/printable";

/** A part of a sentence. */
export type Span =
  /** Our own words, which no renderer escapes: never a text of the account, of a program or of a file. */
  | string
  /**
   * A name or a value of the account or a program, shown as such: in quotation marks, as code, or in HTML on a ground of its own. In
   * HTML, it is a link to the block with the anchor.
   */
  | { readonly name: string; readonly anchor?: string | undefined }
  /**
   * Any other text from elsewhere: an amount with its currency, a date, a reason. It has no quotation marks. HTML shows the exact text
   * when the pointer is on it.
   */
  | { readonly plain: string; readonly exact?: string }
  /** A command to run, as it is to be typed. */
  | { readonly command: string };

/** A sentence in parts. */
export type Phrase = readonly Span[];

/** What a line or a row means. Each renderer shows it by a color and by something else. */
export type Tone = "added" | "removed" | "changed" | "moved" | "same";

/** A line of a listing, with the text as it is. Without a text, it is empty. */
export type Line =
  | Phrase
  | {
      text: Phrase;
      /** How many spaces are before the sign. Default: 0 */
      indent?: number;
      /** In front of the text, with a space after it. */
      sign?: "+" | "-" | "~" | ">";
      tone?: Tone;
    };

/** A share of a whole, in percent. */
export interface Share {
  least: number;
  most: number;
}

/** A cell of a table. The first one of a row is the row's heading, and its tone is that of the row. */
export type Cell =
  | Phrase
  | {
      text: Phrase;
      tone?: Tone | undefined;
      /** Shown as a bar in HTML. The text says the same. */
      share?: Share;
      /** Smaller and below the text in HTML. The other formats leave it out. */
      note?: string | undefined;
      /** The series of the diagram above the table that the row is about, by its index, or a part of the rest. HTML shows its color. */
      series?: number | "rest";
    };

/** The title of a column. One of numbers is aligned at its end. */
export type Column = string | { readonly number: string | Phrase };

/** A flow. Several with the same ends are added up. */
export interface Flow {
  from: string;
  to: string;
  /** Positive. Only proportions count. */
  size: number;
}

/** How many series a diagram tells apart, beside the rest. */
export const mostSeries = 6;

/** A bar of a diagram, with a size for each series. One below zero is below the line. */
export interface Bar {
  /** Our own words. */
  title: string;
  label: Phrase;
  sizes: readonly number[];
}

/** A part of a document. No format shows an empty part, nor a heading with nothing below it. */
export type Block =
  /** The anchor is our own word, different from all others of the document. */
  | { kind: "heading"; level: 2 | 3; text: Phrase; anchor?: string }
  | { kind: "paragraph"; text: Phrase; role?: "lead" | "warning" }
  | { kind: "list"; items: readonly Phrase[] }
  /** The caption is in HTML only. With `hasTotal`, the last row is the sum of the others. */
  | {
      kind: "table";
      caption: Phrase;
      columns: readonly Column[];
      rows: readonly (readonly Cell[])[];
      hasTotal?: boolean;
    }
  | { kind: "lines"; lines: readonly Line[] }
  /** Command lines, each to be typed as it is. */
  | { kind: "commands"; commands: readonly string[] }
  /** `more` follows the summary in its line, and stands out less. The anchor is as that of a heading. */
  | { kind: "details"; summary: Phrase; more?: Phrase; blocks: readonly Block[]; anchor?: string }
  /**
   * A diagram in HTML. The other formats leave it out, so a table must say the same.
   *
   * `amount` writes the sizes of flows that are added up.
   */
  | { kind: "flows"; caption: Phrase; flows: readonly Flow[]; amount: (size: number) => string }
  /**
   * A diagram of bars side by side in HTML, each a stack of the series. The other formats leave it out, so a table must say the same.
   *
   * `series` names them: at most {@link mostSeries}, and then the rest. `amount` writes a size.
   */
  | {
      kind: "bars";
      caption: Phrase;
      series: readonly string[];
      bars: readonly Bar[];
      amount: (size: number) => string;
    };

/** A value in a table for spreadsheets: a text from anywhere, an exact number, or none. */
export type DataCell = string | { readonly number: string } | null;

/** A paragraph without a role. */
export const paragraph = (text: Phrase): Block => ({ kind: "paragraph", text });

/** A whole document. */
export interface Document {
  /** Empty if a terminal needs no title. */
  title: Phrase;
  /** A pipeline finds its earlier comment by this text. Only letters, digits and `-./_` are kept. */
  marker?: string;
  blocks: readonly Block[];
}

/** How much a document has: what fits a terminal, a comment, or all. */
export type Extent = "brief" | "comment" | "page";

/**
 * Writes a phrase as a template: ``say`Renamed from ${before} to ${after}.` ``. Strings in it are names, numbers and phrases are
 * words.
 */
export function say(words: TemplateStringsArray, ...values: readonly (Span | number | Phrase)[]): Phrase {
  return words.flatMap((word, index): Phrase => {
    const value = values[index];
    if (value === undefined) return [word];
    if (typeof value === "number") return [word, String(value)];
    if (typeof value === "string") return [word, { name: value }];
    return "length" in value ? [word, ...value] : [word, value];
  });
}

/** A check and how it ended, for the tools that show results of tests. */
export interface TestCase {
  /** With the name, it identifies the case. */
  group: string;
  name: string;
  /** Why it fails, a line each. If there is none, it does not fail. */
  failures: readonly Phrase[];
  /** Why it was skipped. */
  skipped?: string;
  /** What it says beside that, a line each. */
  output: readonly Phrase[];
}

/** Phrases in one, with our own words between them. */
export function joined(phrases: readonly Phrase[], separator: string): Phrase {
  return phrases.flatMap((phrase, index) => (index === 0 ? phrase : [separator, ...phrase]));
}

/** The phrase with its names as links. */
export function linkedTo(anchor: string, phrase: Phrase): Phrase {
  return phrase.map((span) => (typeof span !== "string" && "name" in span ? { ...span, anchor } : span));
}

/** The parts that are given: neither false nor undefined. */
export function given<Part>(...parts: readonly (Part | false | undefined)[]): Part[] {
  return parts.flatMap((part) => (part === false || part === undefined ? [] : [part]));
}

/** A number with its noun: `1 rule`, `2 rules`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** With a capital letter at the beginning. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A heading, to which names link if it has an anchor. */
export function heading(level: 2 | 3, text: Phrase, anchor?: string): Block {
  return { kind: "heading", level, text, ...(anchor === undefined ? {} : { anchor }) };
}

/** The first phrases, and one that counts the others. */
export function firstOf(phrases: readonly Phrase[], most: number): Phrase[] {
  const rest = phrases.length - most;
  return rest > 0 ? [...phrases.slice(0, most), [`and ${rest} more`]] : [...phrases];
}

/** Names in one phrase: the first ones, and how many others there are. */
export function listOfNames(names: readonly string[], most: number): Phrase {
  const rest = names.length - most;
  const shown = names.slice(0, most).map((plain) => [{ plain }]);
  return [...joined(shown, ", "), ...(rest > 0 ? [` and ${rest} more`] : [])];
}

/** How a format writes what is not our own words. Only HTML has links and exact texts. */
export interface Writing {
  name: (text: string, anchor?: string) => string;
  plain: (text: string, exact?: string) => string;
  command: (text: string) => string;
}

/** A phrase as a text of a format. */
export function written(phrase: Phrase, { name, plain, command }: Writing): string {
  return phrase
    .map((span) => {
      if (typeof span === "string") return span;
      if ("name" in span) return name(span.name, span.anchor);
      return "plain" in span ? plain(span.plain, span.exact) : command(span.command);
    })
    .join("");
}

const asText: Writing = {
  name: quoted,
  plain: (text) => printable(text),
  command: (text) => `\`${printable(text)}\``,
};

/** A phrase as a text in one line that does nothing to a terminal. */
export function plainText(phrase: Phrase): string {
  return written(phrase, asText);
}

/** A line of a listing, which looks the same in every format. */
export function lineText(line: Line): string {
  const { text, indent = 0, sign } = partsOf(line);
  return text.length === 0 ? "" : `${" ".repeat(indent)}${sign === undefined ? "" : `${sign} `}${plainText(text)}`;
}

/** The line or the cell as an object, also if it is only a phrase. */
export function partsOf<Parts extends { text: Phrase }>(part: Phrase | Parts): Parts {
  return Array.isArray(part) ? ({ text: part as Phrase } as Parts) : (part as Parts);
}

/** The title of a column. */
export function columnTitle(column: Column): Phrase {
  const title = typeof column === "string" ? column : column.number;
  return typeof title === "string" ? [title] : title;
}

/** The blocks that a format shows. */
export function shownBlocks(blocks: readonly Block[]): Block[] {
  const full = blocks.filter((block) => !isEmpty(block));
  return full.filter((block, index) => {
    const next = full[index + 1];
    return block.kind !== "heading" || (next !== undefined && (next.kind !== "heading" || next.level > block.level));
  });
}

function isEmpty(block: Block): boolean {
  switch (block.kind) {
    case "list":
      return block.items.length === 0;
    case "table":
      return block.rows.length === 0;
    case "lines":
      return block.lines.length === 0;
    case "commands":
      return block.commands.length === 0;
    case "flows":
      return block.flows.length === 0;
    case "bars":
      return block.bars.length === 0;
    case "details":
      // A block without blocks is shown as its summary.
      return block.blocks.length > 0 && shownBlocks(block.blocks).length === 0;
    case "heading":
    case "paragraph":
      return false;
  }
}
