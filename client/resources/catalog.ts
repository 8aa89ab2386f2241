import { type Caller, type SendOptions, toCall } from "../http/call";
import { field } from "../json";
import { arrayAt } from "../http/reading";
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

/** Reads a list of keys. Leaves out entries without a cost center or a key, because no filter can use them. */
export function keysAt(body: unknown): CatalogKey[] {
  const isKey = (entry: unknown): boolean =>
    ["costCenter", "key"].every((name) => typeof field(entry, name) === "string");
  return arrayAt(body, "keys").filter(isKey) as CatalogKey[];
}
