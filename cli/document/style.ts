/** How pages look: on light and dark screens from 320 pixels on, and on paper. */

const light = `--text: #1b1f24; --page: #ffffff; --soft: #57606a; --line: #d0d7de; --box: #f6f8fa; --name: #eaeef2; --link: #0550ae;
  --added: #0a5c2b; --removed: #a40e26; --changed: #7a4b00; --moved: #0550ae;
  --c0: #2563c9; --c1: #c2570c; --c2: #1a7f4b; --c3: #b02a7a; --c4: #6d4bd8; --c5: #0e7490; --rest: #8a929c;`;

const dark = `--text: #e6edf3; --page: #0d1117; --soft: #9da7b3; --line: #3d444d; --box: #161b22; --name: #262c36; --link: #8cc4ff;
  --added: #7ee2a0; --removed: #ff9a9a; --changed: #f2cc60; --moved: #8cc4ff;
  --c0: #5b9dff; --c1: #f0964a; --c2: #45c486; --c3: #ec7fbd; --c4: #a98bff; --c5: #3fc3d6; --rest: #767f8a;`;

const text = `
body { color: var(--text); background: var(--page); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 75rem; padding: 1.5rem; }
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
caption, figcaption { text-align: start; color: var(--soft); font-size: 0.9rem; padding-bottom: 0.25rem; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.75rem; text-align: start; vertical-align: baseline; font-weight: normal; }
th:first-child, td:first-child { padding-inline-start: 0.25rem; } th:last-child, td:last-child { padding-inline-end: 0.25rem; }
tbody th { min-width: 6rem; } thead th { color: var(--soft); font-size: 0.9rem; font-weight: 600; vertical-align: bottom; }
tbody tr:hover { background: var(--box); } .number { text-align: end; white-space: nowrap; }
.share { align-items: center; display: flex; gap: 0.6rem; justify-content: end; }
.bar { background: var(--name); border-radius: 3px; flex: 0 1 8rem; height: 0.6rem; min-width: 3rem; } .bar .certain { fill: var(--c0); } .bar .unsure { fill: var(--c1); }`;

const diagrams = `
figure { margin: 1rem 0; } svg text { fill: var(--text); font: 14px system-ui, sans-serif; unicode-bidi: plaintext; }
figure svg { display: block; } svg.flows { min-width: 44rem; width: 100%; } svg .amount { fill: var(--soft); } .place { fill: var(--soft); } .flow { fill: none; stroke-opacity: 0.5; }
.c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); } .c3 { stroke: var(--c3); } .c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); }`;

const print = `
@media print { :root { color-scheme: light; ${light} --text: #000; --soft: #333; --line: #999; } svg, .bar, .name { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 12px; max-width: none; padding: 0; } .scroll, pre, table { overflow: visible; } figure, tr { break-inside: avoid; } h2, h3, caption, summary { break-after: avoid; } a { color: inherit; } }`;

/** The style sheet. */
export const style = `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }${text}${tables}${diagrams}${print}
`;
