/** Why a command does not look at a tag. */
import { type Phrase, plainText, say } from "../document/document";
import type { LeftOut } from "../studies/leftOut";

/** The name of the resource or of the tag. */
function leftOutTitle(one: LeftOut): Phrase {
  return "resource" in one ? say`The resource ${one.resource}` : say`Virtual Tag ${one.name}`;
}

/**
 * The warning that a tag is left out.
 *
 * @param consequence what this means for the result, such as `so the cube lacks its keys`
 */
export function leftOutText(one: LeftOut, consequence?: string): string {
  const follows = consequence === undefined ? "" : `, ${consequence}`;
  return plainText(say`${leftOutTitle(one)} is left out${[follows]}: ${{ plain: reasonText(one.reason) }}.`);
}

/** Why a tag, or a part of one, is not looked at: a code, or what the account says. Continues a sentence. */
export function reasonText(reason: string): string {
  return Object.hasOwn(reasons, reason) ? (reasons[reason] ?? reason) : reason;
}

const reasons: Readonly<Record<string, string>> = {
  secret: "it has a secret",
  unknown: "its name or all of its rules are unknown until deployment",
  unsupported: "its content is not as the API documentation has it",
  unknownPart: "it is unknown until deployment",
  staged: "it is staged, and a plan does not say what is live",
  noValues: "the service lists no values of it",
};

/** The warning that a plan lacks tags. */
export function incompleteText(title: string): string {
  return `${title} was made without --show-sames, so it lacks the tags that don't change.`;
}
