/** What a refresh finds of a Virtual Tag. */
import type { VirtualTag } from "../../client";
import { isSatisfiedBy } from "../../rules/canonical";
import type { TagContent } from "../../rules/types";
import type { Context, Found } from "../shared/lifecycle";
import { orNotFound } from "../../client/settle";
import { migrate } from "../virtualTagV1/migrate";
import { type Facts, factsOf, type ObservedTag } from "./facts";
import { type Say, textOf } from "./messages";
import { isUnchanged, observeTag } from "./observe";
import { argumentsIn, stateOf, type TagMemory, type VirtualTagInputs, type VirtualTagState } from "./state";
import { type Known, wantedOf } from "./wanted";

/** How old the list may be that answers the refresh of all tags, in seconds. */
const listMaxAgeSeconds = 10;

type Result = Found<VirtualTagInputs, VirtualTagState>;

/** What the service holds now; undefined if the tag was not found. */
export async function readVirtualTag(
  id: string,
  state: Partial<VirtualTagState>,
  context: Context,
): Promise<Result | undefined> {
  const { client, memory, request } = context;
  const tag = await orNotFound(client.virtualTags.get(id, { ...request, maxAgeSeconds: listMaxAgeSeconds }));
  if (tag === undefined) return undefined;
  // What others change in a tag that is only read (`VirtualTag.get`) is not drift. A tag that VirtualTagV1 made stays what it is
  // until an update.
  if (!isManaged(state))
    return { ...resultOf(tag, tag, state), state: { ...state, ...resultOf(tag, tag, state).state } };
  const wanted = wantedOf("update", state, { id, state });
  const known = wanted.known;
  if (known === undefined) return undefined;
  if (known.staged === undefined && isUnchanged(tag, known)) {
    if (known.drift !== undefined) memory.rememberDrift(id, known.drift);
    return resultOf(tag, tag, state, state.__memory);
  }
  const observed = await observeTag(id, wanted, context);
  if (observed.tag === undefined) return undefined;
  const existing = { ...observed, tag: observed.tag };
  const isRefused = context.policy.driftPolicy === "refuse";
  const refreshed = refresh(existing, factsOf(existing, wanted), state, known, isRefused);
  const { drift } = refreshed;
  if (drift !== undefined) memory.rememberDrift(id, drift);
  for (const say of refreshed.say) context.log.warning(textOf(say), state.__resourceUrn);
  return refreshed.result;
}

/** Whether this stack manages the tag with `VirtualTag`: what `get` reads remembers nothing. */
function isManaged(state: Partial<VirtualTagState>): state is VirtualTagState {
  return state.__memory !== undefined && migrate(state) === undefined;
}

/** What an observation makes of a state. Pure. */
function refresh(
  observed: ObservedTag,
  facts: Facts,
  state: VirtualTagState,
  known: Known,
  isRefused: boolean,
): { result: Result; drift: TagMemory["drift"]; say: Say[] } {
  const { live, tag, versions = [] } = observed;
  const { isOwner, owner } = facts;
  const isOthers = owner !== undefined && !isOwner;
  const say: Say[] = isOthers ? [["ownedByOtherNow", { tag, owner }]] : [];
  // Somebody may have promoted what the stack has staged: then the declared content is live.
  const found = isOthers || facts.isLive ? undefined : facts.drift;
  const drift = isOthers ? undefined : (found ?? known.drift);
  if (known.staged !== undefined && !facts.isLive) {
    const staged = refreshStaged(observed, facts, state, known.staged);
    if (found !== undefined) say.push(["driftBesideStaged", { tag, drift: found }]);
    if (staged.isGone && !isOthers) say.push(["stagedNotFound", { tag, versionId: known.staged.versionId }]);
    return { result: staged.result(drift), drift, say };
  }
  if (found !== undefined) say.push(["driftFound", { tag, drift: found, isRefused }]);
  // As long as the tag is another's, each refresh must look at the versions again.
  const seenAt = isOthers ? known.seenAt : tag.updatedAt;
  const memory: TagMemory = { mark: known.mark, seenAt, versionCount: versions.length, drift };
  const named = { ...tag, name: facts.liveName ?? known.written.name };
  return { result: resultOf(named, live ?? known.written, state, memory), drift, say };
}

/** While a version is staged, the declared content is that version's. What is live is watched beside it. */
function refreshStaged(
  { live, liveVersion, tag, versions = [] }: ObservedTag,
  { liveName, staged }: Facts,
  state: VirtualTagState,
  { formerLive }: NonNullable<Known["staged"]>,
): { result: (drift: TagMemory["drift"]) => Result; isGone: boolean } {
  const { __memory: { mark } = {}, name } = state;
  const memory = { mark, versionCount: versions.length };
  if (staged === undefined) {
    const args = { ...state, setAsLive: true };
    return { isGone: true, result: (drift) => resultOf(tag, live ?? tag, args, { ...memory, drift }) };
  }
  const isRenamed = liveName !== undefined && liveName !== name && liveName !== formerLive?.name;
  const formerName = isRenamed ? liveName : (formerLive?.name ?? name);
  const now = liveVersion === undefined ? null : { versionId: liveVersion.id, name: formerName };
  // While another name is staged as well, the tag keeps the name that the program declares.
  const named = { ...tag, name: isRenamed ? liveName : name };
  return {
    isGone: false,
    result: (drift) => resultOf(named, state, state, { ...memory, formerLive: now, drift }, staged.versionId),
  };
}

/** The result of a read. A program may say the same in other words: then its own words stay. */
function resultOf(
  tag: VirtualTag,
  actual: TagContent,
  state: Partial<VirtualTagState>,
  memory?: TagMemory,
  stagedVersionId?: string,
): Result {
  const declared = argumentsIn(state);
  const { rules, defaultValue } = declared;
  const isSame = rules !== undefined && defaultValue !== undefined && isSatisfiedBy({ rules, defaultValue }, actual);
  const content = isSame ? { rules, defaultValue } : { rules: actual.rules, defaultValue: actual.defaultValue };
  const inputs: VirtualTagInputs = { ...declared, name: tag.name, ...content };
  return { inputs, state: stateOf(tag, inputs, { before: state, memory, stagedVersionId }) };
}
