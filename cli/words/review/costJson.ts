/** The money of a review in its JSON (DESIGN.md, section 12). */
import { impactJson } from "../../../cost/impact/impactJson";
import { assumptions } from "./costWording";
import type { ReviewCost, TagCost } from "../../studies/money/reviewCost";

/** The fields of a tag. `cost` is absent if it is not known, and `costUnknown` says why. */
export function tagCostJson(cost: TagCost | undefined): object {
  if (cost === undefined) return {};
  return typeof cost === "string" ? { costUnknown: cost } : { cost: cost.map(impactJson) };
}

/** The fields of the whole review. */
export function reviewCostJson({ gates, data }: ReviewCost): object {
  const { costColumn, month, records, createdAt, sources, unmappedKeys } = data;
  return {
    gates,
    costData: { costColumn, ...(month === undefined ? {} : { month }), records, createdAt, sources, unmappedKeys },
    assumptions: assumptions(data),
  };
}
