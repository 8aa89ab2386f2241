/** Checks of references between tags, and of values that they compare with. */
import type { Check, Facts, Found } from "./check";
import { consequenceCheck, hiddenTags, leftIn, unprovenFollowers, unprovenTags } from "./consequenceCheck";

const row = { category: "references", needs: "plan" } as const;

/** By their names. */
export const references = {
  "reference-breaks": consequenceCheck(
    { ...row, level: "error", title: "a reference to a tag that is deleted or replaced", undecided: hiddenTags },
    "broken",
  ),
  "rule-stops": consequenceCheck(
    { ...row, level: "warning", title: "a rule that no longer takes any possible record", undecided: unprovenTags },
    "stopped",
    // A new rule stops nothing: see the checks of rules.
    ({ before }) => before !== "absent",
  ),
  "value-gone": consequenceCheck(
    {
      ...row,
      level: "warning",
      title: "a rule that compares with a value which a tag no longer gives",
      undecided: unprovenTags,
    },
    "lost",
  ),
  "value-renamed": {
    ...row,
    level: "note",
    title: "a value that has another name",
    find: ({ renamed }) =>
      renamed.map((value) => ({
        key: value.key,
        tag: value.tag,
        path: `rules[${value.rules[0] ?? 0}].to`,
        isCertain: true,
        subject: { kind: "renamed", value },
        about: [value.from, value.to],
      })),
  },
  "to-change-as-well": {
    ...row,
    level: "warning",
    title: "a tag that stays as it is, and breaks because of others",
    find: toChangeAsWell,
    undecided: unprovenFollowers,
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
  return broken.filter((one) => worst.get(one.tag.id) === one).map((one) => leftIn(one, broken, review));
}
