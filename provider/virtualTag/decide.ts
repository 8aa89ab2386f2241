/** Decides what to do with a Virtual Tag. Pure: everything it depends on is a parameter. */
import type { VirtualTag } from "../../client";
import { unsupportedReason } from "../../client/resources/unsupportedTags";
import { isSameName } from "../../rules/names";
import { savedBy } from "../../stack/facts/drift";
import { amongIgnored } from "../../stack/facts/ignored";
import { liveVersionOf, versionsOf } from "../../stack/facts/seen";
import type { Drift } from "../../stack/state/report";
import type { Policy } from "../shared/lifecycle";
import type { RunMemory } from "../shared/runMemory";
import { type Facts, factsFor, type ObservedTag, ownerIn } from "./facts";
import type { Say } from "./messages";
import { type Observed, othersThan } from "./observe";
import { isSameId } from "../../stack/state/kinds";
import { manyVersions, overwrittenOf, type Wanted } from "./wanted";

/** What to do, with the messages as data. */
export type Decision =
  | { kind: "refuse"; because: Say }
  /** The tag needs no save. `isStaged`: the declared content is staged, not live. */
  | { kind: "keep"; observed: ObservedTag; facts: Facts; isStaged: boolean; say: Say[] }
  | { kind: "create"; say: Say[] }
  /** Save a new version: live, or beside what is live (`stage`). `takeOver` makes the tag this resource's. */
  | { kind: "save" | "stage" | "promote" | "takeOver"; observed: ObservedTag; facts: Facts; say: Say[] }
  /** Leave the tag to others, or accept that it was deleted. */
  | { kind: "release"; say: Say[] }
  | { kind: "delete"; observed: ObservedTag; say: Say[] };

/** Checks first whether the tag exists, then who owns it, then its content. */
export function decide(observed: Observed, wanted: Wanted, memory: RunMemory, policy: Policy): Decision {
  const { seen } = observed;
  if (seen.kind === "missing") return decideWithoutTag(observed, wanted, memory);
  const existing = { ...observed, seen };
  const facts = factsFor(seen, wanted);
  return (
    decideOwnership(seen.tag, facts, wanted, memory) ??
    (wanted.goal === "delete"
      ? decideDelete(existing, facts, wanted, policy)
      : decideContent(existing, facts, wanted, memory, policy))
  );
}

function decideWithoutTag(
  { names }: Observed,
  { adopt, declared, goal, id = "" }: Wanted,
  memory: RunMemory,
): Decision {
  const { name } = declared;
  const named = names?.tags ?? [];
  if (goal === "delete") return { kind: "release", say: [["nothingToDelete", { id, name }]] };
  if (goal === "update") return refuse("notFound", { id, name });
  if (typeof adopt === "string") {
    if (named.some((tag) => !isSameId(tag.id, adopt))) return refuse("adoptNamesOther", { id: adopt, name, named });
    if (!memory.wasDeleted(adopt)) return refuse("adoptNotFound", { id: adopt });
  }
  // If the list shows one tag that a read does not find, it was deleted since.
  return named.length > 1 ? refuse("severalNamed", { name, named }) : { kind: "create", say: [] };
}

function decideOwnership(tag: VirtualTag, facts: Facts, wanted: Wanted, memory: RunMemory): Decision | undefined {
  const { adopt, goal, known, urn } = wanted;
  const { owner } = facts;
  switch (goal) {
    case "create": {
      const holder = memory.holderOf(tag.id);
      if (holder !== undefined && holder !== urn) return refuse("heldInRun", { tag, holder });
      if (owner.kind === "us" || adopt !== false) return undefined;
      return owner.kind === "nobody"
        ? refuse("alreadyExists", { tag })
        : refuse("ownedByOther", { tag, owner: owner.mark, mark: wanted.mark });
    }
    case "update": {
      if (owner.kind === "other")
        return refuse("takenOverByOther", { tag, owner: owner.mark, urn: memory.urnInState(urn) });
      const taker = memory.takerOf(tag.id);
      return taker === undefined || taker === urn ? undefined : refuse("heldInRun", { tag, holder: taker });
    }
    case "delete": {
      const keeper = memory.keeperOf("VirtualTag", tag.id, urn);
      if (owner.kind === "other") return { kind: "release", say: [["leftToOwner", { tag, owner: owner.mark }]] };
      if (keeper !== undefined) return { kind: "release", say: [["leftToDeclarer", { tag, keeper }]] };
      // An adoption without a save leaves nothing in the service, so another stack may have adopted the tag as well.
      return owner.kind === "nobody" && known?.isSaved !== true
        ? { kind: "release", say: [["leftUnsaved", { tag }]] }
        : undefined;
    }
  }
}

function decideDelete(
  observed: ObservedTag,
  { drift }: Facts,
  { urn }: Wanted,
  { driftPolicy, referencePolicy }: Policy,
): Decision {
  const { tag } = observed.seen;
  const { by = [], unreadable } = observed.references ?? {};
  if (referencePolicy === "refuse") {
    if (by.length > 0) return refuse("stillReferredTo", { tag, by, urn });
    if (unreadable?.length !== 0) return refuse("referencesUnknown", { tag, unreadable, urn });
  }
  if (driftPolicy === "refuse" && drift !== undefined) return refuse("driftNotDeleted", { tag, drift, urn });
  const say: Say[] = drift === undefined ? [] : [["driftDeleted", { tag, drift }]];
  if (by.length > 0) say.push(["deletedWithReferences", { tag, by }]);
  return { kind: "delete", observed, say };
}

