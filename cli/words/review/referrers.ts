/** The sentences about tags that refer to a tag which is deleted. */
import { firstOf, joined, type Phrase, say } from "../../document/document";
import type { Referrer, Review } from "../../studies/review/review";

/** How many tags are named. */
const mostNamed = 10;

/** Who refers to a tag, and what the same run does about it. */
export function referrersPhrase(referrers: readonly Referrer[]): Phrase {
  const names = referrers.map(({ name, then, version, isOutside }) => {
    const where = isOutside === true ? "outside this stack, " : "";
    const only = version === undefined ? "" : `, only in the ${version} version`;
    return say`${name} (${[where, fates[then], only]})`;
  });
  return say`Tags that refer to it: ${joined(firstOf(names, mostNamed), ", ")}.`;
}

const fates: Readonly<Record<Referrer["then"], string>> = {
  deleted: "deleted by the same run",
  changed: "changed by the same run",
  stays: "not changed",
  notKnown: "not known after the change",
};

/** Said once if the run may not delete a tag by default. A replacement deletes it before it changes others. V1 has no such check. */
export function deleteNotice({ tags, outsideNotRead }: Review): Phrase | undefined {
  const gone = tags.filter(
    ({ change, facts }) => (change === "deleted" || facts.replacedId !== undefined) && facts.v1 !== "managed",
  );
  const left = gone.flatMap(({ facts: { referrers = [], replacedId } }) =>
    referrers.filter(({ then }) => then === "stays" || replacedId !== undefined),
  );
  const isNotRead = gone.length > 0 && outsideNotRead.length > 0;
  if (left.length === 0 && !isNotRead) return undefined;
  const notRead = isNotRead ? ", or may refer to because their rules can't be read" : "";
  const either = left.some(({ version }) => version !== undefined)
    ? " Of a live and a staged version, it sees the one that the list of tags shows."
    : "";
  return say`${{ command: "pulumi up" }} deletes no tag that other tags still refer to${[notRead]}, unless ${{ command: "costallocation:referencePolicy" }} is ${{ command: "ignore" }}.${[either]}`;
}
