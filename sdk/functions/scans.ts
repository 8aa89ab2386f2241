import type * as pulumi from "@pulumi/pulumi";
import * as functions from "../../client/functions/scans";
import type { Scan } from "../../client/wire";
import { readAccount } from "./account";
import { outputForm } from "./outputForm";

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
