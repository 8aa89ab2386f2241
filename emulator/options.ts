/** What can be chosen when an emulator is started. Every default is the decision of docs/emulator.md's tables. */

/**
 * One switch for each question that the service's API document leaves open: what the emulator does where the document
 * does not say. The defaults are the behaviour that this project takes to be the likeliest.
 */
export interface Switches {
  /** Header that carries the client ID. Default `x-service-client-id` (section 5). */
  clientIdHeader: string;
  /** Header that carries the secret key. Default `x-service-secret-key` (section 5). */
  secretKeyHeader: string;
  /** Shape of an error body. Default `standard`: `{requestId, error, message}` (section 7.2: not shown). */
  errorBody: "standard" | "message" | "nested" | "text" | "html" | "empty";
  /** Status of `VTAG_NOT_FOUND` and `VTAG_VERSION_NOT_FOUND`. Default 404 (section 7.2: not shown). */
  notFoundStatus: 404 | 400;
  /** Status of V2 POST and PUT with a wrong rule structure. Default 422, as V1 (section 7.2). */
  wrongStructureStatus: 422 | 400;
  /** Date form of tags and notification endpoints. Default `long` (section 2.1). Versions are always ISO 8601. */
  dates: "long" | "iso";
  /** Whether V2 accepts a plain string as a filter's `value`. Default false (section 2.3: an array). */
  v2StringValues: boolean;
  /** Which `type` of a filter key V2 accepts: any, or those that section 2.3 lists. Default `open`. */
  keyTypes: "open" | "listed";
  /**
   * Whether a `defaultValue` that names a key may have a `type`. Default `accepted` (section 2.1 gives it `key` and
   * `costCenter`, and section 2.2 the `type` to a rule's `to` only; neither says that it is refused).
   */
  defaultValueType: "accepted" | "refused";
  /** Where `mergeValuesAndMetadata` stands in a metadata PUT. Default `root` (section 4.3: not shown). */
  metadataNesting: "root" | "perValue";
  /** What a metadata merge does with `groups` and `endpoints`. Default `union` (section 4.3: not shown). */
  metadataMergeLists: "union" | "replace";
  /**
   * What a metadata merge does with a value that is there: merges its fields, or puts the sent value in its place.
   * Default `merge` (section 4.3: "merged into existing data").
   */
  metadataMergeValues: "merge" | "replace";
  /** Whether a tag created with `setAsLive=false` has a live version. Default false (section 3: not shown). */
  stagedCreateIsLive: boolean;
  /** What reading a tag shows while a newer version is staged. Default `live` (section 3: not shown). */
  stagedRead: "live" | "latest";
  /** Whether entries of the V2 list carry `rules`. Default true (section 4.1: "Virtual Tag"). */
  listHasRules: boolean;
  /** On which V2 answers `acl` is present: reads, all, none. Default `reads` (section 2.1: "some responses"). */
  aclIn: "reads" | "all" | "none";
  /** A save without a change description: as it is, refused, or given a default text. Default `optional`. */
  changeDescription: "optional" | "required" | "defaulted";
  /** Whether a second tag of the same name is refused (409). Default false. */
  uniqueNames: boolean;
  /** Most rules in a tag, null for no limit. Default 1000. */
  maxRules: number | null;
  /** Which of the document's two statements on the Versions limits holds. Default `table` (section 8). */
  versionsLimits: "table" | "faq";
  /** How V1 wraps a tag in an answer. Default `bare` (section 4.4: not shown). */
  v1Body: "bare" | "data" | "virtualTag";
  /** Status of a V1 POST. Default 200 (section 4.4: not shown). */
  v1CreateStatus: 200 | 201;
  /** Body of a V1 DELETE. Default `message` (section 4.4: not shown). */
  v1DeleteBody: "message" | "empty" | "text";
  /** Whether a V1 PUT ignores the fields that a V1 GET returned, `displayName` too. Default false (section 2.3). */
  v1TolerantPut: boolean;
  /** What V1 does with the casing of rules when `isCaseSensitive` is false. Default `catalog` (section 2.1). */
  v1Casing: "catalog" | "lower" | "keep";
  /** What V1 tags answer from 2027-03-31 on: 410, or as before. Default `gone` (section 9). */
  v1AfterEndOfLife: "gone" | "serve";
  /** Whether `/v1/virtual-tags/{id}/metadata` and `/v1/megabill/query-language/...` exist. Default false. */
  legacyPaths: boolean;
  /** Whether `/v2/query-language/...` exists. Default true (section 4.8: not shown). */
  queryLanguageV2: boolean;
  /** Path of the list of scans. Default `/v1/cost-guard/scans` (section 4.7: not shown). */
  scansPath: string;
  /** Path of scan recommendations. Default `/v1/cost-guard/scans-recommendations` (section 4.7: not shown). */
  recommendationsPath: string;
}

