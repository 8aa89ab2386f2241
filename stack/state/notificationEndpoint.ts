import { isObject } from "../../client/json";
import { sameDestination } from "../../client/resources/validateEndpoint";
import type { NotificationEndpoint } from "../../client/wire";
import { isSameName } from "../../rules/names";
import { type Fields, isFlag, isText, outputsOf } from "./fields";
import type { PublicMemory } from "./report";
import { isUnknown } from "./unknown";

/** What a program declares. */
export interface NotificationEndpointInputs {
  /** `email` or `slack`; `msteams` on one that is only read. */
  type: string;
  name: string;
  /** The destination. For Slack, it is a credential, so no message shows it. */
  configuration?: { to: string };
  /** Whether a create accepts another endpoint with this type and name. */
  allowSameName?: boolean;
  /** The resource's URN, set by the class: the engine does not pass it. */
  __resourceUrn?: string;
}

/** What the stack's state keeps. */
export interface NotificationEndpointState extends NotificationEndpointInputs {
  accountId?: string;
  createdBy?: string;
  createdAt?: string;
  updatedAt?: string;
  /** What the provider remembers for itself: the account. Pulumi's display hides this output. */
  __memory?: { account?: string | undefined };
  /** The same, not encrypted. */
  __report?: PublicMemory;
}

/** The fields of a NotificationEndpoint. */
export const notificationEndpointFields = {
  type: { role: "argument", shape: isText, needed: "known", same: (declared, actual) => declared.type === actual.type },
  name: {
    role: "argument",
    shape: isText,
    needed: "known",
    same: (declared, actual) => isSameName(declared.name, actual.name),
  },
  configuration: {
    role: "argument",
    shape: isObject,
    // For both types: the type may be unknown or wrong while the destination is a Slack URL, and email addresses should not
    // appear in logs either.
    secret: true,
    same: ({ configuration, type }, actual) =>
      !isUnknown(type) && sameDestination(type, configuration?.to, actual.configuration?.to),
  },
  allowSameName: { role: "argument", shape: isFlag, default: false },
  __resourceUrn: { role: "added", shape: isText },
  accountId: { role: "output", shape: isText },
  createdBy: { role: "output", shape: isText },
  createdAt: { role: "output", shape: isText },
  updatedAt: { role: "output", shape: isText },
  __memory: { role: "own", shape: isObject },
  __report: { role: "own", shape: isObject },
} satisfies Fields<NotificationEndpointInputs, NotificationEndpointState>;

/** The state of an endpoint: plain JSON, without fields that have no value. */
export function endpointState(
  endpoint: NotificationEndpoint,
  inputs: NotificationEndpointInputs,
  before: Partial<NotificationEndpointState> = {},
): NotificationEndpointState {
  // The list has fewer fields than the answer to a create.
  return { ...inputs, ...outputsOf(notificationEndpointFields, endpoint, before, {}) };
}
