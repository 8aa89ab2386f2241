/** The commands, options and exit codes that pages, messages and examples name are those of the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commands, optionsOf, problemOf, recommendedIn, shortUsesIn, usesIn, helpOf } from "./uses";
import { contributorPages, pages, root, sectionOf, textOf } from "../pages";
import { sources } from "../sources";
import { codesIn, codesInCode, statementsOn } from "./exitCodes";

const programs = readdirSync(join(root, "examples"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
  .map((name) => readFileSync(join(root, "examples", name), "utf8"));

const texts: [string, string][] = [
  ...[...pages, ...contributorPages, "CHANGELOG.md", "SECURITY.md"].map((page): [string, string] => [
    page,
    textOf(page),
  ]),
  ["the examples", programs.join("\n")],
  ["the sources", sources],
];

test("a use with an unknown command or option is found, in every form", () => {
  const found = (text: string): (string | undefined)[] => [...usesIn(text), ...shortUsesIn(text)].map(problemOf);
  expect(found("npx cost-allocation review --live --cube x | jq --raw")).toEqual([undefined]);
  expect(found("npx cost-allocation versions diff Team live")).toEqual([undefined]);
  expect(found("Run `cost-allocation revue`.")).toEqual([expect.stringContaining("no command")]);
  expect(found("`cost-allocation drift --plan x`")).toEqual([expect.stringContaining("no --plan")]);
  expect(found("`drift --plan x` and `versions promote`")).toEqual([
    expect.stringContaining("no --plan"),
    expect.stringContaining("versions"),
  ]);
  expect(found("npx cost-allocation cube --data x \\\n  --outt y")).toEqual([expect.stringContaining("no --outt")]);
});

test.each(texts)("%s", (_, text) => {
  expect([...usesIn(text), ...shortUsesIn(text)].flatMap((use) => problemOf(use) ?? [])).toEqual([]);
});

test("the commands that messages recommend", () => {
  expect(recommendedIn("command(`versions promote ${id}`)").map(problemOf)).toEqual([expect.any(String)]);
  const recommended = recommendedIn(sources);
  expect(recommended.length).toBeGreaterThan(3);
  expect(recommended.flatMap((use) => problemOf(use) ?? [])).toEqual([]);
});

/** Options of other tools that the pages name without the command. */
const ofOthers = [
  "--debug",
  "--exclude-protected",
  "--policy-pack",
  "--policy-pack-config",
  "--replace",
  "--run-program",
  "--secret",
  "--show-sames",
  "--target",
];

test("an option that a page names is one of a command", () => {
  const known = new Set([...[...commands.keys()].flatMap(optionsOf), ...ofOthers]);
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`(--[a-z][a-z0-9-]*)[^`]*`/gu)].map(({ 1: option = "" }) => `${page}: ${option}`),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((one) => !known.has(one.split(": ")[1] ?? ""))).toEqual([]);
});

const leaves = [...commands].filter(([, command]) => command.commands.length === 0).map(([name]) => name);

test.each(leaves)('"%s" and each of its options are on a page', (name) => {
  const own = pages.filter((page) => usesIn(textOf(page)).some(({ command }) => command === name));
  expect(own).not.toEqual([]);
  const settings = sectionOf("docs/versions.md", "Settings");
  const text = [settings, ...own.map(textOf)].join("\n");
  const missing = optionsOf(name).filter(
    (option) => option !== "--help" && !new RegExp(`${option}(?![a-z-])`, "u").test(text),
  );
  expect(missing).toEqual([]);
});

/** The variables that `cost-allocation comment` reads are in its help and on its page. */
describe("variables of cost-allocation comment", () => {
  const read = (path: string): string => readFileSync(join(__dirname, "..", "..", "..", path), "utf8");
  const namesIn = (text: string): string[] => [
    ...new Set(text.match(/\b(?:BUILD|CI|GITHUB|GITLAB|SYSTEM)_[A-Z][A-Z\d_]*\b/gu)),
  ];
  /** A message says that this one does not do. */
  const unread = ["CI_JOB_TOKEN"];

  test.each(["github", "gitlab", "azure"])("%s", (system) => {
    const used = namesIn(read(`cli/sources/pullRequest/${system}.ts`)).filter((name) => !unread.includes(name));
    const help = read("tests/cli/golden/outputs/help/cost-allocation-comment.txt").replaceAll(/\n {10,}/gu, " ");
    const lines = help.split("\n").filter((line) => line.startsWith(`  --${system} `));
    expect(namesIn(lines.join("\n")).sort()).toEqual(used.sort());
    expect(namesIn(read("docs/comment.md"))).toEqual(expect.arrayContaining(used));
  });
});

/** The exit codes that help and pages name are those of the code. */
describe("exit codes", () => {
  const leaves = [...commands].filter(([, command]) => command.commands.length === 0).map(([name]) => name);

  /** The codes in the help of a command. */
  const codesInHelp = (name: string): number[] => codesIn(/^Exit code: (.*?)\.(?: |$)/mu.exec(helpOf(name))?.[1] ?? "");

  const usual = [0, 2];

  test.each(leaves)('the help of "%s" names the codes of the code', (name) => {
    expect(codesInHelp(name)).toEqual(codesInCode(name));
  });

  test("what all commands have in common is on the page of the settings", () => {
    expect(codesIn(sectionOf("docs/versions.md", "Settings"))).toEqual(usual);
  });

  const special = leaves.filter((name) => codesInCode(name).join() !== usual.join());

  test.each(special)('a page of "%s" names its codes', (name) => {
    const own = pages.filter((page) => usesIn(textOf(page)).some(({ command }) => command === name));
    expect(own.flatMap(statementsOn)).toContainEqual(codesInCode(name));
  });

  test.each(pages.filter((page) => statementsOn(page).length > 0))(
    "%s names the codes of a command that it shows",
    (page) => {
      const shown = usesIn(textOf(page)).flatMap(({ command }) =>
        command !== undefined && leaves.includes(command) ? [command] : [],
      );
      const known = shown.map((name) => codesInCode(name));
      for (const codes of statementsOn(page)) expect(known).toContainEqual(codes);
    },
  );
});
