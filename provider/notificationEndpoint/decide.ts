/** The decision about a notification endpoint. Pure. */
import type { NotificationEndpoint } from "../../client";
import { sameDestination, shownDestination } from "../../client/resources/validateEndpoint";
import { isSameName } from "../../rules/names";
import type { NotificationEndpointInputs } from "../../stack/state/notificationEndpoint";

/** What to do: use an existing endpoint, create one, or refuse because the service hides the destination of one. */
export type Decision =
  | { kind: "keep"; endpoint: NotificationEndpoint }
  | { kind: "create" }
  | { kind: "refuse"; hidden: NotificationEndpoint };

/** @param endpoints all endpoints of the account */
export function decide(
  endpoints: readonly NotificationEndpoint[],
  { type, name, configuration }: NotificationEndpointInputs,
): Decision {
  const named = endpoints.filter((endpoint) => endpoint.type === type && isSameName(endpoint.name, name));
  const same = named.find((endpoint) => sameDestination(type, endpoint.configuration?.to, configuration?.to));
  if (same !== undefined) return { kind: "keep", endpoint: same };
  const hidden = named.find((endpoint) => shownDestination(endpoint) === undefined);
  return hidden === undefined ? { kind: "create" } : { kind: "refuse", hidden };
}
