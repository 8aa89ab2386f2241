import { type Caller, type SendOptions, toCall } from "../http/call";
import { field } from "../json";
import { arrayAt, objectAt } from "../http/reading";
import type { CatalogKey } from "../wire";

/** The keys to filter by. */
export class Catalog {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Every key. `GET /v1/catalog/query-language/keys`. */
  async keys(options: SendOptions = {}): Promise<readonly CatalogKey[]> {
    return this.#caller.read(
      toCall({
        operation: "catalog.keys",
        route: "GET /v1/catalog/query-language/keys",
        read: (body) => keysAt(body),
      }),
      options,
    );
  }

  /**
   * The values of a key. `GET /v1/catalog/query-language/values/{costcenter}/{key}`.
   *
   * @param costCenter as `keys` spells it
   * @param key as `keys` spells it; slashes and spaces are fine
   */
  async values(costCenter: string, key: string, options: SendOptions = {}): Promise<readonly string[]> {
    return this.#caller.read(
      toCall({
        operation: "catalog.values",
        route: "GET /v1/catalog/query-language/values/{costcenter}/{key}",
        parameters: { costcenter: costCenter, key },
        missing: "key",
        read: (body) => arrayAt(body, "values") as string[],
      }),
      options,
    );
  }
}

/** Options of a read of a key's values. */
export interface QueryLanguageValuesOptions extends SendOptions {
  /** Only the values of the key of this type, if several types share its name. */
  type?: string | undefined;
}

/** The query language V2: the key catalog with the types of each key. The API documentation only names it. */
export class QueryLanguage {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Every key, with its `types`. `GET /v2/query-language/keys`. */
  async keys(options: SendOptions = {}): Promise<readonly CatalogKey[]> {
    return this.#caller.read(
      toCall({
        operation: "queryLanguage.keys",
        route: "GET /v2/query-language/keys",
        read: (body) => keysAt(objectAt(body, "data")),
      }),
      options,
    );
  }

  /** The values of a key. `GET /v2/query-language/values/{costCenter}/{key}`. */
  async values(costCenter: string, key: string, options: QueryLanguageValuesOptions = {}): Promise<readonly string[]> {
    return this.#caller.read(
      toCall({
        operation: "queryLanguage.values",
        route: "GET /v2/query-language/values/{costCenter}/{key}",
        parameters: { costCenter, key },
        query: new URLSearchParams(options.type === undefined ? {} : { type: options.type }),
        missing: "key",
        read: (body) => arrayAt(objectAt(body, "data"), "values") as string[],
      }),
      options,
    );
  }
}

/** Reads a list of keys. Leaves out entries without a cost center or a key, because no filter can use them. */
function keysAt(body: unknown): CatalogKey[] {
  const isKey = (entry: unknown): boolean =>
    ["costCenter", "key"].every((name) => typeof field(entry, name) === "string");
  return arrayAt(body, "keys").filter(isKey) as CatalogKey[];
}
