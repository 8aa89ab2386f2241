/** The sentences about tags that the account has already, and that a creation or another name meets. */
import { isUnknown } from "../../../stack/state/unknown";
import { given, type Phrase, say } from "../../document/document";
import type { Stop } from "../../sources/plan/plan";
import type { Review, TagFacts } from "../../studies/review/review";
import { namePhrase } from "./names";

/** How many tags have a sentence. */
const mostSaid = 10;

/** At which tags `pulumi up` stops, and one way forward. */
export function stopPhrases(review: Review): Phrase[] {
  const all = review.tags.flatMap((tag) => {
    const { stop } = tag.facts;
    if (stop === undefined) return [];
    const verb = stop.isCertain ? "stops" : "may stop";
    return [say`${{ command: "pulumi up" }} ${[verb]} at ${namePhrase(tag, review)}: ${whyPhrase(stop)}`];
  });
  const more = all.length - mostSaid;
  return given<Phrase>(
    ...all.slice(0, mostSaid),
    more > 0 && say`${{ command: "pulumi up" }} stops or may stop at ${[String(more)]} more.`,
  );
}

function whyPhrase({ code, isCertain, owner = "another resource" }: Stop): Phrase {
  const has = isCertain ? "has" : "may have";
  switch (code) {
    case "CA2001":
      return say`another tag ${[has]} its name (CA2001). To adopt that one, set ${{ command: "adopt: true" }}. Otherwise, change the name.`;
    case "CA2002":
      return say`${owner} owns the tag with its name (CA2002). If you renamed the resource, add ${{ command: "aliases" }}. Otherwise, change the name, or set ${{ command: "adopt: true" }}.`;
    case "CA2003":
      return ["several other tags have its name (CA2003). Adopt one by its ID, or change the name."];
    case "CA2004":
      return say`the tag with the ID that it adopts is no longer in the account (CA2004). To create it again, remove ${{ command: "adopt" }}.`;
    case "CA2011":
      return say`it is no longer in the account (CA2011). To have it created again, run ${{ command: "pulumi refresh" }} first.`;
    case "CA2012":
      return say`${owner} owns it now (CA2012). To leave it there, remove the resource from this program.`;
    case "CA2022":
      return say`another tag ${[has]} its new name (CA2022). If this run renames or deletes that one, do so in a run before. Otherwise, choose another name.`;
  }
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
