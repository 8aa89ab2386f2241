import type { NotificationEndpoint } from "../client";
import { toPlainObject } from "./plain";

/** What a program declares. */
export interface NotificationEndpointInputs {
  /** `email` or `slack`; `msteams` on one that is only read. */
  type: string;
  name: string;
  /** Where it leads to: a credential when it is a Slack address, so it never stands in a message. */
  configuration?: { to: string };
  /** The resource's URN, set by the class: messages stand beside it. */
  resourceUrn?: string;
}

/** What is kept in the stack's state. */
export interface NotificationEndpointState extends NotificationEndpointInputs {
  accountId?: string;
  createdBy?: string;
  createdAt?: string;
  updatedAt?: string;
}

/** The names of the arguments, as a program and the class give them. */
export const notificationEndpointArguments = ["type", "name", "configuration", "resourceUrn"] as const;

/** The state of an endpoint: plain JSON, without fields that have no value. */
export function endpointState(
  endpoint: NotificationEndpoint,
  inputs: NotificationEndpointInputs,
  before: Partial<NotificationEndpointState> = {},
): NotificationEndpointState {
  // The list tells less than the answer to a create did: what it does not tell stays.
  const told = ["accountId", "createdBy", "createdAt", "updatedAt"] as const;
  const added = Object.fromEntries(told.map((name) => [name, endpoint[name] ?? before[name]]));
  return { ...inputs, ...(toPlainObject(added) as Partial<NotificationEndpointState>) };
}

/** Whether two destinations are the same, however they are spelled. */
export function sameDestination(type: string, one: string | undefined, other: string | undefined): boolean {
  return spelledAlike(type, one) === spelledAlike(type, other);
}

/** The one spelling of a destination: the case of a mail address is none of the sender's business, nor is that of a host. */
function spelledAlike(type: string, to: string | undefined): string | undefined {
  if (type === "email") return to?.toLowerCase();
  return to !== undefined && URL.canParse(to) ? new URL(to).href : to;
}

/** The destination of an endpoint; undefined when the service does not show it, or a masked form of it only. */
export function shownDestination({ configuration }: NotificationEndpoint): string | undefined {
  const to = configuration?.to;
  // None of these stands in an address; a masked one compared as it is would look like another destination.
  return to === undefined || /[*\u2022\u2026]/.test(to) ? undefined : to;
}
