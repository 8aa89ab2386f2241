/** What can be said of an endpoint's arguments in preview, without network. No message shows the destination. */
import type { Problem } from "../rules/validate";
import { unknownNames } from "./arguments";
import type { Checked } from "./lifecycle";
import { notificationEndpointArguments } from "./notificationEndpointState";
import { isUnknown } from "./unknown";

/** Whether the arguments may be sent. */
export function checkNotificationEndpoint(news: Record<string, unknown>): Checked {
  const { type, name, configuration } = news;
  const problems = [
    ...unknownNames(news, notificationEndpointArguments, "is not an argument of NotificationEndpoint"),
    ...typeProblems(type),
    ...nameProblems(name),
    ...configurationProblems(configuration, type),
  ];
  return { inputs: news, problems, warnings: [] };
}

function typeProblems(type: unknown): Problem[] {
  if (isUnknown(type) || type === "email" || type === "slack") return [];
  const message =
    type === "msteams"
      ? "can't be msteams: the service maps every public channel of a connected MS Teams team by itself. " +
        'Find the channel\'s endpoint by getNotificationEndpoint({ type: "msteams", name: "..." })'
      : "must be email or slack";
  return [{ path: "type", message }];
}

/** Whoever trims names would never show this one again: each run would take it for missing, and make another. */
function nameProblems(name: unknown): Problem[] {
  const problems = textProblems("name", name);
  if (problems.length > 0 || (name as string).trim() === name) return problems;
  return [{ path: "name", message: "must not begin or end with a space" }];
}

function textProblems(path: string, value: unknown): Problem[] {
  const fine = typeof value === "string" && value.trim() !== "";
  return fine ? [] : [{ path, message: "must be a text, and not empty" }];
}

function configurationProblems(configuration: unknown, type: unknown): Problem[] {
  if (isUnknown(configuration)) return [];
  if (typeof configuration !== "object" || configuration === null || Array.isArray(configuration)) {
    return [{ path: "configuration", message: "must be an object {to}" }];
  }
  const { to } = configuration as { to?: unknown };
  const others = unknownNames(configuration, ["to"], "is not an argument of configuration", "configuration.");
  if (isUnknown(to)) return others;
  const problems = textProblems("configuration.to", to);
  return [...others, ...(problems.length > 0 ? problems : destinationProblems(to as string, type))];
}

function destinationProblems(to: string, type: unknown): Problem[] {
  const path = "configuration.to";
  if (type === "email" && !isAddress(to)) return [{ path, message: "must be one email address" }];
  if (type === "slack" && !isSecureUrl(to))
    return [{ path, message: "must be an https URL without credentials in it" }];
  return [];
}

/** One address, bare; what stands before the @ is the mail server's matter. */
function isAddress(text: string): boolean {
  return /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\.]+(?:\.[^\s@<>()[\],;:"\\.]+)+$/.test(text);
}

function isSecureUrl(text: string): boolean {
  // A parser of URLs takes `https:host` and backslashes too, as browsers do; a service need not.
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
