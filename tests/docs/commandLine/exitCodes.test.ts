/** The exit codes that help and pages name are those of the code. */
import { commands, helpOf, usesIn } from "./uses";
import { codesIn, codesInCode, statementsOn } from "./exitCodes";
import { pages, sectionOf, textOf } from "../pages";

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
