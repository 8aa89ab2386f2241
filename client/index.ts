/**
 * The client of the Cost Allocation Service: `import { CostAllocationClient } from "pulumi-cost-allocation/client"`.
 */
export type * from "../rules/types";
export { CostAllocationClient } from "./client";
export type { Clock } from "./clock";
export * from "./errors";
export type { Catalog } from "./resources/catalog";
export type { Wait } from "./limits/limiter";
export type { NotificationEndpoints } from "./resources/notificationEndpoints";
export type { ClientOptions } from "./options";
export type { QueryLanguage, QueryLanguageValuesOptions } from "./resources/queryLanguage";
export type { SendOptions } from "./http/request";
export type { Route } from "./limits/routes";
export * from "./settings";
export type { Scans } from "./resources/scans";
export { sharedClient, type SharedClientOptions } from "./sharedClient";
export type { FailureCode, Transport, WireAnswer, WireFailure, WireRequest } from "./http/transport";
export type { ReadOptions, SaveOptions, VirtualTags } from "./resources/virtualTags";
export type { MetadataPutOptions, VirtualTagMetadata } from "./resources/virtualTagMetadata";
export type { VirtualTagsV1 } from "./resources/virtualTagsV1";
export type { RestoreOptions, VersionListOptions, VirtualTagVersions } from "./resources/virtualTagVersions";
export type * from "./wire";
