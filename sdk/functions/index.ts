/** Functions that read the account while the program runs. Each has an Output form, for arguments that are outputs. */
export type { FunctionOptions } from "./account";
export * from "./catalog";
export type { Lifted } from "./lift";
export * from "./notificationEndpoints";
export * from "./scans";
export * from "./virtualTagMetadata";
export {
  getVirtualTag,
  type GetVirtualTagArgs,
  getVirtualTagOutput,
  type GetVirtualTagResult,
  getVirtualTags,
  getVirtualTagsOutput,
  type GetVirtualTagsResult,
} from "./virtualTags";
export * from "./virtualTagVersions";
