import type { VirtualTag } from "../client";
import { isSatisfiedBy } from "../rules/canonical";
import { type Current, lastLive, lookUp } from "./history";
import type { Context } from "./lifecycle";
import { ownerIn } from "./mark";
import { isOwnMark, newestVersions, takenOverBy } from "./ownership";
import { editorOf } from "./saving";
import { orGone, settle } from "./settle";
import type { VirtualTagState } from "./virtualTagState";

/** For how long a date in whole seconds may be the same for two saves, in milliseconds; wide, since clocks differ. */
const sameSecondMatters = 120_000;

/** Removes a tag that is ours. One that another has taken over since, or that we never saved, is left alone. */
export async function deleteVirtualTag(id: string, state: VirtualTagState, context: Context): Promise<void> {
  const { client, log, request } = context;
  const tag = await orGone(client.virtualTags.get(id, request));
  if (tag === undefined) {
    log.info(`The account has no Virtual Tag ${id} ("${state.name}"): nothing to delete.`, state.resourceUrn);
    return;
  }
  if (takenOverBy(id, state.resourceUrn, context) !== undefined || !isAsWeLeftIt(tag, state, context)) {
    const versions = await orGone(newestVersions(id, context));
    if (versions === undefined) return;
    const why = whyLeftAlone(id, ownerIn(versions), state, context);
    if (why !== undefined) {
      log.warning(`"${tag.name}" (${id}) ${why}: it is left alone, not deleted.`, state.resourceUrn);
      return;
    }
    await heedBeforeDelete(await lookUp(tag, context, versions), state, context);
  }
  await settle(
    () => orGone(client.virtualTags.delete(id, request)).then(() => true),
    async () =>
      (await orGone(client.virtualTags.get(id, { ...request, fresh: true }))) === undefined ? true : undefined,
    context,
  );
}

/** Whether nobody can have saved the tag since our state: its date is ours, and old enough to be nobody else's as well. */
function isAsWeLeftIt({ updatedAt }: VirtualTag, { mark, seenAt }: VirtualTagState, { now }: Context): boolean {
  if (mark === undefined || updatedAt === undefined || updatedAt !== seenAt) return false;
  return now() - Date.parse(updatedAt) > sameSecondMatters;
}

function whyLeftAlone(
  id: string,
  owner: string | undefined,
  state: VirtualTagState,
  context: Context,
): string | undefined {
  if (owner !== undefined && !isOwnMark(owner, state)) return `belongs to ${owner} by now`;
  const taker = takenOverBy(id, state.resourceUrn, context);
  if (taker !== undefined) return `was taken over by ${taker} in this run`;
  // Nothing in the service tells of an adoption that took no save: another stack may have adopted it as well.
  const isNeverSaved = owner === undefined && state.mark === undefined;
  return isNeverSaved
    ? "was taken over as it was and never saved by this stack, so it may be someone else's"
    : undefined;
}

/** A delete takes the history with it, so someone else's change can't be had back afterwards. */
async function heedBeforeDelete(current: Current, state: VirtualTagState, context: Context): Promise<void> {
  const { live, tag } = current;
  const { content, name } = lastLive(state, tag.name);
  const isAsExpected = live === undefined || (content !== undefined && isSatisfiedBy(content, live));
  if (isAsExpected && tag.name === name) return;
  const facts = `"${tag.name}" (${tag.id}) was changed outside this stack by ${await editorOf(current, context)}.`;
  if (context.settings.outsideChanges === "refuse") {
    throw new Error(
      `${facts} It was not deleted, since costallocation:outsideChanges is "refuse". Run "pulumi refresh" to accept the ` +
        "change into the stack's state, and delete again.",
    );
  }
  context.log.warning(`${facts} It is deleted all the same, with all of its versions.`, state.resourceUrn);
}
