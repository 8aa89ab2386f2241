/** Carries a decision about metadata out. The only code that writes it. */
import type { MetadataMap } from "../../client";
import type { Context } from "../shared/lifecycle";
import { Refused } from "../shared/message";
import { spelledLike } from "../../client/resources/metadataFields";
import { settleIdempotent } from "../../client/settle";
import type { Slot } from "../shared/writeLoop";
import { type Decision, isCarriedOut } from "./decide";
import { type Say, textOf } from "./messages";
import { inOwnSpelling, observe } from "./observe";
import { removedValues } from "./plan";
import type { Wanted } from "./wanted";

/** The decisions that write. */
export type Write = Extract<Decision, { kind: "merge" | "replace" }>;

/** Whether a decision writes. */
export function isWrite(decision: Decision): decision is Write {
  return decision.kind === "merge" || decision.kind === "replace";
}

/**
 * Says what a person should know of a decision.
 *
 * @param said the messages of this operation so far: none is repeated
 * @throws {Refused} if the decision is to refuse
 */
export function announce(decision: Decision, { urn }: Wanted, said: Set<string>, { log }: Context): void {
  if (decision.kind === "refuse") throw new Refused(textOf(decision.because));
  for (const say of decision.say) announceOne(say, urn, said, log);
}

function announceOne(say: Say, urn: string, said: Set<string>, log: Context["log"]): void {
  const message = textOf(say);
  if (said.has(message.text)) return;
  said.add(message.text);
  if (message.code.startsWith("CA32")) log.info(message, urn);
  else log.warning(message, urn);
}

/** What a write sends: a value that the service has keeps the form of its name. */
export function bodyOf({ metadata }: Write, shown: MetadataMap): MetadataMap {
  return spelledLike(Object.keys(shown), metadata);
}

/**
 * Writes.
 *
 * @param shown what the service has before, as it shows it
 * @returns what the service has afterwards. After a write of the whole map beside others, that is another look: the service has
 *   no compare-and-set
 */
export async function act(
  decision: Write,
  shown: MetadataMap,
  wanted: Wanted,
  context: Context,
  slot: Slot,
): Promise<MetadataMap> {
  const { id, isMerge } = wanted;
  const isMergedByService = decision.kind === "merge";
  const metadata = bodyOf(decision, shown);
  const how = isMergedByService ? { mergeValuesAndMetadata: true } : { removedValues: removedValues(shown, metadata) };
  const options = { ...slot, ...how, existingValues: Object.keys(shown) };
  const look = async (): Promise<MetadataMap> => (await observe(wanted, context)).current ?? {};
  const after = await settleIdempotent(
    async () => inOwnSpelling(await context.client.virtualTagMetadata.put(id, metadata, options), wanted),
    async () => {
      const now = await look();
      return isCarriedOut(decision, wanted, now) ? now : undefined;
    },
    context,
  );
  return isMerge && !isMergedByService ? look() : after;
}
