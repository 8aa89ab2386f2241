/** The rules before and after a change, evaluated over the rows of a cube. */
import { canonicalContent } from "../../rules/canonical";
import { compile } from "../../rules/evaluation/compiled";
import type { EvaluationTag } from "../../rules/evaluation/options";
import { UNKNOWN } from "../../rules/evaluation/record";
import { undecided } from "../../rules/evaluation/rows";
import type { TagContent } from "../../rules/types";
import type { Cube } from "../cube/cube";
import type { EvaluationInput } from "../cube/evaluationInput";
import { addTo, type Money, noMoney, sumAt } from "./money";

/** What rows get from the rules. */
export interface Outcome {
  /** The index of the rule, or null for the default. */
  rule: number | null;
  /** The value. Undefined if it can't be evaluated. */
  value: string | null | undefined;
  /** What decides about a value that can't be evaluated: the same text on both sides means the same rules and values. */
  could?: string;
}

/** One side of a change, evaluated. */
export interface Side {
  /** The different outcomes. */
  outcomes: readonly Outcome[];
  /** For each row, the index of its outcome. */
  codes: Int32Array;
  /** For each currency's code, by rule: the money that this rule takes or not, depending on what the cost data can't tell. */
  uncertain: ReadonlyMap<number, ReadonlyMap<number, Money>>;
  /** For each currency's code: the money that can't be evaluated and that may be left for the default. */
  maybeByDefault: ReadonlyMap<number, Money>;
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
  cube: Cube,
  { columns, rowCount, at }: EvaluationInput,
): Side {
  const codes = new Int32Array(rowCount);
  if (content === undefined)
    return { outcomes: [{ rule: null, value: null }], codes, uncertain: new Map(), maybeByDefault: new Map() };
  const { rule, value, values, couldOf } = compile(content, { tags }).evaluate(columns, rowCount, at);
  const outcomes: Outcome[] = [];
  const known = new Map<number | string, number>();
  const { rules, defaultValue } = canonicalContent(content);
  const identities = [...rules, defaultValue].map((one) => JSON.stringify(one));
  // `couldOf` adds to the values.
  const width = values.length + 1;
  const uncertain = new Map<number, Map<number, Money>>();
  const maybeByDefault = new Map<number, Money>();
  for (let row = 0; row < rowCount; row += 1) {
    const [index, valueCode] = [rule[row] as number, value[row] as number];
    const could = index === undecided ? couldOf(row) : [];
    const identity = could.map((one) => `${identities.at(one.rule ?? -1) ?? ""} ${String(one.value)}`).join("\n");
    // Both begin below 0.
    const key = index === undecided ? identity : (index + 2) * width + valueCode + 1;
    let code = known.get(key);
    if (code === undefined) {
      const decided = { rule: index < 0 ? null : index, value: values[valueCode] ?? null };
      code = outcomes.push(index === undecided ? { rule: null, value: undefined, could: identity } : decided) - 1;
      known.set(key, code);
    }
    codes[row] = code;
    if (index !== undecided) continue;
    addUncertain(uncertain, row, could, cube);
    // Only the last one can be the default.
    if (could.at(-1)?.rule === null) {
      addTo(sumAt(maybeByDefault, cube.currency.codes[row] as number, noMoney), moneyOfRow(cube, row));
    }
  }
  return { outcomes, codes, uncertain, maybeByDefault };
}

/** The last rule in question certainly matches, so nothing hinges on its own conditions. Its value may still be unknown. */
function addUncertain(
  uncertain: Map<number, Map<number, Money>>,
  row: number,
  could: readonly { rule: number | null; value: unknown }[],
  cube: Cube,
): void {
  const sums = sumAt(uncertain, cube.currency.codes[row] as number, () => new Map<number, Money>());
  const money = moneyOfRow(cube, row);
  for (const [place, { rule, value }] of could.entries()) {
    if (place === could.length - 1 && value !== UNKNOWN) continue;
    if (rule !== null) addTo(sumAt(sums, rule, noMoney), money);
  }
}

/** The money of a row. */
export function moneyOfRow({ cost, gross, records }: Cube, row: number): Money {
  return { cost: cost[row] as bigint, gross: gross[row] as bigint, records: records[row] as number };
}
