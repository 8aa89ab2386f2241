import type * as pulumi from "@pulumi/pulumi";
import type { CostAllocationClient } from "../../client";
import { printable, quoted } from "../../client/printable";
import type { NotificationEndpoint } from "../../client/wire";
import { isSameName } from "../../rules/names";
import { readAccount } from "./account";
import { listed } from "./listed";
import { type NamesOf, refuseUnknownNames } from "../argumentChecks";
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
  return readAccount("getNotificationEndpoints", {}, opts, listEndpoints, "an array");
}

async function listEndpoints(client: CostAllocationClient): Promise<GetNotificationEndpointsResult> {
  return (await client.notificationEndpoints.list()).map(withoutDestination);
}

/**
 * The Output form of {@link getNotificationEndpoints}.
 *
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getNotificationEndpointsOutput(
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<GetNotificationEndpointsResult> {
  return outputForm("getNotificationEndpoints", (_, options) => getNotificationEndpoints(options), {}, opts);
}

const endpointNames: NamesOf<GetNotificationEndpointArgs> = { name: true, type: true };

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
  refuseUnknownNames("getNotificationEndpoint", args, endpointNames);
  if (args.name === undefined && args.type === undefined) {
    throw new Error("getNotificationEndpoint requires a name, a type, or both.");
  }
  return readAccount("getNotificationEndpoint", args, opts, async (client) =>
    onlyMatch(await listEndpoints(client), args),
  );
}

function onlyMatch(
  all: readonly GetNotificationEndpointResult[],
  { name, type }: GetNotificationEndpointArgs,
): GetNotificationEndpointResult {
  const matching = all.filter(
    (endpoint) =>
      (name === undefined || isSameName(endpoint.name, name)) && (type === undefined || endpoint.type === type),
  );
  const [endpoint] = matching;
  if (endpoint !== undefined && matching.length === 1) return endpoint;
  const wanted = [
    ...(type === undefined ? [] : [`the type ${printable(type)}`]),
    ...(name === undefined ? [] : [`the name ${quoted(name)}`]),
  ];
  throw new Error(
    endpoint === undefined
      ? `getNotificationEndpoint: no endpoint has ${wanted.join(" and ")}. The account has ${listed(all.map(titleOf))}.`
      : `getNotificationEndpoint: ${matching.length} endpoints have ${wanted.join(" and ")}: ` +
          `${listed(matching.map((one) => `${titleOf(one)} (${one.id})`))}. Set both name and type, or rename one in the application.`,
  );
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
  return outputForm("getNotificationEndpoint", getNotificationEndpoint, args, opts, endpointNames);
}

function withoutDestination(endpoint: NotificationEndpoint): GetNotificationEndpointResult {
  const { id, type, name, createdBy, createdAt } = endpoint;
  return {
    id,
    type,
    name,
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(createdAt === undefined ? {} : { createdAt }),
  };
}

function titleOf({ type, name }: GetNotificationEndpointResult): string {
  return `${printable(type)} ${quoted(name)}`;
}
