import { engine, words } from "../../client/hostWords";
import { markOf, ownerOf } from "../../client/ownershipMark";
import { printable, quoted } from "../../client/printable";
import { shellWord } from "../../client/recoveryCommand";

export { titleOf } from "../../client/printable";
export { command, commandVariables } from "../../client/recoveryCommand";

/** A message to the user. The code stays the same when the words change. docs/messages.md lists the codes. */
export interface Message {
  /** `CA` and four digits; the first digit stands for the resource. */
  readonly code: string;
  /** The first line says what happened, to which resource; further ones what to do. */
  readonly text: string;
}

/** Makes a message of lines. The code ends the first one. Line breaks inside a line are escaped. */
export function message(code: string, what: string, ...lines: string[]): Message {
  return { code, text: [`${what} (${code})`, ...lines].map(printable).join("\n") };
}

/** The error of an operation that refuses to continue because of what it found. */
export class Refused extends Error {
  override readonly name = "Refused";
  /** The code of its message. */
  readonly code: string;

  constructor({ code, text }: Message) {
    super(text);
    this.code = code;
  }
}

/** The line that says that a refused operation changed nothing. */
export const nothingWritten = "Nothing was written.";

/** The line that says that the policy refused the operation because of drift. */
export const refusedByPolicy = "Nothing was written, because `costallocation:driftPolicy` is `refuse`.";

/** The policies that refuse, and the value of each that does not. */
const policies = { driftPolicy: "overwrite", referencePolicy: "ignore" } as const;

/** Says how to overwrite drift once, although the policy refuses to. With a URN, only that of one resource. */
export function overwriteOnce(urn: string | undefined): string {
  return urn === undefined
    ? `To overwrite it once: \`${withoutRefusal("driftPolicy", words.up)}\`. This overwrites the drift of every resource that the ` +
        `run updates. To overwrite only this one, add \`${words.target}\` and its URN. ${policyOfProvider("driftPolicy")}`
    : `To overwrite it once: \`${withoutRefusal("driftPolicy", `${words.up} ${words.target} ${shellWord(urn)}`)}\`. Without \`${words.target}\`, this ` +
        `overwrites the drift of every resource that the run updates. ${policyOfProvider("driftPolicy")}`;
}

/** Says how to delete a resource once, although a policy refuses to. */
export function deleteOnce(policy: keyof typeof policies, urn: string | undefined): string {
  const target = urn === undefined ? "" : ` ${words.target} ${shellWord(urn)}`;
  return (
    `after you removed it from the ${words.program}: \`${withoutRefusal(policy, `${words.up}${target}`)}\`. In a ${words.stack} that you destroy, use ` +
    `${engine("destroy")} instead of ${engine("up")}. ${policyOfProvider(policy)}`
  );
}

/** Runs a command with a policy that does not refuse, and then sets `refuse`, whatever the environment or the project says. */
function withoutRefusal(policy: keyof typeof policies, command: string): string {
  const set = `${words.set} costallocation:${policy}`;
  return `${set} ${policies[policy]} && ${command}; ${set} refuse`;
}

/** Warns that the stack's config may have no effect. */
function policyOfProvider(policy: keyof typeof policies): string {
  return `A \`Provider\` with its own \`${policy}\` ignores the config.`;
}

/** The command that removes a resource from the state, and leaves it in the service. */
export function stateDelete(urn: string | undefined): string {
  return engine("forget", urn === undefined ? "<urn>" : shellWord(urn));
}

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
