/**
 * The client of the Cost Allocation Service: `import { CostAllocationClient } from "pulumi-cost-allocation/client"`.
 */
export type * from "../rules/types";
export { CostAllocationClient } from "./client";
export type { Clock } from "./clock";
export * from "./errors";
export type { Catalog } from "./catalog";
export type { Wait } from "./limiter";
export type { NotificationEndpoints } from "./notificationEndpoints";
export type { ClientOptions } from "./options";
export type { QueryLanguage, QueryLanguageValuesOptions } from "./queryLanguage";
export type { SendOptions } from "./request";
export type { Route } from "./routes";
export * from "./settings";
export type { Scans } from "./scans";
export { sharedClient, type SharedClientOptions } from "./shared";
export type { FailureCode, Transport, WireAnswer, WireFailure, WireRequest } from "./transport";
export type { ReadOptions, SaveOptions, VirtualTags } from "./virtualTags";
export type { MetadataPutOptions, VirtualTagMetadata } from "./virtualTagMetadata";
export type { VirtualTagsV1 } from "./virtualTagsV1";
export type { RestoreOptions, VersionListOptions, VirtualTagVersions } from "./virtualTagVersions";
export type * from "./wire";
