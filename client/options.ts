import type { Clock } from "./clock";
import type { Transport } from "./http/transport";
import type { Wait } from "./limits/turn";
import { InvalidSettings, type Settings, settingDefinitions } from "./settings";

/** The settings of the client. Only the provider uses the others. */
export type ClientSettings = Omit<Settings, "driftPolicy" | "referencePolicy" | "ruleAnalysis">;

/** Options of a client: its settings, each with the default of `settings.ts`, and what replaces parts of it in tests. */
export type ClientOptions = Pick<ClientSettings, "clientId" | "secretKey" | "baseUrl"> & {
  // Mapped over `keyof` a type, so that each option shows the documentation of its setting.
  [Name in keyof Omit<ClientSettings, "clientId" | "secretKey" | "baseUrl">]?: ClientSettings[Name] | undefined;
} & {
  /** Where the credentials came from, for messages: `stack config costallocation:clientId`. */
  credentialSource?: string | undefined;
  /** Called for each wait of a second or more. */
  onWait?: ((wait: Wait) => void) | undefined;
  /** Ends everything that this client does. */
  signal?: AbortSignal | undefined;
  /** Time. Default: the machine's. */
  clock?: Clock | undefined;
  /** Numbers from 0 to 1, to spread retries. Default: `Math.random`. */
  random?: (() => number) | undefined;
  /** What sends requests instead of HTTP, for tests. */
  transport?: Transport | undefined;
};

/** All settings of a client, checked. */
export type CheckedOptions = ClientSettings;

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {InvalidSettings} naming every wrong option, and no value of a secret one
 */
export function checkOptions(options: ClientOptions): CheckedOptions {
  const given = options as unknown as Record<string, unknown>;
  const checked: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const { name, expects, parse, default: fallback } of settingDefinitions) {
    const value = given[name] ?? fallback;
    const parsed = typeof value === "string" || typeof value === "number" ? parse(String(value)) : undefined;
    if (parsed === undefined) problems.push(`${name} must be ${expects}.`);
    checked[name] = parsed;
  }
  if (problems.length > 0) throw new InvalidSettings(problems.join("\n"));
  return checked as unknown as CheckedOptions;
}
