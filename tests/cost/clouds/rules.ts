/** The rules that allocate the charges, for all clouds, and the money of their values in a cube. */
import type { Cube } from "../../../cost/cube/cube";
import { evaluationInput } from "../../../cost/cube/evaluationInput";
import { impactOf } from "../../../cost/impact/impact";
import type { Condition, Filter, Rule, TagContent } from "../../../rules/types";
import type { Sums } from "./charges";
import { wanted } from "./exports";

const costCenters = ["AWS", "Azure", "GCP", "OCI"];

/** A value for the records of all clouds whose dimension passes a test. */
function forAll(to: string, key: string, operator: "oneOf" | "contains", value: string | string[]): Rule {
  const filters = costCenters.map((costCenter): Filter => ({
    costCenter,
    type: "billing_dimension",
    key,
    operator,
    value,
  }));
  return { to, filters: { OR: filters } };
}

function passed(key: Pick<Condition, "costCenter" | "type" | "key">): Rule {
  return { to: key, filters: { ...key, operator: "exists" } };
}

/** The rules. `charges.ts` says in its own words what they decide. */
export const content: TagContent = {
  rules: [
    ...costCenters.map((costCenter) => passed({ costCenter, type: "tag", key: "team" })),
    passed({ costCenter: "Azure", type: "billing_dimension", key: "invoice_section" }),
    forAll("Platform", "linked_account", "oneOf", wanted.accounts),
    forAll("Storage", "service", "contains", "Storage"),
    forAll("Europe", "region", "oneOf", wanted.europe),
    { ...forAll("America", "region", "oneOf", wanted.america), timeframe: { from: Date.UTC(2026, 9, 1) } },
  ],
  defaultValue: "Unallocated",
};

/** The money of each value, as `moneyOf` has it, as a review computes it. */
export function moneyIn(cube: Cube): Record<string, Sums> {
  const before = { rules: [], defaultValue: "(before)" };
  const impacts = impactOf({ before, after: content, tagsBefore: [], tagsAfter: [] }, cube, evaluationInput(cube));
  const sums = impacts.flatMap(({ currency, months }) =>
    months.flatMap(({ month, moves, mayMove }) =>
      [...moves, ...mayMove].map(({ to, money: { cost, gross, records } }): [string, Sums] => [
        `${month} ${currency} ${to === undefined ? "(unknown)" : (to ?? "(none)")}`,
        { cost, gross, records },
      ]),
    ),
  );
  return Object.fromEntries(sums);
}
