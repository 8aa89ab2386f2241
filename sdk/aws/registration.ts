import * as pulumi from "@pulumi/pulumi";
import { resourceUrn } from "../resourceUrn";
import { storageBucketRegistrationStub } from "../stub";

const type = "pulumi-nodejs:dynamic/costallocation:StorageBucketRegistration";

/** What the endpoint in the application was made with, and would not work without. */
export interface StorageBucketRegistrationArgs {
  access: pulumi.Input<string>;
  externalId: pulumi.Input<string>;
  serviceAccountId: pulumi.Input<string>;
  roleArn: pulumi.Input<string>;
  bucketName: pulumi.Input<string>;
  region: pulumi.Input<string>;
  prefix: pulumi.Input<string>;
}

/**
 * The memory of a {@link StorageBucketAccess}: a component has no state of its own to compare with. It makes nothing
 * anywhere and needs no credentials of the service; its check refuses and warns in preview.
 */
export class StorageBucketRegistration extends pulumi.CustomResource {
  constructor(name: string, args: StorageBucketRegistrationArgs, opts: pulumi.CustomResourceOptions) {
    const inputs = { ...args, resourceUrn: resourceUrn(name, type, opts), __provider: storageBucketRegistrationStub };
    super(type, name, inputs, opts);
  }
}
