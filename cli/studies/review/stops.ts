/** Where `pulumi up` stops: at tags of others, at tags that are not there, and at names that other tags have. Pure. */
import { ownerOf } from "../../../client/ownershipMark";
import { isSameName } from "../../../rules/names";
import { isSameId } from "../../../stack/state/kinds";
import { containsUnknown } from "../../../stack/state/unknown";
import type { LiveComparison } from "../../sources/account/liveTags";
import type { LiveAccount } from "../../sources/account/seenPlan";
import type { Plan, PlannedTag, Stop } from "../../sources/plan/plan";
import type { Overwritten } from "./review";

/**
 * A plan with the tags at which `pulumi up` stops.
 *
 * @param overwritten the work of others that it undoes
 */
export function withStops(
  plan: Plan,
  { compared, names, seen }: LiveAccount,
  overwritten: ReadonlyMap<string, Overwritten>,
): Plan {
  const { tags } = plan;
  const shownName = ({ urn, before }: PlannedTag): string | undefined => {
    const one = seen.get(urn)?.seen;
    return one !== undefined && "shown" in one && one.shown.kind !== "missing" ? one.shown.tag.name : before?.name;
  };
  const stopOf = (tag: PlannedTag): Stop | undefined => {
    const undone = overwritten.get(tag.urn);
    const isKept = tag.op === "create" && undone?.kind === "owner" && (tag.after?.adopt ?? false) === false;
    // A replacement leaves the tag to its owner, and then finds it by its name.
    if (isKept && isSameName(shownName(tag), tag.after?.name))
      return { code: "CA2002", isCertain: true, owner: undone.owner };
    if (tag.op === "create" || tag.op === "replace") return creationStop(tag, compared.get(tag.urn), tags);
    return missStop(tag, undone) ?? renameStop(tag, shownName(tag), names, tags);
  };
  return {
    ...plan,
    tags: tags.map((tag) => {
      const stop = stopOf(tag);
      if (stop !== undefined) return { ...tag, stop };
      const isTaken = tag.op === "replace" && tag.after?.adopt === true && compared.get(tag.urn)?.result === "taken";
      return isTaken ? { ...tag, takesOver: true as const } : tag;
    }),
  };
}

function creationStop(
  { after, op, type, urn }: PlannedTag,
  found: LiveComparison | undefined,
  all: readonly PlannedTag[],
): Stop | undefined {
  // The messages of V1 have other codes.
  if (after === undefined || type === "VirtualTagV1" || typeof after.adopt === "string") return undefined;
  const isAdoption = after.adopt === true;
  // Of a replacement, that may be said of the old tag.
  if (op === "create" && found?.result === "notRead" && !isAdoption) return { code: "CA2001", isCertain: false };
  if (found?.result !== "taken") return undefined;
  const isCertain = !found.tags.some(({ id }) => mayBecomeFree(id, all, [urn]));
  const [only, ...others] = found.tags;
  if (others.length > 0) return { code: "CA2003", isCertain };
  if (isAdoption) return undefined;
  return only?.mark === undefined
    ? { code: "CA2001", isCertain }
    : { code: "CA2002", isCertain, owner: ownerOf(only.mark) };
}

/** An update of a tag of another owner, or of one that is not there. */
function missStop({ isMove, op, type }: PlannedTag, overwritten: Overwritten | undefined): Stop | undefined {
  // The messages of V1 have other codes.
  if (op !== "update" || type === "VirtualTagV1") return undefined;
  if (overwritten?.kind === "owner") return { code: "CA2012", isCertain: true, owner: overwritten.owner };
  // A move that is still an update adopts the tag by its ID.
  return overwritten?.kind === "deleted" ? { code: isMove === true ? "CA2004" : "CA2011", isCertain: true } : undefined;
}

function renameStop(
  { after, before, op, isForeign, urn }: PlannedTag,
  shownName: string | undefined,
  names: LiveAccount["names"],
  all: readonly PlannedTag[],
): Stop | undefined {
  if (op !== "update" || isForeign === true || before?.id === undefined || after === undefined) return undefined;
  if (isSameName(before.name, after.name) || isSameName(shownName, after.name)) return undefined;
  const others = names.filter(({ id, name }) => isSameName(name, after.name) && !isSameId(id, before.id));
  if (others.length === 0) return undefined;
  // A staged version that has the name already is not saved again.
  const isCertain = after.setAsLive && !others.some(({ id }) => mayBecomeFree(id, all, [urn]));
  return { code: "CA2022", isCertain };
}

/**
 * Whether a change of the same run may take its name from a tag first. Deletions come last. Of tags that exchange their names, none can.
 *
 * @param waiting the URNs of the tags that wait for it
 */
function mayBecomeFree(id: string, all: readonly PlannedTag[], waiting: readonly string[]): boolean {
  const holder = all.find(({ before, op }) => isSameId(before?.id, id) && (op === "update" || op === "replace"));
  if (holder?.op === "replace") return true;
  const { before, after, urn = "" } = holder ?? {};
  if (holder === undefined || waiting.includes(urn)) return false;
  if (before === undefined || after === undefined || containsUnknown(after.name)) return true;
  if (isSameName(before.name, after.name)) return false;
  const next = all.find((tag) => tag.before?.id !== undefined && isSameName(tag.before.name, after.name));
  return next?.before?.id === undefined || mayBecomeFree(next.before.id, all, [...waiting, urn]);
}
