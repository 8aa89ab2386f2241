/** What can be said of an endpoint's arguments in preview, without network. No message shows the destination. */
import type { Problem } from "../../rules/validate";
import { unknownArguments, unknownNames } from "../shared/arguments";
import type { Checked } from "../shared/lifecycle";
import { notificationEndpointArguments } from "./state";
import { isUnknown } from "../shared/unknown";

/** Checks the arguments. */
export function checkNotificationEndpoint(news: Record<string, unknown>): Checked {
  const { type, name, configuration } = news;
  const problems = [
    ...unknownArguments(news, notificationEndpointArguments, "is not an argument of NotificationEndpoint"),
    ...typeProblems(type),
    ...nameProblems(name),
    ...configurationProblems(configuration, type),
  ];
  return { inputs: news, problems, warnings: [] };
}

function typeProblems(type: unknown): Problem[] {
  if (isUnknown(type) || type === "email" || type === "slack") return [];
  // Longer texts may be something else, such as a destination in the wrong place.
  const given = typeof type === "string" && /^[a-z ]{1,20}$/i.test(type) ? `is "${type}". It must` : "must";
  const message = `${given} be "email" or "slack". For Microsoft Teams, see getNotificationEndpoint`;
  return [{ path: "type", message, code: "CA4301" }];
}

/** A service that trims names would never show this one again: each run would take it for missing, and create another. */
function nameProblems(name: unknown): Problem[] {
  const problems = textProblems("name", name);
  if (problems.length > 0 || (name as string).trim() === name) return problems;
  return [{ path: "name", message: "must not begin or end with white space" }];
}

function textProblems(path: string, value: unknown): Problem[] {
  const fine = typeof value === "string" && value.trim() !== "";
  return fine ? [] : [{ path, message: "must be a string, not empty" }];
}

function configurationProblems(configuration: unknown, type: unknown): Problem[] {
  if (isUnknown(configuration)) return [];
  if (typeof configuration !== "object" || configuration === null || Array.isArray(configuration)) {
    return [{ path: "configuration", message: "must be an object { to }" }];
  }
  const { to } = configuration as { to?: unknown };
  const others = unknownNames(
    Object.keys(configuration),
    ["to"],
    "is not an argument of configuration",
    "configuration.",
  );
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

/** One bare address; the part before the @ is up to the mail server. */
function isAddress(text: string): boolean {
  return /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\.]+(?:\.[^\s@<>()[\],;:"\\.]+)+$/.test(text);
}

function isSecureUrl(text: string): boolean {
  // Like browsers, the URL parser accepts `https:host` and backslashes; the service may not.
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
