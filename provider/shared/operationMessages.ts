/** Messages about any resource. docs/messages.md lists their codes. */
import { engine, words } from "../../client/hostWords";
import { printable, printableList, quoted } from "../../client/printable";
import type { Problem } from "../../rules/validate";
import { shellWord } from "../../client/recoveryCommand";
import { type Message, message, nothingWritten, ways } from "./message";

/** A program reads a resource with `get`, and the account has none with this ID. */
export function notFound(kind: string, id: string): Message {
  return message(
    "CA1001",
    `${kind} with the ID ${quoted(id)} was not found in this account.`,
    "Check the ID, `costallocation:baseUrl` and the credentials.",
  );
}

/** A program reads a resource with `get`, and the text can't be an ID. In a path of the API, it would lead elsewhere. */
export function impossibleId(kind: string, id: string): Message {
  return message(
    "CA1004",
    `id: ${quoted(id)} can't be the ID of a ${kind}.`,
    "Use the ID, which is not a name or a path.",
  );
}

/** The engine continues after a replacement failed, and would delete what it replaces. */
export function replacementFailed(kind: string, id: string): Message {
  return message(
    "CA1005",
    `${kind} ${printable(id)} was not deleted, because its replacement failed.`,
    `The state keeps it. Correct the error above, and run ${engine("up")} again.`,
  );
}

/** A run does not create resources that an argument takes values of. */
export function notCreated(urns: readonly string[]): Message {
  return message(
    "CA1006",
    `The arguments take values of resources that this run has not created: ${printableList(urns)}.`,
    ...ways(
      `If you target resources, target these, too: ${urns.map((urn) => `\`${words.target} ${shellWord(urn)}\``).join(" ")}.`,
      "If they failed, correct their errors.",
    ),
  );
}

/** `pulumi do --stateless` gives every resource of a kind the same URN, and so the same ownership mark. */
export function withoutStack(kind: string): Message {
  return message(
    "CA1007",
    `${engine("direct")} can't save a ${kind}: without a ${words.stack}, every ${kind} would have the same owner.`,
    nothingWritten,
    ...ways(
      `Declare it in a ${words.program}, and run ${engine("up")}.`,
      `If a ${words.program} declares it, ${words.directOwner}, use another name than \`${kind}\`.`,
    ),
  );
}

/** The line below a problem of an argument that is missing, where no class says of which resource it takes a value. */
export const maybeNotCreated = `If the ${words.program} sets it from another resource, this run has not created that resource. With \`${words.target}\`, target it, too.`;

/** A refresh can't read a resource. */
export function unreadable(kind: string, id: string, error: unknown): Message {
  return message(
    "CA1104",
    `${kind} ${printable(id)} can't be read. Its state stays as it is.`,
    error instanceof Error ? error.message : String(error),
  );
}

/** The line of an error that stands for those that a warning has said about the resource in the same run. */
export const seeWarning = "The warning about this resource says more, and the ways forward.";

/** An environment variable looks like a setting but is none. */
export function unknownVariable(what: string): Message {
  return message("CA1103", what);
}

/** An argument is wrong, so that the operation stops. */
export function problemMessage(problem: Problem): Message {
  return messageOf(problem, "CA1101");
}

/** An argument looks wrong. */
export function warningMessage(problem: Problem): Message {
  return messageOf(problem, "CA1102");
}

function messageOf({ path, message: what, code, advice }: Problem, defaultCode: string): Message {
  const lines = advice === undefined ? [] : [advice];
  return message(code ?? defaultCode, [path, what].filter((part) => part !== "").join(" "), ...lines);
}
