/**
 * Every setting: its name in the stack config (`costallocation:<name>`), its environment variable, its default and how it is
 * read. One table for the provider, a program's functions and the command line.
 */
import { withHint, didYouMean } from "../rules/closestName";
import { words } from "./hostWords";

/** All settings, read and checked. */
export interface Settings {
  /** Client ID of the service's API credentials. No default. */
  clientId: string;
  /** Secret key of the service's API credentials. No default. Never in a message. */
  secretKey: string;
  /** Address of the service, for example `https://api.example.com`. https, except for loopback addresses. No default. */
  baseUrl: string;
  /** Name of the header that carries the client ID. The vendor's brand may replace the word `service` in it. */
  clientIdHeader: string;
  /** Name of the header that carries the secret key. */
  secretKeyHeader: string;
  /** How many requests may be in flight at a time for one credential. */
  maxConcurrency: number;
  /** What an update does to a tag that was changed outside Pulumi: refuse, or overwrite the change and warn. */
  driftPolicy: "overwrite" | "refuse";
  /** What a delete does to a tag that other tags of the account refer to: refuse, or delete it and warn. */
  referencePolicy: "ignore" | "refuse";
  /** What a preview does about rules that can't have an effect: warn, refuse them as an error, or not look for them. */
  ruleAnalysis: "warn" | "error" | "off";
  /** Where `mergeValuesAndMetadata` stands in the body of a metadata PUT: at its root, beside the values, or in each value. */
  metadataNesting: "root" | "perValue";
  /** Path of the list of scans. */
  scansPath: string;
  /** Path of the scan recommendations. */
  scanRecommendationsPath: string;
  /** Longest wait for a connection, in seconds. */
  connectTimeoutSeconds: number;
  /** Longest wait for one answer, in seconds. */
  requestTimeoutSeconds: number;
  /** Longest time for one operation including its waits and retries, in seconds. */
  deadlineSeconds: number;
  /**
   * How long a list of Virtual Tags answers further reads that don't say how old it may be, in seconds. 0 turns it off. Also how long
   * reads by ID request no list after one was refused or could not be read.
   */
  listMaxAgeSeconds: number;
  /** Largest answer that is read, in bytes after decompression. */
  maxResponseBytes: number;
  /** Whether V1 routes may be called after the end of life that the service has announced. */
  v1AfterEndOfLife: "refuse" | "allow";
}

/** One row of the table of settings. */
export interface SettingDefinition {
  /** Name in the stack config, in the namespace `costallocation`. */
  name: keyof Settings;
  /** Name of the environment variable. */
  env: string;
  /** Whether the value must never be shown. */
  secret: boolean;
  /** The value if neither config nor environment has one; undefined if the setting is required. */
  default: string | undefined;
  /** What a value must look like, for messages: "a whole number from 1 to 100". */
  expects: string;
  /** The value of a text; undefined if the text is not what is expected. */
  parse: (text: string) => string | number | undefined;
}

/** Where the value of a setting came from, for messages. */
export type SettingSource = string;

/** The result of {@link readSettings}. */
export interface ReadSettings {
  /** The settings. */
  settings: Settings;
  /** Setting -> where its value came from, such as `stack config costallocation:clientId`. Never the value. */
  sources: Record<keyof Settings, SettingSource>;
}

/** One or more settings are missing or malformed. The message names each and where to set it, never a value of a secret. */
export class InvalidSettings extends Error {
  override readonly name = "InvalidSettings";
  /** The code of this error. */
  readonly code = "INVALID_SETTINGS";
}

const text = (value: string): string | undefined => (value.trim() === "" ? undefined : value.trim());

const oneOf =
  (...words: readonly string[]) =>
  (value: string): string | undefined =>
    words.includes(value) ? value : undefined;

const wholeNumber =
  (least: number, most: number) =>
  (value: string): number | undefined => {
    const number = Number(value);
    return /^\d+$/.test(value) && number >= least && number <= most ? number : undefined;
  };

