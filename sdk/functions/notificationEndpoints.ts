import type * as pulumi from "@pulumi/pulumi";
import * as functions from "../../client/functions/notificationEndpoints";
import { readAccount } from "./account";
import { outputForm } from "./outputForm";

/**
 * The result of {@link getNotificationEndpoint}. It does not contain the destination, which may be a
 * credential. To refer to an endpoint, use its ID.
 */
export interface GetNotificationEndpointResult {
  /** The ID of the endpoint, a UUID. */
  id: string;
  /** `email`, `slack` or `msteams`. */
  type: string;
  /** The name in the application. For a Microsoft Teams channel: its team and channel. */
  name: string;
  /** The email address of who created the endpoint. Absent if the service does not return it. */
  createdBy?: string;
  /** When the endpoint was created: ISO 8601, UTC. Absent if the service does not return it. */
  createdAt?: string;
}

/** The result of {@link getNotificationEndpoints}. */
export type GetNotificationEndpointsResult = GetNotificationEndpointResult[];

/** The arguments of {@link getNotificationEndpoint}: a name, a type, or both. */
export interface GetNotificationEndpointArgs {
  /** The exact name in the application. */
  name?: string;
  /** `email`, `slack` or `msteams`. */
  type?: string;
}

/** The arguments of {@link getNotificationEndpointOutput}: a name, a type, or both. */
export interface GetNotificationEndpointOutputArgs {
  /** The exact name in the application. */
  name?: pulumi.Input<string>;
  /** `email`, `slack` or `msteams`. */
  type?: pulumi.Input<string>;
}

/**
 * Returns all notification endpoints of the account, including the Microsoft Teams channels that the service adds itself.
 *
 * @param opts Pulumi's options: `provider` or `parent` selects another account.
 */
export async function getNotificationEndpoints(
  opts: pulumi.InvokeOptions = {},
): Promise<GetNotificationEndpointsResult> {
  return readAccount(functions.getNotificationEndpoints, {}, opts);
}

/**
 * The Output form of {@link getNotificationEndpoints}.
 *
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getNotificationEndpointsOutput(
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<GetNotificationEndpointsResult> {
  return outputForm(functions.getNotificationEndpoints, (_, options) => getNotificationEndpoints(options), {}, opts);
}

/**
 * Returns the only notification endpoint with a name, a type, or both.
 *
 * @param args The name, the type, or both.
 * @param opts Pulumi's options: `provider` or `parent` selects another account.
 * @throws {Error} If no endpoint matches, with the existing ones; or if several match, with their IDs.
 */
export async function getNotificationEndpoint(
  args: GetNotificationEndpointArgs,
  opts: pulumi.InvokeOptions = {},
): Promise<GetNotificationEndpointResult> {
  return readAccount(functions.getNotificationEndpoint, args, opts);
}

/**
 * The Output form of {@link getNotificationEndpoint}.
 *
 * @param args The name, the type, or both.
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getNotificationEndpointOutput(
  args: GetNotificationEndpointOutputArgs,
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<GetNotificationEndpointResult> {
  return outputForm(functions.getNotificationEndpoint, getNotificationEndpoint, args, opts);
}
