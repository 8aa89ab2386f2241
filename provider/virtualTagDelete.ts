import type { Version, VirtualTag } from "../client";
import { isSatisfiedBy } from "../rules/canonical";
import { isLiveAs, isOwnLastSave, lastLive, lookUp } from "./history";
import type { Context } from "./lifecycle";
import { isSaveOf, ownerIn } from "./mark";
import { isOwnMark, newestVersions } from "./ownership";
import { editorOf } from "./saving";
import { orGone, settle } from "./settle";
import { claimDeleted, driftOf, keeperOf } from "./virtualTagClaims";
import type { VirtualTagState } from "./virtualTagState";

/** Removes a tag that is ours. One that another has taken over since, or that we never saved, is left alone. */
export async function deleteVirtualTag(id: string, state: VirtualTagState, context: Context): Promise<void> {
  const { client, log, request } = context;
  let tag = await orGone(client.virtualTags.get(id, request));
  // The tag's own date does not tell whose it is: it may be the same for two saves of one second, and need not change with
  // a staged one. Nothing brings a deleted tag back, so the history is asked each time.
  const versions = tag && (await orGone(newestVersions(id, context)));
  // The tag may come from a list of a moment ago, and no version tells its name.
  if (versions && !isSaveOf(state.mark, versions[0]?.changeDescription)) {
    tag = await orGone(client.virtualTags.get(id, { ...request, fresh: true }));
  }
  if (tag === undefined || versions === undefined) {
    log.info(`The account has no Virtual Tag ${id} ("${state.name}"): nothing to delete.`, state.resourceUrn);
    return;
  }
  const why = whyLeftAlone(id, ownerIn(versions), state, context);
  if (why !== undefined) {
    log.warning(`"${tag.name}" (${id}) ${why}: it is left alone, not deleted.`, state.resourceUrn);
    return;
  }
  const change = driftOf(tag.id, context) ?? (await changeSince(tag, versions, state, context));
  heedBeforeDelete(change, state.resourceUrn, context);
  const lookAgain = (): Promise<void> => heedSince(tag, versions[0], state, context);
  await settle(
    () => orGone(client.virtualTags.delete(id, { ...request, lookAgain })).then(() => true),
    async () =>
      (await orGone(client.virtualTags.get(id, { ...request, fresh: true }))) === undefined ? true : undefined,
    context,
  );
  claimDeleted(id, context);
}

/** For a delete that had to wait since the tag was looked at: heeds what someone else has saved meanwhile. */
async function heedSince(
  { id, name }: VirtualTag,
  newest: Version | undefined,
  state: VirtualTagState,
  context: Context,
): Promise<void> {
  const versions = await orGone(newestVersions(id, context));
  if (versions === undefined || versions[0]?.id === newest?.id) return;
  const tag = await orGone(context.client.virtualTags.get(id, { ...context.request, fresh: true }));
  if (tag === undefined) return;
  const why = whyLeftAlone(id, ownerIn(versions), state, context);
  if (why !== undefined) throw new Error(`"${name}" (${id}) ${why}: it was not deleted.`);
  heedBeforeDelete(await changeSince(tag, versions, state, context), state.resourceUrn, context);
}

function whyLeftAlone(
  id: string,
  owner: string | undefined,
  state: VirtualTagState,
  context: Context,
): string | undefined {
  if (owner !== undefined && !isOwnMark(owner, state)) return `belongs to ${owner} by now`;
  const keeper = keeperOf(id, state.resourceUrn, context);
  if (keeper !== undefined) return `is declared by ${keeper} in this run`;
  // Nothing in the service tells of an adoption that took no save: another stack may have adopted it as well.
  const isNeverSaved = owner === undefined && state.mark === undefined;
  return isNeverSaved
    ? "was taken over as it was and never saved by this stack, so it may be someone else's"
    : undefined;
}

/**
 * Warns of someone else's change that a delete takes with it, or refuses, as the settings say. A delete takes the history
 * as well, so the change can't be had back afterwards.
 *
 * @param facts the change; undefined when there is none
 */
export function heedBeforeDelete(
  facts: string | undefined,
  resourceUrn: string | undefined,
  { log, settings }: Context,
): void {
  if (facts === undefined) return;
  if (settings.driftPolicy === "refuse") {
    throw new Error(
      `${facts} It was not deleted, since costallocation:driftPolicy is "refuse". Run "pulumi refresh" to accept the ` +
        "change into the stack's state, and delete again, without --refresh.",
    );
  }
  log.warning(`${facts} It is deleted all the same, with all of its versions.`, resourceUrn);
}

/** What someone else has changed since our state; undefined when nothing. */
async function changeSince(
  tag: VirtualTag,
  versions: Version[],
  state: VirtualTagState,
  context: Context,
): Promise<string | undefined> {
  const isOursNewest = isSaveOf(state.mark, versions[0]?.changeDescription);
  const isShownAsLeft = tag.updatedAt === state.seenAt && tag.name === state.name && isSatisfiedBy(state, tag);
  if (isOursNewest && isShownAsLeft && state.stagedVersionId === undefined) return undefined;
  const current = await lookUp(tag, context, versions);
  if (isOwnLastSave(current, state.mark)) return undefined;
  const { content, name } = lastLive(state, tag.name);
  // Someone may also have made live what we have staged.
  const isAsExpected = isLiveAs(content, current) || isLiveAs(state, current);
  if (isAsExpected && tag.name === name) return undefined;
  return `"${tag.name}" (${tag.id}) was changed outside this stack by ${await editorOf(current, context)}.`;
}
