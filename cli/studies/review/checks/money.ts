/** Checks of the money that a change moves. */
import type { GateName } from "../../../../cost/impact/gateLimits";
import { type TagName, tagNameOf } from "../review";
import { changeOf } from "./change";
import type { Category, Check, Facts, Found } from "./check";
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
  const all = cost?.gates.filter((one) => one.gate === name && (!one.passed || one.acknowledged === true));
  return (all ?? []).map((result) => {
    const { currency = null, onlyIf, reason } = result;
    const key = cost?.gateKeys.get(result) ?? result.id ?? result.tag;
    const change = changeOf(key, review, true);
    return {
      key,
      tag: { id: result.id ?? key, name: result.tag },
      isCertain: onlyIf === undefined && reason === undefined,
      subject: { kind: "gate", result },
      // Of a figure that is not known, nobody can answer for what it will be.
      about: result.actual === null ? undefined : change && [currency, onlyIf, change],
    };
  });
}

/** The tags of which nobody knows what they move. */
const unknownMoney = ({ cost, review }: Facts): TagName[] =>
  (cost === undefined ? [] : review.tags).filter(({ key }) => !Array.isArray(cost?.tags.get(key))).map(tagNameOf);

const note = { category: "allocation", level: "note", needs: "costData", undecided: unknownMoney } as const;

/** By their names. */
export const money = {
  "default-grows": consequenceCheck({ ...note, title: "money that falls into the default" }, "unallocated"),
  "money-moves": consequenceCheck({ ...note, title: "money that moves from value to value" }, "moved"),
  "max-moved": gate("max-moved", "a tag that moves more than its limit"),
  "closed-through": gate("closed-through", "money that moves in closed bills", "closed-books"),
  "max-unallocated": gate("max-unallocated", "a default that takes more than its limit"),
  "max-unallocated-increase": gate("max-unallocated-increase", "a default that grows by more than its limit"),
  "unmatched-rules": gate("unmatched-rules", "a rule that takes no record of the cost data"),
} satisfies Record<string, Check>;
