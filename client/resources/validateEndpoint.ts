/**
 * Checks a notification endpoint against the API documentation before anything is sent. No message shows the
 * destination.
 */
import type { Problem } from "../../rules/validate";
import type { NotificationEndpoint } from "../wire";

/** Refuses white space around a name. If the service trimmed it, each run would miss the endpoint and create another one. */
export function endpointNameProblems(name: unknown): Problem[] {
  const problems = textProblems("name", name);
  if (problems.length > 0 || (name as string).trim() === name) return problems;
  return [{ path: "name", message: "must not begin or end with white space" }];
}

/** What is wrong with `configuration.to` of an endpoint of that type. */
export function destinationProblems(to: unknown, type: unknown): Problem[] {
  const path = "configuration.to";
  const problems = textProblems(path, to);
  if (problems.length > 0) return problems;
  if (type === "email" && !isAddress(to as string)) return [{ path, message: "must be one email address" }];
  if (type === "slack" && !isSecureUrl(to as string))
    return [{ path, message: "must be an https URL without credentials in it" }];
  return [];
}

function textProblems(path: string, value: unknown): Problem[] {
  const fine = typeof value === "string" && value.trim() !== "";
  const message = "must be a string, not empty";
  return fine ? [] : [{ path, message: value === undefined ? `is missing. It ${message}` : message }];
}

/** Whether it is one plain address. The mail server decides what is allowed before the @. */
function isAddress(text: string): boolean {
  return /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\.]+(?:\.[^\s@<>()[\],;:"\\.]+)+$/.test(text);
}

function isSecureUrl(text: string): boolean {
  // Like browsers, the URL parser accepts `https:host` and backslashes; the service may not.
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

/** Whether two destinations are the same, in any spelling. */
export function sameDestination(type: string, one: string | undefined, other: string | undefined): boolean {
  return normalizedDestination(type, one) === normalizedDestination(type, other);
}

/** The same spelling for equal destinations: case does not matter in a mail address or a host name. */
export function normalizedDestination(type: string, to: string | undefined): string | undefined {
  if (type === "email") return to?.toLowerCase();
  return to !== undefined && URL.canParse(to) ? new URL(to).href : to;
}

/** The destination of an endpoint; undefined if the service does not show it, or only in a masked form. */
export function shownDestination({ configuration }: NotificationEndpoint): string | undefined {
  const to = configuration?.to;
  // No address contains these. A masked one would look like another destination.
  return to === undefined || /[*\u2022\u2026]/.test(to) ? undefined : to;
}
