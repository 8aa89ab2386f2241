/** What a report says about each tag. Pure. */
import type { Cube } from "../../../cost/cube/cube";
import { evaluationInput } from "../../../cost/cube/evaluationInput";
import { type CurrencyImpact, impactOf } from "../../../cost/impact/impact";
import { type UnallocatedSource, unallocatedSources } from "../../../cost/impact/unallocated";
import { analyze, type Finding } from "../../../rules/analysis";
import { ReferenceCycleError } from "../../../rules/evaluation/references";
import type { AccountTag } from "../../sources/account/allTags";

/** One tag. */
export interface TagReport {
  tag: AccountTag;
  /** Its money, one entry for each currency. Undefined if Virtual Tags refer to each other in a circle. */
  cost?: { impacts: CurrencyImpact[]; sources: UnallocatedSource[] };
  findings: Finding[];
}

/** All tags. */
export interface AccountReport {
  tags: TagReport[];
  /** How many months the cost data has. Amounts are divided by it. */
  months: number;
}

/** Computes the report. */
export function reportOn(tags: readonly AccountTag[], cube: Cube): AccountReport {
  const input = evaluationInput(cube);
  const findings = analyze(tags);
  const months = new Set([...cube.moment].map((moment) => new Date(moment).toISOString().slice(0, "2026-10".length)));
  return {
    months: Math.max(1, months.size),
    tags: tags.map((tag, index): TagReport => {
      const own = findings.filter((finding) => finding.tag === index);
      try {
        const impacts = impactOf({ before: undefined, after: tag, tagsBefore: [], tagsAfter: tags }, cube, input);
        return { tag, cost: { impacts, sources: unallocatedSources(tag, tags, cube, input) }, findings: own };
      } catch (error) {
        if (error instanceof ReferenceCycleError) return { tag, findings: own };
        throw error;
      }
    }),
  };
}
