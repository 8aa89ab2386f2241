/** Every link between the pages leads to a file, and to a heading if it names one. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { contributorPages, pages, registryPages, root, textOf } from "./pages";

const linkedPages = [...pages, ...contributorPages, "CHANGELOG.md", "SECURITY.md"];

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(({ 1: text = "" }) => text);
  return headings.map((text) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function broken(page: string): string[] {
  const links = [...textOf(page).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
  return links.flatMap(({ 0: link, 1: path = "", 2: anchor }) => {
    const target = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(root, target))) return [link];
    if (anchor === undefined || statSync(join(root, target)).isDirectory()) return [];
    return anchorsOf(target).includes(anchor) ? [] : [link];
  });
}

test.each(linkedPages)("%s", (page) => {
  expect(broken(page)).toEqual([]);
});

test.each(pages.filter((page) => page.startsWith("docs/")))("%s leads only to files of the package", (page) => {
  const outside = [...textOf(page).matchAll(/\]\((\.\.\/[^)\s#]*)/g)].map(([, path]) => path);
  const packed = /^\.\.\/(?:README\.md|CHANGELOG\.md|schemas\/[a-z-]+\.json)$/u;
  expect(outside.filter((path = "") => !packed.test(path))).toEqual([]);
});

test("the README leads to every example", () => {
  const linked = [...textOf("README.md").matchAll(/\]\(examples\/([^)/]+)\/[\w./]+\)/g)].map(([, name]) => name);
  expect(linked.sort()).toEqual(readdirSync(join(root, "examples")).sort());
});

test("the README leads to every page, by way of others", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached) {
    const paths = [...textOf(page).matchAll(/\]\((?!https?:)([^)\s#]+\.md)/gu)].map(([, path = ""]) => path);
    for (const path of paths) reached.add(normalize(join(dirname(page), path)));
  }
  const all = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  expect(all.filter((page) => !reached.has(page))).toEqual(registryPages);
});

test("the index leads to every page", () => {
  const index = textOf("docs/README.md");
  const names = pages
    .filter((page) => page.startsWith("docs/") && page !== "docs/README.md")
    .map((page) => page.slice(5));
  expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});
