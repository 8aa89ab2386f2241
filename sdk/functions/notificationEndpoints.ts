import type * as pulumi from "@pulumi/pulumi";
import type { NotificationEndpoint } from "../../client/wire";
import { accountClient, type FunctionOptions } from "./account";
import { lift, type Lifted } from "./lift";
import { listed } from "./virtualTags";

/**
 * A notification endpoint (API document, section 2.7). Without its destination: that may be a credential, and whatever
 * refers to an endpoint does so by its ID.
 */
export interface GetNotificationEndpointResult {
  id: string;
  /** `email`, `slack` or `msteams`. */
  type: string;
  /** The name that people see in the application; of an MS Teams channel, team and channel. */
  name: string;
  /** Who made it: an email address. Absent where the service does not tell. */
  createdBy?: string;
  /** When it was made: ISO 8601, UTC. */
  createdAt?: string;
}

/** Which endpoint: its name, its type, or both. */
export interface GetNotificationEndpointArgs {
  /** The name, exactly as in the application. */
  name?: string;
  /** `email`, `slack` or `msteams`. */
  type?: string;
}

/** All notification endpoints of the account, the automatically mapped channels of MS Teams among them. */
export async function getNotificationEndpoints(opts: FunctionOptions = {}): Promise<GetNotificationEndpointResult[]> {
  const client = await accountClient(opts);
  return (await client.notificationEndpoints.list()).map(withoutDestination);
}

/** {@link getNotificationEndpoints} as an output. */
export function getNotificationEndpointsOutput(
  opts: FunctionOptions = {},
): pulumi.Output<GetNotificationEndpointResult[]> {
  return lift((_, options) => getNotificationEndpoints(options), {}, opts);
}

/**
 * The one notification endpoint of that name, of that type, or of both.
 *
 * @throws {Error} when none fits, with what there is; or when several fit, with their IDs
 */
export async function getNotificationEndpoint(
  { name, type }: GetNotificationEndpointArgs,
  opts: FunctionOptions = {},
): Promise<GetNotificationEndpointResult> {
  if (name === undefined && type === undefined)
    throw new Error("getNotificationEndpoint needs a name, a type, or both.");
  const all = await getNotificationEndpoints(opts);
  const fitting = all.filter(
    (endpoint) => (name === undefined || endpoint.name === name) && (type === undefined || endpoint.type === type),
  );
  const [endpoint] = fitting;
  if (endpoint !== undefined && fitting.length === 1) return endpoint;
  const wanted = [
    ...(type === undefined ? [] : [`of type ${type}`]),
    ...(name === undefined ? [] : [`named "${name}"`]),
  ];
  throw new Error(
    endpoint === undefined
      ? `getNotificationEndpoint: the account has no endpoint ${wanted.join(" and ")}. It has ${listed(all.map(shown))}.`
      : `getNotificationEndpoint: the account has ${fitting.length} endpoints ${wanted.join(" and ")}: ` +
          `${listed(fitting.map((one) => `${shown(one)} (${one.id})`))}. Say more, or rename one in the application.`,
  );
}

/** {@link getNotificationEndpoint} as an output, for arguments that are outputs. */
export function getNotificationEndpointOutput(
  args: Lifted<GetNotificationEndpointArgs>,
  opts: FunctionOptions = {},
): pulumi.Output<GetNotificationEndpointResult> {
  return lift(getNotificationEndpoint, args, opts);
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

function shown({ type, name }: GetNotificationEndpointResult): string {
  return `${type} "${name}"`;
}
