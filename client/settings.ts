/**
 * Every setting there is: its name in the stack config (`costallocation:<name>`), in the environment, its default and
 * its reading. One table, so that the provider, a program's functions and the CLI can't disagree. Loads nothing.
 */

/** All settings, read and checked. */
export interface Settings {
  /** Client ID of the service's API credentials. No default. */
  clientId: string;
  /** Secret key of the service's API credentials. No default; never in a message. */
  secretKey: string;
  /** Address of the service, for example `https://api.example.com`. https, unless it is loopback. No default. */
  baseUrl: string;
  /** Name of the header that carries the client ID. The vendor's brand may replace the word `service` in it. */
  clientIdHeader: string;
  /** Name of the header that carries the secret key. */
  secretKeyHeader: string;
  /** How many requests may be in flight at once for one credential. */
  maxConcurrency: number;
  /** What an update does to a tag that someone else changed since: write over it and warn, or refuse. */
  driftPolicy: "overwrite" | "refuse";
  /** Where `mergeValuesAndMetadata` stands in the body of a metadata PUT: at its root, beside the values, or in each value. */
  metadataNesting: "root" | "perValue";
  /** What the service's merge of metadata does with a value that is there: puts the sent one in its place, or merges its fields. */
  metadataMerge: "values" | "fields";
  /** Path of the list of scans. */
  scansPath: string;
  /** Path of the scan recommendations. */
  scanRecommendationsPath: string;
  /** Longest wait for one answer, in seconds. */
  requestTimeoutSeconds: number;
  /** Longest time for one operation, its waits and repeats included, in seconds. */
  deadlineSeconds: number;
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
  /** What holds when neither config nor environment says anything; undefined when the setting is required. */
  default: string | undefined;
  /** What a value must look like, for messages: "a whole number from 1 to 100". */
  expects: string;
  /** The value of a text; undefined when the text is not what is expected. */
  parse: (text: string) => string | number | undefined;
}

/** Where the value of a setting came from, in words for a message. */
export type SettingSource = string;

/** What {@link readSettings} found. */
export interface ReadSettings {
  settings: Settings;
  /** Setting -> where its value came from, such as `stack config costallocation:clientId`; never the value. */
  sources: Record<keyof Settings, SettingSource>;
}

/** One or more settings are missing or malformed. The message names each and where to put it, never a value. */
export class InvalidSettings extends Error {
  override readonly name = "InvalidSettings";
  /** Same word as the client's errors use for bad input. */
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

const headerName = (value: string): string | undefined =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(value) ? value : undefined;

const path = (value: string): string | undefined => (/^\/[^?#\s]*$/.test(value) ? value : undefined);

/** Credentials travel in headers, where nothing but visible ASCII is safe. */
const credential = (value: string): string | undefined =>
  /^[\x21-\x7e]+$/.test(value.trim()) ? value.trim() : undefined;

/** Whether a host name is this machine's own: the only place where http is allowed. */
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
  row("baseUrl", undefined, "an https address without query (http only for this machine itself)", baseUrl),
  row("clientIdHeader", "x-service-client-id", "the name of an HTTP header, such as x-service-client-id", headerName),
  row(
    "secretKeyHeader",
    "x-service-secret-key",
    "the name of an HTTP header, such as x-service-secret-key",
    headerName,
  ),
  row("maxConcurrency", "5", "a whole number from 1 to 100", wholeNumber(1, 100)),
  row("driftPolicy", "overwrite", "overwrite or refuse", oneOf("overwrite", "refuse")),
  row("metadataNesting", "root", "root or perValue", oneOf("root", "perValue")),
  row("metadataMerge", "values", "values or fields", oneOf("values", "fields")),
  row("scansPath", "/v1/cost-guard/scans", "a path that begins with /", path),
  row("scanRecommendationsPath", "/v1/cost-guard/scans-recommendations", "a path that begins with /", path),
  row("requestTimeoutSeconds", "60", "a whole number of seconds from 1 to 3600", wholeNumber(1, 3600)),
  row("deadlineSeconds", "900", "a whole number of seconds from 1 to 86400", wholeNumber(1, 86_400)),
  row("v1AfterEndOfLife", "refuse", "refuse or allow", oneOf("refuse", "allow")),
];

/**
 * Reads all settings. The stack config wins over the environment, so that a shell can't redirect a stack; an empty text
 * counts as not given.
 *
 * @param config the value that the stack config (or a `Provider`'s arguments) has for a setting, if any
 * @param env the environment
 * @param configName how messages call the place that `config` reads from, with `<name>` for the setting's name
 * @throws {InvalidSettings} naming every missing or malformed setting at once
 */
export function readSettings(
  config: (name: keyof Settings) => string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
  configName = "stack config costallocation:<name>",
): ReadSettings {
  const settings: Record<string, string | number> = {};
  const sources: Record<string, SettingSource> = {};
  const problems: string[] = [];

  for (const definition of settingDefinitions) {
    const { name } = definition;
    const candidates: [string | undefined, SettingSource][] = [
      [config(name), configName.replace("<name>", name)],
      [env[definition.env], `environment variable ${definition.env}`],
      [definition.default, "default"],
    ];
    const [given, source] = candidates.find(([value]) => value !== undefined && text(value) !== undefined) ?? [];
    if (given === undefined || source === undefined) {
      problems.push(missing(definition));
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

/** Where a pair of credentials came from: two places are often the mistake, half of one pair with half of another. */
export function credentialSource({ clientId, secretKey }: ReadSettings["sources"]): SettingSource {
  return clientId === secretKey ? clientId : `${clientId} and ${secretKey}`;
}

/** A wrong value, unless it may be a credential: one in the place of its header's name, or a password in an address. */
function shown({ secret, parse }: SettingDefinition, given: string): string {
  if (secret) return "";
  const mayBeSecret = parse === headerName || given.includes("@");
  return mayBeSecret ? " Its value is not shown, as it may be a credential." : ` It is "${given}".`;
}

function missing({ name, env, secret }: SettingDefinition): string {
  // Without a value the command asks for it, so that a secret stands in no shell history.
  const rest = secret ? `--secret costallocation:${name}` : `costallocation:${name} <value>`;
  return `${name} is not set. Set it with "pulumi config set ${rest}" or the environment variable ${env}.`;
}
