/** The sentences about tags that the account has already, and that a creation or another name meets. */
import { isUnknown } from "../../../stack/state/unknown";
import { given, type Phrase, say } from "../../document/document";
import type { TagFacts } from "../../studies/review/review";

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
