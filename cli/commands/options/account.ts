/** The options that say which account a command works on, and with which settings. */
import { Option } from "@commander-js/extra-typings";
import { configNamespace, settingDefinitions } from "../../../client/settings";
import { type Account, type GivenSettings, openAccount, withExitCode } from "../../console/account";
import { printable, quoted, type Terminal } from "../../console/terminal";
import { stackConfig } from "../../sources/pulumi";

/** The values of the options. */
export interface AccountOptions {
  baseUrl?: string | undefined;
  stack?: string | undefined;
  /** Whether the command writes. Then no setting of the environment stands for a secret of the config. Default: false */
  writes?: boolean;
}

/** `--base-url`, the only setting with an option. A secret must not have one, because it would show in the process list. */
export function baseUrlOption(): Option<"--base-url <url>"> {
  return new Option("--base-url <url>", "address of the service (or COST_ALLOCATION_BASE_URL)");
}

/**
 * `--stack`.
 *
 * @param does what else the command does with the stack. Default: nothing
 */
export function stackOption(does?: string): Option<"--stack <name>"> {
  return new Option(
    "--stack <name>",
    [does, "take the settings from the config of this stack"].filter(Boolean).join("; "),
  );
}

/** The part of a help page that says where the settings come from. */
export const settingsHelp = `Settings come from the config of the stack that --stack names, and otherwise from the environment:
COST_ALLOCATION_CLIENT_ID, COST_ALLOCATION_SECRET_KEY, COST_ALLOCATION_BASE_URL and so on, as the provider's.`;

/**
 * Runs a command on the account. The exit code is the result of `work`, or 2 after an error, whose message goes to stderr.
 *
 * @param work the command
 */
export function onAccount(
  terminal: Terminal,
  { baseUrl, stack, writes = false }: AccountOptions,
  work: (account: Account) => Promise<number>,
): Promise<void> {
  return withExitCode(terminal, async () => {
    const account = openAccount(terminal, {
      baseUrl,
      config: stack === undefined ? undefined : await readConfig(stack, terminal, writes),
    });
    try {
      return await work(account);
    } finally {
      account.client.close();
    }
  });
}

/**
 * Reads the config of a stack. Its secrets stay in memory. A pipeline that only reads, and has the credentials in its environment, needs no
 * passphrase.
 *
 * @throws {Error} if secrets of the config can't be read, and nothing may stand for them
 */
async function readConfig(
  stack: string,
  { env, note }: Terminal,
  writes: boolean,
): Promise<NonNullable<GivenSettings["config"]>> {
  const { values, hidden, problem } = await stackConfig(stack, { ...env });
  const lost = hidden.filter((key) => key.startsWith(`${configNamespace}:`));
  if (lost.length === 0) return { stack, values };
  const credentials = settingDefinitions.filter(({ secret }) => secret);
  const keys = credentials.map(({ name }) => `${configNamespace}:${name}`);
  const canReplace =
    lost.every((key) => keys.includes(key)) && credentials.every((one) => (env[one.env] ?? "").trim() !== "");
  if (writes || !canReplace) throw new Error(`The config of stack ${quoted(stack)} can't be read:\n${problem}`);
  note(
    `warning: ${lost.map(printable).join(" and ")} of stack ${quoted(stack)} can't be decrypted, so the environment's credentials are used.`,
  );
  // Both: half of one pair with half of another is none.
  return { stack, values: new Map([...values].filter(([key]) => !keys.includes(key))) };
}

/** Runs a command that needs the account only with some options. See {@link onAccount} for the exit code. */
export function onAccountIf(
  isNeeded: boolean,
  terminal: Terminal,
  options: AccountOptions,
  work: (account: Account | undefined) => Promise<number>,
): Promise<void> {
  return isNeeded ? onAccount(terminal, options, work) : withExitCode(terminal, () => work(undefined));
}
