/** Notification endpoints (sections 2.7 and 4.5). */
import { randomUUID } from "node:crypto";
import type { NotificationEndpoint, NotificationEndpointBody } from "../../client/wire";
import { endpointAnswer, endpointsAnswer } from "./answers";
import { dateText } from "./dates";
import type { Switches } from "../options";
import type { Answer, Call, Route } from "../http/route";
import { endpointBody } from "./schemas";
import type { StoredEndpoint } from "../store/state";

/** An entry of the list: `accountId` and `updatedAt` are returned by create only. */
function listed(endpoint: StoredEndpoint, { dates }: Switches): NotificationEndpoint {
  const { id, type, name, configuration, createdBy = "", createdAt } = endpoint;
  return {
    id,
    type,
    name,
    ...(configuration === undefined ? {} : { configuration }),
    createdBy,
    createdAt: dateText(createdAt, dates),
  };
}

function list(call: Call): Answer {
  const endpoints = call.account.endpoints.map((endpoint) => listed(endpoint, call.switches));
  return { body: { endpoints, requestId: call.requestId } };
}

function create(call: Call): Answer {
  const { type, name, configuration } = call.body as NotificationEndpointBody;
  const createdAt = call.clock.now();
  const { account, user } = call.caller;
  const endpoint = { id: randomUUID(), type, name, configuration, createdBy: user, accountId: account, createdAt };
  call.store.commit({ op: "addEndpoint", account, endpoint });
  const date = dateText(createdAt, call.switches.dates);
  return { body: { endpoint: { ...endpoint, createdAt: date, updatedAt: date }, requestId: call.requestId } };
}

/** The rows of section 4.5. */
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
      answer: endpointsAnswer,
      refusals: [503, 504],
      handle: list,
    },
    {
      method: "POST",
      path,
      operation: "createNotificationEndpoint",
      summary: "Create a notification endpoint",
      group,
      body: endpointBody,
      answer: endpointAnswer,
      refusals: [503, 504],
      handle: create,
    },
  ];
}
