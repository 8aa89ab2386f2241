import type * as pulumi from "@pulumi/pulumi";
import type { CostAllocationClient } from "../../client";
import { InvalidInput, NotFound } from "../../client/errors";
import { quoted } from "../../client/printable";
import { didYouMean } from "../../rules/closestName";
import { readAccount } from "./account";
import { type NamesOf, refuseUnknownNames } from "../argumentChecks";
import { outputForm } from "./outputForm";

/** A key of the catalog, which filters can use. */
export interface CatalogKey {
  /** The cost center, such as `AWS`. */
  costCenter: string;
  /** The identifier of the key. */
  key: string;
  /** A label for people. */
  displayName: string;
}

/** The result of {@link getCatalogKeys}. */
export type GetCatalogKeysResult = CatalogKey[];

/** The arguments of {@link getCatalogValues}. */
export interface GetCatalogValuesArgs {
  /** The cost center, as {@link getCatalogKeys} returns it. */
  costCenter: string;
  /** The key, as {@link getCatalogKeys} returns it. */
  key: string;
}

/** The arguments of {@link getCatalogValuesOutput}. */
export interface GetCatalogValuesOutputArgs {
  /** The cost center, as {@link getCatalogKeys} returns it. */
  costCenter: pulumi.Input<string>;
  /** The key, as {@link getCatalogKeys} returns it. */
  key: pulumi.Input<string>;
}

/** The result of {@link getCatalogValues}, in no particular order. */
export type GetCatalogValuesResult = string[];

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
    // A copy, because a caller may sort or change it.
    return structuredClone(await result);
  } catch (error) {
    known.delete(subject);
    throw error;
  }
}

/**
 * Returns all keys of the catalog, read once in a run. Virtual Tags that this run creates may be missing.
 *
 * @param opts Pulumi's options: `provider` or `parent` selects another account.
 */
export async function getCatalogKeys(opts: pulumi.InvokeOptions = {}): Promise<GetCatalogKeysResult> {
  return readAccount(
    "getCatalogKeys",
    {},
    opts,
    (client) => once(client, "keys", () => client.catalog.keys()),
    "an array",
  );
}

/**
 * The Output form of {@link getCatalogKeys}.
 *
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getCatalogKeysOutput(opts: pulumi.InvokeOutputOptions = {}): pulumi.Output<GetCatalogKeysResult> {
  return outputForm("getCatalogKeys", (_, options) => getCatalogKeys(options), {}, opts);
}

const valuesNames: NamesOf<GetCatalogValuesArgs> = { costCenter: true, key: true };

/**
 * Returns the values of a key of the catalog, read once in a run for each key.
 *
 * @param args The key.
 * @param opts Pulumi's options: `provider` or `parent` selects another account.
 * @throws {Error} If the catalog has no such key.
 */
export async function getCatalogValues(
  args: GetCatalogValuesArgs,
  opts: pulumi.InvokeOptions = {},
): Promise<GetCatalogValuesResult> {
  refuseUnknownNames("getCatalogValues", args, valuesNames);
  const { costCenter, key } = args;
  return readAccount(
    "getCatalogValues",
    args,
    opts,
    (client) => once(client, JSON.stringify([costCenter, key]), () => readValues(client, args)),
    "an array",
  );
}

/**
 * The API documentation does not say whether a key that does not exist has no values or is an error. With a misspelled key, a program
 * that makes rules of its values would make none, so it is an error in both cases.
 */
async function readValues(client: CostAllocationClient, { costCenter, key }: GetCatalogValuesArgs): Promise<string[]> {
  let refusal: Error | undefined;
  try {
    const values = await client.catalog.values(costCenter, key);
    if (values.length > 0) return values;
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof InvalidInput)) throw error;
    refusal = error;
  }
  const ofCostCenter = async (): Promise<string[]> =>
    (await once(client, "keys", () => client.catalog.keys())).flatMap((known) =>
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

/**
 * The Output form of {@link getCatalogValues}.
 *
 * @param args The key.
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getCatalogValuesOutput(
  args: GetCatalogValuesOutputArgs,
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<GetCatalogValuesResult> {
  return outputForm("getCatalogValues", getCatalogValues, args, opts, valuesNames);
}
