/** The columns that exports have, with their types in Parquet, by public column lists of 2026. All columns, not only those that a cube needs. */

/**
 * The types of columns: those of DuckDB, and forms of tags. `json` is the text of an object, `json without braces` what Azure's older
 * exports have, `list` a list of structures with `Key` and `Value`, `struct` a structure with a field for each key.
 */
export type ColumnType =
  | "VARCHAR"
  | "DOUBLE"
  | "BIGINT"
  | "BOOLEAN"
  | "DECIMAL(38, 9)"
  | "DECIMAL(38, 12)"
  | "DECIMAL(38, 18)"
  | "TIMESTAMP"
  | "TIMESTAMP_MS"
  | "TIMESTAMPTZ"
  | "map"
  | "struct"
  | "json"
  | "json without braces"
  | "list";

/** The type of each column. */
export type Columns = Readonly<Record<string, ColumnType>>;

/** Columns of one type. Their names are separated by white space. */
function of(type: ColumnType, names: string): Columns {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/u)
      .map((name) => [name, type]),
  );
}

/** The same columns without some of them. */
function without(columns: Columns, names: string): Columns {
  const left = names.split(" ");
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !left.includes(name)));
}

/** The types that an export has for FOCUS's numbers, times and tags. */
interface Types {
  number: ColumnType;
  time: ColumnType;
  tags: ColumnType;
}

/** The 43 columns of FOCUS 1.0 (specification, version 1.0). */
const focus10 = ({ number, time, tags }: Types): Columns => ({
  ...of(
    "VARCHAR",
    `AvailabilityZone BillingAccountId BillingAccountName BillingCurrency ChargeCategory ChargeClass ChargeDescription ChargeFrequency
    CommitmentDiscountCategory CommitmentDiscountId CommitmentDiscountName CommitmentDiscountStatus CommitmentDiscountType ConsumedUnit
    InvoiceIssuerName PricingCategory PricingUnit ProviderName PublisherName RegionId RegionName ResourceId ResourceName ResourceType
    ServiceCategory ServiceName SkuId SkuPriceId SubAccountId SubAccountName`,
  ),
  ...of(
    number,
    `BilledCost ConsumedQuantity ContractedCost ContractedUnitPrice EffectiveCost ListCost ListUnitPrice PricingQuantity`,
  ),
  ...of(time, "BillingPeriodEnd BillingPeriodStart ChargePeriodEnd ChargePeriodStart"),
  Tags: tags,
});

/** The 57 columns of FOCUS 1.2 (specification, version 1.2; AWS, "Migrating from FOCUS 1.0 to FOCUS 1.2"). */
const focus12 = (types: Types): Columns => ({
  ...focus10(types),
  ...of(
    "VARCHAR",
    `BillingAccountType CapacityReservationId CapacityReservationStatus CommitmentDiscountUnit InvoiceId PricingCurrency
    ServiceSubcategory SkuMeter SubAccountType`,
  ),
  ...of(
    types.number,
    `CommitmentDiscountQuantity PricingCurrencyContractedUnitPrice PricingCurrencyEffectiveCost PricingCurrencyListUnitPrice`,
  ),
  SkuPriceDetails: types.tags,
});

/** Decimal numbers and JSON text, as the specification has them. */
const specified: Types = { number: "DECIMAL(38, 18)", time: "TIMESTAMP", tags: "json" };

/** The specification of FOCUS 1.3, dataset Cost and Usage: the deprecated columns are still there. */
const focus13 = (types: Types): Columns => ({
  ...focus12(types),
  ...of("VARCHAR", "AllocatedMethodId AllocatedResourceId AllocatedResourceName HostProviderName ServiceProviderName"),
  ...of("json", "AllocatedMethodDetails AllocatedTags ContractApplied"),
});

export const focus13Columns = focus13(specified);

/** FOCUS 1.4 removes what 1.3 deprecates (column lists in public validators). Some tools write the objects of JSON as structures. */
export const focus14Columns: Columns = {
  ...without(focus13({ ...specified, tags: "struct" }), "ProviderName PublisherName"),
  ...of("VARCHAR", "InvoiceDetailId"),
  ...of("json", "CommitmentProgramEligibilityDetails"),
};

const awsTypes: Types = { number: "DOUBLE", time: "TIMESTAMP_MS", tags: "map" };

/** AWS Data Exports, "FOCUS 1.0 with AWS columns": 48 columns, numbers are double. */
export const aws10Columns: Columns = {
  ...focus10(awsTypes),
  ...of("map", "x_CostCategories x_Discounts"),
  ...of("VARCHAR", "x_Operation x_ServiceCode x_UsageType"),
};

/** AWS Data Exports, "FOCUS 1.2 with AWS columns": 60 columns. Cost categories are among the tags. */
export const aws12Columns: Columns = {
  ...focus12(awsTypes),
  ...of("map", "x_Discounts"),
  ...of("VARCHAR", "x_Operation x_ServiceCode"),
};

