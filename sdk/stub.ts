/**
 * The `__provider` of each dynamic resource. It is a constant, so that Pulumi serializes no closures, captures no secrets and
 * keeps the state small. The engine uses the string in the state for later reads and deletes, so every released string must
 * keep working. tests/sdk/stub.test.ts lists them.
 */
export const virtualTagStub = 'exports.handler = () => require("pulumi-cost-allocation/provider").virtualTag;';

/** The same for a `NotificationEndpoint`. */
export const notificationEndpointStub =
  'exports.handler = () => require("pulumi-cost-allocation/provider").notificationEndpoint;';

/** The same for `VirtualTagMetadata`. */
export const virtualTagMetadataStub =
  'exports.handler = () => require("pulumi-cost-allocation/provider").virtualTagMetadata;';

/** The same for `VirtualTagV1`. */
export const virtualTagV1Stub = 'exports.handler = () => require("pulumi-cost-allocation/provider").virtualTagV1;';

/** The same for the registration of a `StorageBucketAccess`. */
export const storageBucketRegistrationStub =
  'exports.handler = () => require("pulumi-cost-allocation/provider").storageBucketRegistration;';
