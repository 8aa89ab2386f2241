import { markOf, ownerOf } from "../../client/ownershipMark";
import { printable, quoted } from "../../client/printable";

export { titleOf } from "../../client/printable";
export { command, commandVariables } from "../../client/recoveryCommand";

/** A text for people, with a code that stays the same when the words change. The documentation lists the codes. */
export interface Message {
  /** `CA` and four digits; the first digit stands for the resource. */
  readonly code: string;
  /** The first line says what happened, to which resource; further ones what to do. */
  readonly text: string;
}

/** Makes a message of lines, which nothing in them can break. The code ends the first one. */
export function message(code: string, what: string, ...lines: string[]): Message {
  return { code, text: [`${what} (${code})`, ...lines].map(printable).join("\n") };
}

/** An operation that stops because of what it found. */
export class Refused extends Error {
  override readonly name = "Refused";
  /** The code of its message. */
  readonly code: string;

  constructor({ code, text }: Message) {
    super(text);
    this.code = code;
  }
}

/** Says that a refused operation changed nothing. */
export const nothingWritten = "Nothing was written.";

/** Says that an operation was refused because of drift. */
export const refusedByPolicy = "Nothing was written, because `costallocation:driftPolicy` is `refuse`.";

/** How to overwrite drift although the policy refuses to. */
export const overwriteOnce =
  "To overwrite it once: `pulumi config set costallocation:driftPolicy overwrite && pulumi up; pulumi config set " +
  "costallocation:driftPolicy refuse`.";

/** Who created a tag. */
export function madeBy({ createdBy = "an unknown user" }: { createdBy?: string | undefined }): string {
  return printable(createdBy);
}

/** An owner as messages name it: `project/stack#name`. */
export function ownerText(mark: string): string {
  return printable(ownerOf(mark));
}

/** A resource of the program as messages name it: its name, with the types of its parents. */
export function resourceText(urn: string): string {
  const owner = ownerOf(markOf(urn));
  return quoted(owner.slice(owner.indexOf("#") + 1));
}

/** A list of steps, of which a reader picks one. */
export function ways(...steps: string[]): string[] {
  return steps.map((step) => `- ${step}`);
}
