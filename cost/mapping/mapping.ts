/** Which columns of the cost data hold the values of the service's keys. The service's names are its own, so a default is a guess. */

import { recordKey } from "../../rules/evaluation/record";

/** Where the values of a key are. */
export type KeySource = ColumnSource | TagSource;

/** The values are in the first of these columns that has one. */
export interface ColumnSource {
  columns: readonly string[];
}

/** The values are in the tags of a record. */
export interface TagSource {
  /** The names of the tag. The first one for which a record has a value counts. */
  tags: readonly string[];
  /** Names that the tag has in some exports. Each could also be a tag of its own, so their values are never mixed with others. */
  prefixed?: readonly string[];
  /** Names that differ from one of the others only in case. The values of files count by the names that these have. */
  spellings?: readonly string[];
  /** Whether the cloud's tags have no case, so that all spellings are one tag. Otherwise, they are other tags. */
  hasNoCase?: true;
  /** Names that more likely are tags of their own. Their values are never known to be those of this tag. */
  doubtful?: readonly string[];
}

/** The names besides `tags` under which a record can have a tag. */
export function otherNames({ prefixed = [], spellings = [], doubtful = [] }: TagSource): string[] {
  return [...prefixed, ...doubtful, ...spellings];
}

/** Whether a name differs from one of the tag's only in case. */
export function isSpelling({ tags, prefixed = [], doubtful = [] }: TagSource, name: string): boolean {
  const names = [...tags, ...prefixed, ...doubtful];
  return !names.includes(name) && names.some((one) => one.toLowerCase() === name.toLowerCase());
}

/** How a table holds tags: a map, fields of their own, JSON text, or a list of keys and values. */
export type TagsType = "map" | "struct" | "json" | "list";

/** The types of tags, in the order in which messages list them. */
export const tagsTypes: readonly TagsType[] = ["map", "struct", "json", "list"];

/** How the IDs of Azure's subscriptions are written, in the order in which messages list them. */
export const azureSubscriptionForms = ["guid", "path"] as const;

/** How the IDs of Azure's subscriptions are written: as the GUID, or as FOCUS data has them. */
export type AzureSubscriptions = (typeof azureSubscriptionForms)[number];

/** The providers of a cost center's records, or `*` for all records. Null: the records that name none. */
export type Providers = readonly (string | null)[] | "*";

/** A key of the service's catalog. */
export interface Key {
  /** The cost center, as in the key catalog. */
  costCenter: string;
  /** The type of the key. */
  type: string;
  /** The identifier of the key. */
  key: string;
}

/** What `cost-data.json` says, with the defaults for what it leaves out. */
export interface CostMapping {
  /** The column with the cost. Default: `BilledCost`. */
  cost: string;
  /** The currency of the cost: that of all records, or its column. Default: the column `BillingCurrency`. */
  currency: string | { column: string };
  /** The columns with the provider. The first one that has a value counts. */
  provider: readonly string[];
  /** The columns with the tags. The first one that has a value for a tag's name counts. */
  tags: readonly string[];
  /** How the IDs of Azure's subscriptions are written. FOCUS data has paths: `/subscriptions/<guid>`. Default: `guid`. */
  azureSubscriptions: AzureSubscriptions;
  /** How a table holds the tags, for queries that other engines run. Default: what is usual for the engine. */
  tagsType?: TagsType;
  /** The providers of each cost center. */
  costCenters: ReadonlyMap<string, Providers>;
  /** The sources of keys, by `<costCenter>:<type>:<key>`. The cost center `*` stands for all. Null: unknown. */
  keys: ReadonlyMap<string, KeySource | null>;
}

/** What exports of a cloud put before the names of tags, by cost center. */
const tagPrefixes: ReadonlyMap<string, readonly string[]> = new Map([
  ["AWS", ["resourceTags/user:", "resourceTags/", "user:", "user_"]],
]);

/** The prefix that people also begin names with: `user_id` is not a form of `id`. */
const wordPrefix = "user_";

/** The cost centers whose clouds don't tell tags apart by case. */
const withoutCase: ReadonlySet<string> = new Set(["Azure"]);

/** Where Google's export to BigQuery has labels and tags, as lists of keys and values. It has no column `Tags`. */
export const labelColumns: readonly string[] = ["x_Labels", "x_ProjectLabels", "x_Tags"];

/**
 * The mapping of FOCUS data. A tag key has the value of the record's tag with the same name. Providers are named as the clouds' own
 * exports do; FOCUS does not fix these names.
 */