const decimal =
  (least: number, most: number) =>
  (value: string): number | undefined => {
    const number = Number(value);
    return /^\d+(?:\.\d+)?$/.test(value) && number >= least && number <= most ? number : undefined;
  };

const headerName = (value: string): string | undefined =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(value) ? value : undefined;

const path = (value: string): string | undefined => (/^\/[^?#\s]*$/.test(value) ? value : undefined);

/** Credentials travel in headers, where only visible ASCII is safe. */
const credential = (value: string): string | undefined =>
  /^[\x21-\x7e]+$/.test(value.trim()) ? value.trim() : undefined;

/** Whether a host name is a loopback address: the only place where http is allowed. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

const baseUrl = (value: string): string | undefined => {
  if (!URL.canParse(value.trim())) return undefined;
  const url = new URL(value.trim());
  const secure = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  if (!secure || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return undefined;
  return url.href.replace(/\/+$/, "");
};

const row = (
  name: keyof Settings,
  fallback: string | undefined,
  expects: string,
  parse: SettingDefinition["parse"],
  secret = false,
): SettingDefinition => ({
  name,
  env: `COST_ALLOCATION_${name.replace(/(?<=[a-z0-9])[A-Z]/g, "_$&").toUpperCase()}`,
  secret,
  default: fallback,
  expects,
  parse,
});

/** The table of settings, in the order in which the documentation lists them. */
export const settingDefinitions: readonly SettingDefinition[] = [
  row("clientId", undefined, "the client ID of an API credential", credential, true),
  row("secretKey", undefined, "the secret key of an API credential", credential, true),
  row("baseUrl", undefined, "an https address without a query (http only for loopback addresses)", baseUrl),
  row("clientIdHeader", "x-service-client-id", "the name of an HTTP header, such as x-service-client-id", headerName),
  row(
    "secretKeyHeader",
    "x-service-secret-key",
    "the name of an HTTP header, such as x-service-secret-key",
    headerName,
  ),
  row("maxConcurrency", "5", "a whole number from 1 to 100", wholeNumber(1, 100)),
  row("driftPolicy", "refuse", "overwrite or refuse", oneOf("overwrite", "refuse")),
  row("referencePolicy", "refuse", "ignore or refuse", oneOf("ignore", "refuse")),
  row("ruleAnalysis", "warn", "warn, error or off", oneOf("warn", "error", "off")),
  row("metadataNesting", "root", "root or perValue", oneOf("root", "perValue")),
  row("scansPath", "/v1/cost-guard/scans", "a path that begins with /", path),
  row("scanRecommendationsPath", "/v1/cost-guard/scans-recommendations", "a path that begins with /", path),
  row("connectTimeoutSeconds", "10", "a number of seconds from 0.01 to 3600", decimal(0.01, 3600)),
  row("requestTimeoutSeconds", "60", "a whole number of seconds from 1 to 3600", wholeNumber(1, 3600)),
  row("deadlineSeconds", "900", "a whole number of seconds from 1 to 86400", wholeNumber(1, 86_400)),
  row("listMaxAgeSeconds", "10", "a number of seconds from 0 to 3600", decimal(0, 3600)),
  row(
    "maxResponseBytes",
    String(64 * 1024 * 1024),
    "a whole number of bytes from 1024 to 1073741824",
    wholeNumber(1024, 2 ** 30),
  ),
  row("v1AfterEndOfLife", "refuse", "refuse or allow", oneOf("refuse", "allow")),
];

/** The namespace of the settings in the stack config. */
export const configNamespace = "costallocation";

/**
 * Reads all settings. The stack config wins over the environment, so that a shell can't redirect a stack. An empty text
 * counts as not given. With one credential in the config, the environment has none: the two may belong to different accounts.
 *
 * @param config the value that the stack config (or a `Provider`'s arguments) has for a setting, if any
 * @param env the environment
 * @param configSource what messages call the source of a setting that `config` has
 * @throws {InvalidSettings} naming every missing or malformed setting at once
 */
export function readSettings(
  config: (name: keyof Settings) => string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
  configSource = (name: keyof Settings): SettingSource => `${words.config} ${configNamespace}:${name}`,
): ReadSettings {
  const settings: Record<string, string | number> = {};
  const sources: Record<string, SettingSource> = {};
  const problems: string[] = [];
  const credentialInConfig = settingDefinitions.find(
    ({ name, secret }) => secret && text(config(name) ?? "") !== undefined,
  );

  for (const definition of settingDefinitions) {
    const { name } = definition;
    const other = definition.secret ? credentialInConfig : undefined;
    const candidates: [string | undefined, SettingSource][] = [
      [config(name), configSource(name)],
      [other === undefined ? env[definition.env] : undefined, `environment variable ${definition.env}`],
      [definition.default, "default"],
    ];
    const [given, source] = candidates.find(([value]) => value !== undefined && text(value) !== undefined) ?? [];
    if (given === undefined || source === undefined) {
      problems.push(
        other === undefined
          ? missing(definition)
          : `${name} is not set, but ${other.name} is (${configSource(other.name)}). Set both in one place: the environment ` +
              `variable ${definition.env} is not combined with it, because they may belong to different accounts.`,
      );
      continue;
    }
    const value = definition.parse(given);
    if (value === undefined) {
      problems.push(`${name} (${source}) must be ${definition.expects}.${shown(definition, given)}`);
      continue;
    }
    settings[name] = value;
    sources[name] = source;
  }

  if (problems.length > 0) throw new InvalidSettings(problems.join("\n"));
  return { settings: settings as unknown as Settings, sources: sources };
}

/**
 * Finds keys of a stack config that are no settings. A misspelled setting has no effect.
 *
 * @param keys all keys of the config, as `namespace:name`
 */
export function unknownConfig(keys: readonly string[]): string[] {
  const known = settingDefinitions.map(({ name }) => name as string);
  const prefix = `${configNamespace}:`;
  return keys
    .filter((key) => key.startsWith(prefix) && !known.includes(key.slice(prefix.length)))
    .map((key) => withHint(`The ${words.config} has ${key}, which is not a setting`, key.slice(prefix.length), known));
}

/** What to do about such a key. */
export const unknownConfigAdvice = `Correct the name. To remove it, run "${words.unset}" with the whole key.`;

const variablePrefix = "COST_ALLOCATION_";

/** Variables of the command `emulator` and of this repository's scripts, which are no settings. */
const otherVariables: readonly string[] = ["EMULATOR_CLIENT_ID", "EMULATOR_SECRET_KEY", "ENGINE", "ENGINE_CACHE"];

/** Finds environment variables that look like settings but are none. No message shows a value. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = settingDefinitions.map(({ env: variable }) => variable.slice(variablePrefix.length));
  return Object.entries(env)
    .filter(([name, value]) => name.startsWith(variablePrefix) && value !== undefined && text(value) !== undefined)
    .map(([name]) => name.slice(variablePrefix.length))
    .filter((name) => !known.includes(name) && !otherVariables.includes(name))
    .map((name) => {
      const hint = didYouMean(name, known).replace("mean ", `mean ${variablePrefix}`);
      return `The environment variable ${variablePrefix}${name} is not a setting, so it has no effect.${hint}`;
    });
}

/** Where a pair of credentials came from. */
export function credentialSource({ clientId, secretKey }: ReadSettings["sources"]): SettingSource {
  return `${clientId} and ${secretKey}`;
}

/** Shows a wrong value, unless it may be a credential, such as one in place of a header's name, or a password in an address. */
function shown({ secret, parse }: SettingDefinition, given: string): string {
  if (secret) return "";
  const mayBeSecret = parse === headerName || given.includes("@");
  return mayBeSecret ? " Its value is not shown, because it may be a credential." : ` It is "${given}".`;
}

function missing({ name, env, secret }: SettingDefinition): string {
  // Without a value, the command prompts for it, so no shell history holds the secret.
  const rest = secret ? `--secret costallocation:${name}` : `costallocation:${name} <value>`;
  return `${name} is not set. Set it with "${words.set} ${rest}" or the environment variable ${env}.`;
}
