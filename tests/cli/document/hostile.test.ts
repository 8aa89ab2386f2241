/** Texts of others act in no format, in whatever part of a document they stand. */
import pc from "picocolors";
import { printable, quoted } from "../../../client/printable";
import type { Block, Document, Phrase, Span } from "../../../cli/document/document";
import { htmlPage } from "../../../cli/document/html";
import { markdownText } from "../../../cli/document/markdown";
import { terminalText } from "../../../cli/document/terminal";
import { isFull } from "../../support/size";
import { acting, structureOf, tagsOf, unclosedTags, wordsOf, wordsOutsideOfCode } from "./judge";

const hostile = [
  "@octocat #1 !2 GH-3 <script>alert(1)</script> | [x](javascript:x) **b** _i_ ~~s~~ `c` &amp; \\ /close $a+b$ :smile:",
  "```\n</details>\n\u001b[2K\u202e</code><img src=x onerror=alert(1)>\r\n/close ~~~ </pre></body></style>",
  "https://example.com www.example.com a@example.com",
  "/close",
  "- a",
  "1. a",
  "12) a",
  "+ a",
  "# a",
  "> a",
  "| a | b |",
  "=== a",
  "---",
  "    a",
  "\ta",
  "`",
  "\\",
  "a\\|b",
  "``` `` `",
  "<!-- a",
  "-->",
  "$5$ and $a$",
  "GH-12",
  "'\" onload=x",
  "[a]: https://example.com",
  "![a](b)",
  "&#64;octocat",
  "<details open>",
  "</summary>",
  "--",
];

/** A block of each kind with a phrase in each place. */
function blocksWith(phrase: Phrase, text: string): Block[] {
  return [
    { kind: "heading", level: 2, text: phrase },
    { kind: "heading", level: 3, text: phrase },
    { kind: "paragraph", text: phrase },
    { kind: "paragraph", text: phrase, role: "lead" },
    { kind: "paragraph", text: phrase, role: "warning" },
    { kind: "list", items: [phrase, phrase] },
    {
      kind: "table",
      caption: phrase,
      columns: ["One", { number: phrase }],
      rows: [
        [
          { text: phrase, note: text },
          { text: phrase, share: { least: 40, most: 60 }, series: 0 },
        ],
        [{ text: phrase, tone: "added" }, phrase],
      ],
    },
    {
      kind: "lines",
      lines: [
        phrase,
        [],
        { sign: "+", tone: "added", text: phrase },
        { indent: 4, tone: "removed", text: phrase },
        { indent: 6, sign: "-", tone: "changed", text: phrase },
      ],
    },
    { kind: "lines", lines: [phrase, { indent: 2, text: phrase }] },
    { kind: "commands", commands: [text, text] },
    {
      kind: "details",
      anchor: "details-1",
      summary: phrase,
      more: phrase,
      blocks: [
        { kind: "paragraph", text: phrase },
        { kind: "lines", lines: [phrase] },
        { kind: "table", caption: phrase, columns: ["One"], rows: [[phrase]] },
      ],
    },
    {
      kind: "bars",
      caption: phrase,
      series: [text, "All others"],
      bars: [{ title: "Oct 2026", label: phrase, sizes: [1, -1] }],
      amount: String,
    },
    { kind: "flows", caption: phrase, flows: [{ from: text, to: `${text}2`, size: 1 }], amount: String },
  ];
}

const spans: readonly [string, (text: string) => Span][] = [
  ["name", (name) => ({ name })],
  ["linked name", (name) => ({ name, anchor: "tag-1" })],
  ["plain", (plain) => ({ plain })],
  ["plain with an exact text", (plain) => ({ plain, exact: plain })],
  ["command", (command) => ({ command })],
];

/** The texts for a kind of span: at full size all, otherwise every other one. */
const textsFor = (kind: string): string[] => {
  const place = spans.findIndex(([name]) => name === kind);
  return hostile.filter((_, index) => isFull || (index + place) % 2 === 0);
};

/** Documents with a span alone, among our own words, and beside another one. */
function documents(span: Span, marker: string): Document[] {
  const text = typeof span === "string" ? span : (Object.values(span)[0] as string);
  const phrases = [[span], ["Before ", span, " and after: ", span, "."], [span, span]];
  return phrases.map((phrase) => ({ title: ["Title ", span], marker, blocks: blocksWith(phrase, text) }));
}

const words = (document: Document): string => terminalText(document, pc.createColors(false));
const inMarkdown = (document: Document, dialect: "comment" | "file"): string =>
  markdownText({ ...document, marker: "a" }, dialect);
const elements = (html: string): string =>
  tagsOf(html).replaceAll(/(?:aria-label|title)="[^"<>]*"|(?<=<path)[^>]*|(?<=<(?:rect|text))[^>]*/gu, "");

describe.each(spans)("a %s", (kind, spanOf) => {
  const texts = textsFor(kind);
  const harmless = documents(spanOf("Team"), "a");
  const lengths = harmless.map((document) => words(document).split("\n").length);
  const pages = harmless.map((document) => elements(htmlPage(document)));

  test.each(texts)("in a terminal: of %j is text in one line", (text) => {
    documents(spanOf(text), text).forEach((document, index) => {
      const lines = words(document).split("\n");
      expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(lines).toHaveLength(lengths[index] ?? 0);
    });
  });

  describe.each(["comment", "file"] as const)("in Markdown as a %s", (dialect) => {
    const structures = harmless.map((document) =>
      [true, false].map((gfm) => structureOf(inMarkdown(document, dialect), gfm)),
    );

    test.each(texts)("of %j changes no structure, is all there, and mentions and links nothing", (text) => {
      documents(spanOf(text), text).forEach((document, index) => {
        const markdown = inMarkdown(document, dialect);
        expect([true, false].map((gfm) => structureOf(markdown, gfm))).toEqual(structures[index]);
        expect(markdown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        const shown = dialect === "file" && kind.endsWith("name") ? quoted(text) : printable(text);
        expect(wordsOf(markdown).split(shown).length).toBeGreaterThan(18);
        // A file is in nobody's comments.
        if (dialect === "comment") expect(wordsOutsideOfCode(markdown)).not.toMatch(acting);
      });
    });
  });

  test.each(texts)("in HTML: of %j changes no element", (text) => {
    documents(spanOf(text), text).forEach((document, index) => {
      const html = htmlPage(document);
      expect(elements(html)).toBe(pages[index]);
      expect(unclosedTags(html)).toEqual([]);
      expect(html.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    });
  });
});

test.each(hostile)("a marker of %j is one comment of HTML in the first line", (marker) => {
  const [first = "", second] = markdownText({ title: ["T"], marker, blocks: [] }, "comment").split("\n");
  expect(first).toMatch(/^<!-- [\w ./-]* -->$/u);
  expect(first.slice(4, -3)).not.toMatch(/--|>/u);
  expect(second).toBe("### T");
});
