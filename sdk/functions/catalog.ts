import type * as pulumi from "@pulumi/pulumi";
import * as functions from "../../client/functions/catalog";
import type { Scan } from "../../client/wire";
import { readAccount } from "./account";
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

/**
 * Returns all keys of the catalog, read once in a run. Virtual Tags that this run creates may be missing.
 *
 * @param opts Pulumi's options: `provider` or `parent` selects another account.
 */
export async function getCatalogKeys(opts: pulumi.InvokeOptions = {}): Promise<GetCatalogKeysResult> {
  return readAccount(functions.getCatalogKeys, {}, opts);
}

/**
 * The Output form of {@link getCatalogKeys}.
 *
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getCatalogKeysOutput(opts: pulumi.InvokeOutputOptions = {}): pulumi.Output<GetCatalogKeysResult> {
  return outputForm(functions.getCatalogKeys, (_, options) => getCatalogKeys(options), {}, opts);
}

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
  return readAccount(functions.getCatalogValues, args, opts);
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
  return outputForm(functions.getCatalogValues, getCatalogValues, args, opts);
}

/** The result of {@link getScans}. */
export type GetScansResult = Scan[];

/**
 * Returns all cost-saving analyses of the account. The setting `scansPath` is their path.
 *
 * @param opts Pulumi's options: `provider` or `parent` selects another account.
 */
export async function getScans(opts: pulumi.InvokeOptions = {}): Promise<GetScansResult> {
  return readAccount(functions.getScans, {}, opts);
}

/**
 * The Output form of {@link getScans}.
 *
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getScansOutput(opts: pulumi.InvokeOutputOptions = {}): pulumi.Output<GetScansResult> {
  return outputForm(functions.getScans, (_, options) => getScans(options), {}, opts);
}
