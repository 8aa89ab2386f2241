/** What `pulumi up` does with a plan: what the provider itself says on a private copy of the account. Reads only. */
import type { VirtualTag } from "../../../client";
import type { PrivateCopy } from "../../../client/dry/privateCopy";
import { markOf, ownerIn, ownerOf } from "../../../client/ownershipMark";
import { type Ending, type Foreseen, foresee } from "../../../provider/dry";
import { type PresentTag, versionsOf } from "../../../stack/facts/seen";
import { idKey, isSameId } from "../../../stack/state/kinds";
import type { Account } from "../../console/account";
import { type ResourceChange, isLeaving, isTag } from "../plan/changes";
import { hasTagOf, isSameProvider, withMovedTags } from "../plan/moves";
import type { Plan, Stop } from "../plan/plan";
import { comparisonOf, type LiveComparison } from "./liveTags";

/**
 * Foresees how the steps of a plan end.
 *
 * @param isOfStack whether the settings are those of the stack. Otherwise, its policies and its credentials are not known
 * @throws {Error} of the client, if the account can't be read
 */
export async function readForeseen(
  { steps = [], isComplete }: Plan,
  { openDry, settings }: Account,
  copy: PrivateCopy,
  isOfStack: boolean,
): Promise<Foreseen[]> {
  // Without a client ID, nothing is compared with the account in the state.
  const others = Object.fromEntries(Object.entries(settings).filter(([name]) => name !== "clientId"));
  const { driftPolicy, referencePolicy } = settings;
  const foreseen = await foresee(steps, {
    copy,
    open: openDry,
    settings: isOfStack ? settings : others,
    policies: isOfStack
      ? [{ driftPolicy, referencePolicy }]
      : [
          { driftPolicy: "refuse", referencePolicy: "refuse" },
          { driftPolicy: "overwrite", referencePolicy: "ignore" },
        ],
  });
  // Without unchanged resources, nobody knows which tags these have.
  return isComplete ? foreseen : foreseen.map((one) => ({ ...one, isCertain: false }));
}

/** The changes of a plan as the provider carries them out. Those of other providers, and of V1, are as Pulumi plans them. Pure. */
export function asForeseen(changes: readonly ResourceChange[], foreseen: readonly Foreseen[]): ResourceChange[] {
  const [declared, deletions] = [new Map<string, Foreseen>(), new Map<string, Foreseen>()];
  const keyOf = (urn: string, id = ""): string => `${idKey(id)} ${urn}`;
  for (const one of foreseen) {
    const { op, urn, old } = one.step;
    if (op === "delete") deletions.set(keyOf(urn, old?.id), one);
    else declared.set(urn, one);
  }
  const deletionOf = ({ urn, oldState }: ResourceChange): Foreseen | undefined =>
    deletions.get(keyOf(urn, oldState?.id));
  const decided = changes.map((change): ResourceChange => {
    const [one, deletion] = [declared.get(change.urn), deletionOf(change)];
    const stop = stopOf([one, deletion]);
    const known = isLeaving(change)
      ? leaving(change, deletion)
      : one === undefined
        ? change
        : declaredAs(change, one, deletion);
    return { ...known, ...(stop === undefined ? {} : { stop }) };
  });
  const moved = new Set<ResourceChange>();
  const isTaken = (change: ResourceChange, from: ResourceChange): boolean =>
    isTakenFrom(change, from) && !isDeleted(deletionOf(from));
  const joined = decided.map((change): ResourceChange => {
    const from = decided.find((other) => !moved.has(other) && isTaken(change, other));
    if (from?.oldState === undefined) return change;
    moved.add(from);
    const { oldState, unrefreshed } = from;
    const stop = stopOf([declared.get(change.urn), deletionOf(from)]);
    return {
      ...change,
      ...{ op: isAll(declared.get(change.urn), "keep") ? "same" : "update", isMove: true, oldState },
      ...(unrefreshed === undefined ? {} : { unrefreshed }),
      ...(stop === undefined ? {} : { stop }),
    };
  });
  const isHeld = (change: ResourceChange): boolean =>
    joined.some((other) => !isLeaving(other) && hasTagOf(other, change));
  // The engine may not come to a deletion, but another resource that has the tag says what would become of it.
  const isDropped = (change: ResourceChange): boolean => {
    const deletion = isLeaving(change) && change.stop === undefined ? deletionOf(change) : undefined;
    return deletion !== undefined && !isDeleted(deletion) && isHeld(change);
  };
  const present = joined.filter((change) => !moved.has(change) && !isDropped(change));
  return withMovedTags(present, (change) => isOpen(isLeaving(change) ? deletionOf(change) : declared.get(change.urn)));
}

/** Whether a dry run does not say what becomes of a resource. */
function isOpen(one: Foreseen | undefined): boolean {
  return one?.endings.every(({ kind, tag }) => kind !== "done" && tag === undefined) ?? true;
}

/** What becomes of a resource that leaves the stack. */
function leaving(change: ResourceChange, deletion: Foreseen | undefined): ResourceChange {
  if (!isTag(change.oldState)) return change;
  if (isKept(deletion)) return { ...change, op: "forget", plannedOp: change.op };
  return mayStay(deletion) ? { ...change, mayStay: true } : change;
}