export const focusMapping: CostMapping = {
  cost: "BilledCost",
  currency: { column: "BillingCurrency" },
  // The first one is in FOCUS 1.3 and later, the second one is deprecated there. OCI has the names of FOCUS 1.0's preview.
  provider: [
    "ServiceProviderName",
    "ProviderName",
    "InvoiceIssuerName",
    "PublisherName",
    "Provider",
    "InvoiceIssuer",
    "Publisher",
  ],
  tags: ["Tags", ...labelColumns],
  azureSubscriptions: "guid",
  costCenters: new Map([
    // The last one is the issuer in the sample data of FOCUS.
    ["AWS", ["AWS", "Amazon Web Services", "Amazon Web Services, Inc."]],
    ["Azure", ["Microsoft", "Azure"]],
    ["GCP", ["Google Cloud", "Google"]],
    ["OCI", ["Oracle"]],
  ]),
  keys: new Map([
    ["*:billing_dimension:linked_account", { columns: ["SubAccountId"] }],
    ["*:billing_dimension:service", { columns: ["ServiceName"] }],
    ["*:billing_dimension:region", { columns: ["RegionId", "Region"] }],
    ["*:resource:resource_id", { columns: ["ResourceId"] }],
  ]),
};

/** The key with a name. Neither a cost center nor a type has a colon. Undefined if the text names no key. */
export function keyNamed(name: string): Key | undefined {
  const [, costCenter, type, key] = /^([^:]+):([^:]+):(.*)$/su.exec(name) ?? [];
  return costCenter === undefined || type === undefined || key === undefined ? undefined : { costCenter, type, key };
}

/** Where the values of a key are. Undefined if the cost data can't tell them, so that they are unknown. */
export function sourceOf({ keys, costCenters }: CostMapping, key: Key): KeySource | undefined {
  const exact = keys.get(recordKey(key));
  if (exact !== undefined) return exact === null ? undefined : withSpellings(exact, key);
  if (!costCenters.has(key.costCenter)) return undefined;
  const general = keys.get(recordKey({ ...key, costCenter: "*" }));
  if (general !== undefined) return general === null ? undefined : withSpellings(general, key);
  if (key.type !== "tag") return undefined;
  return withSpellings({ tags: [key.key], ...prefixedNames(key) }, key);
}

/** Whether the mapping names a key, for its cost center or for all. */
export function isNamed({ keys }: Pick<CostMapping, "keys">, key: Key): boolean {
  return [key.costCenter, "*"].some((costCenter) => keys.has(recordKey({ ...key, costCenter })));
}

/** The names that a tag has in exports with and without prefixes. */
function prefixedNames({ costCenter, key }: Key): Partial<TagSource> {
  const prefixes = tagPrefixes.get(costCenter) ?? [];
  if (prefixes.length === 0 || key === "") return {};
  const own = prefixes.find((prefix) => key.startsWith(prefix)) ?? "";
  const name = key.slice(own.length);
  const stripped = own === "" || name === "" ? [] : [name, ...prefixes.map((prefix) => prefix + name)];
  const whole = prefixes.map((prefix) => prefix + key);
  const others = (names: readonly string[]): string[] => [...new Set(names)].filter((other) => other !== key);
  if (own !== wordPrefix) return { prefixed: others([...stripped, ...whole]) };
  return { prefixed: others(whole), doubtful: others(stripped) };
}

/** Adds the usual spellings. Queries for other engines find no others, since most engines only look up names as they are. */
function withSpellings(source: KeySource, { costCenter }: Key): KeySource {
  if ("columns" in source) return source;
  return { ...source, spellings: usualSpellings(source), ...(withoutCase.has(costCenter) ? { hasNoCase: true } : {}) };
}

/** The usual spellings of a tag, in the order in which they count. They count before all others. */
export function usualSpellings(source: TagSource): string[] {
  const usual = source.tags.flatMap((tag) => [
    tag.charAt(0).toUpperCase() + tag.slice(1),
    tag.toLowerCase(),
    tag.toUpperCase(),
  ]);
  return [...new Set(usual)].filter((name) => isSpelling(source, name));
}

/** The cost center of a provider, or its own name. */
export function cloudOf(provider: string, mapping: CostMapping): string {
  const own = [...mapping.costCenters].find(
    ([costCenter, providers]) => providers !== "*" && isOfCostCenter(mapping, costCenter, provider),
  );
  return own?.[0] ?? provider;
}

/** The columns that no cube can do without, beside one with the provider. */
export function requiredColumns({ cost, currency }: CostMapping): string[] {
  return [cost, ...(typeof currency === "string" ? [] : [currency.column]), "ChargePeriodStart"];
}

/** Whether the records of a provider belong to any cost center. One beside the clouds that has all records tells nothing of a provider. */
export function hasCostCenter({ costCenters }: Pick<CostMapping, "costCenters">, provider: string | null): boolean {
  return [...costCenters].some(([costCenter, providers]) =>
    providers === "*" ? focusMapping.costCenters.has(costCenter) : providers.includes(provider),
  );
}

/** Whether the records of a provider belong to a cost center. */
export function isOfCostCenter(
  { costCenters }: Pick<CostMapping, "costCenters">,
  costCenter: string,
  provider: string | null,
): boolean {
  const providers = costCenters.get(costCenter) ?? [];
  return providers === "*" || providers.includes(provider);
}
