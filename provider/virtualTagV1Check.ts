/** What can be said of a V1 tag's arguments in preview, without network. */
import { lintRules } from "../rules/lint";
import type { Rule } from "../rules/types";
import { type Problem, tagValidator } from "../rules/validate";
import { unknownNames } from "./arguments";
import type { Checked, Claims } from "./lifecycle";
import { containsUnknown, isUnknown } from "./unknown";
import { adoptProblems, claimName, inMilliseconds, nameProblems } from "./virtualTagCheck";
import { mapConditions, withOperatorOfV2 } from "./virtualTagV1Content";
import { virtualTagV1Arguments } from "./virtualTagV1State";

const validate = tagValidator({ isUnknown });

/** Said on every preview and up: who does not read it before the end of life can change nothing by V1 after it. */
const deprecation: Problem = {
  path: "VirtualTagV1",
  message:
    "is deprecated by the service since 2026-10-30 and reaches its end of life on 2027-03-31. Change the class to " +
    "VirtualTag, with the same resource name: the next up takes the tag over in place (docs/virtual-tag-v1.md).",
};

/** Whether the arguments may be sent, in the form in which they are kept. */
export function checkVirtualTagV1(
  news: Record<string, unknown>,
  claims: Claims,
  _settings?: unknown,
  olds: Record<string, unknown> = {},
): Checked {
  const rulesOfV2 = inWordsOfV2(news["rules"]);
  const problems = [
    ...unknownArguments(news),
    ...validate({ ...news, rules: rulesOfV2 }),
    ...nameProblems(news, olds),
    ...typedReferences(news),
    ...casingProblems(news),
    ...adoptProblems(news),
  ];
  if (problems.length > 0) return { inputs: news, problems, warnings: [deprecation] };
  const { isCaseSensitive = false } = news;
  const lint = Array.isArray(rulesOfV2) ? lintRules(inMilliseconds(rulesOfV2) as Rule[], containsUnknown) : [];
  return {
    inputs: { ...news, rules: inMilliseconds(news["rules"]), isCaseSensitive },
    // V1 and V2 show the same tags, so a name is claimed for both.
    problems: claimName(news, claims),
    warnings: [deprecation, ...lint],
  };
}

/** Rules that V2's validator and lint can read: what V1 leaves out or spells otherwise is filled in, in the copy only. */
function inWordsOfV2(rules: unknown): unknown {
  return mapConditions(rules, (condition) => ({ type: "not given", ...withOperatorOfV2(condition) }));
}

function unknownArguments(news: Record<string, unknown>): Problem[] {
  return unknownNames(news, virtualTagV1Arguments, "is not an argument of VirtualTagV1").map(({ path, message }) => {
    const ofV2 = path === "setAsLive" || path === "changeDescription";
    return { path, message: ofV2 ? `${message}: V1 has no versions, and VirtualTag does` : message };
  });
}

/** A key as a value has no `type` in V1 (API document, section 2.2). */
function typedReferences({ rules, defaultValue }: Record<string, unknown>): Problem[] {
  const values: [string, unknown][] = (Array.isArray(rules) ? rules : []).map((rule: unknown, index) => [
    `rules[${index}].to`,
    typeof rule === "object" && rule !== null ? (rule as { to?: unknown }).to : undefined,
  ]);
  return [...values, ["defaultValue", defaultValue] as const]
    .filter(([, value]) => typeof value === "object" && value !== null && "type" in value)
    .map(([path]) => ({
      path,
      message: 'has "type", which V1 does not take: a key as a value has key and costCenter',
    }));
}

function casingProblems({ isCaseSensitive }: Record<string, unknown>): Problem[] {
  if (isCaseSensitive === undefined || isUnknown(isCaseSensitive) || typeof isCaseSensitive === "boolean") return [];
  return [{ path: "isCaseSensitive", message: "must be true or false" }];
}
