/** Reads the account's key catalog: the keys with their types, and the values of keys. */
import {
  type CatalogKey,
  type CostAllocationClient,
  Forbidden,
  InvalidInput,
  NotFound,
  UnexpectedAnswer,
} from "../../../client";

/** A key of the catalog. */
export interface Key {
  /** The cost center, such as `AWS`. */
  costCenter: string;
  /** The identifier, which filters name. */
  key: string;
  /** The label for people. The identifier, if there is none. */
  displayName: string;
  /** The types that have a key of this name. Empty if the service doesn't say. */
  types: readonly string[];
}

/** The values of a key, or why they can't be read. */
export type Values = { values: readonly string[] } | { problem: string };

/** The catalog of an account. */
export interface AccountCatalog {
  /** The keys, each once, in no particular order. */
  keys: readonly Key[];
  /**
   * The values of a key. Waits if the route is rate-limited.
   *
   * @throws {Error} if the service can't be reached or refuses the credentials
   */
  values: (key: Pick<Key, "costCenter" | "key">) => Promise<Values>;
}

/**
 * Reads the keys. The query language V2 knows their types, but the API documentation only names it. If the account doesn't
 * have it, the catalog V1 has the same keys without types.
 *
 * @throws {Error} if neither can be read
 */
export async function readCatalog({ queryLanguage, catalog }: CostAllocationClient): Promise<AccountCatalog> {
  const typed = await queryLanguage.keys().catch(emptyIfNotServed);
  const source = typed.length > 0 ? queryLanguage : catalog;
  const keys = typed.length > 0 ? typed : await catalog.keys();
  return {
    keys: merged(keys),
    values: async ({ costCenter, key }) => {
      try {
        const values: readonly unknown[] = await source.values(costCenter, key);
        return { values: [...new Set(values.filter((value) => typeof value === "string"))] };
      } catch (error) {
        if (isAboutThisRequest(error)) return { problem: error.message };
        throw error;
      }
    },
  };
}

/** What names a key. */
export type KeyName = Pick<Key, "costCenter" | "key">;

/** How many keys are read at a time. The client paces the requests. */
const atATime = 5;

/** The values of keys. */
export async function valuesOf(catalog: AccountCatalog, keys: readonly KeyName[]): Promise<Map<KeyName, Values>> {
  const result = new Map<KeyName, Values>();
  for (let start = 0; start < keys.length; start += atATime) {
    await Promise.all(
      keys.slice(start, start + atATime).map(async (key) => result.set(key, await catalog.values(key))),
    );
  }
  return result;
}

/** The values that the catalog lists for each of some keys; undefined for a key that it does not have. */
export async function listedValues<Name extends KeyName>(
  { catalog }: CostAllocationClient,
  keys: readonly Name[],
): Promise<Map<Name, readonly string[] | undefined>> {
  const listed = await catalog.keys();
  const result = new Map<Name, readonly string[] | undefined>();
  for (const key of keys) {
    const isListed = listed.some((one) => one.costCenter === key.costCenter && one.key === key.key);
    result.set(key, isListed ? await catalog.values(key.costCenter, key.key) : undefined);
  }
  return result;
}

function emptyIfNotServed(error: unknown): [] {
  if (isAboutThisRequest(error)) return [];
  throw error;
}

/** Whether other requests may still work. */
function isAboutThisRequest(error: unknown): error is Error {
  return [NotFound, InvalidInput, Forbidden, UnexpectedAnswer].some((type) => error instanceof type);
}

/** The service may list a key once for each of its types. What it sends may differ from its type. */
function merged(listed: readonly CatalogKey[]): Key[] {
  const keys = new Map<string, { key: Key; types: Set<string> }>();
  for (const { costCenter, key, displayName, types } of listed as readonly (CatalogKey & Record<string, unknown>)[]) {
    const label: unknown = displayName;
    const name = typeof label === "string" && label !== "" ? label : key;
    const id = JSON.stringify([costCenter, key]);
    const entry = keys.get(id) ?? { key: { costCenter, key, displayName: name, types: [] }, types: new Set() };
    keys.set(id, entry);
    const all: unknown = types;
    for (const type of Array.isArray(all) ? all : []) if (typeof type === "string") entry.types.add(type);
  }
  return [...keys.values()].map(({ key, types }) => ({ ...key, types: [...types] }));
}
