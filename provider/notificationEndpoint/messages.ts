/** The messages about a notification endpoint. None shows the destination. docs/messages.md lists their codes. */
import type { NotificationEndpoint } from "../../client";
import { argument, engine, words } from "../../client/hostWords";
import { printable, quoted } from "../../client/printable";
import type { Problem } from "../../rules/validate";
import { type Message, message, nothingWritten, ways } from "../shared/message";

type Endpoint = Pick<NotificationEndpoint, "id" | "name" | "type">;

/** The messages by name. */
export const texts = {
  destinationHidden: (endpoint: Endpoint) =>
    message(
      "CA4001",
      `${titleOf(endpoint)} already exists. The service does not show its destination, so it can't be compared with the declared one.`,
      "Nothing was written, because the service can't delete a duplicate.",
      ...ways(
        `To use the existing endpoint, read it with \`getNotificationEndpoint({ type: ${quoted(endpoint.type)}, name: ${quoted(endpoint.name)} })\`.`,
        "Otherwise, choose another name.",
      ),
    ),
  nameTaken: (endpoint: Endpoint) =>
    message(
      "CA4003",
      `${titleOf(endpoint)} already exists with another destination.`,
      "Nothing was written, because the service can't delete a second endpoint.",
      ...ways(
        "To use the existing endpoint, declare its destination, or read it with " +
          `\`getNotificationEndpoint({ type: ${quoted(endpoint.type)}, name: ${quoted(endpoint.name)} })\`.`,
        `If nothing uses it anymore, remove it in the application, and run ${engine("up")} again.`,
        `To create another one, choose another name, or set ${argument("allowSameName", "true")}.`,
      ),
    ),
  cannotChange: (endpoint: Endpoint) =>
    message(
      "CA4002",
      `${titleOf(endpoint)} was not changed. The service can't change notification endpoints.`,
      nothingWritten,
      "Declare the changed endpoint as a resource with another resource name. The old endpoint stays in the service.",
    ),
  staysInService: (endpoint: Endpoint) =>
    message(
      "CA4101",
      `${titleOf(endpoint)} was removed only from the state of this ${words.stack}. The service can't delete notification endpoints.`,
      removeInApplication,
    ),
  replaced: ({ type, name }: Omit<Endpoint, "id">) =>
    message(
      "CA4102",
      `The service can't change notification endpoints. A new one is created, and the old one, ${printable(type)} ${quoted(name)}, stays in the service.`,
      removeInApplication,
    ),
  alreadyExists: (endpoint: Endpoint) =>
    message("CA4201", `${titleOf(endpoint)} already exists with this destination. It is used instead of a new one.`),
} satisfies Record<string, (facts: never) => Message>;

const removeInApplication = "Remove it in the application when nothing uses it anymore.";

function titleOf({ id, name, type }: Endpoint): string {
  return `Notification endpoint ${quoted(name)} (${printable(type)}, ${printable(id)})`;
}

/** The API can't create endpoints of this type. */
export function wrongType(type: unknown): Problem {
  // A longer text may be something else, such as a destination in the wrong place.
  const given = typeof type === "string" && /^[a-z ]{1,20}$/i.test(type) ? `is "${type}". It must` : "must";
  const message = `${given} be "email" or "slack". For Microsoft Teams, see getNotificationEndpoint`;
  return { path: "type", message, code: "CA4301" };
}
