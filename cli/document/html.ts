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
  written,
} from "./document";
import { element, type Html, htmlText, sequence } from "./element";
import { shareBar } from "./shareBar";
import { sankeyFigure } from "./sankey";

const style = `
:root { color-scheme: light dark; --text: #1b1f24; --page: #ffffff; --soft: #57606a; --line: #d0d7de; --box: #f6f8fa;
  --added: #0a5c2b; --removed: #a40e26; --changed: #7a4b00; --moved: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --page: #0d1117; --soft: #9da7b3; --line: #3d444d; --box: #161b22;
  --added: #7ee2a0; --removed: #ff9a9a; --changed: #f2cc60; --moved: #8cc4ff; } }
body { color: var(--text); background: var(--page); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1.5rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } .lead { font-size: 1.1rem; }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--box); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; overflow-x: auto; white-space: pre-wrap; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; } caption { text-align: start; color: var(--soft); padding-bottom: 0.25rem; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.75rem 0.4rem 0; text-align: start; vertical-align: top; font-weight: normal; }
th { min-width: 6rem; } thead th { font-weight: 600; } details { margin: 1rem 0; } summary { cursor: pointer; font-weight: 600; }
.added { color: var(--added); } .removed { color: var(--removed); } .changed { color: var(--changed); } .moved { color: var(--moved); } .same { color: var(--soft); }
code { unicode-bidi: isolate; } figure { margin: 1rem 0; } figcaption { color: var(--soft); } svg text { fill: var(--text); font: 14px system-ui, sans-serif; unicode-bidi: plaintext; }
figure svg { display: block; min-width: 44rem; width: 100%; } .place { fill: var(--soft); } .flow { fill: none; stroke-opacity: 0.5; }
.flow0 { stroke: #3b82f6; } .flow1 { stroke: #d97706; } .flow2 { stroke: #16a34a; } .flow3 { stroke: #db2777; } .flow4 { stroke: #7c3aed; } .flow5 { stroke: #0891b2; }
.bar { border: 1px solid var(--line); display: block; height: 0.6rem; width: 100%; } .bar .rest { fill: var(--page); } .bar .allocated { fill: var(--moved); } .bar .unsure { fill: var(--changed); }
@media print { :root { color-scheme: light; --text: #000; --page: #fff; --soft: #333; --line: #999; } svg, .bar { print-color-adjust: exact; } figure { break-inside: avoid; } body { max-width: none; padding: 0; }
  pre, table { overflow: visible; } tr { break-inside: avoid; } }
`;

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

const code = (text: string): string => element('code dir="auto"', text).html;

function words(phrase: Phrase): Html {
  const parts = phrase.map((span) => (typeof span === "string" ? htmlText(span).html : span));
  return { html: written(parts, { name: code, plain: (text) => htmlText(text).html, command: code }) };
}

function blockOf(block: Block, figures: { count: number }): Html {
  switch (block.kind) {
    case "heading":
      return element(`h${block.level}`, words(block.text));
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
      return sankeyFigure(`flow-${figures.count++}`, words(block.caption), block.flows);
  }
}

function table({ caption, columns, rows }: Extract<Block, { kind: "table" }>): Html {
  const titles = columns.map((column) => (typeof column === "string" ? column : column.number));
  return element(
    `div class="scroll" role="region" aria-label="${htmlText(plainText(caption)).html}" tabindex="0"`,
    element(
      "table",
      element("caption", words(caption)),
      element("thead", element("tr", ...titles.map((title) => element('th scope="col"', title)))),
      element("tbody", ...rows.map((row) => element("tr", ...row.map(cellOf)))),
    ),
  );
}

function cellOf(cell: Cell, index: number): Html {
  const { text, tone, shares, note } = partsOf(cell);
  const content = [
    ...(shares === undefined ? [] : [shareBar(shares)]),
    words(text),
    ...(note === undefined ? [] : [{ html: "<br>" }, element('small class="same"', note)]),
  ];
  if (index > 0) return element("td", ...content);
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
