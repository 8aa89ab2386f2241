/** Decides what to do with a V1 tag. Pure. V1 leaves no ownership mark, so without `adopt` it never takes an existing tag. */
import type { Version, VirtualTagV1 } from "../../client";
import { markOf, ownerIn } from "../../client/ownershipMark";
import { unsupportedReason } from "../../client/resources/unsupportedTags";
import { isSameName } from "../../rules/names";
import { differencesOf, savedBy } from "../../stack/facts/drift";
import type { Drift } from "../../stack/state/report";
import type { Policy } from "../shared/lifecycle";
import type { RunMemory } from "../shared/runMemory";
import type { Say } from "../virtualTag/messages";
import { secondsOf } from "../virtualTag/observe";
import { isSameId } from "../../stack/state/kinds";
import { isSatisfiedInV1 } from "../../rules/contentV1";
import type { SayV1 } from "./messages";
import type { ObservedV1 } from "./observe";
import {
  isUnsavedIn,
  type VirtualTagV1Inputs,
  type VirtualTagV1State,
  writtenIn,
} from "../../stack/state/virtualTagV1";

/** What to do, with the messages as data. */
export type DecisionV1 =
  | { kind: "refuse"; because: Say | SayV1 }
  | { kind: "keep" | "save" | "delete"; tag: VirtualTagV1; say: Say[] }
  | { kind: "create"; say: Say[] }
  | { kind: "release"; say: Say[] };

/** What an operation wants. */
export type WantedV1 = { urn: string | undefined } & (
  | { goal: "create"; inputs: VirtualTagV1Inputs }
  | { goal: "update"; id: string; inputs: VirtualTagV1Inputs; state: VirtualTagV1State }
  | { goal: "delete"; id: string; inputs: VirtualTagV1State; state: VirtualTagV1State }
);

/** Checks first whether the tag exists, then who owns it, then its content. */
export function decideV1(observed: ObservedV1, wanted: WantedV1, memory: RunMemory, policy: Policy): DecisionV1 {
  const { tag } = observed;
  if (tag === undefined) return decideWithoutTag(observed, wanted, memory);
  const owner = ownerIn(observed.versions);
  switch (wanted.goal) {
    case "create":
      return decideAdoption(tag, owner, observed.versions, wanted, memory);
    case "update":
      return decideUpdate(tag, owner, observed, wanted, memory, policy);
    case "delete":
      return decideDelete(tag, owner, observed.versions, wanted, memory, policy);
  }
}

function decideWithoutTag({ named }: ObservedV1, wanted: WantedV1, memory: RunMemory): DecisionV1 {
  const { adopt = false, name } = wanted.inputs;
  if (wanted.goal === "delete") return { kind: "release", say: [["nothingToDelete", { id: wanted.id, name }]] };
  if (wanted.goal === "update") return refuse(["notFound", { id: wanted.id, name: wanted.state.name }]);
  if (typeof adopt === "string") {
    if (named.some(({ id }) => !isSameId(id, adopt))) return refuse(["adoptNamesOther", { id: adopt, name, named }]);
    if (!memory.wasDeleted(adopt)) return refuse(["adoptNotFound", { id: adopt }]);
  }
  return named.length > 1 ? refuse(["severalNamed", { name, named }]) : { kind: "create", say: [] };
}

/**
 * Decides whether to adopt a tag. V1 leaves no mark, so a tag of an interrupted run looks like any other. A wrong guess would take
 * a tag of others, and delete it one day.
 */
function decideAdoption(
  tag: VirtualTagV1,
  owner: string | undefined,
  versions: readonly Version[],
  { inputs, urn }: Pick<WantedV1, "inputs" | "urn">,
  memory: RunMemory,
): DecisionV1 {
  if (owner !== undefined) return refuse(["ownedByVirtualTag", { tag, owner }]);
  const holder = memory.holderOf(tag.id);
  if (holder !== undefined && holder !== urn) return refuse(["heldInRun", { tag, holder }]);
  if (inputs.adopt === undefined || inputs.adopt === false) return refuse(["alreadyExistsV1", { tag }]);
  if (isAsDeclaredInV1(tag, inputs)) return { kind: "keep", tag, say: [["adopted", { tag }]] };
  const overwrites = savedByV1(tag, versions);
  const say: Say[] = [["takenOver", { tag, owner: undefined, overwrites, staysLive: false }]];
  return unlessUnsupported(tag) ?? { kind: "save", tag, say };
}