function decideContent(
  observed: ObservedTag,
  facts: Facts,
  wanted: Wanted,
  memory: RunMemory,
  { driftPolicy }: Policy,
): Decision {
  const { tag } = observed.seen;
  const { declared, goal, known, mark, setAsLive, urn } = wanted;
  const { content, isLive, isSavedSince, staged } = facts;
  const isOwner = facts.owner.kind === "us";
  const isFromV1 = known?.left.writtenBy.api === "v1";
  // The service removes old versions, but the stack knows the mark that it wrote last.
  const lastMark = ownerIn(facts) ?? known?.left.lastMark.value;
  const needsMark = lastMark === undefined ? isFromV1 : lastMark !== mark;
  // A read may show a staged name. We can't tell, so a live save sets the name again.
  const isNameShown = isSameName(tag.name, declared.name) || !setAsLive;
  const isKept = !needsMark && ((isLive && isNameShown) || staged !== undefined);
  // Don't adopt a tag that V2 can't save, because its first change would fail.
  const reason = isKept && (goal !== "create" || isOwner) ? undefined : unsupportedReason(tag);
  if (reason !== undefined) return refuse("unsupported", { tag, reason });
  if (isKept) {
    const say: Say[] = goal === "create" ? [isOwner ? ["takenBack", { tag }] : ["adopted", { tag }]] : [];
    return { kind: "keep", observed, facts, isStaged: !isLive, say: [...say, ...twinsOf(observed, wanted)] };
  }

  // A tag keeps a name that it already has, even if others have it too.
  const others = isSameName(tag.name, declared.name) ? [] : othersThan(tag.id, observed.names?.tags ?? []);
  const isHeld = others.some(({ id }) => memory.holderOf(id) !== undefined);
  if (others.length > 0) return refuse("nameTaken", { tag, name: declared.name, others, isHeld });

  // With `adopt`, the program wants to replace what others saved. The same applies if an interrupted run had only staged the
  // adoption.
  const isAdoption =
    goal === "create" && (!isOwner || (wanted.adopt !== false && facts.drift !== undefined && !isSavedSince));
  // Drift that the program declares by now is no drift.
  const overwritten =
    known === undefined || content === undefined
      ? undefined
      : overwrittenOf(declared, content, facts.name, known, wanted.ignored);
  const drift = isAdoption || isLive || overwritten?.length === 0 ? undefined : facts.drift;
  if (setAsLive && drift !== undefined) {
    const ignored = amongIgnored(overwritten ?? [], wanted.ignored);
    if (ignored.length > 0)
      return refuse("ignoredNotOverwritten", { tag, drift, ignored, isStaged: known?.left.staged !== undefined });
    if (driftPolicy === "refuse") {
      if (goal === "create") return refuse("driftOfLostState", { tag, drift, isSavedSince, urn });
      return refuse(isFromV1 ? "driftOfV1" : "driftNotOverwritten", { tag, drift, urn });
    }
  }
  const kind = isAdoption ? "takeOver" : !setAsLive ? "stage" : known?.left.staged === undefined ? "save" : "promote";
  return { kind, observed, facts, say: notices(observed, facts, wanted, isAdoption ? "adoption" : drift) };
}

/** The messages before a save. */
function notices(
  observed: ObservedTag,
  { change, content, isLive, owner }: Facts,
  wanted: Wanted,
  drift: Drift | "adoption" | undefined,
): Say[] {
  const { seen } = observed;
  const { tag } = seen;
  const versions = versionsOf(seen);
  const { goal, setAsLive } = wanted;
  const say = twinsOf(observed, wanted);
  if (drift === "adoption") {
    const overwrites = isLive || content === undefined ? undefined : savedBy(tag, liveVersionOf(seen));
    const former = owner.kind === "other" ? owner.mark : undefined;
    say.push(["takenOver", { tag, owner: former, overwrites, staysLive: !setAsLive }]);
  } else if (goal === "create") say.push(["takenBack", { tag }]);
  if (drift !== undefined && drift !== "adoption")
    say.push([setAsLive ? "driftOverwritten" : "driftStaysLive", { tag, drift }]);
  if (change.kind === "ownRun") say.push(["interruptedRun", { tag }]);
  const oldest = versions.at(-1);
  if (versions.length + 1 >= manyVersions && oldest !== undefined)
    say.push(["manyVersions", { tag, count: versions.length + 1, oldest }]);
  return say;
}

function twinsOf({ seen: { tag }, twins }: ObservedTag, { declared }: Wanted): Say[] {
  return twins.length > 0 && isSameName(tag.name, declared.name) ? [["twoNamed", { tag, others: twins }]] : [];
}

function refuse<Name extends Say[0]>(name: Name, facts: Extract<Say, readonly [Name, unknown]>[1]): Decision {
  return { kind: "refuse", because: [name, facts] as Say };
}
