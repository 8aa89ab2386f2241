/** The money that the changes of a review move. Pure. */
import type { Cube, CubeHeader } from "../../../cost/cube/cube";
import { evaluationInput } from "../../../cost/cube/evaluationInput";
import { type Gates, limitsOf } from "../../../cost/impact/gateFile";
import { gateResults, type GateResult, type UnknownReason } from "../../../cost/impact/gates";
import { type CurrencyImpact, impactOf } from "../../../cost/impact/impact";
import { ReferenceCycleError } from "../../../rules/evaluation/references";
import type { Review, TagReview } from "../review/review";
import type { TagSides } from "./tagSides";

/** The money of a tag, one entry for each currency, or why it is not known. */
export type TagCost = readonly CurrencyImpact[] | UnknownReason;

/** The money of a review. */
export interface ReviewCost {
  /** By the key of the tag. */
  tags: ReadonlyMap<string, TagCost>;
  gates: readonly GateResult[];
  /** What the cost data says about itself. */
  data: CubeHeader;
}

/**
 * Computes the money of each tag that changes or follows, and applies the gates.
 *
 * @param now Unix milliseconds
 */
export function costOfReview(
  { tags }: Review,
  sides: ReadonlyMap<string, TagSides>,
  cube: Cube,
  gates: Gates,
  now: number,
): ReviewCost {
  const input = evaluationInput(cube);
  const costs = new Map(
    tags.map(({ key }): [string, TagCost] => {
      const both = sides.get(key) ?? "unreadable";
      return [key, typeof both === "string" ? both : costOrCycle(() => impactOf(both, cube, input))];
    }),
  );
  // The plan does not say which keys a tag outside of the stack needs.
  const isGated = ({ key, facts }: TagReview): boolean =>
    facts.isOutside !== true || typeof costs.get(key) !== "string";
  return {
    tags: costs,
    gates: tags.filter(isGated).flatMap(({ key, id, name, change, facts }) =>
      gateResults(
        {
          name,
          ...(id === undefined ? {} : { id }),
          cost: costs.get(key) ?? "unreadable",
          isNew: change === "created",
        },
        limitsOf(gates, name, facts.renamedFrom),
        now,
      ),
    ),
    data: cube.header,
  };
}

function costOrCycle(compute: () => CurrencyImpact[]): TagCost {
  try {
    return compute();
  } catch (error) {
    if (error instanceof ReferenceCycleError) return "cycle";
    throw error;
  }
}

/** The largest absolute cost that one tag may move in one currency. Tags divide the same money, so it is never added. */
export function mostMoved({ tags }: ReviewCost): bigint {
  const moved = [...tags.values()].flatMap((cost) =>
    typeof cost === "string" ? [] : cost.map(({ bounds }) => bounds.moved.most),
  );
  return moved.reduce((most, amount) => (amount > most ? amount : most), 0n);
}
