/** An HTML page for reports: one file that loads nothing, for light and dark screens and for print. */
import { printable } from "../console/terminal";

/** HTML text. Only the functions of this module make it, so a string can't be taken for it. */
export interface Html {
  readonly html: string;
}

/** A text in HTML, with nothing in it that acts. */
export function htmlText(text: string): Html {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return { html: printable(text).replaceAll(/[&<>"']/gu, (character) => entities[character] ?? character) };
}

/** An element with content. Strings are text. */
export function element(tag: string, ...content: readonly (Html | string)[]): Html {
  const [name = tag] = tag.split(" ");
  return {
    html: `<${tag}>${content.map((part) => (typeof part === "string" ? htmlText(part) : part).html).join("")}</${name}>`,
  };
}

/** Parts one after the other. */
export function sequence(parts: readonly Html[], separator = ""): Html {
  return { html: parts.map(({ html }) => html).join(separator) };
}

/** A table with a caption. The first cell of each row is the row's heading. */
export function table(caption: string, heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  const head = heads.map((text) => element('th scope="col"', text));
  const body = rows.map((cells) =>
    element("tr", ...cells.map((cell, index) => element(index === 0 ? 'th scope="row"' : "td", cell))),
  );
  return element(
    `div class="scroll" role="region" aria-label="${htmlText(caption).html}" tabindex="0"`,
    element("table", element("caption", caption), element("thead", element("tr", ...head)), element("tbody", ...body)),
  );
}

/** The kind of a line in a listing of changes. */
export type LineKind = "added" | "removed" | "changed" | "moved" | "same";

/** Lines of a listing, as they are, each with a color. The first character says the same as the color. */
export function listing(lines: readonly { text: string; kind: LineKind }[]): Html {
  return element(
    'pre tabindex="0"',
    sequence(
      lines.map(({ text, kind }) => element(`span class="${kind}"`, text)),
      "\n",
    ),
  );
}

/** A part of the page that can be folded. It starts unfolded, so that a print has all of it. */
export function foldable(summary: Html, ...content: readonly Html[]): Html {
  return element("details open", element("summary", summary), ...content);
}

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
export function page(title: string, ...content: readonly Html[]): string {
  const head = element(
    "head",
    { html: '<meta charset="utf-8">' },
    // Nothing is loaded or run, whatever a name in the account contains.
    { html: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` },
    { html: '<meta name="viewport" content="width=device-width, initial-scale=1">' },
    element("title", title),
    element("style", { html: style }),
  );
  const body = element("body", element("main", element("h1", title), ...content));
  return `<!doctype html>\n${element('html lang="en"', head, body).html}\n`;
}
