import type { Context } from "./lifecycle";
import { type Message, Refused } from "./message";

/** A decision with its messages as data: why it refuses the operation, or what it says. */
type Reasoned<Say> = { because: Say } | { say: readonly Say[] };

/** Where the messages about a resource go. */
export type Audience = Pick<Context, "log" | "memory" | "urn">;

/**
 * Logs the messages of a decision.
 *
 * @param textOf makes a message of its name and facts
 * @throws {Refused} if the decision is to refuse
 */
export function announce<Say, Decision extends Reasoned<Say>>(
  decision: Decision,
  textOf: (say: Say) => Message,
  audience: Audience,
): asserts decision is Exclude<Decision, { because: Say }> {
  if ("because" in decision) throw new Refused(textOf(decision.because));
  for (const say of decision.say) logOnce(textOf(say), audience);
}

/** Logs a message once in a run. The engine may read and compare a resource twice, and a write may be retried. */
export function logOnce(message: Message, { log, memory, urn }: Audience): void {
  if (!memory.isFirst(message.text, urn)) return;
  // The second digit of a code says whether it is information or a warning.
  if (message.code.startsWith("2", 3)) log.info(message, urn);
  else log.warning(message, urn);
}