/** The switches as they stand when nothing is chosen. */
export const defaultSwitches: Readonly<Switches> = {
  clientIdHeader: "x-service-client-id",
  secretKeyHeader: "x-service-secret-key",
  errorBody: "standard",
  notFoundStatus: 404,
  wrongStructureStatus: 422,
  dates: "long",
  v2StringValues: false,
  keyTypes: "open",
  defaultValueType: "accepted",
  metadataNesting: "root",
  metadataMergeLists: "union",
  metadataMergeValues: "merge",
  stagedCreateIsLive: false,
  stagedRead: "live",
  listHasRules: true,
  aclIn: "reads",
  changeDescription: "optional",
  uniqueNames: false,
  maxRules: 1000,
  versionsLimits: "table",
  v1Body: "bare",
  v1CreateStatus: 200,
  v1DeleteBody: "message",
  v1TolerantPut: false,
  v1Casing: "catalog",
  v1AfterEndOfLife: "gone",
  legacyPaths: false,
  queryLanguageV2: true,
  scansPath: "/v1/cost-guard/scans",
  recommendationsPath: "/v1/cost-guard/scans-recommendations",
};

/** How requests are limited, and how the answers speak of it (section 8). */
export interface Limits {
  /**
   * Whether requests are counted at all. Default true. Without it the headers say that 1,000,000 of 1,000,000 requests
   * are left, so that a client that paces itself by them runs free; `headers: "none"` sends none.
   */
  enabled: boolean;
  /**
   * Requests per minute, account and route, by `"GET /v2/virtual-tags/{id}"`, or `"*"` for every route. Default `{}`:
   * the document's rates, and 50 where it gives none.
   */
  perRoute: Readonly<Record<string, number>>;
  /** Requests per minute of an account over all routes, null for no limit. Default null. */
  perAccount: number | null;
  /** Requests of one credential at once, null for no limit. Default null. */
  concurrent: number | null;
  /**
   * Which headers are sent: `ratelimit` as draft 7 (`limit=100, remaining=0, reset=12`) or draft 8
   * (`"default";r=0;t=12`) of the IETF, `x-account-ratelimit-*` and `x-endpoint-ratelimit-*`, all, or none.
   * Default `all`, with `ratelimit` as draft 7.
   */
  headers: "draft7" | "draft8" | "split" | "all" | "none";
  /** What `*-reset` of the split form counts. Default `seconds` until the reset. */
  reset: "seconds" | "epochSeconds" | "epochMilliseconds";
  /** Form of `Retry-After` on a 429. Default `seconds`. */
  retryAfter: "seconds" | "date" | "none";
}

/** The limits as they stand when nothing is chosen. */
export const defaultLimits: Readonly<Limits> = {
  enabled: true,
  perRoute: {},
  perAccount: null,
  concurrent: null,
  headers: "all",
  reset: "seconds",
  retryAfter: "seconds",
};

/** Options of {@link startEmulator}. */
export interface EmulatorOptions {
  /** Port on 127.0.0.1. Default 0: a free one. */
  port?: number;
  /** Folder that keeps the data through restarts and kills. Default: memory only. */
  dataFolder?: string;
  /** Client ID of the first credential. Default `emulator`. */
  clientId?: string;
  /** Secret key of the first credential. Default `emulator-secret`. */
  secretKey?: string;
  /** Account of the first credential. Default `account-1`. */
  account?: string;
  /** User (an email address) of the first credential: `createdBy` of what it writes. Default `emulator@example.com`. */
  user?: string;
  /** Answers to the document's open questions. Default: see {@link Switches}. */
  switches?: Partial<Switches>;
  /** Rate limits. Default: the document's, see {@link Limits}. */
  limits?: Partial<Limits>;
  /** Largest request body, bytes. Default 10 MiB. */
  maxBodyBytes?: number;
}

/** Every option with its value. */
export interface Settings {
  port: number;
  dataFolder: string | undefined;
  clientId: string;
  secretKey: string;
  account: string;
  user: string;
  switches: Switches;
  limits: Limits;
  maxBodyBytes: number;
}

/** The options with the defaults filled in. */
export function settingsOf(options: EmulatorOptions): Settings {
  return {
    port: options.port ?? 0,
    dataFolder: options.dataFolder,
    clientId: options.clientId ?? "emulator",
    secretKey: options.secretKey ?? "emulator-secret",
    account: options.account ?? "account-1",
    user: options.user ?? "emulator@example.com",
    switches: { ...defaultSwitches, ...options.switches },
    limits: { ...defaultLimits, ...options.limits },
    maxBodyBytes: options.maxBodyBytes ?? 10 * 1024 * 1024,
  };
}
