import { didYouMean } from "../../rules/closestName";
import type { CostAllocationClient } from "../client";
import type { SendOptions } from "../http/call";
import { InvalidInput, NotFound } from "../errors";
import { quoted } from "../printable";
import type { CatalogKey, Scan } from "../wire";
import type { ListFunction } from "./accountFunction";

interface ValuesArgs {
  costCenter: string;
  key: string;
}

/** All keys of the catalog. */
export const getCatalogKeys: ListFunction<object, CatalogKey> = {
  name: "getCatalogKeys",
  args: {},
  list: "keys",
  read: async (client, _, request) => [...(await once(client, "keys", () => client.catalog.keys(request)))],
};

/** The values of a key of the catalog. */
export const getCatalogValues: ListFunction<ValuesArgs, string> = {
  name: "getCatalogValues",
  args: { costCenter: "other", key: "other" },
  list: "values",
  read: async (client, args, request) => [
    ...(await once(client, JSON.stringify([args.costCenter, args.key]), () => readValues(client, args, request))),
  ],
};

/** All cost-saving analyses of the account. */
export const getScans: ListFunction<object, Scan> = {
  name: "getScans",
  args: {},
  list: "scans",
  read: async (client, _, request) => [...(await client.scans.list(request))],
};

/** What this run has read of each account's catalog. It is large, changes slowly, and programs often read it in a loop. */
const catalogs = new WeakMap<CostAllocationClient, Map<string, Promise<unknown>>>();

/** Calls `read` once in a run for each subject. After a failure, the next call reads again. */
async function once<Result>(
  client: CostAllocationClient,
  subject: string,
  read: () => Promise<Result>,
): Promise<Result> {
  const known = catalogs.get(client) ?? new Map<string, Promise<unknown>>();
  catalogs.set(client, known);
  const result = (known.get(subject) as Promise<Result> | undefined) ?? read();
  known.set(subject, result);
  try {
    return await result;
  } catch (error) {
    known.delete(subject);
    throw error;
  }
}

/**
 * The API documentation does not say whether a key that does not exist has no values or is an error. With a misspelled key, a program
 * that makes rules of its values would make none, so it is an error in both cases.
 */
async function readValues(
  client: CostAllocationClient,
  { costCenter, key }: ValuesArgs,
  request?: SendOptions,
): Promise<readonly string[]> {
  let refusal: Error | undefined;
  try {
    const values = await client.catalog.values(costCenter, key, request);
    if (values.length > 0) return values;
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof InvalidInput)) throw error;
    refusal = error;
  }
  const ofCostCenter = async (): Promise<string[]> =>
    (await once(client, "keys", () => client.catalog.keys(request))).flatMap((known) =>
      known.costCenter === costCenter ? [known.key] : [],
    );
  let known = await ofCostCenter();
  if (!known.includes(key)) {
    // The same run may have made the key, such as that of a new Virtual Tag.
    catalogs.get(client)?.delete("keys");
    known = await ofCostCenter();
  }
  if (!known.includes(key)) {
    const advice = didYouMean(key, known) || " getCatalogKeys returns all keys.";
    throw new Error(`getCatalogValues: the catalog has no key ${quoted(key)} of ${quoted(costCenter)}.${advice}`);
  }
  if (refusal instanceof InvalidInput) throw refusal;
  return [];
}
