/** The help of every command: its examples, options and variables exist. */
import { spawnSync } from "node:child_process";
import { settingDefinitions } from "../../client/settings";
import { buildCommand } from "../support/commands/buildCommand";

const { main, remove } = buildCommand();
afterAll(remove);

const commands = [
  "",
  "analyze",
  "bucket-form",
  "catalog",
  "catalog types",
  "check",
  "comment",
  "cube",
  "drift",
  "emulator",
  "explain",
  "export",
  "report",
  "review",
  "tags",
  "versions",
  "versions list",
  "versions show",
  "versions diff",
  "versions restore",
];

/** They never work on an account. */
const withoutAccount = ["bucket-form", "comment", "emulator"];

function helpOf(command: string): string {
  const args = [...command.split(" ").filter(Boolean), "--help"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    env: { PATH: process.env["PATH"] },
    encoding: "utf8",
  });
  expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: "" });
  return stdout;
}

const pages = new Map(commands.map((command) => [command, helpOf(command)]));

test("the list in this test has all commands", () => {
  const listed = (help = ""): string[] =>
    [...(help.split("Commands:\n")[1]?.split("\n\n")[0] ?? "").matchAll(/^ {2}([a-z-]+)/gm)].map(
      ({ 1: name = "" }) => name,
    );
  const top = listed(pages.get("")).filter((name) => name !== "help");
  const nested = ["catalog", "versions"].flatMap((group) =>
    listed(pages.get(group)).flatMap((name) => (name === "help" ? [] : [`${group} ${name}`])),
  );
  expect(["", ...top, ...nested].sort()).toEqual([...commands].sort());
});

test.each(commands)('"%s" documents its exit codes and has examples', (command) => {
  const help = pages.get(command) ?? "";
  expect(help).toMatch(/^Usage: cost-allocation/);
  expect(help).toMatch(/^Exit code.*: 0/m);
  expect(help).toMatch(/^Examples:\n {2}\S/m);
  const examples = help.split("Examples:\n")[1]?.trimEnd().split("\n") ?? [];
  expect(examples.filter((line) => !line.includes("npx cost-allocation "))).toEqual([]);
  expect(help.split("\n").filter((line) => line.length > 124)).toEqual([]);
});

test.each(commands)('the examples of "%s" use commands and options that exist', (command) => {
  const examples = [...(pages.get(command) ?? "").matchAll(/npx cost-allocation (\w.*)$/gm)]
    .map(({ 1: example = "" }) => example.split(/[|>]/)[0]?.trim() ?? "")
    .filter((example) => !example.includes('"'));
  for (const example of examples) {
    const [first = "", second = ""] = example.split(" ");
    const help = pages.get(pages.has(`${first} ${second}`) ? `${first} ${second}` : first);
    const options = [...example.matchAll(/ (--[a-z-]+)/g)].map(({ 1: option = "" }) => option);
    expect({ example, known: help !== undefined }).toEqual({ example, known: true });
    expect({ example, unknown: options.filter((option) => !(help ?? "").includes(option)) }).toEqual({
      example,
      unknown: [],
    });
  }
});

test.each(commands)('the variables in the help of "%s" are those of the settings', (command) => {
  const known = [
    ...settingDefinitions.map(({ env }) => env),
    "COST_ALLOCATION_EMULATOR_CLIENT_ID",
    "COST_ALLOCATION_EMULATOR_SECRET_KEY",
  ];
  const named = (pages.get(command) ?? "").match(/COST_ALLOCATION_[A-Z_]*[A-Z]/g) ?? [];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test("commands that work on an account say where the settings come from", () => {
  for (const command of commands.filter((name) => !withoutAccount.includes(name))) {
    expect(pages.get(command)).toContain("COST_ALLOCATION_SECRET_KEY");
  }
});
