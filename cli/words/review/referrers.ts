/** The sentences about tags that refer to a tag which is deleted. */
import { firstOf, joined, type Phrase, say } from "../../document/document";
import type { Referrer, TagReview } from "../../studies/review/review";

/** How many tags are named. */
const mostNamed = 10;

/** Who refers to a tag, and what the same run does about it. */
export function referrersPhrase(referrers: readonly Referrer[]): Phrase {
  const names = referrers.map(({ name, then, isOutside }) => {
    const where = isOutside === true ? "outside this stack, " : "";
    return say`${name} (${[where, fates[then]]})`;
  });
  return say`Tags that refer to it: ${joined(firstOf(names, mostNamed), ", ")}.`;
}

const fates: Readonly<Record<Referrer["then"], string>> = {
  deleted: "deleted by the same run",
  changed: "changed by the same run",
  stays: "not changed",
  notKnown: "not known after the change",
};

/** Whether the run doesn't delete a tag by default. A replacement deletes it before it changes others. V1 has no such check. */
export function isDeleteRefused({ facts: { referrers = [], replacedId, v1 } }: TagReview): boolean {
  return v1 !== "managed" && referrers.some(({ then }) => then === "stays" || replacedId !== undefined);
}
