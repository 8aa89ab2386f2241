/** Analyzes the rules of Virtual Tags for every possible record. */
import { Compiler } from "./compile";
import type { Finding } from "./findings";
import { pairFindings } from "./pairs";
import { readings } from "./solver/reading";
import { neverProduced } from "./references";
import type { AnalyzedTag } from "./resolvable";
import { Steps } from "./solver/steps";
import { type Ask, rulesAndDefault, type TagAnalysis, type TagFinding } from "./tagFindings";

/** The default budget of an analysis, in comparisons: at most a few seconds of work. */
export const defaultSteps = 50_000_000;

/** Options of {@link analyze}. */
export interface AnalyzeOptions {
  /** Other Virtual Tags that the contents refer to, by ID. They are not analyzed themselves. Default: none. */
  tags?: readonly AnalyzedTag[] | undefined;
  /** Whether to look at pairs of rules too, which takes longer and may find many. Default: false. */
  pairs?: boolean | undefined;
  /** How many comparisons the whole analysis may take. Default: {@link defaultSteps}. */
  maxSteps?: number | undefined;
  /** How many comparisons the questions about one rule may take. Default: a twentieth of all. */
  maxStepsOfRule?: number | undefined;
  /**
   * Whether a part of a rule contains a value that is unknown until deployment. The analysis claims nothing that such a value
   * could make false. Default: no part does.
   */
  isUnknown?: ((part: unknown) => boolean) | undefined;
}

/**
 * Finds rules, members of groups and defaults that have no effect, and proves it for all possible records. A record has a
 * non-empty value for a key, or none. The options of the evaluation have their defaults: negative operators match a missing value,
 * letter case matters, and `contains` with several values means any of them.
 *
 * If it finds nothing, each rule decides for some record, and removing it would change the value of some record.
 *
 * @param contents The Virtual Tags. References to each other, by ID, are resolved.
 * @param options What to look for, and the budget.
 * @returns The findings in the order of the tags and rules. `not-decided` says what is not certain, and why.
 */
export function analyze(contents: readonly AnalyzedTag[], options: AnalyzeOptions = {}): Finding[] {
  const { maxSteps = defaultSteps, maxStepsOfRule = maxSteps / 20, pairs = false, isUnknown, tags = [] } = options;
  const steps = new Steps(maxSteps);
  const compiler = new Compiler(contents, { tags: [...contents, ...tags], steps, isUnknown });
  const context = { compiler, steps, readings: readings() };
  const ask: Ask = (question) => steps.within(maxStepsOfRule, question);
  return contents.flatMap((content, index) => {
    const compiled = steps.within(maxSteps, () => compiler.compile(content));
    const findings: TagFinding[] =
      compiled === undefined
        ? [{ kind: "not-decided", reason: "too-long" }]
        : findingsOf({ context, tag: compiled.answer, ask }, pairs);
    const { id, name } = content;
    const tag = { tag: index, ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) };
    return findings.map((finding) => ({ ...tag, ...finding }));
  });
}

function findingsOf(analysis: TagAnalysis, pairs: boolean): TagFinding[] {
  return [...rulesAndDefault(analysis), ...neverProduced(analysis), ...(pairs ? pairFindings(analysis) : [])];
}
