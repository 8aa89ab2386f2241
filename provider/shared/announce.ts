import type { Context } from "./lifecycle";
import { type Message, Refused } from "./message";

/** A decision with its messages as data: why it refuses the operation, or what it says. */
type Reasoned<Say> = { because: Say } | { say: readonly Say[] };

/** Where the messages of an operation go. */
export interface Audience {
  log: Context["log"];
  /** The messages so far. None is repeated when a write is retried. */
  said: Set<string>;
  /** The resource's URN. */
  urn: string | undefined;
}

/**
 * Logs the messages of a decision.
 *
 * @param textOf makes a message of its name and facts
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
    // The second digit of a code says whether it is information or a warning.
    if (message.code.startsWith("2", 3)) log.info(message, urn);
    else log.warning(message, urn);
  }
}

/** Warns about a finding of a refresh once, because the engine may read a resource twice in a run. */
export function warnOnce(
  message: Message,
  urn: string | undefined,
  { log, memory }: Pick<Context, "log" | "memory">,
): void {
  if (memory.isFirst(message.text, urn)) log.warning(message, urn);
}
