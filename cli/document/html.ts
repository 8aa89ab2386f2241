/** Documents as HTML pages: one file that loads nothing, for light and dark screens and for print. */
import {
  type Block,
  type Cell,
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
  const body = element("body", element("main", element("h1", words(title)), ...parts));
  return `<!doctype html>\n${element('html lang="en"', head, body).html}\n`;
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
      return element(
        block.anchor === undefined ? `h${block.level}` : `h${block.level} id="${block.anchor}"`,
        words(block.text),
      );
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
        "details open",
        element("summary", words([...block.summary, ...(block.more ?? [])])),
        ...shownBlocks(block.blocks).map((one) => blockOf(one, figures)),
      );
    case "flows":
      return sankeyFigure(`flow-${figures.count++}`, words(block.caption), block);
  }
}

function table({ caption, columns, rows }: Extract<Block, { kind: "table" }>): Html {
  const heads = columns.map((column) =>
    typeof column === "string"
      ? element('th scope="col"', column)
      : element('th scope="col" class="number"', column.number),
  );
  const cells = (row: readonly Cell[]): Html[] =>
    row.map((cell, index) => cellOf(cell, index, typeof columns[index] !== "string"));
  return element(
    `div class="scroll" role="region" aria-label="${htmlText(plainText(caption)).html}" tabindex="0"`,
    element(
      "table",
      element("caption", words(caption)),
      element("thead", element("tr", ...heads)),
      element("tbody", ...rows.map((row) => element("tr", ...cells(row)))),
    ),
  );
}

function cellOf(cell: Cell, index: number, isNumber: boolean): Html {
  const { text, tone, share, note } = partsOf(cell);
  const shown = share === undefined ? words(text) : element('span class="share"', shareBar(share), words(text));
  const content = [shown, ...(note === undefined ? [] : [{ html: "<br>" }, element('small class="same"', note)])];
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
