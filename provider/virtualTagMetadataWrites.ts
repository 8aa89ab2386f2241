/** How metadata gets into the service: a whole map in the place of another, or a part merged into what is there. */
import type { MetadataMap } from "../client";
import type { Context } from "./lifecycle";
import { orGone, settle } from "./settle";
import { refusal } from "./virtualTagClaims";
import {
  fieldsBeside,
  fieldsOf,
  type MetadataFields,
  metadataOf,
  pathsIn,
  sameField,
  sameMetadata,
  valuesIn,
} from "./virtualTagMetadataFields";
import {
  contains,
  fieldsLost,
  isDone,
  mapAfter,
  type MergePlan,
  planMerge,
  unknownPaths,
  valuesOf,
  withFields,
} from "./virtualTagMetadataPlan";
import type { VirtualTagMetadataInputs } from "./virtualTagMetadataState";

/** What a write is about. */
export interface MetadataWrite {
  virtualTagId: string;
  /** What this resource declared last, or what a refresh has found in its place since. */
  before: MetadataMap;
  /** What it declared last: only this may be taken out of what others share. */
  own: MetadataMap;
  /** What it declares now; nothing when it is deleted. */
  declared: MetadataMap;
  /** Whether it has owned the whole map until now; only then may it replace the map without `adopt`. */
  ownsWhole: boolean;
  adopt: VirtualTagMetadataInputs["adopt"];
  resourceUrn: string | undefined;
}

/** How often a merge is put right when someone else writes at the same time. */
const mostRounds = 3;

/** Makes the whole map what is declared. */
export async function replaceMetadata(write: MetadataWrite, context: Context): Promise<void> {
  const { virtualTagId, before, declared, ownsWhole } = write;
  const current = await context.client.virtualTagMetadata.get(virtualTagId, context.request);
  if (sameMetadata(current, declared)) return;
  const [there, own, wanted] = [current, before, declared].map(fieldsOf) as [
    MetadataFields,
    MetadataFields,
    MetadataFields,
  ];
  const foreign = fieldsBeside(there, own);
  if (ownsWhole) {
    const changed = new Map([...fieldsBeside(own, there), ...foreign]);
    heedChanged(
      new Map([...changed].filter(([path]) => !sameField(there.get(path), wanted.get(path)))),
      write,
      context,
    );
  } else heedTaken(fieldsBeside(foreign, wanted), foreign, write, context);
  const after = await put(write, current, declared, (now) => sameMetadata(now, declared), context);
  if (!sameMetadata(after, declared)) warnOfRest(write, context);
}

/**
 * Makes the declared fields what is declared, takes out those that are declared no more, and leaves all others alone.
 *
 * What is new or changed is merged by the service itself. Only what must go, and what the service's merge did not bring
 * about, needs the whole map to be read and put back; since the service has no compare-and-set, that is followed by another
 * look.
 *
 * The document does not say how deep a merge goes, and `metadataMerge` is the guess. A service that puts whole values in the
 * place of those that were there takes their other fields away, for good where the run ends before they are put back: so
 * they go along, as they were read a moment before. One that merges fields needs no more than ours, and then an edit
 * of another field between that read and the PUT stays. Not knowing, the first is the safer: it risks an edit of the very
 * moment, where the other would take away what others entered with every write.
 */
export async function mergeMetadata(write: MetadataWrite, context: Context): Promise<void> {
  const { virtualTagId } = write;
  const look = (): Promise<MetadataMap> => context.client.virtualTagMetadata.get(virtualTagId, context.request);
  const mergesFields = context.settings.metadataMerge === "fields";
  let current = await look();
  heedMerge(planMerge(current, write), write, context);
  for (let round = 1; round <= mostRounds; round++) {
    const first = planMerge(current, write);
    const { missing } = first;
    let lost: MetadataFields = new Map();
    if (missing.size > 0) {
      const wanted = mapAfter(current, first);
      const ours = metadataOf(missing.values());
      const part = mergesFields ? ours : valuesOf(wanted, ours);
      if (!mergesFields) refuseUnknown(part, write);
      const isThere = (now: MetadataMap): boolean => contains(now, missing);
      current = await put(write, current, part, isThere, context, { mergeValuesAndMetadata: true });
      if (mergesFields) lost = fieldsLost(wanted, ours, current);
      if (lost.size > 0) warnOfLoss(lost, write, context);
    }
    const plan = withFields(planMerge(current, write), lost);
    if (isDone(plan)) return;
    const goal = (now: MetadataMap): boolean => isDone(planMerge(now, write)) && contains(now, lost);
    await put(write, current, mapAfter(current, plan), goal, context);
    current = await look();
    if (goal(current)) return;
    context.log.warning(
      `Someone else wrote metadata of the Virtual Tag ${virtualTagId} at the same time as this resource. What is declared ` +
        "here is put right; check in the application that nothing of theirs is missing.",
      write.resourceUrn,
    );
  }
  warnOfRest(write, context);
}

/**
 * Refuses to send a value on with fields that the document does not know: the service might not take them, and without
 * them they could be lost.
 */
