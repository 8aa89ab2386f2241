/** Carries out a decision about metadata. The only code that writes it. */
import { InvalidInput, type MetadataMap } from "../../client";
import { fieldsOf, spelledLike } from "../../client/resources/metadataFields";
import { metadataProblems } from "../../client/resources/validateMetadata";
import { settleIdempotent } from "../../client/settle";
import { announce, type Audience } from "../shared/announce";
import type { Context } from "../shared/lifecycle";
import type { Slot } from "../shared/writeLoop";
import { type Decision, decideRefused, type Progress, type Write } from "./decide";
import { isCarriedOut } from "./facts";
import { textOf } from "./messages";
import { observe } from "./observe";
import type { Wanted } from "./wanted";

/** The progress of an operation. */
export interface Operation extends Progress, Audience {
  written: Set<string>;
  /** The declared fields that this stack had not written before the operation. Undefined before the first observation. */
  unwritten: readonly string[] | undefined;
}

/** Whether a decision writes. */
export function isWrite(decision: Decision): decision is Write {
  return decision.kind === "merge" || decision.kind === "replace";
}

/**
 * Logs the messages of a decision, and writes at most once.
 *
 * @param shown what the service has before the write
 * @returns what the service has after the write; undefined if nothing was written. If a merging resource wrote the whole map, it
 *   is read again, because the service has no compare-and-set
 * @throws {Refused} if the decision is to refuse
 */
export async function act(
  decision: Decision,
  shown: MetadataMap,
  wanted: Wanted,
  { context, operation, slot }: { context: Context; operation: Operation; slot: Slot },
): Promise<MetadataMap | undefined> {
  announce(decision, textOf, operation);
  if (!isWrite(decision)) return undefined;
  // From now on, these fields may be there because of this write, even if it is retried.
  for (const path of decision.missing.keys()) operation.written.add(path);
  const body = spelledLike(Object.keys(shown), decision.metadata);
  try {
    const after = await write(decision, body, shown, wanted, context, slot);
    if (decision.kind === "replace") operation.replacements++;
    operation.merged = decision.kind === "merge" ? after : undefined;
    return after;
  } catch (error) {
    const paths = othersProblems(shown, body);
    if (!(error instanceof InvalidInput) || paths.length === 0) throw error;
    const inState = { ...wanted, urn: operation.memory.urnInState(wanted.urn) };
    announce(decideRefused(paths, error.message, decision, inState, operation), textOf, operation);
    return undefined;
  }
}

async function write(
  decision: Write,
  body: MetadataMap,
  shown: MetadataMap,
  wanted: Wanted,
  context: Context,
  slot: Slot,
): Promise<MetadataMap> {
  const isMerge = decision.kind === "merge";
  const how = isMerge ? { mergeValuesAndMetadata: true } : { removedValues: removedValues(shown, body) };
  const options = { ...slot, ...how, existingValues: Object.keys(shown) };
  const look = async (): Promise<MetadataMap> => (await observe(wanted, context)).shown ?? {};
  const after = await settleIdempotent(
    () => context.client.virtualTagMetadata.put(wanted.id, body, options),
    async () => {
      const now = await look();
      return isCarriedOut(decision, now, wanted) ? now : undefined;
    },
    context,
  );
  return wanted.isMerge && !isMerge ? look() : after;
}

/** The values that have metadata and must have none afterwards. */
function removedValues(shown: MetadataMap, body: MetadataMap): string[] {
  const values = new Set([...fieldsOf(shown).values()].map(({ value }) => value));
  return [...values].filter((value) => !Object.hasOwn(body, value));
}

/** The paths in a write that others entered and the API refuses. */
function othersProblems(shown: MetadataMap, body: MetadataMap): string[] {
  const theirs = Object.entries(shown).filter(([value]) => Object.hasOwn(body, value));
  return metadataProblems(Object.fromEntries(theirs), { metadataNesting: "root" }).map(({ path }) => path);
}
