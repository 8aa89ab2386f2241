/**
 * The switches, as one table. Their type, their defaults, their validation and the table in docs/emulator-switches.md all follow
 * from it. To add a switch, add a row here and in docs/emulator-switches.md.
 */

/** The open sets of values, as the table describes them, with the type of a value. */
export interface OpenSets {
  /** A header name. */
  "any header name": string;
  /** A path that begins with `/`. */
  "any path": string;
  /** A whole number, or null. */
  "any whole number, or `null` for no limit": number | null;
}

/** One switch. The doc comment above its row describes it. */
export interface SwitchRow {
  /** The possible values, or the name of an open set of values. */
  readonly values: readonly (string | number | boolean)[] | keyof OpenSets;
  /** The value of the switch if you don't set it. */
  readonly default: string | number | boolean | null;
}

/** One switch for each question that the API documentation leaves open. */
export const switchTable = {
  /** Name of the header that carries the client ID. */
  clientIdHeader: { values: "any header name", default: "x-service-client-id" },
  /** Name of the header that carries the secret key. */
  secretKeyHeader: { values: "any header name", default: "x-service-secret-key" },
  /**
   * Shape of an error body: `standard` is `{requestId, error, message}`, `message` is `{message}`, and `nested` is
   * `{requestId, error: {code, message}}`.
   */
  errorBody: {
    values: ["standard", "message", "nested", "text", "html", "empty"],
    default: "standard",
  },
  /** Status of `VTAG_NOT_FOUND` and `VTAG_VERSION_NOT_FOUND` in V2. */
  notFoundStatus: { values: [404, 400], default: 404 },
  /** Status of a V2 save with invalid `rules` or an invalid `defaultValue`. */
  wrongStructureStatus: { values: [422, 400], default: 422 },
  /** Date format of tags and notification endpoints. Versions always use ISO 8601. */
  dates: { values: ["long", "iso"], default: "long" },
  /** Whether V2 accepts a string, and not only an array, as a filter's `value`. */
  v2StringValues: { values: [false, true], default: false },
  /** Whether V2 refuses unknown fields in a body with 400 or 422, or ignores them. */
  v2UnknownFields: { values: ["refused", "ignored"], default: "refused" },
  /** Whether V2 reads add a `displayName` to the conditions that have none. */
  v2ReadsAddDisplayName: { values: [false, true], default: false },
  /** Whether V2 reads add a `type` to a key that is used as a value without one. */
  v2ReadsAddType: { values: [false, true], default: false },
  /** Which `type` of a filter key V2 accepts: any (`open`), or only those that the document lists (`listed`). */
  keyTypes: { values: ["open", "listed"], default: "open" },
  /** Whether a `defaultValue` that names a key may have a `type`, as a rule's `to` may. */
  defaultValueType: { values: ["accepted", "refused"], default: "accepted" },
  /** Where a metadata PUT has `mergeValuesAndMetadata`: in the root of the body, or in each value. */
  metadataNesting: { values: ["root", "perValue"], default: "root" },
  /** How a metadata merge treats `groups` and `endpoints`: it adds the new ones, or replaces the list. */
  metadataMergeLists: { values: ["union", "replace"], default: "union" },
  /** How a metadata merge treats a value that exists: it merges the fields, or replaces the whole value. */
  metadataMergeValues: { values: ["merge", "replace"], default: "merge" },
  /**
   * What `mergeValuesAndMetadata` in each value means: it must be the same in all values, and false replaces all
   * metadata (`uniform`), or it is about its own value, and values that the body doesn't have stay (`separate`).
   */
  metadataValueFlags: { values: ["uniform", "separate"], default: "uniform" },
  /** Which tag values with a dot a metadata PUT accepts: none (`refused`), or those that have metadata already (`existing`). */
  metadataDots: { values: ["refused", "existing"], default: "refused" },
  /** Status of metadata requests for an unknown or denied tag: that of tag requests (`tag`), or 400. */
  metadataErrorStatus: { values: ["tag", 400], default: "tag" },
  /** Whether a tag created with `setAsLive=false` has a live version. */
  stagedCreateIsLive: { values: [false, true], default: false },
  /** Which version a read returns while a newer version is staged. */
  stagedRead: { values: ["live", "latest"], default: "live" },
  /** What the response to a PUT with `setAsLive=false` shows: the same as a read, or the staged version. */
  stagedPutReturns: { values: ["asRead", "staged"], default: "asRead" },
  /**
   * Whose `updatedBy` and `updatedAt` a tag has while a newer version is staged: those of the version that is shown, or
   * of the latest save.
   */
  stagedUpdatedBy: { values: ["shown", "latest"], default: "shown" },
  /** When a staged save with another name renames the tag: with its promotion, or at once. */
  stagedRename: { values: ["promotion", "atOnce"], default: "promotion" },
  /** Whether the entries of the V2 list have `rules`. */
  listHasRules: { values: [true, false], default: true },
  /** Which responses have an `acl`: those to reads, all, or none. */
  aclIn: { values: ["reads", "all", "none"], default: "reads" },
  /** Whether a V2 save needs a change description. With `defaulted`, a save without one gets a default text. */
  changeDescription: { values: ["optional", "required", "defaulted"], default: "optional" },
  /**
   * The Unicode form in which the service keeps names, the tag values of metadata, and change descriptions: as sent, or
   * composed (NFC).
   */
  unicodeForm: { values: ["asSent", "nfc"], default: "asSent" },
  /** Number of characters after which the service cuts a change description off. */
  maxChangeDescription: { values: "any whole number, or `null` for no limit", default: null },
  /** Whether names are unique. If they are, a second tag with the same name fails. */
  uniqueNames: { values: [false, true], default: false },
  /** Status of a save whose name another tag has, if names are unique. */
  duplicateNameStatus: { values: [409, 422], default: 409 },
  /** Maximum number of rules in a tag. */
  maxRules: { values: "any whole number, or `null` for no limit", default: 1000 },
  /** Which of the two conflicting rate limits of the Versions routes applies: the rate table's, or the FAQ's. */
  versionsLimits: { values: ["table", "faq"], default: "table" },
  /** How a V1 response wraps a tag: not at all, in `data`, or in `virtualTag`. */
  v1Body: { values: ["bare", "data", "virtualTag"], default: "bare" },
  /** Status of a successful V1 POST. */
  v1CreateStatus: { values: [200, 201], default: 200 },
  /** Body of a successful V1 DELETE: `{requestId, message}`, nothing, or plain text. */
  v1DeleteBody: { values: ["message", "empty", "text"], default: "message" },
  /** Whether a V1 PUT accepts the extra fields that a V1 GET returns, such as `displayName`, and ignores them. */
  v1TolerantPut: { values: [false, true], default: false },
  /**
   * What V1 does with the casing of keys in rules unless `isCaseSensitive` is true: it uses the catalog's casing, uses
   * lowercase, or keeps the casing.
   */
  v1Casing: { values: ["catalog", "lower", "keep"], default: "catalog" },
  /** What the V1 tag routes do from 2027-03-31 on: fail with 410 (`gone`), or work as before (`serve`). */
  v1AfterEndOfLife: { values: ["gone", "serve"], default: "gone" },
  /** Whether `/v1/virtual-tags/{id}/metadata` and `/v1/megabill/query-language/...` exist. */
  legacyPaths: { values: [false, true], default: false },
  /** Whether `/v2/query-language/...` exists. */
  queryLanguageV2: { values: [true, false], default: true },
  /** What the values of an unknown catalog key are: an empty list, or an error with status 404. */
  unknownCatalogKey: { values: ["empty", "error"], default: "empty" },
  /** Path of the list of scans. */
  scansPath: { values: "any path", default: "/v1/cost-guard/scans" },
  /** Path of the scan recommendations. */
  recommendationsPath: {
    values: "any path",
    default: "/v1/cost-guard/scans-recommendations",
  },
} as const satisfies Readonly<Record<string, SwitchRow>>;

/** The type of a switch with these values. */
export type SwitchValue<Values extends SwitchRow["values"]> = Values extends keyof OpenSets
  ? OpenSets[Values]
  : Values[number];

/**
 * What the emulator does where the API documentation doesn't say. The defaults are the behavior that this project considers
 * most likely.
 *
 * @interface
 */
export type Switches = {
  -readonly [Name in keyof typeof switchTable]: SwitchValue<(typeof switchTable)[Name]["values"]>;
};

type DefaultsOf<Table extends Readonly<Record<string, SwitchRow>>> = { [Name in keyof Table]: Table[Name]["default"] };

function defaultsOf<Table extends Readonly<Record<string, SwitchRow>>>(table: Table): DefaultsOf<Table> {
  const entries = Object.entries(table).map(([name, row]) => [name, row.default]);
  return Object.fromEntries(entries) as DefaultsOf<Table>;
}

/** The value of each switch that you don't set. */
export const defaultSwitches: Readonly<Switches> = defaultsOf(switchTable);
