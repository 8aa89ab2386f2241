import type { Clock } from "./clock";
import type { Wait } from "./limits/limiter";
import { InvalidSettings, type Settings, settingDefinitions } from "./settings";
import type { Transport } from "./http/transport";

/** What is decided before the client is asked for anything. */
const notOfClient = ["driftPolicy", "metadataMerge"] as const;

/** The settings that concern the client. */
export type ClientSettings = Omit<Settings, (typeof notOfClient)[number]>;

/** What a client is made of. Everything but the credentials and the address has a default (`settings.ts`). */
export interface ClientOptions {
  /** Client ID of the service's API credentials. */
  clientId: string;
  /** Secret key of the service's API credentials. */
  secretKey: string;
  /** Address of the service, for example `https://api.example.com`. https, unless it is loopback. */
  baseUrl: string;
  /** Name of the header that carries the client ID. Default `x-service-client-id`. */
  clientIdHeader?: string | undefined;
  /** Name of the header that carries the secret key. Default `x-service-secret-key`. */
  secretKeyHeader?: string | undefined;
  /** How many requests may be in flight at once. Default 5, the service's own limit. */
  maxConcurrency?: number | undefined;
  /** Where `mergeValuesAndMetadata` stands in the body of a metadata PUT. Default `root`. */
  metadataNesting?: Settings["metadataNesting"] | undefined;
  /** Path of the list of scans. Default `/v1/cost-guard/scans`. */
  scansPath?: string | undefined;
  /** Path of the scan recommendations. Default `/v1/cost-guard/scans-recommendations`. */
  scanRecommendationsPath?: string | undefined;
  /** Longest wait for one answer, in seconds. Default 60. */
  requestTimeoutSeconds?: number | undefined;
  /** Longest wait for a connection, in seconds. Default 10. */
  connectTimeoutSeconds?: number | undefined;
  /** Longest time for one operation, its waits and repeats included, in seconds. Default 900. */
  deadlineSeconds?: number | undefined;
  /** Whether V1 routes may be called after their announced end of life. Default `refuse`. */
  v1AfterEndOfLife?: Settings["v1AfterEndOfLife"] | undefined;
  /** For how long a list of Virtual Tags answers further reads, in seconds. Default 10; 0 turns it off. */
  listMaxAgeSeconds?: number | undefined;
  /**
   * How long the read of one Virtual Tag waits for the read of another one, which both are then answered by one list, in
   * milliseconds. Default 0: only those that ask at the same moment are answered together.
   */
  gatherMilliseconds?: number | undefined;
  /** Largest answer that is read, in bytes after decompression. Default 64 MiB. */
  maxResponseBytes?: number | undefined;
  /** Where the credentials came from, for messages: `stack config costallocation:clientId`. */
  credentialSource?: string | undefined;
  /** Told about every wait of a second or more. */
  onWait?: ((wait: Wait) => void) | undefined;
  /** Ends everything that this client does. */
  signal?: AbortSignal | undefined;
  /** Time. Default: the machine's. */
  clock?: Clock | undefined;
  /** Numbers from 0 to 1, for the spread of repeats. Default `Math.random`. */
  random?: (() => number) | undefined;
  /** What carries requests, in place of HTTP; for tests. */
  transport?: Transport | undefined;
}

/** The options that have no row in the table of settings, with their defaults. */
const further = {
  connectTimeoutSeconds: 10,
  listMaxAgeSeconds: 10,
  gatherMilliseconds: 0,
  maxResponseBytes: 64 * 1024 * 1024,
};

/** All options with their defaults, checked. */
export type CheckedOptions = ClientSettings & typeof further;

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {InvalidSettings} naming every wrong option, and no value of a secret one
 */
export function checkOptions(options: ClientOptions): CheckedOptions {
  const given = options as unknown as Record<string, unknown>;
  const checked: Record<string, unknown> = {};
  const problems: string[] = [];

  for (const definition of settingDefinitions) {
    if (notOfClient.some((name) => name === definition.name)) continue;
    const value = given[definition.name] ?? definition.default;
    const parsed = typeof value === "string" || typeof value === "number" ? definition.parse(String(value)) : undefined;
    if (parsed === undefined) problems.push(`${definition.name} must be ${definition.expects}.`);
    checked[definition.name] = parsed;
  }
  for (const [name, fallback] of Object.entries(further)) {
    const value = given[name] ?? fallback;
    if (typeof value !== "number" || !Number.isFinite(value) || value < 0)
      problems.push(`${name} must be a number from 0.`);
    checked[name] = value;
  }

  if (problems.length > 0) throw new InvalidSettings(problems.join("\n"));
  return checked as unknown as CheckedOptions;
}
