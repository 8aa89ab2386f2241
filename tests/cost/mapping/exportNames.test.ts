/** Which export data comes from. The columns are those that the changelog of the specification says a version added or removed. */
import { exportNames } from "../../../cost/mapping/exportNames";
import { focusMapping } from "../../../cost/mapping/mapping";

const old = ["BilledCost", "ProviderName", "PublisherName", "InvoiceIssuerName", "RegionId"];

test.each([
  [["Provider", "Publisher", "InvoiceIssuer", "Region"], "OCI FOCUS 1.0-preview", "Oracle"],
  [old, "AWS FOCUS 1.0", "AWS"],
  [[...old, "SkuMeter"], "Azure FOCUS 1.1", "Microsoft"],
  [[...old, "skumeter", "pricingcurrency"], "AWS FOCUS 1.2", "Amazon Web Services"],
  // Microsoft's exports of 1.0 have these columns of 1.2.
  [
    [...old, "BillingAccountType", "SubAccountType", "x_PricingCurrency", "x_InvoiceId"],
    "Azure FOCUS 1.0",
    "Microsoft",
  ],
  [[...old, "InvoiceId", "ServiceProviderName"], "GCP FOCUS 1.3", "Google Cloud"],
  [["BilledCost", "ServiceProviderName", "HostProviderName", "InvoiceId"], "Snowflake FOCUS 1.4", "Snowflake"],
])("%j is %s", (columns, name, provider) => {
  expect(exportNames(columns, [provider, null], focusMapping)).toEqual([name]);
});

test("one name for each cloud, in order, without cost centers of all providers", () => {
  const mapping = { ...focusMapping, costCenters: new Map([["Global", "*" as const], ...focusMapping.costCenters]) };
  const providers = ["Oracle", "AWS", "Amazon Web Services", null];
  expect(exportNames(old, providers, mapping)).toEqual(["AWS FOCUS 1.0", "OCI FOCUS 1.0"]);
});
