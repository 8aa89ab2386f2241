import type * as pulumi from "@pulumi/pulumi";
import type { CostAllocationClient } from "../../client";
import type { CatalogKey } from "../../client/wire";
import { accountClient, type FunctionOptions } from "./account";
import { lift, type Lifted } from "./lift";

/** A key that can be filtered by (API document, section 2.8). */
export type GetCatalogKeysResult = CatalogKey;

/** Which key's values. */
export interface GetCatalogValuesArgs {
  /** The cost center, as {@link getCatalogKeys} spells it. */
  costCenter: string;
  /** The key, as {@link getCatalogKeys} spells it. */
  key: string;
}

/** What was read of each account's catalog in this run. It is large, slow to change, and often asked for in a loop. */
const catalogs = new WeakMap<CostAllocationClient, Map<string, Promise<unknown>>>();

/** What `read` answers, which is asked once a run and subject; what has failed is asked again. */
async function once<Result>(
  client: CostAllocationClient,
  subject: string,
  read: () => Promise<Result>,
): Promise<Result> {
  const known = catalogs.get(client) ?? new Map<string, Promise<unknown>>();
  catalogs.set(client, known);
  const answer = (known.get(subject) as Promise<Result> | undefined) ?? read();
  known.set(subject, answer);
  try {
    // Whoever gets it may sort or change it, and must not change it for the others.
    return structuredClone(await answer);
  } catch (error) {
    known.delete(subject);
    throw error;
  }
}

/** Every key that can be filtered by. Read once a run: Virtual Tags that this run makes may be missing. */
export async function getCatalogKeys(opts: FunctionOptions = {}): Promise<GetCatalogKeysResult[]> {
  const client = await accountClient(opts);
  return once(client, "keys", () => client.catalog.keys());
}

/** {@link getCatalogKeys} as an output. */
export function getCatalogKeysOutput(opts: FunctionOptions = {}): pulumi.Output<GetCatalogKeysResult[]> {
  return lift((_, options) => getCatalogKeys(options), {}, opts);
}

/** The values of a key. Read once a run and key. */
export async function getCatalogValues(
  { costCenter, key }: GetCatalogValuesArgs,
  opts: FunctionOptions = {},
): Promise<string[]> {
  const client = await accountClient(opts);
  return once(client, JSON.stringify([costCenter, key]), () => client.catalog.values(costCenter, key));
}

/** {@link getCatalogValues} as an output, for arguments that are outputs. */
export function getCatalogValuesOutput(
  args: Lifted<GetCatalogValuesArgs>,
  opts: FunctionOptions = {},
): pulumi.Output<string[]> {
  return lift(getCatalogValues, args, opts);
}
