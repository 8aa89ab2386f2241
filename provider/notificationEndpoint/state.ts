import type { NotificationEndpoint } from "../../client";
import { plainJson } from "../shared/plainJson";

/** What a program declares. */
export interface NotificationEndpointInputs {
  /** `email` or `slack`; `msteams` on one that is only read. */
  type: string;
  name: string;
  /** The destination. For Slack, it is a credential, so no message shows it. */
  configuration?: { to: string };
  /** The resource's URN, set by the class: the engine does not pass it. */
  __resourceUrn?: string;
}

/** What the stack's state keeps. */
export interface NotificationEndpointState extends NotificationEndpointInputs {
  accountId?: string;
  createdBy?: string;
  createdAt?: string;
  updatedAt?: string;
  /** What the provider remembers for itself: what the account is recognized by. Pulumi's display hides this output. */
  __memory?: { account?: string | undefined };
}

/** The names of the arguments, as a program and the class give them. */
export const notificationEndpointArguments = ["type", "name", "configuration", "__resourceUrn"] as const;

/** The state of an endpoint: plain JSON, without fields that have no value. */
export function endpointState(
  endpoint: NotificationEndpoint,
  inputs: NotificationEndpointInputs,
  before: Partial<NotificationEndpointState> = {},
): NotificationEndpointState {
  // The list has fewer fields than the answer to a create. Those that it does not have keep their value.
  const outputs = ["accountId", "createdBy", "createdAt", "updatedAt"] as const;
  const added = Object.fromEntries(outputs.map((name) => [name, endpoint[name] ?? before[name]]));
  return { ...inputs, ...(plainJson(added) as Partial<NotificationEndpointState>) };
}
