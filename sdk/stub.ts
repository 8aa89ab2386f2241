/**
 * What a dynamic resource carries as its `__provider`: a constant text, so that nothing is serialised from closures, no
 * secret can be captured, and the state stays small. The engine keeps this text in the state and uses it for later reads
 * and deletes: every text ever released must resolve for ever (tests/sdk/stub.test.ts holds each).
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

/** The same for the memory of a `StorageBucketAccess`. */
export const storageBucketRegistrationStub =
  'exports.handler = () => require("pulumi-cost-allocation/provider").storageBucketRegistration;';
