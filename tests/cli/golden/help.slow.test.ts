/** The help of every command, as the process prints it. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { buildCommand } from "../../support/commands/buildCommand";
import { openGoldens } from "./golden";

const goldens = openGoldens("help");
const { main, remove } = buildCommand();
afterAll(remove);

const helpOf = async (command: readonly string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [main, ...command, "--help"], { env: { PATH: process.env["PATH"] } }))
    .stdout;

/** The subcommands that a help page lists. */
const listedIn = (help: string): string[] =>
  [...(help.split("Commands:\n")[1]?.split("\n\n")[0] ?? "").matchAll(/^ {2}([a-z-]+)/gmu)].flatMap(
    ({ 1: name = "" }) => (name === "help" ? [] : [name]),
  );

async function compareHelp(command: readonly string[]): Promise<void> {
  const help = await helpOf(command);
  goldens.compare(`${["cost-allocation", ...command].join("-")}.txt`, help);
  await Promise.all(listedIn(help).map((name) => compareHelp([...command, name])));
}

test("every help page", () => compareHelp([]));

test("every golden file is compared", goldens.end);