function decideUpdate(
  tag: VirtualTagV1,
  owner: string | undefined,
  { named, versions }: ObservedV1,
  { inputs, state, urn }: WantedV1 & { goal: "update" },
  memory: RunMemory,
  { driftPolicy }: Policy,
): DecisionV1 {
  if (owner !== undefined && owner !== ownMark(urn)) return refuse(["takenOverV1", { tag, owner }]);
  const taker = memory.takerOf(tag.id);
  if (taker !== undefined && taker !== urn) return refuse(["heldInRun", { tag, holder: taker }]);
  if (isAsDeclaredInV1(tag, inputs, state)) return { kind: "keep", tag, say: [] };
  const drift = driftOfV1(tag, versions, state);
  if (driftPolicy === "refuse" && drift !== undefined) return refuse(["driftNotOverwritten", { tag, drift, urn }]);
  const others = named.filter(({ id }) => !isSameId(id, tag.id));
  const isHeld = others.some(({ id }) => memory.holderOf(id) !== undefined);
  if (others.length > 0) return refuse(["nameTaken", { tag, name: inputs.name, others, isHeld }]);
  const say: Say[] = drift === undefined ? [] : [["driftOverwritten", { tag, drift }]];
  return unlessUnsupported(tag) ?? { kind: "save", tag, say };
}

function decideDelete(
  tag: VirtualTagV1,
  owner: string | undefined,
  versions: readonly Version[],
  { state, urn }: WantedV1 & { goal: "delete" },
  memory: RunMemory,
  { driftPolicy }: Policy,
): DecisionV1 {
  // With our own mark, an interrupted run may have saved it as the VirtualTag that replaces this resource.
  if (owner !== undefined && owner !== ownMark(urn)) return { kind: "release", say: [["leftToOwner", { tag, owner }]] };
  const keeper = memory.keeperOf("VirtualTagV1", tag.id, urn);
  if (keeper !== undefined) return { kind: "release", say: [["leftToDeclarer", { tag, keeper }]] };
  // With a mark, the VirtualTag that replaces this resource has saved it in an interrupted run.
  if (isUnsavedIn(state) && owner === undefined) return { kind: "release", say: [["leftUnsaved", { tag }]] };
  const drift = driftOfV1(tag, versions, state);
  if (drift === undefined) return { kind: "delete", tag, say: [] };
  if (driftPolicy === "refuse") return refuse(["driftNotDeleted", { tag, drift, urn }]);
  return { kind: "delete", tag, say: [["driftDeleted", { tag, drift }]] };
}

function unlessUnsupported(tag: VirtualTagV1): DecisionV1 | undefined {
  const reason = unsupportedReason(tag);
  return reason === undefined ? undefined : refuse(["unsupported", { tag, reason }]);
}

function ownMark(urn: string | undefined): string | undefined {
  return urn === undefined ? undefined : markOf(urn);
}

/** What others changed since this stack wrote, regardless of refreshes; undefined if nothing. */
export function driftOfV1(
  tag: VirtualTagV1,
  versions: readonly Version[],
  state: VirtualTagV1State,
): Drift | undefined {
  const written = writtenIn(state);
  if (isAsDeclaredInV1(tag, written)) return undefined;
  const drift = savedByV1(tag, versions);
  const { drift: known } = state.__memory ?? {};
  // The state has the date of this stack's own save, unless a refresh found something else.
  const own = versions.find(({ createdAt, isLive }) => !isLive && secondsOf(createdAt) === secondsOf(state.updatedAt));
  const previous = known === undefined ? own?.id : known.previous;
  const differs = differencesOf(written, tag, true);
  return { ...drift, ...(previous === undefined ? {} : { previous }), differs };
}

/** Who saved what is live, and as which version: V2 also keeps the versions that V1 saves. */
export function savedByV1(tag: VirtualTagV1, versions: readonly Version[]): Drift {
  const saved = secondsOf(tag.updatedAt);
  return savedBy(
    tag,
    versions.find(({ createdAt, isLive }) => isLive && secondsOf(createdAt) === saved),
  );
}

/**
 * Whether a tag is as the arguments declare.
 *
 * @param known the arguments of the last write, for the case if the service does not show it
 */
export function isAsDeclaredInV1(
  tag: VirtualTagV1,
  inputs: VirtualTagV1Inputs,
  known: VirtualTagV1Inputs = inputs,
): boolean {
  const { isCaseSensitive = false } = inputs;
  return (
    isSameName(tag.name, inputs.name) &&
    (tag.isCaseSensitive ?? known.isCaseSensitive ?? false) === isCaseSensitive &&
    isSatisfiedInV1(inputs, tag, isCaseSensitive)
  );
}

function refuse(because: Say | SayV1): DecisionV1 {
  return { kind: "refuse", because };
}
