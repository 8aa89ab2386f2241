/** Checks a tag's arguments in preview, without network. */
import { nameKey } from "../../rules/names";
import { toIsoMoment } from "../../rules/timeframe";
import type { TagContent } from "../../rules/types";
import { type Problem, tagValidator } from "../../rules/validate";
import { flagProblems, idProblems, unknownArguments } from "../shared/arguments";
import type { CheckContext, Checked } from "../shared/lifecycle";
import type { RunMemory } from "../shared/runMemory";
import { refuseImport } from "./imported";
import { checkRules } from "./ruleAnalysis";
import { isUnknown } from "../../stack/state/unknown";
import { sameAdoption, sameName, whiteSpaceAround } from "./messages";
import { virtualTagFields } from "../../stack/state/virtualTag";

const validate = tagValidator({ isUnknown });

/** Checks the arguments, and notes in the run's memory what they declare. */
export function checkVirtualTag(
  news: Record<string, unknown>,
  { urn, memory, settings, olds = {}, imported }: CheckContext,
): Checked {
  // The engine imports in spite of failures, so only an error stops it.
  if (imported !== undefined) refuseImport(imported, news);
  const problems = [
    ...unknownArguments(news, virtualTagFields, "is not an argument of VirtualTag"),
    ...validate(news),
    ...nameProblems(news, olds),
    ...simpleArguments(news),
  ];
  if (problems.length > 0) return { inputs: news, problems, warnings: [] };
  const { rules, defaultValue } = news;
  const found = checkRules({ rules, defaultValue } as TagContent, settings?.ruleAnalysis);
  return {
    inputs: { ...news, rules: withIsoMoments(rules) },
    problems: [...declareInProgram(urn, news, memory), ...found.problems],
    warnings: found.warnings,
  };
}

const isOpen = (value: unknown): boolean => value === undefined || isUnknown(value);

function simpleArguments({ setAsLive, changeDescription, adopt }: Record<string, unknown>): Problem[] {
  const isText = isOpen(changeDescription) || typeof changeDescription === "string";
  return [
    ...flagProblems({ setAsLive }),
    ...(isText ? [] : [{ path: "changeDescription", message: "must be a string" }]),
    ...adoptProblems({ adopt }),
  ];
}

/**
 * Refuses white space around a name. If the service trimmed it, each run would miss the tag, or see a change.
 *
 * @param olds the arguments in the state. The same name there is allowed: the service has shown it, and with `ignoreChanges` the
 *   program can't change it
 */
export function nameProblems({ name }: Record<string, unknown>, olds: Record<string, unknown>): Problem[] {
  if (typeof name !== "string" || isUnknown(name) || name.trim() === name || name === olds["name"]) return [];
  return [whiteSpaceAround];
}

/** Checks `adopt`. */
export function adoptProblems({ adopt }: Record<string, unknown>): Problem[] {
  if (isOpen(adopt) || typeof adopt === "boolean") return [];
  if (typeof adopt === "string" && adopt !== "") return idProblems("adopt", adopt);
  return [{ path: "adopt", message: "must be true, false, or the ID of the tag to adopt" }];
}

/** The resources of the program, by the name and the ID that they declare. */
class DeclaredNames {
  readonly owners = new Map<string, string>();
}

/**
 * Notes what a resource declares. Refuses two resources with the same name or the same adopted tag, which would take it from each
 * other in every run.
 */
export function declareInProgram(
  urn: string | undefined,
  { name, adopt }: Record<string, unknown>,
  memory: RunMemory,
): Problem[] {
  if (urn === undefined || isUnknown(urn)) return [];
  const { owners } = memory.notes(DeclaredNames);
  const otherOwner = (path: string, value: unknown): string | undefined => {
    if (typeof value !== "string" || isUnknown(value)) return undefined;
    const key = `${path} ${nameKey(value)}`;
    const owner = owners.get(key) ?? urn;
    owners.set(key, owner);
    return owner === urn ? undefined : owner;
  };
  const named = otherOwner("name", name);
  const adopted = otherOwner("adopt", typeof adopt === "string" ? adopt.toLowerCase() : adopt);
  return [
    ...(named === undefined ? [] : [sameName(named, urn, String(name))]),
    ...(adopted === undefined ? [] : [sameAdoption(adopted, urn, String(adopt))]),
  ];
}

/** Writes the known moments of rules in ISO 8601, so that people can read them in a preview. */
export function withIsoMoments(rules: unknown): unknown {
  if (!Array.isArray(rules)) return rules;
  return rules.map((rule: unknown) => {
    const timeframe = isUnknown(rule) ? undefined : (rule as { timeframe?: unknown }).timeframe;
    if (typeof timeframe !== "object" || timeframe === null) return rule;
    const moments = Object.entries(timeframe).map(([name, moment]: [string, unknown]) => [name, toIsoMoment(moment)]);
    return { ...(rule as object), timeframe: Object.fromEntries(moments) as unknown };
  });
}
