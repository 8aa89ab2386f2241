/** Refreshes the state of a Virtual Tag. */
import type { VirtualTag } from "../../client";
import { isAsDeclared, isSatisfiedBy } from "../../rules/canonical";
import { knownSpelling, isSameName } from "../../rules/names";
import type { TagContent } from "../../rules/types";
import { logOnce } from "../shared/announce";
import type { Context, Found } from "../shared/lifecycle";
import { orNotFound } from "../../client/settle";
import { argumentsIn } from "../../stack/state/fields";
import { writtenBy } from "../../stack/facts/leftByV1";
import { liveVersionOf, type PresentTag, versionsOf } from "../../stack/facts/seen";
import { type Facts, factsFor } from "./facts";
import { type Say, textOf } from "./messages";
import { isUnchanged, othersThan, readTag } from "./observe";
import { inProgramForm } from "../../rules/programForm";
import {
  type FormerLive,
  stateOf,
  type TagMemory,
  virtualTagFields,
  type VirtualTagInputs,
  type VirtualTagState,
} from "../../stack/state/virtualTag";
import { virtualTagV1Fields, type VirtualTagV1Inputs, type VirtualTagV1State } from "../../stack/state/virtualTagV1";
import { isAllIgnored, type Known, knownOf, wantedOf } from "./wanted";

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
  // Until an update takes the tag over, the state says what VirtualTagV1 wrote.
  if (writtenBy(state).api === "v1") return asLeftByV1(state as VirtualTagV1State);
  // If the program only reads the tag (`VirtualTag.get`), there is no drift.
  if (!isManaged(state)) return resultOf(tag, tag, state);
  // Compares with what the stack wrote, not with what an earlier refresh found.
  const known = knownOf(state);
  const wanted = wantedOf("update", context.urn, { ...state, ...known.written }, { id, state });
  const isRefused = context.policy.driftPolicy === "refuse";
  const warn = (say: Say): void => {
    logOnce(textOf(say), context);
  };
  // The list that answered also shows whether other tags have the name.
  const twins = othersThan(id, client.virtualTags.kept(listMaxAgeSeconds)?.named(tag.name) ?? []);
  if (twins.length > 0) warn(["twoNamed", { tag, others: twins }]);
  const { found, staged } = known.left;
  if (staged === undefined && isUnchanged(tag, known)) {
    if (found !== undefined && !isLeftToOthers(state))
      warn(["driftFound", { tag, drift: found.drift, isRefused, ignored: state.__ignoreChanges, urn: context.urn }]);
    return resultOf(tag, tag, state, state.__memory);
  }
  const { seen } = await readTag(id, wanted, context);
  if (seen.kind === "missing") return undefined;
  const refreshed = refresh(seen, factsFor(seen, wanted), state, known, { isRefused, urn: context.urn });
  for (const say of refreshed.say) warn(say);
  return refreshed.result;
}

/** Whether this stack manages the tag. After a `get`, the state has no memory. */
function isManaged(state: Partial<VirtualTagState>): state is VirtualTagState {
  return state.__memory !== undefined;
}

function asLeftByV1(state: VirtualTagV1State): Result {
  return { inputs: argumentsIn<VirtualTagV1Inputs>(virtualTagV1Fields, state) as VirtualTagV1Inputs, state };
}

/** The state after an observation, and the messages. Pure. */
function refresh(
  seen: PresentTag<VirtualTag>,
  facts: Facts,
  state: VirtualTagState,
  known: Known,
  { isRefused, urn }: { isRefused: boolean; urn: string | undefined },
): { result: Result; say: Say[] } {
  const { tag } = seen;
  const { content, owner } = facts;
  const { lastMark, staged } = known.left;
  const isOthers = owner.kind === "other";
  const say: Say[] = isOthers ? [["ownedByOtherNow", { tag, owner: owner.mark }]] : [];
  // If somebody promoted the staged version, the declared content is live.
  const drift = isOthers || facts.isLive ? undefined : facts.drift;
  const written = drift === undefined && !isOthers ? undefined : known.written;
  if (staged !== undefined && !facts.isLive) {
    const refreshed = refreshStaged(seen, facts, { ...state, ...known.written }, staged.beside.value);
    if (drift !== undefined) say.push(["driftBesideStaged", { tag, drift }]);
    if (refreshed.isMissing && !isOthers) say.push(["stagedNotFound", { tag, versionId: staged.versionId }]);
    return { result: refreshed.result({ drift, written }), say };
  }
  // While another resource owns the tag, each refresh must read the versions again.
  const seenAt = isOthers ? known.seenAt : tag.updatedAt;
  const memory: TagMemory = {
    mark: lastMark.value,
    seenAt,
    versionCount: versionsOf(seen).length,
    drift,
    written,
  };
  const named = { ...tag, name: facts.name ?? known.written.name };
  const result = resultOf(named, content ?? known.written, state, memory);
  if (drift !== undefined && !isLeftToOthers(result.state))
    say.push(["driftFound", { tag, drift, isRefused, ignored: state.__ignoreChanges, urn }]);
  return { result, say };
}

/** Whether a refresh found a change of only what `ignoreChanges` lists, as far as the state knows that. A staged version may replace it. */
function isLeftToOthers(state: VirtualTagState): boolean {
  const { found, left, written } = knownOf(state);
  return left.found !== undefined && left.staged === undefined && isAllIgnored(written, found, state.__ignoreChanges);
}

/** The state while a version is staged: the arguments are the staged version's, and the memory has what is live. */
function refreshStaged(
  seen: PresentTag<VirtualTag>,
  { content, name: liveName, staged }: Facts,
  state: VirtualTagState,
  formerLive: FormerLive | null,
): { result: (found: Pick<TagMemory, "drift" | "written">) => Result; isMissing: boolean } {
  const { __memory: { mark } = {}, name } = state;
  const { tag } = seen;
  const liveVersion = liveVersionOf(seen);
  const memory = { mark, versionCount: versionsOf(seen).length };
  if (staged === undefined) {
    const args = { ...state, setAsLive: true };
    return { isMissing: true, result: (found) => resultOf(tag, content ?? tag, args, { ...memory, ...found }) };
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
export function resultOf(
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
  const { __report, ...unreported } = stateOf(tag, inputs, { before: state, memory: kept, stagedVersionId });
  // What is ignored is remembered, because the program may end that. Until then, it is no drift to report.
  const isReported = __report !== undefined && !isLeftToOthers(unreported);
  return { inputs, state: isReported ? { ...unreported, __report } : unreported };
}
