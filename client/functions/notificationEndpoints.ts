import { isSameName } from "../../rules/names";
import type { CostAllocationClient } from "../client";
import type { SendOptions } from "../http/call";
import { printable, quoted } from "../printable";
import type { NotificationEndpoint } from "../wire";
import { type AccountFunction, listed, type ListFunction } from "./accountFunction";

/** An endpoint without its destination, which may be a credential. */
type ShownEndpoint = Pick<NotificationEndpoint, "id" | "type" | "name" | "createdBy" | "createdAt">;

interface EndpointArgs {
  name?: string;
  type?: string;
}

/** All notification endpoints of the account. */
export const getNotificationEndpoints: ListFunction<object, ShownEndpoint> = {
  name: "getNotificationEndpoints",
  args: {},
  list: "notificationEndpoints",
  read: (client, _, request) => listEndpoints(client, request),
};

/** The only notification endpoint with a name, a type, or both. */
export const getNotificationEndpoint: AccountFunction<EndpointArgs, ShownEndpoint> = {
  name: "getNotificationEndpoint",
  args: { name: "other?", type: "other?" },
  check: ({ name, type }) => {
    if (name === undefined && type === undefined)
      throw new Error("getNotificationEndpoint requires a name, a type, or both.");
  },
  read: async (client, args, request) => onlyMatch(await listEndpoints(client, request), args),
};

async function listEndpoints(client: CostAllocationClient, request?: SendOptions): Promise<ShownEndpoint[]> {
  return (await client.notificationEndpoints.list(request)).map(withoutDestination);
}

function onlyMatch(all: readonly ShownEndpoint[], { name, type }: EndpointArgs): ShownEndpoint {
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

function withoutDestination(endpoint: NotificationEndpoint): ShownEndpoint {
  const { id, type, name, createdBy, createdAt } = endpoint;
  return {
    id,
    type,
    name,
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(createdAt === undefined ? {} : { createdAt }),
  };
}

function titleOf({ type, name }: ShownEndpoint): string {
  return `${printable(type)} ${quoted(name)}`;
}
