/** The account that a command works on: settings, and a client made of them. */
import { CostAllocationClient, credentialSource, readSettings, settingDefinitions, type Wait } from "../../client";
import { systemClock } from "../../client/clock";
import type { PrivateCopy } from "../../client/dry/privateCopy";
import { Limiter } from "../../client/limits/limiter";
import { command, commandCredentials, commandVariables, shellWord } from "../../client/recoveryCommand";
import { configNamespace, type Settings, unknownConfig, unknownVariables } from "../../client/settings";
import { messageOf } from "../../rules/shared/messageOf";
import { printable, type Terminal } from "./terminal";

/** What a command has to work with. */
export interface Account {
  client: CostAllocationClient;
  /** Opens another client, within the same limits, whose writes stay in a copy of the account. */
  openDry: (copy: PrivateCopy) => CostAllocationClient;
  /** The settings of the client. */
  settings: Settings;
  /** What other commands need to work on the same account. */
  reach: Reach;
  /**
   * Recommends a command on the same account: a line that runs as it is printed, and what it needs.
   *
   * @param purpose what the command is good for
   * @param args the command, such as `["versions", "list", tag.id]`
   */
  recommend: (purpose: string, args: readonly string[]) => string;
}

/** How a recommended command gets to the account of this one. */
export interface Reach {
  /** The stack that the user named. */
  stack: string | undefined;
  /** The options that select the account, as the user gave them: `["--stack", "production"]`. */
  options: readonly string[];
  /** What the options leave to the environment, as a sentence. Undefined: nothing. */
  needs: string | undefined;
}

/** Where settings come from, besides the environment. */
export interface GivenSettings {
  /** The address of the service. */
  baseUrl?: string | undefined;
  /** The config of a stack: all of its keys, as `namespace:name`. It wins over the environment, as in the provider. */
  config?: { stack: string; values: ReadonlyMap<string, string> } | undefined;
}

/** Runs a command. The exit code is the result of `work`, or 2 after an error, whose message goes to stderr. */
export async function withExitCode(terminal: Terminal, work: () => Promise<number>): Promise<void> {
  try {
    terminal.end(await work());
  } catch (error) {
    const message = messageOf(error);
    terminal.note(`${terminal.colors.red("error:")} ${message.split("\n").map(printable).join("\n")}`);
    terminal.end(2);
  }
}

/**
 * Opens the account.
 *
 * @throws {Error} that names every setting that is missing or malformed
 */
export function openAccount(terminal: Terminal, { baseUrl, config }: GivenSettings): Account {
  const { env, note } = terminal;
  const given = (name: string): string | undefined =>
    name === "baseUrl" && baseUrl !== undefined ? baseUrl : config?.values.get(`${configNamespace}:${name}`);
  const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === "";
  const hasCredential = settingDefinitions.some(({ name, secret }) => secret && !isBlank(given(name)));
  // The message of readSettings recommends stack config, which is read only with --stack.
  const missing = settingDefinitions
    .filter(({ secret }) => !secret || !hasCredential)
    .filter((setting) => setting.default === undefined && isBlank(given(setting.name)) && isBlank(env[setting.env]));
  if (missing.length > 0) {
    const list = missing.map((setting) => `  ${setting.env}: ${setting.expects}`);
    throw new Error(
      ["Set these environment variables, or name a stack that has them in its config:", ...list].join("\n"),
    );
  }
  const unknown = [...unknownVariables(env), ...unknownConfig([...(config?.values.keys() ?? [])])];
  for (const warning of unknown) note(`warning: ${warning}`);
  const sourceOf = (name: string): string =>
    name === "baseUrl" && baseUrl !== undefined
      ? "option --base-url"
      : `config of stack ${printable(config?.stack ?? "")}, ${configNamespace}:${name}`;
  const { settings, sources } = readSettings(given, env, sourceOf);
  const options = { ...settings, credentialSource: credentialSource(sources), onWait: onWait(note) };
  const limiter = new Limiter(systemClock, Math.random);
  const client = new CostAllocationClient(options, { limiter });
  const openDry = (copy: PrivateCopy): CostAllocationClient => new CostAllocationClient(options, { limiter, copy });
  const reach = reachOf(config?.stack, baseUrl);
  return { client, openDry, settings, reach, recommend: (purpose, args) => recommendation(purpose, args, reach) };
}

/** A command that reads hundreds of tags waits hundreds of times. After it has reported one, it keeps quiet for this long. */
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

function reachOf(stack: string | undefined, baseUrl: string | undefined): Reach {
  const options = [
    ...(stack === undefined ? [] : ["--stack", stack]),
    ...(baseUrl === undefined ? [] : ["--base-url", baseUrl]),
  ];
  if (stack !== undefined) return { stack, options, needs: undefined };
  return { stack, options, needs: baseUrl === undefined ? commandVariables : commandCredentials };
}

function recommendation(purpose: string, args: readonly string[], { options, needs }: Reach): string {
  const line = `${purpose}: ${command([...args, ...options].map(shellWord).join(" "))}`;
  return needs === undefined ? line : `${line}\n${needs}`;
}
