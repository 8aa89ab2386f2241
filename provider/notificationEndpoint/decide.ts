/** The decision about a notification endpoint. Pure. */
import type { NotificationEndpoint } from "../../client";
import { sameDestination, shownDestination } from "../../client/resources/validateEndpoint";
import { isSameName } from "../../rules/names";
import { isSameId } from "../../stack/state/kinds";
import type { NotificationEndpointInputs } from "../../stack/state/notificationEndpoint";

/**
 * What to do: use an existing endpoint, create one, or refuse because of an existing one: the service hides its destination, or it
 * has the declared name and another destination.
 */
export type Decision =
  | { kind: "keep"; endpoint: NotificationEndpoint }
  | { kind: "create" }
  | { kind: "refuse"; because: "destinationHidden" | "nameTaken"; endpoint: NotificationEndpoint };

/**
 * @param endpoints all endpoints of the account
 * @param replaced the ID of the endpoint that the resource replaces, and that stays in the service
 */
export function decide(
  endpoints: readonly NotificationEndpoint[],
  { type, name, configuration, allowSameName = false }: NotificationEndpointInputs,
  replaced?: string,
): Decision {
  const named = endpoints.filter((endpoint) => endpoint.type === type && isSameName(endpoint.name, name));
  const same = named.find((endpoint) => sameDestination(type, endpoint.configuration?.to, configuration?.to));
  if (same !== undefined) return { kind: "keep", endpoint: same };
  const hidden = named.find((endpoint) => shownDestination(endpoint) === undefined);
  if (hidden !== undefined) return { kind: "refuse", because: "destinationHidden", endpoint: hidden };
  const other = allowSameName ? undefined : named.find(({ id }) => !isSameId(id, replaced));
  return other === undefined ? { kind: "create" } : { kind: "refuse", because: "nameTaken", endpoint: other };
}
