/** The whole command line: the help of every command, and wrong arguments. `docs/commandLine` compares the examples with the code. */
import { commandLine } from "../../cli/commandLine";
import { settingDefinitions } from "../../client/settings";
import { commands, helpOf } from "../docs/commandLine/uses";
import { runCommand } from "../support/commands/runCommand";
import { openGoldens } from "./golden/golden";

const pages = [...commands.keys()].map((name): [string, string] => [name, helpOf(name)]);
const program = commandLine("0.0.0");
const goldens = openGoldens("help");

test.each(pages)('the help of "%s" is its golden file', (name, help) => {
  goldens.compare(`${["cost-allocation", ...name.split(" ").filter(Boolean)].join("-")}.txt`, help);
});

test("every golden file is compared", goldens.end);

test.each(pages)('"%s" documents its exit codes and has examples', (_, help) => {
  expect(help).toMatch(/^Usage: cost-allocation/);
  expect(help).toMatch(/^Exit code.*: 0/m);
  const examples = help.split("Examples:\n")[1]?.trimEnd().split("\n") ?? [];
  expect(examples.length).toBeGreaterThan(0);
  expect(examples.filter((line) => !/^ {2}.*npx cost-allocation /u.test(line))).toEqual([]);
  expect(help.split("\n").filter((line) => line.length > 124)).toEqual([]);
});

test.each(pages)('the variables in the help of "%s" are those of the settings', (name, help) => {
  const known = [
    ...settingDefinitions.map(({ env }) => env),
    "COST_ALLOCATION_EMULATOR_CLIENT_ID",
    "COST_ALLOCATION_EMULATOR_SECRET_KEY",
  ];
  const named = help.match(/COST_ALLOCATION_[A-Z_]*[A-Z]/g) ?? [];
  expect(named.filter((one) => !known.includes(one))).toEqual([]);
  // These never work on an account. The others say where the settings come from.
  if (!["bucket-form", "comment", "emulator"].includes(name)) expect(named).toContain("COST_ALLOCATION_SECRET_KEY");
});

test.each([
  [[]],
  [["versions"]],
  [["nonsense"]],
  [["versions", "nonsense"]],
  [["emulator", "--port", "70000"]],
  [["emulator", "--switch", "dates"]],
  [["emulator", "--copy", "none.json", "--seed"]],
  [["emulator", "--nonsense"]],
  [["emulator", "nonsense"]],
  [["bucket-form", "--nonsense"]],
  [["bucket-form", "one.json", "two.json"]],
])("wrong arguments %j: exit code 2", async (args) => {
  const printed = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  const noted = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const { code } = await runCommand(() => program, args);
  expect(code).toBe(2);
  expect(printed).not.toHaveBeenCalled();
  expect(noted.mock.calls.join("")).toMatch(/^Usage: cost-allocation|^error: /);
  jest.restoreAllMocks();
});
