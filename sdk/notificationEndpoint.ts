import * as pulumi from "@pulumi/pulumi";
import { givenArgs } from "./givenArgs";
import { resourceUrn } from "./resourceUrn";
import { notificationEndpointStub } from "./stub";

const type = "pulumi-nodejs:dynamic/costallocation:NotificationEndpoint";

/** What a {@link NotificationEndpoint} is made of. Named as the API names it (API document, sections 2.7 and 4.5). */
export interface NotificationEndpointArgs {
  /**
   * What kind of destination it is. The service maps the public channels of MS Teams by itself: find one by
   * `getNotificationEndpoint`.
   */
  type: pulumi.Input<"email" | "slack">;
  /** The name that people see in the application. */
  name: pulumi.Input<string>;
  /** Where reports go. */
  configuration: pulumi.Input<NotificationEndpointConfigurationArgs>;
}

/** Where reports go. */
export interface NotificationEndpointConfigurationArgs {
  /** One email address, or the https URL of a Slack webhook. Always a secret in the stack's state. */
  to: pulumi.Input<string>;
}

/**
 * A destination of reports: an email address or a Slack channel.
 *
 * The service's API can list and create endpoints, and nothing else. So an endpoint of the same type, name and destination
 * is used where there is one, never made twice; a change of any argument makes another endpoint; and whatever was made
 * stays in the service, also when the stack is destroyed, until a person removes it in the application.
 *
 * @example
 * ```ts
 * const finops = new costallocation.NotificationEndpoint("finops", {
 *   type: "slack",
 *   name: "#finops",
 *   configuration: { to: config.requireSecret("slackWebhook") },
 * });
 * ```
 */
export class NotificationEndpoint extends pulumi.CustomResource {
  /** `email` or `slack`; `msteams` on one that was read by {@link NotificationEndpoint.get}. */
  declare readonly type: pulumi.Output<string>;
  /** The name that people see in the application. */
  declare readonly name: pulumi.Output<string>;
  /** Where reports go: a secret. Absent on an MS Teams endpoint. */
  declare readonly configuration: pulumi.Output<{ to: string } | undefined>;
  /** The account it belongs to. Absent where the service does not tell. */
  declare readonly accountId: pulumi.Output<string | undefined>;
  /** Who made it: an email address. Absent where the service does not tell. */
  declare readonly createdBy: pulumi.Output<string | undefined>;
  /** When it was made: ISO 8601, UTC. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** When it was changed last: ISO 8601, UTC. Absent where the service does not tell. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /**
   * Declares a notification endpoint.
   *
   * @param name the resource's name in the program; unlike `args.name` it is not shown in the service
   * @param args what the endpoint is made of
   * @param opts Pulumi's resource options
   */
  constructor(name: string, args: NotificationEndpointArgs, opts?: pulumi.CustomResourceOptions) {
    super(type, name, inputs(name, givenArgs(args), opts), {
      ...opts,
      additionalSecretOutputs: [...(opts?.additionalSecretOutputs ?? []), "configuration"],
    });
  }

  /**
   * Reads an endpoint that exists, an MS Teams one too: nothing in the service changes.
   *
   * @param name the resource's name in the program
   * @param id the endpoint's ID in the service
   * @param opts Pulumi's resource options
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): NotificationEndpoint {
    return new NotificationEndpoint(name, {} as NotificationEndpointArgs, { ...opts, id });
  }

  /** Whether a value is a NotificationEndpoint, also one of another copy of this package. */
  static override isInstance(value: unknown): value is NotificationEndpoint {
    return pulumi.CustomResource.isInstance(value) && (value as { __pulumiType?: string }).__pulumiType === type;
  }
}

function inputs(
  name: string,
  args: Partial<NotificationEndpointArgs>,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs {
  return {
    type: args.type,
    name: args.name,
    // Of both types: the type itself may not be known here, a Slack URL may stand beside the wrong one by mistake, and a
    // person's mail address has no business in a log either.
    configuration: args.configuration === undefined ? undefined : pulumi.secret(args.configuration),
    resourceUrn: resourceUrn(name, type, opts),
    __provider: notificationEndpointStub,
    // Pulumi fills only those outputs that have a place among the inputs.
    accountId: undefined,
    createdBy: undefined,
    createdAt: undefined,
    updatedAt: undefined,
  };
}
