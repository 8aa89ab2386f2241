/** Checks an endpoint's arguments in preview, without network. No message shows the destination. */
import { destinationProblems, endpointNameProblems } from "../../client/resources/validateEndpoint";
import type { Problem } from "../../rules/validate";
import { flagProblems, unknownArguments, unknownNames } from "../shared/arguments";
import type { Checked } from "../shared/lifecycle";
import { notificationEndpointFields } from "../../stack/state/notificationEndpoint";
import { isUnknown } from "../../stack/state/unknown";
import { wrongType } from "./messages";

/** Checks the arguments. */
export function checkNotificationEndpoint(news: Record<string, unknown>): Checked {
  const { type, name, configuration, allowSameName } = news;
  const problems = [
    ...unknownArguments(news, notificationEndpointFields, "is not an argument of NotificationEndpoint"),
    ...typeProblems(type),
    ...endpointNameProblems(name),
    ...configurationProblems(configuration, type),
    ...flagProblems({ allowSameName }),
  ];
  return { inputs: news, problems, warnings: [] };
}

function typeProblems(type: unknown): Problem[] {
  if (isUnknown(type) || type === "email" || type === "slack") return [];
  return [wrongType(type)];
}

function configurationProblems(configuration: unknown, type: unknown): Problem[] {
  if (isUnknown(configuration)) return [];
  if (typeof configuration !== "object" || configuration === null || Array.isArray(configuration)) {
    const message = "must be an object { to }";
    return [{ path: "configuration", message: configuration === undefined ? `is missing. It ${message}` : message }];
  }
  const { to } = configuration as { to?: unknown };
  const others = unknownNames(
    Object.keys(configuration),
    ["to"],
    "is not an argument of configuration",
    "configuration.",
  );
  if (isUnknown(to)) return others;
  return [...others, ...destinationProblems(to, type)];
}
