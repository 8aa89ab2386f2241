/**
 * The AWS side of storage bucket endpoints. Requires `@pulumi/aws` v7.
 *
 * @packageDocumentation
 */
export type { StorageBucketForm } from "../../client/resources/storageBucketForm";
export type { NewBucketArgs, StorageBucketAccessArgs, StorageBucketAccessTransforms } from "./arguments";
export type { PutAclMode, StorageBucketMode } from "./policies";
export { StorageBucketAccess } from "./storageBucketAccess";
export type { Transform } from "./transform";
