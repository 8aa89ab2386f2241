/** The part of `npm run docs` that typedoc has not: titles and chapters of pages, `llms.txt`, and a check of every link. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { checkout } from "../shared/checkout.mjs";

/**
 * @typedef {object} Document
 * @property {string} name
 * @property {Record<string, unknown>} frontmatter
 */
/**
 * @typedef {object} Application the parts of typedoc's that this uses
 * @property {{ on: (event: "createDocument", listener: (context: unknown, document: Document) => void) => void }} converter
 * @property {{ on: (event: "endRender", listener: (event: { outputDirectory: string }) => void) => void }} renderer
 * @property {{ error: (text: string) => void }} logger
 */

const index = readFileSync(join(checkout, "docs", "README.md"), "utf8");

/**
 * The chapter of the index that first names a page, such as `credentials.md`.
 *
 * @param {string} page
 */
function chapterOf(page) {
  if (page.startsWith("checks/")) return "Checks";
  const chapter = index.split(/^## /mu).find((text) => text.includes(`](${page})`));
  return chapter?.split("\n")[0] ?? "About";
}

/** @param {Application} app */
export function load({ converter, renderer, logger }) {
  converter.on("createDocument", (_context, document) => {
    const file = `${document.name}.md`;
    document.frontmatter["group"] = chapterOf(file.replace("docs/", ""));
    document.name = /^# (.+)$/mu.exec(readFileSync(join(checkout, file), "utf8"))?.[1] ?? document.name;
  });
  renderer.on("endRender", ({ outputDirectory }) => {
    writePlainPages(outputDirectory);
    for (const problem of brokenLinks(outputDirectory)) logger.error(problem);
  });
}

/**
 * The pages as they are, and their index as llmstxt.org describes it.
 *
 * @param {string} folder
 */
function writePlainPages(folder) {
  for (const name of ["docs", "schemas", "README.md", "CHANGELOG.md"])
    cpSync(join(checkout, name), join(folder, name), { recursive: true });
  const about = readFileSync(join(checkout, "README.md"), "utf8").split("\n\n")[1] ?? "";
  const list = index
    .replace(/^# .*\n/u, "")
    .replaceAll(/\]\((?!#)(?:\.\.\/)?/gu, (link) => (link.endsWith("/") ? "](" : "](docs/"));
  writeFileSync(join(folder, "llms.txt"), `# pulumi-cost-allocation\n\n> ${about.replaceAll("\n", " ")}\n${list}`);
}

/**
 * Links of the site to files or headings that are not there.
 *
 * @param {string} folder
 */
function brokenLinks(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  const pages = new Map(files.map((name) => [resolve(folder, name), readFileSync(join(folder, name), "utf8")]));
  return [...pages].flatMap(([page, html]) =>
    [...html.matchAll(/<a [^>]*?href="(?![a-z]+:)([^"#]*)(?:#([^"]*))?"/gu)].flatMap(([, path = "", anchor]) => {
      const target = path === "" ? page : resolve(dirname(page), decodeURI(path));
      const isThere = existsSync(target) && (!anchor || !pages.has(target) || hasAnchor(pages.get(target), anchor));
      return isThere ? [] : [`${relative(folder, page)} has a broken link: ${path}${anchor ? `#${anchor}` : ""}`];
    }),
  );
}

/**
 * @param {string | undefined} html
 * @param {string} anchor
 */
function hasAnchor(html = "", anchor) {
  return html.includes(`id="${decodeURIComponent(anchor)}"`);
}
