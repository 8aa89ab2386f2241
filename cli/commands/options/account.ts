/** The options that say which account a command works on, and with which settings. */
import { Option } from "@commander-js/extra-typings";
import { settingDefinitions } from "../../../client";
import { type Account, type GivenSettings, openAccount, withExitCode } from "../../console/account";
import { quoted, type Terminal } from "../../console/terminal";
import { stackConfig } from "../../sources/pulumi";

/** The values of the options. */
export interface AccountOptions {
  baseUrl?: string | undefined;
  stack?: string | undefined;
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
  { baseUrl, stack }: AccountOptions,
  work: (account: Account) => Promise<number>,
): Promise<void> {
  return withExitCode(terminal, async () => {
    const account = openAccount(terminal, {
      baseUrl,
      config: stack === undefined ? undefined : await readConfig(stack, terminal),
    });
    try {
      return await work(account);
    } finally {
      account.client.close();
    }
  });
}

/**
 * Reads the config of a stack. Its secrets stay in memory. A pipeline that has the credentials in its environment needs no passphrase.
 *
 * @throws {Error} if the secrets can't be read, and the environment has no credentials
 */
async function readConfig(stack: string, { env }: Terminal): Promise<NonNullable<GivenSettings["config"]>> {
  const { values, secretsProblem } = await stackConfig(stack, { ...env });
  const isInEnvironment = settingDefinitions.every(
    ({ secret, env: name }) => !secret || (env[name] ?? "").trim() !== "",
  );
  if (secretsProblem !== undefined && !isInEnvironment)
    throw new Error(`The config of stack ${quoted(stack)} can't be read:\n${secretsProblem}`);
  return { stack, values };
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
