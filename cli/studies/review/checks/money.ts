/** Checks of the money that a change moves. */
import type { GateName } from "../../../../cost/impact/gateLimits";
import type { Category, Check, Facts, Found } from "./check";
import { changeOf } from "./change";
import { consequenceCheck } from "./consequenceCheck";

function gate(name: GateName, title: string, category: Category = "allocation"): Check {
  return {
    category,
    level: "error",
    needs: "costData",
    title,
    hasLimit: true,
    find: (facts) => exceeded(name, facts),
  };
}

/** A gate that does not pass by itself. */
function exceeded(name: GateName, { cost, review }: Facts): Found[] {
  const all = cost?.gates.filter(
    ({ gate: of, passed, acknowledged }) => of === name && (!passed || acknowledged === true),
  );
  return (all ?? []).map((result) => {
    const { currency = null, onlyIf, reason } = result;
    const known = review.tags.find((one) => (result.id === undefined ? one.name === result.tag : one.id === result.id));
    const tag = { id: result.id ?? known?.key ?? result.tag, name: result.tag };
    const isCertain = onlyIf === undefined && reason === undefined;
    return { tag, isCertain, subject: { kind: "gate", result }, about: [currency, changeOf(tag, review)] };
  });
}

/** By their names. */
export const money = {
  "default-grows": consequenceCheck(
    { category: "allocation", level: "note", title: "money that falls into the default" },
    "unallocated",
    ({ tag, currency }, review) => [currency, changeOf(tag, review)],
  ),
  "money-moves": consequenceCheck(
    { category: "allocation", level: "note", title: "money that moves from value to value" },
    "moved",
    ({ tag, currency }, review) => [currency, changeOf(tag, review)],
  ),
  "max-moved": gate("max-moved", "a tag that moves more than its limit"),
  "closed-through": gate("closed-through", "money that moves in closed bills", "closed-books"),
  "max-unallocated": gate("max-unallocated", "a default that takes more than its limit"),
  "max-unallocated-increase": gate("max-unallocated-increase", "a default that grows by more than its limit"),
  "unmatched-rules": gate("unmatched-rules", "a rule that takes no record of the cost data"),
} satisfies Record<string, Check>;
