/** The account that a command works on: settings from the environment, and a client made of them. */
import { Option } from "@commander-js/extra-typings";
import { CostAllocationClient, credentialSource, readSettings, settingDefinitions } from "../client";
import { printable, type Terminal } from "./terminal";

/** `--base-url`, the one setting that is worth an option. Secrets never are one: they would show in the process list. */
export function baseUrlOption(): Option<"--base-url <url>"> {
  return new Option("--base-url <url>", "address of the service (or COST_ALLOCATION_BASE_URL)");
}

/** The part of a help page that says where the settings come from. */
export const settingsHelp = `Settings come from the environment: COST_ALLOCATION_CLIENT_ID, COST_ALLOCATION_SECRET_KEY,
COST_ALLOCATION_BASE_URL and so on, the same names as the provider's. A stack's config is not read.`;

/**
 * Runs a command on the account. Its exit code is what `work` answers, or 2 after an error, whose message goes to stderr.
 *
 * @param baseUrl value of `--base-url`, if given
 * @param work the command
 */
export async function onAccount(
  terminal: Terminal,
  baseUrl: string | undefined,
  work: (client: CostAllocationClient) => Promise<number>,
): Promise<void> {
  try {
    const client = openAccount(terminal, baseUrl);
    try {
      terminal.end(await work(client));
    } finally {
      client.close();
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    terminal.note(`${terminal.colors.red("error:")} ${message.split("\n").map(printable).join("\n")}`);
    terminal.end(2);
  }
}

function openAccount({ env, note }: Terminal, baseUrl: string | undefined): CostAllocationClient {
  const given = (name: string): string | undefined => (name === "baseUrl" ? baseUrl : undefined);
  const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === "";
  // The table's own message points to a stack's config, which no command reads.
  const missing = settingDefinitions.filter(
    (setting) => setting.default === undefined && isBlank(given(setting.name)) && isBlank(env[setting.env]),
  );
  if (missing.length > 0) {
    const list = missing.map((setting) => `  ${setting.env}: ${setting.expects}`);
    throw new Error(["These environment variables are not set:", ...list].join("\n"));
  }
  const { settings, sources } = readSettings(given, env, "option --base-url");
  return new CostAllocationClient({
    ...settings,
    credentialSource: credentialSource(sources),
    onWait: ({ message }) => {
      note(message);
    },
  });
}
