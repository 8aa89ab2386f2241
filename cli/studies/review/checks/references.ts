/** Checks of references between tags, and of values that they compare with. */
import type { Check, Facts, Found } from "./check";
import { consequenceCheck, isCertain, rulesAfter } from "./consequenceCheck";

const category = "references";

/** By their names. */
export const references = {
  "reference-breaks": consequenceCheck(
    { category, level: "error", title: "a reference to a tag that is deleted or replaced" },
    "broken",
    ({ to }) => to,
  ),
  "rule-stops": consequenceCheck(
    { category, level: "warning", title: "a rule that no longer takes any possible record" },
    "stopped",
    ({ tag, rules, lost }, review) => [rulesAfter(tag, rules, review), lost],
    // A new rule stops nothing: see the checks of rules.
    ({ before }) => before !== "absent",
  ),
  "value-gone": consequenceCheck(
    { category, level: "warning", title: "a rule that compares with a value which a tag no longer gives" },
    "lost",
    ({ tag, rules, lost }, review) => [rulesAfter(tag, rules, review), lost],
  ),
  "value-renamed": {
    category,
    level: "note",
    needs: "plan",
    title: "a value that has another name",
    find: ({ renamed }) =>
      renamed.map((value) => ({
        tag: value.tag,
        path: `rules[${value.rules[0] ?? 0}].to`,
        isCertain: true,
        subject: { kind: "renamed", value },
        about: [value.from, value.to],
      })),
  },
  "to-change-as-well": {
    category,
    level: "warning",
    needs: "plan",
    title: "a tag that stays as it is, and breaks because of others",
    find: toChangeAsWell,
  },
} satisfies Record<string, Check>;

/** Of each tag that the run leaves as it is, and that breaks because of the others, the worst. */
function toChangeAsWell({ review, consequences }: Facts): Found[] {
  const following = new Set(review.tags.flatMap(({ change, id, key }) => (change === "follows" ? [id ?? key] : [])));
  const broken = consequences.filter(
    ({ kind, onlyIf, tag }) =>
      kind !== "unallocated" && kind !== "moved" && onlyIf === undefined && following.has(tag.id),
  );
  const worst = new Map(broken.toReversed().map((one) => [one.tag.id, one]));
  return broken
    .filter((one) => worst.get(one.tag.id) === one)
    .map((consequence) => ({
      tag: consequence.tag,
      isCertain: isCertain(consequence),
      subject: { kind: "left", consequence },
      about: consequence.kind,
    }));
}
