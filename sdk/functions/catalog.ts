import type * as pulumi from "@pulumi/pulumi";
import type { CostAllocationClient } from "../../client";
import { accountClient } from "./account";
import { type NamesOf, refuseUnknownNames } from "../argumentChecks";
import { outputForm } from "./outputForm";

/** A key of the catalog, which filters can use (API document, section 2.8). */
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
  const client = await accountClient("getCatalogKeys", opts);
  return once(client, "keys", () => client.catalog.keys());
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
 */
export async function getCatalogValues(
  args: GetCatalogValuesArgs,
  opts: pulumi.InvokeOptions = {},
): Promise<GetCatalogValuesResult> {
  refuseUnknownNames("getCatalogValues", args, valuesNames);
  const { costCenter, key } = args;
  const client = await accountClient("getCatalogValues", opts);
  return once(client, JSON.stringify([costCenter, key]), () => client.catalog.values(costCenter, key));
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
