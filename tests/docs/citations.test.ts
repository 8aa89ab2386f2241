/** What comments, messages and pages cite is there: files, pages, and no sections of documents that the reader doesn't have. End-to-end tests cite a promise. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contributorPages, pages, root, textOf } from "./pages";

const folders =
  "rules cost client stack provider plugin sdk emulator cli policy tests scripts benchmarks examples".split(" ");

const files = [
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:ts|mjs|cjs)$/.test(name) && !name.includes("node_modules"))
      .map((name) => `${folder}/${name}`),
  ),
  ...pages,
  ...contributorPages,
  "CHANGELOG.md",
  "SECURITY.md",
];

const own = "tests/docs/citations.test.ts";

/** Where the texts match, without the matches that `isFine` accepts. */
function found(pattern: RegExp, isFine: (match: string, line: string) => boolean): string[] {
  return files
    .filter((file) => file !== own)
    .flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        // A comment may be wrapped anywhere.
        .replaceAll(/\n \* (?=\d)/gu, " ")
        .split("\n")
        .flatMap((line) => [...line.matchAll(pattern)].map(([match]) => ({ match, line })))
        .filter(({ match, line }) => !isFine(match, line))
        .map(({ match }) => `${file}: ${match}`),
    );
}

test("files", () => {
  const path = new RegExp(
    String.raw`\b(?<![\w./-])(?:docs|etc|${folders.join("|")})\/[\w./-]+\.(?:md|ts|mjs|cjs|json)\b`,
    "gu",
  );
  // The resource of the walkthrough in CONTRIBUTING.md is made up.
  expect(found(path, (match) => existsSync(join(root, match)) || /widget/iu.test(match))).toEqual([]);
});

test("documents", () => {
  const document = /(?<![\w/.-])[A-Z][A-Z-]+\.md\b/gu;
  const written = ["EXPORT.md", "REVIEW.md"];
  expect(
    found(
      document,
      (match) =>
        existsSync(join(root, match)) ||
        existsSync(join(root, "docs", match)) ||
        existsSync(join(root, "benchmarks", match)) ||
        written.includes(match),
    ),
  ).toEqual([]);
});

test("the service's documentation is not a document of this repository", () => {
  expect(found(/(?<!Open)\bAPI documents?\b/gu, () => false)).toEqual([]);
});

test("sections by number", () => {
  expect(found(/\bsections? \d[\d.]*/giu, (_, line) => line.includes("RFC "))).toEqual([]);
});

/** Every path that a page for contributors names exists, so that its walkthroughs can be followed. */
describe("pages for contributors", () => {
  /** Paths of files and folders in code spans. Those of the made-up resource and of a release are none. */
  const paths = [
    ...contributorPages
      .map(textOf)
      .join("")
      .matchAll(/`([\w.-]+\/[\w./-]*)`/g),
  ]
    .map(([, path = ""]) => path)
    .filter(
      (path) => !/widget/i.test(path) && !["dist/", "dist-plugin/", "site/", ".quickstart/", "engine/"].includes(path),
    );

  test("the paths", () => {
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

/** The examples in other languages, as their pages show them. tests/e2e/languages.full.test.ts runs them. */
test.each([
  ["docs/go.md", "examples/go/main.go"],
  ["docs/java.md", "examples/java/src/main/java/example/Program.java"],
  ["docs/python.md", "examples/python/__main__.py"],
  ["docs/yaml.md", "examples/yaml/Pulumi.yaml"],
])("%s shows %s", (page, file) => {
  expect(textOf(page)).toContain(textOf(file));
});

test("each end-to-end test says in its first line which promise to users it proves", () => {
  const tests = files.filter((file) => /^tests\/e2e\/.*\.test\.ts$/u.test(file.replaceAll("\\", "/")));
  expect(tests.length).toBeGreaterThan(30);
  // A plain sentence, in one line.
  expect(tests.filter((file) => !/^\/\/ Promise: [A-Z`].*\S{2}\.\n/u.test(textOf(file)))).toEqual([]);
});
