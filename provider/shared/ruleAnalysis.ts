/** What a preview says about rules that are valid. */
import type { Settings } from "../../client/settings";
import { analyze, type Finding, placeOf, sentenceOf } from "../../rules/analysis";
import { likelyMistakes } from "../../rules/likelyMistakes";
import type { TagContent } from "../../rules/types";
import type { Problem } from "../../rules/validate";
import { containsUnknown, isUnknown } from "../../stack/state/unknown";

/** The code of what the analysis finds. */
const code = "CA2304";

/** How many findings of a tag are shown. */
const shown = 20;

/** Twice as many rules as the service's specification allows. The engine checks one resource at a time, so others wait. */
const mostRules = 2_000;

/** The budget of a tag, in comparisons: at most a few tenths of a second. */
const budget = { maxSteps: 3_000_000, maxStepsOfRule: 300_000 };

/**
 * What looks like a mistake in valid rules. Rules that contain an unknown value are skipped. What the analysis can't decide within
 * its budget is not mentioned.
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
  // Of two equal rules, the second never wins. That the first could be removed instead is not worth a second message.
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
 * Whether a finding is probably a mistake. A last rule that matches every record is a style, and a member that only other rules make
 * superfluous is a precaution.
 */
function isMistake({ kind, by = [], byDefault = false }: Finding): boolean {
  if (kind === "member-no-effect") return by.length === 0 && !byDefault;
  return kind === "never-matches" || kind === "never-wins" || kind === "no-effect";
}