/** Microsoft, "FOCUS metadata", FocusCost 1.0. It has types of accounts before FOCUS 1.2 has them, and no AvailabilityZone. */
const azure = (tags: ColumnType): Columns => ({
  ...without(focus10({ number: "DECIMAL(38, 18)", time: "TIMESTAMP", tags }), "AvailabilityZone"),
  ...of(
    "VARCHAR",
    `BillingAccountType SubAccountType x_AccountId x_AccountName x_AccountOwnerId x_BillingAccountId x_BillingAccountName
    x_BillingProfileId x_BillingProfileName x_CostAllocationRuleName x_CostCenter x_CustomerId x_CustomerName x_InvoiceId
    x_InvoiceIssuerId x_InvoiceSectionId x_InvoiceSectionName x_PartnerCreditApplied x_PartnerCreditRate x_PricingCurrency
    x_PricingSubcategory x_PricingUnitDescription x_PublisherCategory x_PublisherId x_ResellerId x_ResellerName x_ResourceGroupName
    x_ResourceType x_SkuDescription x_SkuDetails x_SkuMeterCategory x_SkuMeterId x_SkuMeterName x_SkuMeterSubcategory x_SkuOfferId
    x_SkuOrderId x_SkuOrderName x_SkuPartNumber x_SkuRegion x_SkuServiceFamily x_SkuTerm x_SkuTier`,
  ),
  ...of(
    "DECIMAL(38, 18)",
    `x_BilledCostInUsd x_BilledUnitPrice x_BillingExchangeRate x_ContractedCostInUsd x_EffectiveCostInUsd x_EffectiveUnitPrice
    x_ListCostInUsd x_PricingBlockSize`,
  ),
  ...of("TIMESTAMP", "x_BillingExchangeRateDate x_ServicePeriodEnd x_ServicePeriodStart"),
  x_SkuIsCreditEligible: "BOOLEAN",
});

/** Azure's first exports of FOCUS 1.0: Tags without braces. */
export const azure10Columns = azure("json without braces");

/** Its current ones. */
export const azureColumns = azure("json");

/** Google, "Structure of FOCUS data export" in the state of 2026-07 (a public client has the same 55 columns). */
export const gcpColumns: Columns = {
  ...of(
    "VARCHAR",
    `AvailabilityZone BillingAccountId BillingAccountType BillingCurrency ChargeCategory ChargeClass ChargeDescription ConsumedUnit
    PricingCategory PricingCurrency PricingUnit ProviderName PublisherName RegionId RegionName ResourceId ResourceName ServiceName
    SkuId SkuPriceId SubAccountId SubAccountName x_ConsumptionModelDescription x_ConsumptionModelId x_CostType x_Location x_ServiceId
    x_SubscriptionInstanceId`,
  ),
  ...of(
    "DECIMAL(38, 9)",
    `BilledCost ConsumedQuantity ContractedCost ContractedUnitPrice EffectiveCost ListCost ListUnitPrice PricingQuantity
    PricingCurrencyContractedUnitPrice PricingCurrencyEffectiveCost PricingCurrencyListUnitPrice x_CostAtEffectivePriceDefault
    x_CostAtListConsumptionModel x_PriceEffectivePriceDefault x_PriceListPriceConsumptionModel`,
  ),
  ...of("TIMESTAMPTZ", "BillingPeriodEnd BillingPeriodStart ChargePeriodEnd ChargePeriodStart x_ExportTime"),
  ...of("list", "x_Credits x_Labels x_ProjectLabels x_SystemLabels x_Tags"),
  x_CurrencyConversionRate: "DOUBLE",
  x_Project: "struct",
};

/** OCI's FOCUS reports (tables of public loaders): names of FOCUS 1.0's preview, and times as text. */
export const ociColumns: Columns = {
  ...of(
    "VARCHAR",
    `AvailabilityZone BillingAccountName BillingCurrency BillingPeriodEnd BillingPeriodStart ChargeCategory ChargeDescription
    ChargeFrequency ChargePeriodEnd ChargePeriodStart ChargeSubcategory CommitmentDiscountCategory CommitmentDiscountId
    CommitmentDiscountName CommitmentDiscountType InvoiceIssuer PricingCategory PricingUnit Provider Publisher Region ResourceId
    ResourceName ResourceType ServiceCategory ServiceName SkuId SkuPriceId SubAccountId SubAccountName UsageUnit
    oci_BackReferenceNumber oci_BilledQuantityOverage oci_CompartmentId oci_CompartmentName oci_CostOverage oci_OverageFlag
    oci_ReferenceNumber oci_UnitPriceOverage`,
  ),
  ...of(
    "DECIMAL(38, 12)",
    "BilledCost EffectiveCost ListCost ListUnitPrice PricingQuantity UsageQuantity oci_AttributedCost oci_AttributedUsage",
  ),
  BillingAccountId: "BIGINT",
  Tags: "json",
};
