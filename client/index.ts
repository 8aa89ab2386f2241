/**
 * The client of the Cost Allocation Service: `import { CostAllocationClient } from "pulumi-cost-allocation/client"`.
 *
 * @packageDocumentation
 */
export type * from "../rules/types";
export { CostAllocationClient } from "./client";
export type { Clock } from "./clock";
export * from "./errors";
export { ExactNumber } from "./exactJson";
export type { ReserveOptions, SendOptions, WriteOptions } from "./http/call";
export type { FailureCode, Transport, WireAnswer, WireFailure, WireRequest } from "./http/transport";
export type { Reservation, Wait } from "./limits/turn";
export { type Route, routeLimits } from "./limits/routes";
export type { ClientOptions, ClientSettings } from "./options";
export type { Catalog, QueryLanguage, QueryLanguageValuesOptions } from "./resources/catalog";
export type { NotificationEndpoints } from "./resources/notificationEndpoints";
export type { Scans } from "./resources/scans";
export type { MetadataPutOptions, VirtualTagMetadata } from "./resources/virtualTagMetadata";
export type { ReadOptions, SaveOptions, VirtualTags } from "./resources/virtualTags";
export type { VirtualTagsV1 } from "./resources/virtualTagsV1";
export type { RestoreOptions, VersionListOptions, VirtualTagVersions } from "./resources/virtualTagVersions";
export * from "./settings";
export { sharedClient, type SharedClientOptions } from "./sharedClient";
export type * from "./wire";
