/** Notification endpoints. */
import { randomUUID } from "node:crypto";
import type { NotificationEndpoint, NotificationEndpointBody } from "../../client/wire";
import type { Call, HandlerResponse, Route } from "../http/route";
import type { StoredEndpoint } from "../store/state";
import type { Switches } from "../switches";
import { formatDate } from "./dateFormats";
import { endpointBody } from "./requestSchemas";
import { endpointResponse, endpointsResponse } from "./responseSchemas";
import { keptText } from "./storedTags";

/** Returns an entry of the list. Only a create returns `accountId` and `updatedAt`. */
function toListEntry(endpoint: StoredEndpoint, { dates }: Switches): NotificationEndpoint {
  const { id, type, name, configuration, createdBy = "", createdAt } = endpoint;
  return {
    id,
    type,
    name,
    ...(configuration === undefined ? {} : { configuration }),
    createdBy,
    createdAt: formatDate(createdAt, dates),
  };
}

function list(call: Call): HandlerResponse {
  const endpoints = call.account.endpoints.map((endpoint) => toListEntry(endpoint, call.switches));
  return { body: { endpoints, requestId: call.requestId } };
}

function create(call: Call): HandlerResponse {
  const { type, name, configuration } = call.body as NotificationEndpointBody;
  const createdAt = call.clock.now();
  const { account, user } = call.caller;
  const kept = keptText(name, call.switches);
  const endpoint = {
    id: randomUUID(),
    type,
    name: kept,
    configuration,
    createdBy: user,
    accountId: account,
    createdAt,
  };
  call.store.commit({ op: "addEndpoint", account, endpoint });
  const date = formatDate(createdAt, call.switches.dates);
  return { body: { endpoint: { ...endpoint, createdAt: date, updatedAt: date }, requestId: call.requestId } };
}

/** The routes of notification endpoints. */
export function endpointRoutes(): Route[] {
  const group = "Notification endpoints V1";
  const path = "/v1/endpoints";
  return [
    {
      method: "GET",
      path,
      operation: "listNotificationEndpoints",
      summary: "List the notification endpoints",
      group,
      response: endpointsResponse,
      errorStatuses: [503, 504],
      handle: list,
    },
    {
      method: "POST",
      path,
      operation: "createNotificationEndpoint",
      summary: "Create a notification endpoint",
      group,
      body: endpointBody,
      response: endpointResponse,
      errorStatuses: [503, 504],
      handle: create,
    },
  ];
}
