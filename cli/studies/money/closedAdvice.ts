/** How a change can leave closed months as they are, and what that moves. Pure. */
import type { Cube } from "../../../cost/cube/cube";
import type { EvaluationInput } from "../../../cost/cube/evaluationInput";
import { nextMonth, startOfMonth } from "../../../cost/cube/moments";
import { movedInClosed } from "../../../cost/impact/closedMonths";
import { type CurrencyImpact, impactOf } from "../../../cost/impact/impact";
import type { TagChange } from "../../../cost/impact/sides";
import type { Bounds } from "../../../cost/impact/money";
import { movedInMonths } from "../../../cost/impact/months";
import type { EvaluationTag } from "../../../rules/evaluation/options";
import { diffContents } from "../../../rules/ruleDiff";
import { type DatedRule, type DatedRules, datedRules } from "./datedContent";

/** A tag that moves money in closed months. */
export interface ClosingTag {
  name: string;
  id?: string | undefined;
  /** The last closed month. */
  through: string;
  change: TagChange;
  /** The money of the change as it is. */
  cost: readonly CurrencyImpact[];
}

/** What to do for one tag. */
export interface ClosedAdvice {
  name: string;
  id?: string;
  through: string;
  /** The first open moment, in Unix milliseconds. */
  from: number;
  /** The rules with timeframes, in order. Undefined: the content of the tag itself does not change, or no timeframe can keep it. */
  rules?: DatedRule[];
  /** Rules that are in none of them, since their own timeframes are on the other side of the moment. */
  leftOut?: DatedRule[];
  /** Why there are no rules. `unproven`: over the cost data, it is not certain that rules with timeframes keep what is charged before. */
  without?: "follows" | "deleted" | "default" | "unproven";
  /** What moves then, if each of the tags does as advised. */
  currencies: AdvisedMoney[];
}

/** What moves in one currency if the advice is followed. */
export interface AdvisedMoney {
  currency: string;
  closed: Bounds;
  open: Bounds;
  /** What the change as it is moves in open months. */
  openBefore: Bounds;
}

/** Advises each tag. The figures are computed from the cost data as those of the change itself. */
export function adviseClosed(tags: readonly ClosingTag[], cube: Cube, input: EvaluationInput): ClosedAdvice[] {
  const plans = tags.map((tag) => ({ tag, ...planFor(tag, cube, input) }));
  const byId = new Map(plans.flatMap(({ tag: { id }, rules }) => (id === undefined || !rules ? [] : [[id, rules]])));
  const withAdvice = (other: EvaluationTag): EvaluationTag => {
    const rules = byId.get(other.id);
    return rules === undefined ? other : { ...other, rules: rules.map(({ rule }) => rule) };
  };
  return plans.map(({ tag, from, rules, leftOut = [], without }): ClosedAdvice => {
    const { name, id, through, change, cost } = tag;
    const { after } = change;
    const advised = rules && after && { ...after, rules: rules.map(({ rule }) => rule) };
    const impacts = impactOf(
      { ...change, after: advised ?? after, tagsAfter: change.tagsAfter.map(withAdvice) },
      cube,
      input,
    );
    const openIn = (impact: CurrencyImpact | undefined): Bounds =>
      movedInMonths(impact?.months ?? [], (month) => month > through);
    return {
      name,
      ...(id === undefined ? {} : { id }),
      through,
      from,
      ...(rules && { rules }),
      ...(leftOut.length === 0 ? {} : { leftOut }),
      ...(without && { without }),
      currencies: impacts.map((impact, index) => ({
        currency: impact.currency,
        closed: movedInClosed(impact.months, { through }),
        open: openIn(impact),
        openBefore: openIn(cost[index]),
      })),
    };
  });
}

type Plan = Pick<ClosedAdvice, "from" | "rules" | "leftOut" | "without">;

function planFor({ through, change }: ClosingTag, cube: Cube, input: EvaluationInput): Plan {
  const from = startOfMonth(nextMonth(through));
  const { before, after } = change;
  // A tag that is created passes the gate.
  if (before === undefined || after === undefined) return { from, without: "deleted" };
  if (diffContents(before, after).equal) return { from, without: "follows" };
  const dated = datedRules(before, after, from);
  if (dated === undefined) return { from, without: "default" };
  return keepsBefore(change, dated, cube, input, from) ? { from, ...dated } : { from, without: "unproven" };
}

/** Whether it is certain that the rules leave what is charged before the moment as it is, as long as the other tags do. */
function keepsBefore(
  change: TagChange,
  { rules }: DatedRules,
  cube: Cube,
  input: EvaluationInput,
  moment: number,
): boolean {
  const { after, tagsBefore } = change;
  const advised = after && { ...after, rules: rules.map(({ rule }) => rule) };
  const gross = cube.gross.map((amount, row) => ((cube.moment[row] ?? 0) < moment ? amount : 0n));
  const impacts = impactOf({ ...change, after: advised, tagsAfter: tagsBefore }, { ...cube, gross }, input);
  return impacts.every(({ bounds }) => bounds.moved.most === 0n);
}
