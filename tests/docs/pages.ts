/** README.md and the pages in docs/, as the tests read them. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder that the paths of pages are relative to. */
export const root = resolve(__dirname, "../..");

/** The pages that Pulumi's registry takes from this folder. It renders their links and choosers, so nothing here leads to them. */
export const registryPages: readonly string[] = ["docs/_index.md", "docs/installation-configuration.md"];

/** The paths of README.md and all other pages. */
export const pages: readonly string[] = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    .filter((page) => !registryPages.includes(page)),
];

/** The pages for people who work on this project. */
export const contributorPages: readonly string[] = [
  "CONTRIBUTING.md",
  "RELEASING.md",
  "benchmarks/README.md",
  "tests/README.md",
];

/** The text of a page. */
export function textOf(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** The text below a heading of the second level, up to the next one. */
export function sectionOf(page: string, heading: string): string {
  const [, section] = textOf(page).split(new RegExp(`^## ${heading}$`, "mu"));
  if (section === undefined) throw new Error(`${page} has no section "${heading}".`);
  return section.split(/^## /mu)[0] ?? "";
}

/** A fenced block of a page. */
export interface Block {
  page: string;
  /** The line of its fence, from 1. */
  line: number;
  /** The words after the fence: the language, then what the tests do with it. */
  words: readonly string[];
  text: string;
}

/** The fenced blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  const text = textOf(page);
  return [...text.matchAll(/^```(.+)\n([^]*?)^```$/gm)].map(({ 1: info = "", 2: body = "", index }) => ({
    page,
    line: text.slice(0, index).split("\n").length,
    words: info.trim().split(/\s+/),
    text: body,
  }));
}

/** A TypeScript program of a page. */
export interface Program {
  page: string;
  /** Page and line where it begins. */
  name: string;
  /** Whether a test runs it: its fence is "ts run". */
  runs: boolean;
  text: string;
}

/** The programs of a page: each block of TypeScript is one, except that a "ts more" block continues the one before it. */
export function programsOf(page: string): Program[] {
  const programs: Program[] = [];
  for (const { line, words, text } of blocksOf(page)) {
    if (words[0] !== "ts") continue;
    const last = programs.at(-1);
    if (!words.includes("more")) {
      programs.push({ page, name: `${page}:${line}`, runs: words.includes("run"), text });
    } else if (last === undefined) {
      throw new Error(`${page}:${line} continues a program, but there is none before it.`);
    } else {
      last.text += text;
    }
  }
  return programs;
}

/** All rows of a page's tables, cell by cell, without titles. */
export function tableRowsOf(page: string): string[][] {
  return textOf(page)
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\|[\s|:-]+\|$/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
