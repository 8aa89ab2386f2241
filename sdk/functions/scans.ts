import type * as pulumi from "@pulumi/pulumi";
import type { Scan } from "../../client/wire";
import { accountClient, type FunctionOptions } from "./account";
import { lift } from "./lift";

/** A cost-saving analysis (API document, section 2.9). */
export type GetScansResult = Scan;

/** All cost-saving analyses of the account. Their path is the setting `scansPath`. */
export async function getScans(opts: FunctionOptions = {}): Promise<GetScansResult[]> {
  const client = await accountClient(opts);
  return client.scans.list();
}

/** {@link getScans} as an output. */
export function getScansOutput(opts: FunctionOptions = {}): pulumi.Output<GetScansResult[]> {
  return lift((_, options) => getScans(options), {}, opts);
}
