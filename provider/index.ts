/**
 * The exports that the stubs in a stack's state require: one for each kind of resource. Their names must never change. Not for
 * programs.
 *
 * @packageDocumentation
 */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import { dynamicProvider, withoutAccount } from "./engine/dynamic";
import { createHost } from "./engine/host";
import { notificationEndpointLifecycle } from "./notificationEndpoint/lifecycle";
import { storageBucketRegistrationLifecycle } from "./storageBucket/lifecycle";
import { virtualTagLifecycle } from "./virtualTag/lifecycle";
import { virtualTagMetadataLifecycle } from "./virtualTagMetadata/lifecycle";
import { virtualTagV1Lifecycle } from "./virtualTagV1/lifecycle";

const host = createHost(process);

/** The lifecycle of `VirtualTag`, as a dynamic provider. */
export const virtualTag: dynamic.ResourceProvider = dynamicProvider(virtualTagLifecycle, host);

/** The lifecycle of `NotificationEndpoint`, as a dynamic provider. */
export const notificationEndpoint: dynamic.ResourceProvider = dynamicProvider(notificationEndpointLifecycle, host);

/** The lifecycle of `VirtualTagMetadata`, as a dynamic provider. */
export const virtualTagMetadata: dynamic.ResourceProvider = dynamicProvider(virtualTagMetadataLifecycle, host);

/**
 * The lifecycle of `VirtualTagV1`, as a dynamic provider. Its stub is in states, so this name must stay when VirtualTagV1 is deleted.
 * Then `virtualTagLifecycle` goes here. No program declares a `VirtualTagV1` any more, and for the states that are left, it keeps
 * them in a refresh and deletes their tags, with V2 of the API.
 */
export const virtualTagV1: dynamic.ResourceProvider = dynamicProvider(virtualTagV1Lifecycle, host);

/** The lifecycle of the registration of a `StorageBucketAccess`, as a dynamic provider. */
export const storageBucketRegistration: dynamic.ResourceProvider = dynamicProvider(
  storageBucketRegistrationLifecycle,
  withoutAccount(host),
);
