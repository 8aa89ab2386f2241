/** The account that a command works on: settings from the environment, and a client made of them. */
import { Option } from "@commander-js/extra-typings";
import { CostAllocationClient, credentialSource, readSettings, settingDefinitions, type Wait } from "../../client";
import { type Settings, unknownVariables } from "../../client/settings";
import { command, commandCredentials, commandVariables, shellWord } from "../../client/recoveryCommand";
import { printable, type Terminal } from "./terminal";

/** What a command has to work with. */
export interface Account {
  client: CostAllocationClient;
  /** How requests to this account are made. */
  settings: Settings;
  /**
   * Recommends a command on the same account: a line that runs as it is printed, and what it needs.
   *
   * @param purpose what the command is good for
   * @param args the command, such as `["versions", "list", tag.id]`
   */
  recommend: (purpose: string, args: readonly string[]) => string;
}

/** `--base-url`, the only setting with an option. A secret must not have one, because it would show in the process list. */
export function baseUrlOption(): Option<"--base-url <url>"> {
  return new Option("--base-url <url>", "address of the service (or COST_ALLOCATION_BASE_URL)");
}

/** The part of a help page that says where the settings come from. */
export const settingsHelp = `Settings come from the environment: COST_ALLOCATION_CLIENT_ID, COST_ALLOCATION_SECRET_KEY,
COST_ALLOCATION_BASE_URL and so on, the same variables as the provider's. Stack config is not read.`;

/**
 * Runs a command on the account. The exit code is the result of `work`, or 2 after an error, whose message goes to stderr.
 *
 * @param baseUrl the value of `--base-url`, if given
 * @param work the command
 */
export async function onAccount(
  terminal: Terminal,
  baseUrl: string | undefined,
  work: (account: Account) => Promise<number>,
): Promise<void> {
  await withExitCode(terminal, async () => {
    const { client, settings } = openAccount(terminal, baseUrl);
    try {
      return await work({ client, settings, recommend: (purpose, args) => recommendation(purpose, args, baseUrl) });
    } finally {
      client.close();
    }
  });
}

/**
 * Runs a command that may not need the account. The exit code is the result of `work`, or 2 after an error, whose message goes to
 * stderr.
 */
export async function withExitCode(terminal: Terminal, work: () => Promise<number>): Promise<void> {
  try {
    terminal.end(await work());
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    terminal.note(`${terminal.colors.red("error:")} ${message.split("\n").map(printable).join("\n")}`);
    terminal.end(2);
  }
}

/** Runs a command that needs the account only with some options. See {@link onAccount} for the exit code. */
export function onAccountIf(
  isNeeded: boolean,
  terminal: Terminal,
  baseUrl: string | undefined,
  work: (account: Account | undefined) => Promise<number>,
): Promise<void> {
  return isNeeded ? onAccount(terminal, baseUrl, work) : withExitCode(terminal, () => work(undefined));
}

/** A command that reads hundreds of tags waits hundreds of times, which nobody wants to read. */
const quietSeconds = 30;

/** Reports a wait if it ends well after those that were reported. */
function onWait(note: Terminal["note"]): (wait: Wait) => void {
  let reportedUntil = -Infinity;
  return ({ seconds, message }) => {
    const until = Date.now() + seconds * 1000;
    if (until <= reportedUntil) return;
    reportedUntil = until + quietSeconds * 1000;
    note(message);
  };
}

function recommendation(purpose: string, args: readonly string[], baseUrl: string | undefined): string {
  const words = [...args, ...(baseUrl === undefined ? [] : ["--base-url", baseUrl])].map(shellWord);
  const needs = baseUrl === undefined ? commandVariables : commandCredentials;
  return `${purpose}: ${command(words.join(" "))}\n${needs}`;
}

function openAccount({ env, note }: Terminal, baseUrl: string | undefined): Pick<Account, "client" | "settings"> {
  const given = (name: string): string | undefined => (name === "baseUrl" ? baseUrl : undefined);
  const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === "";
  // The message of readSettings recommends stack config, which no command reads.
  const missing = settingDefinitions.filter(
    (setting) => setting.default === undefined && isBlank(given(setting.name)) && isBlank(env[setting.env]),
  );
  if (missing.length > 0) {
    const list = missing.map((setting) => `  ${setting.env}: ${setting.expects}`);
    throw new Error(["Set these environment variables:", ...list].join("\n"));
  }
  for (const warning of unknownVariables(env)) note(`warning: ${warning}`);
  const { settings, sources } = readSettings(given, env, "option --base-url");
  const client = new CostAllocationClient({
    ...settings,
    credentialSource: credentialSource(sources),
    onWait: onWait(note),
  });
  return { client, settings };
}
