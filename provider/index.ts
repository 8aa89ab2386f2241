/**
 * What the stubs in a stack's state require: one name for each kind of resource, for ever. Not for programs.
 *
 * @packageDocumentation
 */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import { dynamicProvider, withoutAccount } from "./dynamic";
import { createHost } from "./host";
import { notificationEndpointLifecycle } from "./notificationEndpoint";
import { storageBucketRegistrationLifecycle } from "./storageBucketRegistration";
import { virtualTagLifecycle } from "./virtualTag";
import { virtualTagMetadataLifecycle } from "./virtualTagMetadata";
import { virtualTagV1Lifecycle } from "./virtualTagV1";

const host = createHost(process);

/** The lifecycle of `VirtualTag`, as a dynamic provider. */
export const virtualTag: dynamic.ResourceProvider = dynamicProvider(virtualTagLifecycle, host);

/** The lifecycle of `NotificationEndpoint`, as a dynamic provider. */
export const notificationEndpoint: dynamic.ResourceProvider = dynamicProvider(notificationEndpointLifecycle, host);

/** The lifecycle of `VirtualTagMetadata`, as a dynamic provider. */
export const virtualTagMetadata: dynamic.ResourceProvider = dynamicProvider(virtualTagMetadataLifecycle, host);

/** The lifecycle of `VirtualTagV1`, as a dynamic provider. */
export const virtualTagV1: dynamic.ResourceProvider = dynamicProvider(virtualTagV1Lifecycle, host);

/** The lifecycle of the memory of a `StorageBucketAccess`, as a dynamic provider. */
export const storageBucketRegistration: dynamic.ResourceProvider = dynamicProvider(
  storageBucketRegistrationLifecycle,
  withoutAccount(host),
);
