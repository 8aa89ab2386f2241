import * as pulumi from "@pulumi/pulumi";
import { typeOf } from "../stack/state/kinds";
import { notificationEndpointFields } from "../stack/state/notificationEndpoint";
import { refuseUnknownConfig } from "./config";
import { givenArgs } from "./givenArgs";
import { type FieldsOf, inputsOf, isOfKind, withSecrets } from "./resource";

const fields: FieldsOf<NotificationEndpointArgs, NotificationEndpoint, typeof notificationEndpointFields> =
  notificationEndpointFields;

/** The arguments of a {@link NotificationEndpoint}, with the names of the API. */
export interface NotificationEndpointArgs {
  /**
   * The kind of destination: `email` or `slack`. The service adds the public channels of Microsoft Teams itself; find them with
   * `getNotificationEndpoint`.
   */
  type: pulumi.Input<"email" | "slack">;
  /** The name in the application. */
  name: pulumi.Input<string>;
  /** Where reports go. */
  configuration: pulumi.Input<NotificationEndpointConfigurationArgs>;
  /**
   * Whether to create the endpoint if another one has this type and name, but another destination. It can't be deleted with the API.
   * Default: `false`, so such a create is an error.
   */
  allowSameName?: pulumi.Input<boolean>;
}

/** Where reports go. */
export interface NotificationEndpointConfigurationArgs {
  /** One email address, or the https URL of a Slack webhook. Always a secret in the state. */
  to: pulumi.Input<string>;
}

/**
 * A destination of reports: an email address or a Slack channel.
 *
 * The API can only list and create endpoints. So if an endpoint with the same type, name and destination exists, this resource
 * uses it instead of creating a duplicate. A changed argument creates another endpoint. Endpoints stay in the service until
 * someone removes them in the application, even when the stack is destroyed.
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
  /** `email` or `slack`. An endpoint that is only read can also be `msteams`. */
  declare readonly type: pulumi.Output<string>;
  /** The name in the application. */
  declare readonly name: pulumi.Output<string>;
  /** Where reports go. A secret. Absent on a Microsoft Teams endpoint. */
  declare readonly configuration: pulumi.Output<{ to: string } | undefined>;
  /** The argument `allowSameName`. */
  declare readonly allowSameName: pulumi.Output<boolean | undefined>;
  /** The account of the endpoint. Absent if the service does not return it. */
  declare readonly accountId: pulumi.Output<string | undefined>;
  /** The email address of who created the endpoint. Absent if the service does not return it. */
  declare readonly createdBy: pulumi.Output<string | undefined>;
  /** When the endpoint was created: ISO 8601, UTC. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** When the endpoint was last changed: ISO 8601, UTC. Absent if the service does not return it. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /**
   * Declares a notification endpoint.
   *
   * @param name The name of the resource in the program. The service does not show it.
   * @param args The type, the name and the destination of the endpoint.
   * @param opts Pulumi's resource options.
   */
  constructor(name: string, args: NotificationEndpointArgs, opts?: pulumi.CustomResourceOptions) {
    refuseUnknownConfig();
    const inputs = inputsOf("NotificationEndpoint", fields, name, givenArgs(args), { opts });
    super(typeOf("NotificationEndpoint"), name, inputs, withSecrets(fields, opts));
  }

  /**
   * Reads an existing endpoint without managing it, including a Microsoft Teams endpoint.
   *
   * @param name The name of the resource in the program.
   * @param id The ID of the endpoint in the service.
   * @param opts Pulumi's resource options.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): NotificationEndpoint {
    return new NotificationEndpoint(name, {} as NotificationEndpointArgs, { ...opts, id });
  }

  /** Whether a value is a NotificationEndpoint, also of another copy of this package. */
  static override isInstance(value: unknown): value is NotificationEndpoint {
    return isOfKind("NotificationEndpoint", value);
  }
}
