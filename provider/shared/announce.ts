import type { Context } from "./lifecycle";
import { type Message, Refused } from "./message";

/** A decision with its reasons as data: why an operation is refused, or what a person should know of it. */
type Reasoned<Say> = { because: Say } | { say: readonly Say[] };

/** Where the messages of one operation go. */
export interface Audience {
  log: Context["log"];
  /** The messages so far: none is repeated when a write has to be sent again. */
  said: Set<string>;
  /** The resource's URN. */
  urn: string | undefined;
}

/**
 * Says what a person should know of a decision.
 *
 * @param textOf makes the message of a reason
 * @throws {Refused} if the decision is to refuse
 */
export function announce<Say, Decision extends Reasoned<Say>>(
  decision: Decision,
  textOf: (say: Say) => Message,
  { log, said, urn }: Audience,
): asserts decision is Exclude<Decision, { because: Say }> {
  if ("because" in decision) throw new Refused(textOf(decision.because));
  for (const message of decision.say.map(textOf)) {
    if (said.has(message.text)) continue;
    said.add(message.text);
    // The second digit tells what kind of message it is.
    if (message.code.startsWith("2", 3)) log.info(message, urn);
    else log.warning(message, urn);
  }
}

/** Warns about what a refresh found, once in a run: the engine may read a resource twice. */
export function warnOnce(message: Message, urn: string | undefined, { log, memory }: Context): void {
  if (memory.isFirst(message.text, urn)) log.warning(message, urn);
}
