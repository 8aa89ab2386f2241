/** docs/messages.md explains every code of the provider, and no other. */
import { textOf } from "./pages";
import { piecesNotInSources, sources } from "./sources";

const page = textOf("docs/messages.md");

/** The codes in the sources. A prefix such as "CA22" is none. */
const codes = [...new Set(sources.match(/(?<=")CA\d{4}(?=")/g))].sort();

/** The sections of the page by their headings. */
const sections = page
  .split(/^### /m)
  .slice(1)
  .map((section): [code: string, text: string] => {
    const [code = "", ...lines] = section.split(/^## /m)[0]?.split("\n") ?? [];
    return [code, lines.join("\n")];
  });

test("the page has each code of the sources once, in order", () => {
  expect(codes.length).toBeGreaterThan(60);
  expect(sections.map(([code]) => code)).toEqual(codes);
});

test.each(sections)("%s: the first line is the code's own, followed by what happened and what to do", (_, text) => {
  const [, quoted = "", rest = ""] = /^\n`([^`\n]+)`\n\n([^]*)$/.exec(text) ?? [];
  expect(quoted).not.toBe("");
  expect(piecesNotInSources(quoted)).toEqual([]);
  expect([...rest.matchAll(/^- ([A-Z][a-z ]+):/gm)].map(([, name]) => name)).toEqual([
    "What happened",
    "Account",
    "What to do",
  ]);
});

test("every code that another page names is on the page", () => {
  const elsewhere = ["README.md", "docs/virtual-tag.md", "docs/recovering.md", "docs/pipelines.md"]
    .map(textOf)
    .join("\n");
  expect((elsewhere.match(/CA\d{4}/g) ?? []).filter((code) => !codes.includes(code))).toEqual([]);
});
