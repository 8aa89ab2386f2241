/** Documents for a terminal. */
import type pc from "picocolors";
import {
  type Block,
  type Cell,
  columnTitle,
  type Document,
  type Line,
  lineText,
  partsOf,
  plainText,
  shownBlocks,
  type Tone,
} from "./document";

/** Colors, or functions that change nothing. */
export type Colors = ReturnType<typeof pc.createColors>;

/** The document, in lines. */
export function terminalText({ title, blocks }: Document, colors: Colors): string {
  const lines = linesOf(blocks, colors);
  if (title.length > 0) return [colors.bold(plainText(title)), ...lines].join("\n");
  // A heading has an empty line before it, except at the beginning.
  const [first] = shownBlocks(blocks);
  return lines.slice(first?.kind === "heading" || first?.kind === "details" ? 1 : 0).join("\n");
}

function linesOf(blocks: readonly Block[], colors: Colors): string[] {
  return shownBlocks(blocks).flatMap((block) => blockLines(block, colors));
}

function blockLines(block: Block, colors: Colors): string[] {
  switch (block.kind) {
    case "heading":
      return ["", colors.bold(plainText(block.text))];
    case "paragraph": {
      const text = plainText(block.text);
      if (block.role === "warning") return [colors.yellow(`warning: ${text}`)];
      return [block.role === "lead" ? colors.bold(text) : text];
    }
    case "list":
      return block.items.map((item) => `- ${plainText(item)}`);
    case "table":
      return tableLines(block, colors);
    case "lines":
      return block.lines.map((line) => painted(line, colors));
    case "commands":
      return block.commands.map((command) => `  ${colors.bold(plainText([{ plain: command }]))}`);
    case "details":
      return [
        "",
        colors.bold(plainText(block.summary)) + plainText(block.more ?? []),
        ...linesOf(block.blocks, colors).map(indented),
      ];
    case "flows":
    case "bars":
      return [];
  }
}

const indented = (line: string): string => (line === "" ? "" : `  ${line}`);

function painted(line: Line, colors: Colors): string {
  return paint(partsOf(line).tone, lineText(line), colors);
}

function paint(tone: Tone | undefined, text: string, colors: Colors): string {
  if (tone === undefined) return text;
  const { green: added, red: removed, yellow: changed, cyan: moved, dim: same } = colors;
  return { added, removed, changed, moved, same }[tone](text);
}

/** A longer cell is out of line, so that it can't fill all other rows with spaces. */
const widestColumn = 500;

function tableLines({ columns, rows }: Extract<Block, { kind: "table" }>, colors: Colors): string[] {
  const texts = rows.map((row) => row.map((cell) => plainText(partsOf(cell).text)));
  const titles = columns.map((column) => plainText(columnTitle(column)));
  const widths = titles.map((title, index) =>
    texts.reduce((width, row) => Math.max(width, Math.min(row[index]?.length ?? 0, widestColumn)), title.length),
  );
  const pad = (cell: string, index: number): string => {
    const width = widths[index] ?? 0;
    return typeof columns[index] === "string" ? cell.padEnd(width) : cell.padStart(width);
  };
  const line = (cells: readonly string[]): string => cells.map(pad).join("  ").trimEnd();
  const toneOf = ([first]: readonly Cell[] = []): Tone | undefined => first && partsOf(first).tone;
  return [colors.dim(line(titles)), ...texts.map((cells, index) => paint(toneOf(rows[index]), line(cells), colors))];
}
