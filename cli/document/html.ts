/** Documents as HTML pages: one file that loads nothing, for light and dark screens and for print. */
import {
  type Block,
  type Cell,
  columnTitle,
  type Document,
  type Line,
  lineText,
  type Phrase,
  partsOf,
  plainText,
  shownBlocks,
  type Writing,
  written,
} from "./document";
import { element, type Html, htmlText, sequence } from "./element";
import { barsFigure, seriesMark } from "./bars";
import { sankeyFigure } from "./sankey";
import { shareBar } from "./shareBar";
import { style } from "./style";

/** The whole page. */
export function htmlPage({ title, blocks }: Document): string {
  const head = element(
    "head",
    { html: '<meta charset="utf-8">' },
    // Nothing is loaded or run, whatever a name in the account contains.
    { html: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` },
    { html: '<meta name="viewport" content="width=device-width, initial-scale=1">' },
    element("title", plainText(title)),
    element("style", { html: style }),
  );
  // Figures are numbered, because a caption needs an ID of its own.
  const figures = { count: 0 };
  const parts = shownBlocks(blocks).map((block) => blockOf(block, figures));
  const main = element("main", element("h1", words(title)), ...parts);
  const body = element("body", ...contents(blocks), main);
  return `<!doctype html>\n${element('html lang="en"', head, body).html}\n`;
}

/** The headings with anchors, beside the page if the screen is wide. The page itself has links to them, too. */
function contents(blocks: readonly Block[]): Html[] {
  const links = shownBlocks(blocks).flatMap((block) => {
    if (block.kind !== "heading" || block.level !== 2 || block.anchor === undefined) return [];
    return [element("li", element(`a href="#${block.anchor}"`, words(block.text)))];
  });
  return links.length < 3 ? [] : [element('nav aria-label="Contents"', element("ul", ...links))];
}

const writing: Writing = {
  name: (text, anchor) => {
    // Isolated, because a name may be written from right to left.
    const name = element('bdi class="name"', text);
    return (anchor === undefined ? name : element(`a href="#${anchor}"`, name)).html;
  },
  plain: (text, exact) =>
    (exact === undefined ? htmlText(text) : element(`span title="${htmlText(exact).html}"`, text)).html,
  command: (text) => element('code dir="auto"', text).html,
};

function words(phrase: Phrase): Html {
  const parts = phrase.map((span) => (typeof span === "string" ? htmlText(span).html : span));
  return { html: written(parts, writing) };
}

function blockOf(block: Block, figures: { count: number }): Html {
  switch (block.kind) {
    case "heading":
      return element(`h${block.level}${idOf(block)}`, words(block.text));
    case "paragraph":
      return element(
        { lead: 'p class="lead"', warning: 'p role="note"', none: "p" }[block.role ?? "none"],
        words(block.text),
      );
    case "list":
      return element("ul", ...block.items.map((item) => element("li", words(item))));
    case "table":
      return table(block);
    case "lines":
      return listing(block.lines);
    case "commands":
      return listing(block.commands.map((plain) => [{ plain }]));
    case "details":
      // Unfolded at first, so that a print has all of it.
      return element(
        `details open${idOf(block)}`,
        element("summary", words([...block.summary, ...(block.more ?? [])])),
        ...shownBlocks(block.blocks).map((one) => blockOf(one, figures)),
      );
    case "flows":
      return sankeyFigure(`flow-${figures.count++}`, words(block.caption), block);
    case "bars":
      return barsFigure(
        `bars-${figures.count++}`,
        words(block.caption),
        block,
        block.bars.map(({ label }) => words(label)),
      );
  }
}

const idOf = ({ anchor }: { anchor?: string }): string => (anchor === undefined ? "" : ` id="${anchor}"`);

function table({ caption, columns, rows, hasTotal = false }: Extract<Block, { kind: "table" }>): Html {
  const heads = columns.map((column) =>
    element(
      typeof column === "string" ? 'th scope="col"' : 'th scope="col" class="number"',
      words(columnTitle(column)),
    ),
  );
  const cells = (row: readonly Cell[]): Html[] =>
    row.map((cell, index) => cellOf(cell, index, typeof columns[index] !== "string"));
  return element(
    `div class="scroll" role="region" aria-label="${htmlText(plainText(caption)).html}" tabindex="0"`,
    element(
      "table",
      element("caption", words(caption)),
      element("thead", element("tr", ...heads)),
      element(
        "tbody",
        ...rows.map((row, index) => element(rowTag(hasTotal && index === rows.length - 1), ...cells(row))),
      ),
    ),
  );
}

const rowTag = (isTotal: boolean): string => (isTotal ? 'tr class="total"' : "tr");

function cellOf(cell: Cell, index: number, isNumber: boolean): Html {
  const { text, tone, share, note, series } = partsOf(cell);
  const shown =
    share === undefined ? words(text) : element('span class="share"', shareBar(share), element("span", words(text)));
  const mark = series === undefined ? [] : [seriesMark(series)];
  const content = [
    ...mark,
    shown,
    ...(note === undefined ? [] : [{ html: "<br>" }, element('small class="same"', note)]),
  ];
  if (index > 0) return element(isNumber ? 'td class="number"' : "td", ...content);
  return element('th scope="row"', ...(tone === undefined ? content : [element(`strong class="${tone}"`, ...content)]));
}

/** Lines as they are, each with a color. Its sign says the same as the color. */
function listing(lines: readonly Line[]): Html {
  const texts = lines.map((line) => {
    const { tone } = partsOf(line);
    return tone === undefined ? htmlText(lineText(line)) : element(`span class="${tone}"`, lineText(line));
  });
  return element('pre tabindex="0"', sequence(texts, "\n"));
}
