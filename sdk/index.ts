/**
 * The resources, builders and functions of the Pulumi provider for the Cost Allocation Service.
 *
 * @packageDocumentation
 */
export type { Acl, AclEntry, MetadataMap, Scan, ScanMetadata, ValueMetadata } from "../client/wire";
export type {
  AndGroup,
  Condition,
  ConditionKey,
  Filter,
  KeyReference,
  KeyType,
  Moment,
  Operator,
  OrGroup,
  PresenceCondition,
  PresenceOperator,
  Rule,
  TagValue,
  Timeframe,
  ValueCondition,
  ValueOperator,
} from "../rules/types";
export { allOf, anyOf, dimension, key, type KeyBuilder, type Several, tag, virtualTagKey } from "./builders";
export type {
  Catalog,
  CatalogAnyKeyName,
  CatalogCostCenter,
  CatalogKeyName,
  CatalogKeyType,
  CatalogName,
  CatalogValue,
  LaterString,
  SuggestedString,
  SuggestedStrings,
  UncheckedString,
} from "./catalogTypes";
export * from "./functions";
export {
  NotificationEndpoint,
  type NotificationEndpointArgs,
  type NotificationEndpointConfigurationArgs,
} from "./notificationEndpoint";
export { Provider, type ProviderArgs } from "./provider";
export type {
  AndGroupArgs,
  ConditionArgs,
  ConditionKeyArgs,
  FilterArgs,
  KeyReferenceArgs,
  NoCondition,
  OrGroupArgs,
  PresenceConditionArgs,
  RuleArgs,
  TimeframeArgs,
  ValueConditionArgs,
} from "./ruleArgs";
export { rulesFromTable, type TableOptions } from "./table/rulesFromTable";
export { VirtualTag, type VirtualTagArgs } from "./virtualTag";
export { type ValueMetadataArgs, VirtualTagMetadata, type VirtualTagMetadataArgs } from "./virtualTagMetadata";
export {
  type AndGroupV1Args,
  type ConditionKeyV1Args,
  type ConditionV1,
  type FilterV1,
  type FilterV1Args,
  type KeyReferenceV1,
  type KeyReferenceV1Args,
  type OrGroupV1Args,
  type PresenceConditionV1Args,
  type RuleV1,
  type RuleV1Args,
  type ValueConditionV1Args,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated, but still available
  VirtualTagV1,
  type VirtualTagV1Args,
} from "./virtualTagV1";
