/** Refreshes the state of a Virtual Tag. */
import type { VirtualTag } from "../../client";
import { isAsDeclared, isSatisfiedBy } from "../../rules/canonical";
import { knownSpelling, isSameName } from "../../rules/names";
import type { TagContent } from "../../rules/types";
import { warnOnce } from "../shared/announce";
import type { Context, Found } from "../shared/lifecycle";
import { orNotFound } from "../../client/settle";
import { argumentsIn } from "../../stack/state/fields";
import { migrate } from "../../stack/facts/leftByV1";
import { type Facts, factsOf, type ObservedTag } from "./facts";
import { type Say, textOf } from "./messages";
import { isUnchanged, observeTag, twinsOf } from "./observe";
import { inProgramForm } from "./programForm";
import {
  stateOf,
  type TagMemory,
  virtualTagFields,
  type VirtualTagInputs,
  type VirtualTagState,
} from "../../stack/state/virtualTag";
import { type Known, knownOf, wantedOf } from "./wanted";

/** How old a list may be that answers a refresh, in seconds. */
const listMaxAgeSeconds = 10;

type Result = Found<VirtualTagInputs, VirtualTagState>;

/** What the service holds now; undefined if the tag was not found. */
export async function readVirtualTag(
  id: string,
  state: Partial<VirtualTagState>,
  context: Context,
): Promise<Result | undefined> {
  const { client, request } = context;
  const tag = await orNotFound(client.virtualTags.get(id, { ...request, maxAgeSeconds: listMaxAgeSeconds }));
  if (tag === undefined) return undefined;
  // If the program only reads the tag (`VirtualTag.get`), there is no drift. The state of VirtualTagV1 stays until an update.
  if (!isManaged(state))
    return { ...resultOf(tag, tag, state), state: { ...state, ...resultOf(tag, tag, state).state } };
  // Compares with what the stack wrote, not with what an earlier refresh found.
  const known = knownOf(state);
  const wanted = wantedOf("update", { ...state, ...known.written }, { id, state });
  const isRefused = context.policy.driftPolicy === "refuse";
  const warn = (say: Say): void => {
    warnOnce(textOf(say), state.__resourceUrn, context);
  };
  // The list that answered also shows whether other tags have the name.
  const { twins } = twinsOf(id, client.virtualTags.kept(listMaxAgeSeconds)?.named(tag.name) ?? []);
  if (twins !== undefined) warn(["twoNamed", { tag, others: twins }]);
  if (known.staged === undefined && isUnchanged(tag, known)) {
    if (known.drift !== undefined)
      warn(["driftFound", { tag, drift: known.drift, isRefused, urn: state.__resourceUrn }]);
    return resultOf(tag, tag, state, state.__memory);
  }
  const observed = await observeTag(id, wanted, context);
  if (observed.tag === undefined) return undefined;
  const existing = { ...observed, tag: observed.tag };
  const refreshed = refresh(existing, factsOf(existing, wanted), state, known, isRefused);
  for (const say of refreshed.say) warn(say);
  return refreshed.result;
}

/** Whether this stack manages the tag with `VirtualTag`. After a `get`, the state has no memory. */
function isManaged(state: Partial<VirtualTagState>): state is VirtualTagState {
  return state.__memory !== undefined && migrate(state) === undefined;
}

/** The state after an observation, and the messages. Pure. */
function refresh(
  observed: ObservedTag,
  facts: Facts,
  state: VirtualTagState,
  known: Known,
  isRefused: boolean,
): { result: Result; say: Say[] } {
  const { live, tag, versions = [] } = observed;
  const { isOwner, owner } = facts;
  const isOthers = owner !== undefined && !isOwner;
  const say: Say[] = isOthers ? [["ownedByOtherNow", { tag, owner }]] : [];
  // If somebody promoted the staged version, the declared content is live.
  const drift = isOthers || facts.isLive ? undefined : facts.drift;
  const written = drift === undefined && !isOthers ? undefined : known.written;
  if (known.staged !== undefined && !facts.isLive) {
    const staged = refreshStaged(observed, facts, { ...state, ...known.written }, known.staged);
    if (drift !== undefined) say.push(["driftBesideStaged", { tag, drift }]);
    if (staged.isMissing && !isOthers) say.push(["stagedNotFound", { tag, versionId: known.staged.versionId }]);
    return { result: staged.result({ drift, written }), say };
  }
  if (drift !== undefined) say.push(["driftFound", { tag, drift, isRefused, urn: state.__resourceUrn }]);
  // While another resource owns the tag, each refresh must read the versions again.
  const seenAt = isOthers ? known.seenAt : tag.updatedAt;
  const memory: TagMemory = { mark: known.mark, seenAt, versionCount: versions.length, drift, written };
  const named = { ...tag, name: facts.liveName ?? known.written.name };
  return { result: resultOf(named, live ?? known.written, state, memory), say };
}

/** The state while a version is staged: the arguments are the staged version's, and the memory has what is live. */
function refreshStaged(
  { live, liveVersion, tag, versions = [] }: ObservedTag,
  { liveName, staged }: Facts,
  state: VirtualTagState,
  { formerLive }: NonNullable<Known["staged"]>,
): { result: (found: Pick<TagMemory, "drift" | "written">) => Result; isMissing: boolean } {
  const { __memory: { mark } = {}, name } = state;
  const memory = { mark, versionCount: versions.length };
  if (staged === undefined) {
    const args = { ...state, setAsLive: true };
    return { isMissing: true, result: (found) => resultOf(tag, live ?? tag, args, { ...memory, ...found }) };
  }
  const isRenamed = liveName !== undefined && ![name, formerLive?.name].some((one) => isSameName(one, liveName));
  const formerName = isRenamed ? liveName : (formerLive?.name ?? name);
  const now = liveVersion === undefined ? null : { versionId: liveVersion.id, name: formerName };
  // While another name is staged, the arguments keep the declared name.
  const named = { ...tag, name: isRenamed ? liveName : name };
  return {
    isMissing: false,
    result: (found) => {
      const left = found.drift === undefined ? now : formerLive;
      return resultOf(named, state, state, { ...memory, ...found, formerLive: left }, staged.versionId);
    },
  };
}

function isContent(content: Partial<TagContent>): content is TagContent {
  return content.rules !== undefined && content.defaultValue !== undefined;
}

/** The result of a read. What means the same as in the program keeps the program's form. */
function resultOf(
  tag: VirtualTag,
  actual: TagContent,
  state: Partial<VirtualTagState>,
  memory?: TagMemory,
  stagedVersionId?: string,
): Result {
  const declared = argumentsIn<VirtualTagInputs>(virtualTagFields, state);
  const known = [state.__memory?.written ?? {}, declared].filter(isContent);
  const words = known.find((content) => isSatisfiedBy(content, actual)) ?? known[0];
  const { rules, defaultValue } = words === undefined ? actual : inProgramForm(words, actual);
  const name = knownSpelling([declared.name, state.__memory?.written?.name], tag.name);
  const inputs: VirtualTagInputs = { ...declared, name, rules, defaultValue };
  const { written } = memory ?? {};
  // What was written is remembered only if the arguments differ from it.
  const kept = written !== undefined && isAsDeclared(written, inputs) ? { ...memory, written: undefined } : memory;
  return { inputs, state: stateOf(tag, inputs, { before: state, memory: kept, stagedVersionId }) };
}
