/** The rules before and after a change, evaluated over the rows of a cube. */
import { canonicalContent } from "../../rules/canonical";
import { compile } from "../../rules/evaluation/compiled";
import type { Possibility } from "../../rules/evaluation/evaluate";
import type { EvaluationTag } from "../../rules/evaluation/options";
import { UNKNOWN } from "../../rules/evaluation/record";
import type { Rule, TagContent } from "../../rules/types";
import type { Cube } from "../cube/cube";
import type { EvaluationInput } from "../cube/evaluationInput";
import type { Money } from "./money";

/** A Virtual Tag before and after a change. */
export interface TagChange {
  /** Its content before; undefined if the tag is created. */
  before: TagContent | undefined;
  /** Its content after; undefined if the tag is deleted. */
  after: TagContent | undefined;
  /** The Virtual Tags that it can refer to, before. The value of any other one is unknown. */
  tagsBefore: readonly EvaluationTag[];
  /** The Virtual Tags that it can refer to, after. */
  tagsAfter: readonly EvaluationTag[];
  /** Whether a Virtual Tag changes that is in neither list, because its content is not known. */
  hasUnseenChange?: boolean;
}

/** What rows get from the rules. */
export interface Outcome {
  /** The rules in question, in their order; null is the default. Only one: it certainly decides. */
  rules: readonly (number | null)[];
  /** The value. Undefined if it can't be evaluated. It can be certain although the rule is not, and the other way around. */
  value: string | null | undefined;
  /** What decides if the rule or the value is not certain: the same text on both sides means the same rules and values. */
  could?: string;
}

/** One side of a change, evaluated. */
export interface Side {
  /** The different outcomes. */
  outcomes: readonly Outcome[];
  /** For each row, the index of its outcome. */
  codes: Int32Array;
}

/**
 * Evaluates one side.
 *
 * @param content undefined if the tag does not exist on this side: then no record has a value
 * @param tags the Virtual Tags that it can refer to
 * @param input the cube's rows
 */
export function evaluateSide(
  content: TagContent | undefined,
  tags: readonly EvaluationTag[],
  { columns, rowCount, at }: EvaluationInput,
): Side {
  const codes = new Int32Array(rowCount);
  if (content === undefined) return { outcomes: [{ rules: [null], value: null }], codes };
  const { rule, value, values, ruleInQuestion, couldOf } = compile(content, { tags }).evaluate(columns, rowCount, at);
  const outcomes: Outcome[] = [];
  const known = new Map<number | string, number>();
  const { rules, defaultValue } = canonicalContent(content);
  const identities = [...rules.map(ruleIdentity), JSON.stringify(defaultValue)];
  // An unknown value has no JSON, so 0 stands for it.
  const textOf = (could: readonly Possibility[], ruleOf: (one: Possibility) => unknown): string =>
    JSON.stringify(could.map((one) => [ruleOf(one), one.value === UNKNOWN ? 0 : one.value]));
  // Read here, because `couldOf` adds to the values.
  const width = values.length + 1;
  for (let row = 0; row < rowCount; row += 1) {
    const [index, valueCode] = [rule[row] as number, value[row] as number];
    const isCertain = ruleInQuestion[row] === 0;
    const could = couldOf(row);
    // The index begins at -2, and the code at -1.
    const key = isCertain ? (index + 2) * width + valueCode + 1 : textOf(could, (one) => one.rule);
    let code = known.get(key);
    if (code === undefined) {
      const own = { value: valueCode === -1 ? undefined : (values[valueCode] ?? null) };
      const outcome = isCertain
        ? { rules: [index < 0 ? null : index], ...own }
        : {
            rules: [...new Set(could.map((one) => one.rule))],
            ...own,
            could: textOf(could, (one) => identities.at(one.rule ?? -1)),
          };
      code = outcomes.push(outcome) - 1;
      known.set(key, code);
    }
    codes[row] = code;
  }
  return { outcomes, codes };
}

/** A rule in question applies at the moment of the row, so that its timeframe says no more, unless it can't be read. */
function ruleIdentity({ timeframe, ...rule }: Rule): string {
  const { from = 0, to = 0 } = timeframe ?? {};
  const isRead = typeof from === "number" && typeof to === "number";
  return JSON.stringify(isRead ? rule : { ...rule, timeframe });
}

/** The money of a row. */
export function moneyOfRow({ cost, gross, records }: Cube, row: number): Money {
  return { cost: cost[row] as bigint, gross: gross[row] as bigint, records: records[row] as number };
}
