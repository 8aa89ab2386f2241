/** What can be said of a tag's arguments in preview, without network. */
import { lintRules } from "../rules/lint";
import { readMoment } from "../rules/timeframe";
import type { Rule } from "../rules/types";
import { type Problem, tagValidator } from "../rules/validate";
import { unknownNames } from "./arguments";
import type { Checked, Claims } from "./lifecycle";
import { containsUnknown, isUnknown } from "./unknown";
import { claimResource } from "./virtualTagClaims";
import { virtualTagArguments } from "./virtualTagState";

const validate = tagValidator({ isUnknown });

/** Whether the arguments may be sent, in the form in which they are kept. */
export function checkVirtualTag(
  news: Record<string, unknown>,
  claims: Claims,
  _settings?: unknown,
  olds: Record<string, unknown> = {},
): Checked {
  const problems = [
    ...unknownNames(news, virtualTagArguments, "is not an argument of VirtualTag"),
    ...validate(news),
    ...nameProblems(news, olds),
    ...simpleArguments(news),
  ];
  if (problems.length > 0) return { inputs: news, problems, warnings: [] };
  const rules = inMilliseconds(news["rules"]);
  return {
    inputs: { ...news, rules },
    problems: claimName(news, claims),
    warnings: Array.isArray(rules) ? lintRules(rules as Rule[], containsUnknown) : [],
  };
}

const open = (value: unknown): boolean => value === undefined || isUnknown(value);

function simpleArguments({ setAsLive, changeDescription, adopt }: Record<string, unknown>): Problem[] {
  const problems: Problem[] = [];
  if (!open(setAsLive) && typeof setAsLive !== "boolean") {
    problems.push({ path: "setAsLive", message: "must be true or false" });
  }
  if (!open(changeDescription) && typeof changeDescription !== "string") {
    problems.push({ path: "changeDescription", message: "must be a text" });
  }
  return [...problems, ...adoptProblems({ adopt })];
}

/**
 * Whoever trims names would never show this one again: each run would take it for missing, or for changed by someone.
 *
 * @param olds the arguments in the state: a name that a refresh has found there has been shown, and by `ignoreChanges` it
 *   comes in the place of the program's, where nobody could take it out
 */
export function nameProblems({ name }: Record<string, unknown>, olds: Record<string, unknown>): Problem[] {
  if (typeof name !== "string" || isUnknown(name) || name.trim() === name || name === olds["name"]) return [];
  const message =
    "must not begin or end with white space: a service that trims names would never show this one again, and a tag could be " +
    "made twice. To take over a tag that has such a name, set adopt to its ID and declare the name without";
  return [{ path: "name", message }];
}

/** What is wrong with `adopt`. */
export function adoptProblems({ adopt }: Record<string, unknown>): Problem[] {
  if (open(adopt) || typeof adopt === "boolean" || (typeof adopt === "string" && adopt !== "")) return [];
  return [{ path: "adopt", message: "must be true, false, or the ID of the tag to take over" }];
}

/** Two resources of one name, or that adopt one tag, would take it from each other at every run. */
export function claimName(inputs: Record<string, unknown>, claims: Claims): Problem[] {
  const { name, adopt, resourceUrn } = inputs;
  if (typeof resourceUrn !== "string" || isUnknown(resourceUrn)) return [];
  claimResource(resourceUrn, claims);
  const taken = (path: string, value: unknown, what: (owner: string) => string): Problem[] => {
    if (typeof value !== "string" || isUnknown(value)) return [];
    const claim = `Virtual Tag ${path} ${value}`;
    const owner = claims.get(claim) ?? resourceUrn;
    claims.set(claim, owner);
    if (owner === resourceUrn) return [];
    return [{ path, message: `is also ${what(owner)}: one of the two would take the tag from the other` }];
  };
  return [
    ...taken("name", name, (owner) => `the name that ${owner} declares`),
    // An ID is the same in upper and lower case.
    ...taken(
      "adopt",
      typeof adopt === "string" ? adopt.toLowerCase() : adopt,
      (owner) => `the tag that ${owner} adopts`,
    ),
  ];
}

/** Rules whose known moments are Unix milliseconds, as the service stores them. */
export function inMilliseconds(rules: unknown): unknown {
  if (!Array.isArray(rules)) return rules;
  return rules.map((rule: unknown) => {
    const timeframe = isUnknown(rule) ? undefined : (rule as { timeframe?: unknown }).timeframe;
    if (typeof timeframe !== "object" || timeframe === null) return rule;
    const moments = Object.entries(timeframe).map(([name, moment]: [string, unknown]) => {
      const read = readMoment(moment);
      return [name, "milliseconds" in read ? read.milliseconds : moment];
    });
    return { ...(rule as object), timeframe: Object.fromEntries(moments) as unknown };
  });
}
