/** What the lifecycle of a notification endpoint says. No message shows the destination. docs/messages.md lists the codes. */
import type { NotificationEndpoint } from "../../client";
import { printable, quoted } from "../../client/printable";
import { type Message, message, nothingWritten, ways } from "../shared/message";

type Endpoint = Pick<NotificationEndpoint, "id" | "name" | "type">;

/** The texts by name. */
export const texts = {
  destinationHidden: (endpoint: Endpoint) =>
    message(
      "CA4001",
      `${titleOf(endpoint)} already exists. The service does not show its destination, so it can't be compared with the declared one.`,
      "Nothing was written, because a duplicate could never be deleted.",
      ...ways(
        `To use the existing endpoint, read it with \`getNotificationEndpoint({ type: ${quoted(endpoint.type)}, name: ${quoted(endpoint.name)} })\`.`,
        "Otherwise, choose another name.",
      ),
    ),
  cannotChange: (endpoint: Endpoint) =>
    message(
      "CA4002",
      `${titleOf(endpoint)} can't be changed: the service has no update.`,
      nothingWritten,
      "Declare the changed endpoint as a resource with another resource name. The old endpoint stays in the service.",
    ),
  staysInService: (endpoint: Endpoint) =>
    message(
      "CA4101",
      `${titleOf(endpoint)} stays in the service, which has no delete. It was removed from the state of this stack only.`,
      removeInApplication,
    ),
  replaced: ({ type, name }: Omit<Endpoint, "id">) =>
    message(
      "CA4102",
      `The service can't change a notification endpoint. A new one is created, and the old one, ${printable(type)} ${quoted(name)}, stays in the service.`,
      removeInApplication,
    ),
  alreadyExists: (endpoint: Endpoint) =>
    message("CA4201", `${titleOf(endpoint)} already exists with this destination. It is used, and not created again.`),
} satisfies Record<string, (facts: never) => Message>;

const removeInApplication = "Remove it in the application when nothing uses it anymore.";

function titleOf({ id, name, type }: Endpoint): string {
  return `Notification endpoint ${quoted(name)} (${printable(type)}, ${printable(id)})`;
}
