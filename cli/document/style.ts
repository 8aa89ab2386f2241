/** How pages look: on light and dark screens from 320 pixels on, and on paper. */
import { mostSeries } from "./document";

const light = `--text: #1b1f24; --page: #ffffff; --soft: #57606a; --line: #d0d7de; --box: #f6f8fa; --name: #eaeef2; --link: #0550ae;
  --added: #0a5c2b; --removed: #a40e26; --changed: #7a4b00; --moved: #0550ae;
  --c0: #2563c9; --c1: #c2570c; --c2: #1a7f4b; --c3: #b02a7a; --c4: #6d4bd8; --c5: #0e7490; --rest: #8a929c;`;

const dark = `--text: #e6edf3; --page: #0d1117; --soft: #9da7b3; --line: #3d444d; --box: #161b22; --name: #262c36; --link: #8cc4ff;
  --added: #7ee2a0; --removed: #ff9a9a; --changed: #f2cc60; --moved: #8cc4ff;
  --c0: #5b9dff; --c1: #f0964a; --c2: #45c486; --c3: #ec7fbd; --c4: #a98bff; --c5: #3fc3d6; --rest: #767f8a;`;

const text = `
body { color: var(--text); background: var(--page); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 75rem; padding: 1.5rem; }
nav { display: none; } nav ul { list-style: none; margin: 0; padding: 0; } nav .name { background: none; padding: 0; } nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }
.column strong { white-space: nowrap; }
@media (max-width: 40rem) { .column strong { white-space: normal; } body { padding: 1rem; } figure.bars { padding-inline-end: 0; } }
@media screen and (min-width: 75rem) { body:has(nav) { display: grid; gap: 2rem; grid-template-columns: 11.5rem minmax(0, 1fr); max-width: 90rem; }
  nav { align-self: start; box-sizing: border-box; display: block; font-size: 0.9rem; max-height: 100vh; overflow-y: auto; padding: 1.5rem 0.25rem; position: sticky; top: 0; } }
h1, h2, h3 { line-height: 1.3; overflow-wrap: anywhere; scroll-margin-top: 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.3rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin-top: 1.75rem; } .lead { font-size: 1.15rem; } li { margin: 0.2rem 0; }
a { color: var(--link); text-underline-offset: 0.15em; } :target { outline: 2px solid var(--link); outline-offset: 0.25rem; }
.name { background: var(--name); border-radius: 4px; overflow-wrap: anywhere; padding: 0.05em 0.35em; white-space: pre-wrap; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; } code { unicode-bidi: isolate; }
pre { background: var(--box); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; overflow-x: auto; white-space: pre-wrap; }
[title] { cursor: help; text-decoration: underline dotted; text-underline-offset: 0.2em; }
details { margin: 1rem 0; } summary { cursor: pointer; font-weight: 600; }
.added { color: var(--added); } .removed { color: var(--removed); } .changed { color: var(--changed); } .moved { color: var(--moved); } .same { color: var(--soft); }`;

const tables = `
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
h3 + figure figcaption, h3 + .scroll caption { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
caption, figcaption { text-align: start; color: var(--soft); font-size: 0.9rem; padding-bottom: 0.25rem; }
th, td { border-bottom: 1px solid var(--line); font-size: 0.9rem; font-weight: normal; padding: 0.4rem 0.45rem; text-align: start; vertical-align: baseline; }
th:first-child, td:first-child { padding-inline-start: 0.25rem; } th:last-child, td:last-child { padding-inline-end: 0.25rem; }
tbody th { min-width: 9rem; } td:not(.number) { min-width: 7rem; } thead th { color: var(--soft); font-size: 0.9rem; font-weight: 600; vertical-align: bottom; }
tbody tr:hover { background: var(--box); } .number { text-align: end; } td.number { white-space: nowrap; }
tr.total > * { border-top: 2px solid var(--line); font-weight: 600; }
.share > span { min-width: 3.4rem; } .share { align-items: center; display: inline-flex; gap: 0.6rem; justify-content: end; }
.bar { background: var(--name); border-radius: 3px; flex: none; height: 0.6rem; width: 3rem; } .bar .certain { fill: var(--c0); } .bar .unsure { fill: var(--c1); }`;

const series = (of: string, property: string): string =>
  Array.from({ length: mostSeries }, (_, index) => `${of}.c${index} { ${property}: var(--c${index}); }`).join(" ");

const diagrams = `
figure { margin: 1rem 0; } svg text { fill: var(--text); font: 14px system-ui, sans-serif; unicode-bidi: plaintext; }
figure svg { display: block; } svg.flows { min-width: 44rem; width: 100%; } svg .amount { fill: var(--soft); } .place { fill: var(--soft); } .flow { fill: none; stroke-opacity: 0.5; }
figure.bars { box-sizing: border-box; display: inline-block; max-width: 100%; padding-inline-end: 2rem; vertical-align: top; } .columns { display: flex; gap: 0.5rem; }
.column { display: flex; flex: 0 1 auto; min-width: 3rem; width: 4.5rem; flex-direction: column; font-size: 0.77rem; line-height: 1.35; text-align: center; } .column svg { height: 10rem; margin-bottom: 0.35rem; width: 100%; }
.columns rect { stroke: var(--page); stroke-width: 1px; vector-effect: non-scaling-stroke; } .columns rect.zero { fill: var(--soft); stroke: none; }
.column [title] { text-decoration: none; }
.mark { border-radius: 3px; display: inline-block; height: 0.75rem; margin-inline-end: 0.5rem; width: 0.75rem; }
rect.rest { fill: var(--rest); } .mark.rest { background: var(--rest); }
${series("rect", "fill")} ${series(".mark", "background")}
${series(".flow", "stroke")}`;

const print = `
@media print { :root { color-scheme: light; ${light} --text: #000; --soft: #333; --line: #999; } svg, .bar, .name { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 12px; max-width: none; padding: 0; } .scroll, pre, table { overflow: visible; } figure, tr { break-inside: avoid; } h2, h3, caption, summary { break-after: avoid; } a { color: inherit; } }`;

/** The style sheet. */
export const style = `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }${text}${tables}${diagrams}${print}
`;
