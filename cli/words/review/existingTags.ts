/** The sentences about what a change meets in the account: where `pulumi up` stops, and which tags it takes. */
import { isUnknown } from "../../../stack/state/unknown";
import { given, type Phrase, say } from "../../document/document";
import type { Checked, Found, Subject } from "../../studies/review/checks/check";
import type { MetadataReview, Review, TagFacts } from "../../studies/review/review";
import { namePhrase } from "./names";

/** How many stops have a sentence. */
const mostSaid = 10;

/** At what `pulumi up` stops, in the provider's own words. */
export function stopPhrases(review: Review, { findings }: Pick<Checked, "findings">): Phrase[] {
  const all = findings.flatMap((one) => (one.subject.kind === "stop" ? [stopPhrase(one, one.subject, review)] : []));
  const more = all.length - mostSaid;
  return given<Phrase>(
    ...all.slice(0, mostSaid),
    more > 0 && say`${{ command: "pulumi up" }} stops or may stop at ${[String(more)]} more.`,
  );
}

/** Where it stops, and why. */
export function stopPhrase(
  { isCertain, tag }: Found,
  { stop, of }: Extract<Subject, { kind: "stop" }>,
  review: Review,
): Phrase {
  const title =
    of === "tag" ? namePhrase(tag, review) : "values" in of ? metadataTitle(of) : say`the endpoint ${of.name}`;
  return say`${{ command: "pulumi up" }} ${[isCertain ? "stops" : "may stop"]} at ${title}: ${{ plain: stop.text }}`;
}

/** The subject of sentences about a metadata resource. */
export function metadataTitle({ tag, resourceName }: MetadataReview): Phrase {
  return tag === undefined ? say`Metadata ${resourceName}` : say`Metadata of ${tag.name}`;
}

/** What a replacement does that adopts another tag. */
export const takenText =
  "another tag, which has the name, is taken over. What this means for tags that refer to that one is not shown";

/** Which tag of the account a creation takes. */
export function takingPhrases({ adopts, isTakenBack }: TagFacts): Phrase[] {
  return given(
    isTakenBack &&
      say`The account has it with the ownership mark of this resource, so ${{ command: "pulumi up" }} takes it back.`,
    adopts === true && ["Adopts the tag with this name, if there is one."],
    typeof adopts === "string" &&
      (isUnknown(adopts) ? ["Adopts a tag whose ID the plan hides."] : say`Adopts the tag with the ID ${adopts}.`),
  );
}
