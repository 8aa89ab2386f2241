/** Gates of a tag whose rules take teams. */
import { evaluationInput } from "../../../cost/cube/evaluationInput";
import type { GateLimits } from "../../../cost/impact/gateLimits";
import { gateResults, type GateResult, type UnknownReason } from "../../../cost/impact/gates";
import { type CurrencyImpact, impactOf } from "../../../cost/impact/impact";
import type { TagContent } from "../../../rules/types";
import { october, smallCube, type SmallRow } from "./smallCube";
import { teamIs } from "../../support/rules";

/** The key of the rules. */
export const key = "AWS:tag:team";

/** Rules for some teams, in this order. */
export function content(...values: string[]): TagContent {
  return { rules: values.map((value) => teamIs(value)), defaultValue: "Other" };
}

/** One row for each cost of a team. */
export function rows(...costs: [team: string, cost: string][]): SmallRow[] {
  return costs.map(([team, cost]) => ({ keys: { [key]: team }, cost }));
}

/** The money that a change moves. */
export function cost(of: SmallRow[], before: TagContent | undefined, after: TagContent | undefined): CurrencyImpact[] {
  const cube = smallCube(of, [key], ["K8s:label:x"]);
  return impactOf({ before, after, tagsBefore: [], tagsAfter: [] }, cube, evaluationInput(cube));
}

/** The results of the gates. */
export function gate(of: readonly CurrencyImpact[] | UnknownReason, limits: GateLimits, now = october): GateResult[] {
  return gateResults({ name: "Team", cost: of }, limits, now);
}

/** The team "a" has 90 % of the absolute cost, the others 5 % each. */
export const data = rows(["a", "90"], ["b", "-5"], ["c", "5"]);
