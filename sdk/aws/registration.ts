import * as pulumi from "@pulumi/pulumi";
import { stubOf, typeOf } from "../../stack/state/kinds";
import { resourceUrn } from "../resourceUrn";

const type = typeOf("StorageBucketRegistration");

/** What the endpoint in the application was created with, and can't be edited there. */
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
 * The state of a {@link StorageBucketAccess}, because a component has no state to compare with. It creates nothing and needs
 * no credentials of the service. Its check fails or warns in preview.
 */
export class StorageBucketRegistration extends pulumi.CustomResource {
  constructor(name: string, args: StorageBucketRegistrationArgs, opts: pulumi.CustomResourceOptions) {
    const inputs = {
      ...args,
      __resourceUrn: resourceUrn(name, type, opts),
      __provider: stubOf("StorageBucketRegistration"),
    };
    super(type, name, inputs, opts);
  }
}
