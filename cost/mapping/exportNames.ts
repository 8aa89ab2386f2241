/** Which export cost data comes from, as far as its columns and providers tell. */
import { cloudOf, type CostMapping } from "./mapping";

/**
 * Columns that a version of FOCUS added, by its changelog. The newest version first. The types of accounts are not among those of 1.2,
 * since Azure's exports of 1.0 have them.
 */
const addedColumns: readonly (readonly [version: string, columns: readonly string[]])[] = [
  ["1.3", ["ServiceProviderName", "HostProviderName", "AllocatedTags", "AllocatedMethodId", "ContractApplied"]],
  ["1.2", ["InvoiceId", "PricingCurrency"]],
  [
    "1.1",
    [
      "CapacityReservationId",
      "CapacityReservationStatus",
      "CommitmentDiscountQuantity",
      "ServiceSubcategory",
      "SkuMeter",
      "SkuPriceDetails",
    ],
  ],
];

/** The names of exports, such as `AWS FOCUS 1.2`: one for each cloud among the providers. */
export function exportNames(
  columns: readonly string[],
  providers: readonly (string | null)[],
  mapping: CostMapping,
): string[] {
  const version = versionOf(columns);
  const clouds = providers.flatMap((provider) => (provider === null ? [] : cloudOf(provider, mapping)));
  return [...new Set(clouds)].sort().map((cloud) => `${cloud} FOCUS ${version}`);
}

/** The version whose columns the data has. An export can leave out columns, and then look like an older one. */
function versionOf(columns: readonly string[]): string {
  const lower = new Set(columns.map((column) => column.toLowerCase()));
  const has = (column: string): boolean => lower.has(column.toLowerCase());
  // 1.4 removed what 1.3 deprecated.
  if (has("ServiceProviderName") && !has("ProviderName") && !has("PublisherName")) return "1.4";
  // 1.0 renamed them.
  if (!has("ProviderName") && has("Provider")) return "1.0-preview";
  return addedColumns.find(([, added]) => added.some(has))?.[0] ?? "1.0";
}
