/** Checks a V1 tag's arguments in preview, without network. */
import { isTooDeep } from "../../rules/nesting";
import type { TagContent } from "../../rules/types";
import { type Problem, tagValidator } from "../../rules/validate";
import { flagProblems, unknownArguments } from "../shared/arguments";
import type { CheckContext, Checked } from "../shared/lifecycle";
import { checkRules } from "../virtualTag/ruleAnalysis";
import { isUnknown } from "../../stack/state/unknown";
import { adoptProblems, declareInProgram, nameProblems, withIsoMoments } from "../virtualTag/check";
import { mapConditions, withV2Operator } from "../../rules/contentV1";
import { deprecation } from "./messages";
import { virtualTagV1Fields } from "../../stack/state/virtualTagV1";

const validate = tagValidator({ isUnknown });

/** Checks the arguments, and notes in the run's memory what they declare. */
export function checkVirtualTagV1(
  news: Record<string, unknown>,
  { urn, memory, settings, olds = {} }: CheckContext,
): Checked {
  const rulesOfV2 = inFormOfV2(news["rules"]);
  const problems = [
    ...argumentsOfOthers(news),
    ...validate({ ...news, rules: rulesOfV2 }),
    ...nameProblems(news, olds),
    ...typedReferences(news),
    ...flagProblems({ isCaseSensitive: news["isCaseSensitive"] }),
    ...adoptProblems(news),
  ];
  if (problems.length > 0) return { inputs: news, problems, warnings: [deprecation] };
  const { isCaseSensitive = false, defaultValue } = news;
  const found = checkRules({ rules: rulesOfV2, defaultValue } as TagContent, settings?.ruleAnalysis);
  return {
    inputs: { ...news, rules: withIsoMoments(news["rules"]), isCaseSensitive },
    // V1 and V2 show the same tags, so a name must be unique among both.
    problems: [...declareInProgram(urn, news, memory), ...found.problems],
    warnings: [deprecation, ...found.warnings],
  };
}

/** A copy of the rules for V2's validator and analysis, with a type and with V2's operators. */
function inFormOfV2(rules: unknown): unknown {
  if (isTooDeep({ rules })) return rules;
  return mapConditions(rules, (condition) => ({ type: "not given", ...withV2Operator(condition) }));
}

function argumentsOfOthers(news: Record<string, unknown>): Problem[] {
  return unknownArguments(news, virtualTagV1Fields, "is not an argument of VirtualTagV1").map((problem) => {
    const isOfV2 = problem.path === "setAsLive" || problem.path === "changeDescription";
    const message = "is not an argument of VirtualTagV1. V1 has no versions; VirtualTag does";
    return isOfV2 ? { path: problem.path, message } : problem;
  });
}

/** A key as a value has no `type` in V1. */
function typedReferences({ rules, defaultValue }: Record<string, unknown>): Problem[] {
  const values: [string, unknown][] = (Array.isArray(rules) ? rules : []).map((rule: unknown, index) => [
    `rules[${index}].to`,
    typeof rule === "object" && rule !== null ? (rule as { to?: unknown }).to : undefined,
  ]);
  return [...values, ["defaultValue", defaultValue] as const]
    .filter(([, value]) => typeof value === "object" && value !== null && "type" in value)
    .map(([path]) => ({
      path,
      message: 'has "type", which V1 does not accept: a key as a value has key and costCenter',
    }));
}
