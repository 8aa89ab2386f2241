import * as pulumi from "@pulumi/pulumi";
import { dynamicPackage, typeOf } from "../../stack/state/kinds";
import { installedStub } from "../installedStub";
import { resourceUrn } from "../resourceUrn";
import { given } from "./bucket";

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
      __provider: installedStub("StorageBucketRegistration"),
    };
    const provider = opts.parent?.getProvider(type) ?? (isDefaultProviderDisabled() ? ownProvider() : undefined);
    super(type, name, inputs, { ...opts, ...given("provider", provider) });
  }
}

/** Whether the stack has no default provider for dynamic resources. */
function isDefaultProviderDisabled(): boolean {
  // Pulumi takes an empty text as none.
  const disabled = new pulumi.Config("pulumi").get("disable-default-providers") || "[]";
  return (JSON.parse(disabled) as string[]).some((name) => ["*", dynamicPackage].includes(name.trim()));
}

/** The provider of all registrations of a program. It has no settings, because they need none. */
class RegistrationProvider extends pulumi.ProviderResource {
  constructor() {
    super(dynamicPackage, "storage-bucket-registrations");
  }
}

/** On the stack, where also another copy of this package finds it: all share one process, which compares their prefixes. */
const ownProviderKey = Symbol.for("pulumi-cost-allocation.registrations");

function ownProvider(): pulumi.ProviderResource {
  const run = (pulumi.runtime.getStackResource() ?? {}) as Partial<Record<symbol, pulumi.ProviderResource>>;
  return (run[ownProviderKey] ??= new RegistrationProvider());
}
