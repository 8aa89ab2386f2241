/** Finds probable mistakes in valid rules, for a preview. */
import type { Settings } from "../../client/settings";
import { analyze, type Finding, placeOf, sentenceOf } from "../../rules/analysis";
import { likelyMistakes } from "../../rules/likelyMistakes";
import type { TagContent } from "../../rules/types";
import type { Problem } from "../../rules/validate";
import { containsUnknown, isUnknown } from "../../stack/state/unknown";

/** The code of the analysis's findings. */
const code = "CA2304";

/** How many findings of a tag are shown. */
const shown = 20;

/**
 * Tags with more rules are not analyzed, because the engine checks one resource at a time. The service's specification allows half
 * as many.
 */
const mostRules = 2_000;

/** The budget of a tag, in comparisons: at most a few tenths of a second. */
const budget = { maxSteps: 3_000_000, maxStepsOfRule: 300_000 };

/**
 * Finds probable mistakes in valid rules. Skips rules that contain an unknown value, and findings that the analysis can't decide
 * within its budget.
 *
 * @param content the rules and the default value, or placeholders for those that are unknown
 * @param policy what to do about findings of the analysis. Default: `warn`
 */
export function checkRules(
  content: TagContent,
  policy: Settings["ruleAnalysis"] = "warn",
): { problems: Problem[]; warnings: Problem[] } {
  const { rules, defaultValue } = content;
  if (isUnknown(rules) || !Array.isArray(rules)) return { problems: [], warnings: [] };
  const mistakes = likelyMistakes(rules, containsUnknown, defaultValue);
  const findings = policy === "off" || rules.length > mostRules ? [] : findingsOf(content);
  return policy === "error"
    ? { problems: findings, warnings: mistakes }
    : { problems: [], warnings: [...mistakes, ...findings] };
}

function findingsOf(content: TagContent): Problem[] {
  const all = analyze([content], { ...budget, isUnknown: containsUnknown });
  const superfluous = new Set(all.filter(({ kind }) => kind === "never-wins").map(({ rule }) => rule));
  // Of two equal rules, the second never wins, and the first has no effect. One message is enough.
  const findings = all
    .filter(isMistake)
    .filter(({ kind, by }) => kind !== "no-effect" || !by?.some((rule) => superfluous.has(rule)));
  const problems = findings
    .slice(0, shown)
    .map((finding) => ({ path: placeOf(finding), message: sentenceOf(finding), code }));
  const more = findings.length - shown;
  if (more <= 0) return problems;
  const message = `has ${more} more findings like these. \`cost-allocation analyze\` shows all of them`;
  return [...problems, { path: "rules", message, code }];
}

/**
 * Whether a finding is probably a mistake. Some people write a last rule that matches every record. Some add a member as a
 * precaution, although other rules make it superfluous.
 */
function isMistake({ kind, by = [], byDefault = false }: Finding): boolean {
  if (kind === "member-no-effect") return by.length === 0 && !byDefault;
  return kind === "never-matches" || kind === "never-wins" || kind === "no-effect";
}