/** What becomes of a resource that the program declares. */
function declaredAs(change: ResourceChange, one: Foreseen, deletion: Foreseen | undefined): ResourceChange {
  const { oldState } = change;
  // A replacement with the same name is one only if the tag is not there, or another one is taken.
  const isReplacement = change.op === "update" && one.step.op === "create" && one.endings[0]?.kind === "done";
  const op = isReplacement ? "replace" : change.op;
  const saves = isAll(one, "keep") ? "same" : "update";
  if (op === "update") return { ...change, op: saves, plannedOp: op };
  if (one.step.kind !== "VirtualTag" || (op !== "create" && op !== "replace")) return change;
  const taken = takenBy(one);
  const takenId = taken?.tag.id;
  const taking = takenId === undefined ? {} : { takenId };
  if (op === "replace" && isSameId(takenId, oldState?.id)) return { ...change, op: saves, plannedOp: op };
  if (op === "create" || isKept(deletion)) {
    if (taken === undefined || adopts(one)) return { ...change, op: "create", plannedOp: op, ...taking };
    // Of a tag that nobody made live, nothing is there to compare with.
    if (comparisonOf(taken).result !== "compared") return { ...change, op: "create", plannedOp: op };
    return { ...change, op: saves, plannedOp: op, ...taking, isTakenBack: true };
  }
  const takesOver = takenId === undefined ? {} : { takesOver: true as const };
  return { ...change, op, ...taking, ...takesOver, ...(mayStay(deletion) ? { mayStay: true } : {}) };
}

const adopts = ({ step }: Foreseen): boolean => (step.declared?.inputs["adopt"] ?? false) !== false;

/** What comes if nothing stops the run; otherwise the likeliest stop. */
function likelyEnding({ endings }: Foreseen): Ending | undefined {
  return endings.find(({ kind }) => kind === "done") ?? endings[0];
}

/** The tag that a creation finds, if it is to be the resource's. */
function takenBy(one: Foreseen): PresentTag<VirtualTag> | undefined {
  const { step } = one;
  const ending = likelyEnding(one);
  const seen = ending?.tag?.seen;
  if (step.op !== "create" || seen === undefined || seen.kind === "missing") return undefined;
  // Another resource has it.
  if (ending?.kind === "refused" && ending.code === "CA2021") return undefined;
  const isOwn = isSameId(seen.tag.id, step.old?.id) || ownerIn(versionsOf(seen)) === markOf(step.urn);
  return adopts(one) || isOwn ? seen : undefined;
}

/** What creations take, or why they take nothing that is known, by URN. */
export function takenIn(foreseen: readonly Foreseen[]): Map<string, LiveComparison> {
  return new Map(
    foreseen.flatMap((one) => {
      const { kind, op, urn } = one.step;
      const taken = kind === "VirtualTag" && op === "create" ? takenAs(one) : undefined;
      return taken === undefined ? [] : [[urn, taken] as const];
    }),
  );
}

function takenAs(one: Foreseen): LiveComparison | undefined {
  const taken = takenBy(one);
  if (taken !== undefined) return comparisonOf(taken);
  if (!adopts(one)) return undefined;
  const ending = likelyEnding(one);
  if (ending?.tag?.seen.kind !== "missing") return { result: "notRead" };
  const { named = [] } = ending.tag;
  if (named.length > 1) return { result: "several", count: named.length };
  return { result: ending.kind === "refused" && ending.code === "CA2005" ? "notRead" : "missing" };
}

/** Whether a creation takes the tag of a resource that leaves the stack. */
function isTakenFrom(change: ResourceChange, from: ResourceChange): boolean {
  const [{ op, newState, takenId }, { oldState }] = [change, from];
  if (op !== "create" || !isLeaving(from) || !isTag(oldState) || newState === undefined || oldState === undefined)
    return false;
  return isSameId(takenId, oldState.id) && isSameProvider(oldState, newState);
}

/** Whether a step ends so in any case, with one of these decisions. */
function isAll(one: Foreseen | undefined, ...decisions: readonly string[]): boolean {
  return one?.isCertain === true && one.endings.every((ending) => isOne(ending, decisions));
}

function isOne(ending: Ending, decisions: readonly string[]): boolean {
  return ending.kind === "done" && decisions.includes(ending.decided);
}

const isDeleted = (deletion: Foreseen | undefined): boolean =>
  deletion?.endings.some((ending) => isOne(ending, ["delete"])) === true;

const leaves = ["keep", "release"];

const isKept = (deletion: Foreseen | undefined): boolean => isAll(deletion, ...leaves);

function mayStay(deletion: Foreseen | undefined): boolean {
  return deletion?.endings.some((ending) => isOne(ending, leaves)) === true && !isKept(deletion);
}

/** Why the run stops at a resource. A replacement and a move have two steps. */
function stopOf(steps: readonly (Foreseen | undefined)[]): Stop | undefined {
  const stops = steps.flatMap((one): Stop[] => {
    const [refusal, ...more] = one?.endings.filter((ending) => ending.kind === "refused") ?? [];
    if (one === undefined || refusal === undefined) return [];
    const others = more.length === 0 ? {} : { others: more.map((other) => other.code) };
    const { code, text } = refusal;
    const owner = code === "CA2002" || code === "CA2012" ? otherOwner(refusal) : undefined;
    return [{ code, text, isCertain: one.isCertain, ...others, ...(owner === undefined ? {} : { owner }) }];
  });
  return stops.find(({ isCertain }) => isCertain) ?? stops[0];
}

function otherOwner({ tag }: Ending): string | undefined {
  const mark = tag === undefined || tag.seen.kind === "missing" ? undefined : ownerIn(versionsOf(tag.seen));
  return mark === undefined ? undefined : ownerOf(mark);
}
