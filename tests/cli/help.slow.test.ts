/** The help of every command: a page by itself, whose examples and variables are real. */
import { spawnSync } from "node:child_process";
import { settingDefinitions } from "../../client/settings";
import { buildCommand } from "./built";

const { main, remove } = buildCommand();
afterAll(remove);

const commands = [
  "",
  "bucket-form",
  "emulator",
  "versions",
  "versions list",
  "versions show",
  "versions diff",
  "versions restore",
];

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

test("these are all commands", () => {
  const listed = (help = ""): string[] =>
    [...(help.split("Commands:\n")[1]?.split("\n\n")[0] ?? "").matchAll(/^ {2}([a-z-]+)/gm)].map(
      ({ 1: name = "" }) => name,
    );
  const top = listed(pages.get("")).filter((name) => name !== "help");
  const versions = listed(pages.get("versions")).filter((name) => name !== "help");
  expect(["", ...top, ...versions.map((name) => `versions ${name}`)].sort()).toEqual([...commands].sort());
});

test.each(commands)('"%s" tells its exit codes and has examples', (command) => {
  const help = pages.get(command) ?? "";
  expect(help).toMatch(/^Usage: cost-allocation/);
  expect(help).toMatch(/^Exit code.*: 0/m);
  expect(help).toMatch(/^Examples:\n {2}\S/m);
  expect(help.split("\n").filter((line) => line.length > 124)).toEqual([]);
});

test.each(commands)('the examples of "%s" are commands and options that there are', (command) => {
  const examples = [...(pages.get(command) ?? "").matchAll(/cost-allocation ((?:bucket-form|emulator|versions).*)$/gm)]
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

test.each(commands)('the variables in the help of "%s" are the settings\' own', (command) => {
  const known = [
    ...settingDefinitions.map(({ env }) => env),
    "COST_ALLOCATION_EMULATOR_CLIENT_ID",
    "COST_ALLOCATION_EMULATOR_SECRET_KEY",
  ];
  const named = (pages.get(command) ?? "").match(/COST_ALLOCATION_[A-Z_]*[A-Z]/g) ?? [];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test("who works on an account is told where its settings come from", () => {
  for (const command of commands.filter((name) => name === "" || name.startsWith("versions"))) {
    expect(pages.get(command)).toContain("COST_ALLOCATION_SECRET_KEY");
  }
});
