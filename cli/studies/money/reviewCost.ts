/** The money that the changes of a review move. Pure. */
import { readAmount } from "../../../cost/cube/amounts";
import type { Cube, CubeHeader } from "../../../cost/cube/cube";
import { evaluationInput } from "../../../cost/cube/evaluationInput";
import { type ClosedMonths, hasClosed, movedInClosed } from "../../../cost/impact/closedMonths";
import { type Gates, limitsOf } from "../../../cost/impact/gateFile";
import { settingOf } from "../../../cost/impact/gateLimits";
import { gateResults, type GateResult, type UnknownReason } from "../../../cost/impact/gates";
import { type CurrencyImpact, impactOf } from "../../../cost/impact/impact";
import { percentageOf, readPercentage } from "../../../cost/impact/share";
import { nameKey } from "../../../rules/names";
import { ReferenceCycleError } from "../../../rules/evaluation/references";
import { conditionOf, type Review } from "../review/review";
import { adviseClosed, type ClosedAdvice, type ClosingTag } from "./closedAdvice";
import type { TagSides } from "./tagSides";

/** The money of a tag, one entry for each currency, or why it is not known. */
export type TagCost = readonly CurrencyImpact[] | UnknownReason;

/** The money of a review. */
export interface ReviewCost {
  /** By the key of the tag. */
  tags: ReadonlyMap<string, TagCost>;
  gates: readonly GateResult[];
  /** The key of the review to which each of these belongs. */
  gateKeys: ReadonlyMap<GateResult, string>;
  /** The months that the dataset of billing periods closes, and whether the cost data tells what moves in them. */
  closed?: ClosedMonths & { isKnown: boolean };
  /** How tags that fail the gate closed-through can pass it. */
  advice: readonly ClosedAdvice[];
  /** What the cost data says about itself. */
  data: CubeHeader;
}

/** What is known besides the cost data. */
export interface CostSettings {
  gates: Pick<Gates, "general" | "byTag">;
  /** Which months are closed for every tag. Default: those that the gate of a tag limits */
  closed?: ClosedMonths | undefined;
  /** Unix milliseconds. */
  now: number;
}

/** Computes the money of each tag that changes or follows, and applies the gates. */
export function costOfReview(
  { tags }: Review,
  sides: ReadonlyMap<string, TagSides>,
  cube: Cube,
  { gates, closed, now }: CostSettings,
): ReviewCost {
  const input = evaluationInput(cube);
  const costs = new Map<string, TagCost>();
  const closing: ClosingTag[] = [];
  const gateKeys = new Map<GateResult, string>();
  const allResults = tags.flatMap((review) => {
    const { key, id, name, change, facts } = review;
    const both = sides.get(key) ?? "unreadable";
    const limits = limitsOf(gates, name, facts.renamedFrom);
    const through = settingOf(limits, "closed-through")?.limit;
    const months = closed ?? (typeof through === "string" ? { through } : undefined);
    const cost =
      typeof both === "string" ? both : costOrCycle(() => impactOf(both, cube, input).map(withClosed(months, cube)));
    costs.set(key, cost);
    const { month: onlyMonth } = cube.header;
    const tag = { name, ...(id === undefined ? {} : { id }), cost, onlyMonth, isNew: change === "created" };
    const isAsked = typeof cost !== "string" || facts.isOutside !== true || gates.byTag.has(nameKey(name));
    // The plan does not say which keys a tag outside of the stack needs. Closed months are never left out.
    const results = gateResults(tag, limits, now).filter(({ gate }) => isAsked || gate === "closed-through");
    const isFailing = results.some(
      ({ gate, passed, actual }) => gate === "closed-through" && !passed && actual !== null,
    );
    if (isFailing && typeof through === "string" && typeof both !== "string" && typeof cost !== "string") {
      closing.push({ name, id, through, change: both, cost });
    }
    const onlyIf = conditionOf(review);
    const all = onlyIf === undefined ? results : results.map((result) => ({ ...result, onlyIf }));
    for (const result of all) gateKeys.set(result, key);
    return all;
  });
  return {
    tags: costs,
    gates: allResults,
    gateKeys,
    advice: adviseClosed(closing, cube, input),
    ...(closed === undefined ? {} : { closed: { ...closed, isKnown: tellsClosed(closed, cube) } }),
    data: cube.header,
  };
}

function withClosed(months: ClosedMonths | undefined, cube: Cube): (impact: CurrencyImpact) => CurrencyImpact {
  return (impact) => {
    if (months === undefined) return impact;
    return {
      ...impact,
      closed: { months, moved: tellsClosed(months, cube) ? movedInClosed(impact.months, months) : undefined },
    };
  };
}

/** Whether a cube tells what moves in the bills of closed months. That of one month of charges has bills in part. */
function tellsClosed(closed: ClosedMonths, { header, billingMonth }: Cube): boolean {
  const months = billingMonth.dictionary.flatMap((month) => month ?? []);
  return header.month === undefined && hasClosed(months, closed);
}

function costOrCycle(compute: () => CurrencyImpact[]): TagCost {
  try {
    return compute();
  } catch (error) {
    if (error instanceof ReferenceCycleError) return "cycle";
    throw error;
  }
}

/**
 * Whether each tag moves less in every currency. Tags divide the same money, so it is never added.
 *
 * @param threshold an amount, or a share of the absolute cost of the currency
 */
export function movesLess({ tags }: ReviewCost, threshold: string): boolean {
  const share = readPercentage(threshold);
  const amount = readAmount(threshold) ?? 0n;
  const impacts = [...tags.values()].flatMap((cost): readonly CurrencyImpact[] =>
    typeof cost === "string" ? [] : cost,
  );
  return impacts.every(({ bounds: { moved }, total }) =>
    share === undefined ? moved.most < amount : percentageOf(moved.most, total.gross) < share,
  );
}