function refuseUnknown(part: MetadataMap, { virtualTagId }: MetadataWrite): void {
  const paths = unknownPaths(part);
  if (paths.length === 0) return;
  throw new Error(
    `The Virtual Tag ${virtualTagId} has metadata of a kind that this version does not know: ${paths.join(", ")}. Nothing was ` +
      "written, since a merge might take it away. Where the service merges field by field, set " +
      "costallocation:metadataMerge to fields; otherwise install a newer version of pulumi-cost-allocation.",
  );
}

/** Puts metadata in the place of `before`, or merges it into that. */
async function put(
  { virtualTagId }: MetadataWrite,
  before: MetadataMap,
  metadata: MetadataMap,
  isThere: (now: MetadataMap) => boolean,
  context: Context,
  options: { mergeValuesAndMetadata?: boolean } = {},
): Promise<MetadataMap> {
  const { client, request } = context;
  // Anything else than there was: what this PUT leaves alone, too, the plan for what follows it was made from.
  const lookAgain = async (): Promise<void> => {
    const now = await orGone(client.virtualTagMetadata.get(virtualTagId, request));
    if (now === undefined || sameMetadata(now, before)) return; // of a tag that is gone the PUT itself will hear
    throw new Error(
      `Someone else wrote metadata of the Virtual Tag ${virtualTagId} while a write waited for its turn. It was not written ` +
        'over: run "pulumi up" again, which looks anew.',
    );
  };
  return settle(
    () => client.virtualTagMetadata.put(virtualTagId, metadata, { ...request, ...options, lookAgain }),
    async () => {
      const now = await client.virtualTagMetadata.get(virtualTagId, request);
      return isThere(now) ? now : undefined;
    },
    context,
  );
}

/**
 * Refuses to be the first to write over what others have entered, unless the program adopts it.
 *
 * @param gone what others have entered and would be lost or changed
 * @param foreign all that others have entered, which would be this resource's to remove from now on
 */
function heedTaken(gone: MetadataFields, foreign: MetadataFields, write: MetadataWrite, context: Context): void {
  if (foreign.size === 0) return;
  const what =
    gone.size > 0
      ? `what others have entered for ${valuesIn(gone)} would go`
      : `what others have entered for ${valuesIn(foreign)} would be this resource's, and go with it`;
  if (write.adopt !== true) {
    throw new Error(
      `The Virtual Tag ${write.virtualTagId} has metadata already: ${what}. Nothing was written. Set ` +
        "mergeValuesAndMetadata: true to leave it alone, or adopt: true to take it over; if this resource was renamed, give it " +
        "its old name by the `aliases` option.",
    );
  }
  context.log.info(
    `The metadata of the Virtual Tag ${write.virtualTagId} was taken over: ${what.replace(" would ", " will ")}.`,
    write.resourceUrn,
  );
}

function heedMerge({ taken, changed, surplus }: MergePlan, write: MetadataWrite, context: Context): void {
  if (taken.size > 0) {
    const facts = `The Virtual Tag ${write.virtualTagId} has other metadata than declared already, entered by others: ${pathsIn(taken)}.`;
    if (write.adopt !== true) {
      throw new Error(
        `${facts} Nothing was written. Set adopt: true to write over it, or leave these fields out of the program; if this ` +
          "resource was renamed, give it its old name by the `aliases` option.",
      );
    }
    context.log.info(`${facts} They are taken over.`, write.resourceUrn);
  }
  const overwritten = new Map([...changed].filter(([path]) => fieldsOf(write.declared).has(path)));
  if (overwritten.size > 0) heedChanged(overwritten, write, context);
  const left = new Map([...changed].filter(([path]) => !overwritten.has(path)));
  if (left.size === 0) return;
  const partly = [...left.keys()].some((path) => surplus.has(path))
    ? " Only what this resource declared is removed."
    : "";
  context.log.warning(
    `Others have changed what this resource declared for the Virtual Tag ${write.virtualTagId}, and theirs is left: ` +
      `${pathsIn(left)}.${partly}`,
    write.resourceUrn,
  );
}

/** Warns of what someone else has changed since our state and is written over, or refuses, as the settings say. */
function heedChanged(changed: MetadataFields, write: MetadataWrite, { log, settings }: Context): void {
  if (changed.size === 0) return;
  const facts = `Metadata of the Virtual Tag ${write.virtualTagId} was changed outside this stack: ${pathsIn(changed)}.`;
  if (settings.driftPolicy === "refuse") throw refusal(facts);
  log.warning(`${facts} It is written over; the service keeps no history of metadata.`, write.resourceUrn);
}

function warnOfLoss(lost: MetadataFields, { virtualTagId, resourceUrn }: MetadataWrite, { log }: Context): void {
  log.warning(
    `The service's merge puts whole values in the place of those that were there: for the Virtual Tag ${virtualTagId} it took ` +
      `away ${pathsIn(lost)}, which is put back. Set costallocation:metadataMerge to values, so that it never goes.`,
    resourceUrn,
  );
}

function warnOfRest({ virtualTagId, resourceUrn }: MetadataWrite, { log }: Context): void {
  log.warning(
    `The service keeps the metadata of the Virtual Tag ${virtualTagId} otherwise than declared. Run "pulumi refresh" to see ` +
      "the difference.",
    resourceUrn,
  );
}
