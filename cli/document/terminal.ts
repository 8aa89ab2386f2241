/** Documents for a terminal. */
import type pc from "picocolors";
import { type Block, type Document, type Line, lineText, plainText, type Row, type Tone } from "./document";

/** Colors, or functions that change nothing. */
export type Colors = ReturnType<typeof pc.createColors>;

/** The document, in lines. */
export function terminalText({ title, blocks }: Document, colors: Colors): string {
  const lines = linesOf(blocks, colors);
  if (title.length > 0) return [colors.bold(plainText(title)), ...lines].join("\n");
  // A heading has an empty line before it, except at the beginning.
  const [first] = blocks;
  return lines.slice(first?.kind === "heading" || first?.kind === "details" ? 1 : 0).join("\n");
}

function linesOf(blocks: readonly Block[], colors: Colors): string[] {
  return blocks.flatMap((block) => blockLines(block, colors));
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
      return [];
  }
}

const indented = (line: string): string => (line === "" ? "" : `  ${line}`);

function painted(line: Line, colors: Colors): string {
  const text = lineText(line);
  return line.tone === undefined ? text : paint(line.tone, colors)(text);
}

function paint(tone: Tone, colors: Colors): (text: string) => string {
  return {
    added: colors.green,
    removed: colors.red,
    changed: colors.yellow,
    moved: colors.cyan,
    same: colors.dim,
  }[tone];
}

function tableLines({ columns, rows }: Extract<Block, { kind: "table" }>, colors: Colors): string[] {
  const cellsOf = ({ cells }: Row): string[] => cells.map(({ text }) => plainText(text));
  const titles = columns.map(({ title }) => title);
  const widths = rows.reduce(
    (widest, row) => cellsOf(row).map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    titles.map(({ length }) => length),
  );
  const pad = (cell: string, column: number): string => {
    const width = widths[column] ?? 0;
    return columns[column]?.align === "end" ? cell.padStart(width) : cell.padEnd(width);
  };
  const line = (cells: readonly string[]): string => cells.map(pad).join("  ").trimEnd();
  const lineOf = (row: Row): string => {
    const text = line(cellsOf(row));
    return row.tone === undefined ? text : paint(row.tone, colors)(text);
  };
  return [colors.dim(line(titles)), ...rows.map(lineOf)];
}
