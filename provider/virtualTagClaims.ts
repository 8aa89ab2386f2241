/**
 * Which resource of this run has which tag, and what a refresh of this run has found. An equal tag without a mark shows
 * nothing of whose it is, and between the resources of one program no mark needs to decide.
 */
import type { VirtualTag } from "../client";
import type { Claims, Context, Declared } from "./lifecycle";

const claimsOn = (id: string, part = "") =>
  ({
    declared: `Virtual Tag ${id.toLowerCase()} is declared`,
    takenOver: `Virtual Tag ${id.toLowerCase()} was taken over`,
    deleted: `Virtual Tag ${id.toLowerCase()} was deleted`,
    mayGo: `Virtual Tag ${id.toLowerCase()} may be deleted to be replaced`,
    drift: `drift of Virtual Tag ${id.toLowerCase()}: ${part}`,
  }) as const;

const claimOfProgram = (urn: string): string => `${urn} is in the program`;

/** Notes that the program declares a resource. A refresh asks for differences of what the program need not have any more. */
export function claimResource(urn: string, claims: Claims): void {
  claims.set(claimOfProgram(urn), urn);
}

/**
 * Notes that a resource of the program has a tag, by its state.
 *
 * @param former the URN in that state, where something is declared to change: a resource that was renamed without a save
 *   keeps its former one, and the engine deletes it under that when `replaceOnChanges` has it replaced
 */
export function claimDeclared(declared: Declared | undefined, urn: string | undefined, former?: string): void {
  if (declared === undefined || urn === undefined) return;
  const { id, claims } = declared;
  if (!claims.has(claimOfProgram(urn))) return;
  claims.set(claimsOn(id).declared, urn);
  if (former !== undefined) claims.set(claimsOn(id).mayGo, former);
}

/**
 * Notes that a resource takes a tag over in this run.
 *
 * @throws {Error} when another resource of this run has it
 */
export function claimTakeover(tag: VirtualTag, urn: string | undefined, context: Context): void {
  refuseHeld(tag, urn, context);
  if (urn !== undefined) context.claims.set(claimsOn(tag.id).takenOver, urn);
}

/** The resource that has a tag in this run, as far as that is known yet. */
export function holderOf(id: string, { claims }: Context): string | undefined {
  return claims.get(claimsOn(id).takenOver) ?? claims.get(claimsOn(id).declared);
}

/**
 * Refuses a tag that another resource of this run has: it declares it, or has taken it over.
 *
 * @throws {Error} that names the other resource
 */
export function refuseHeld(tag: VirtualTag, urn: string | undefined, context: Context): void {
  const holder = holderOf(tag.id, context);
  if (holder !== undefined && holder !== urn) throw new Error(heldBy(tag, holder));
}

/**
 * Refuses to save a tag that another resource has taken over in this run.
 *
 * @throws {Error} that names the other resource
 */
export function refuseTakenOver(tag: VirtualTag, urn: string | undefined, { claims }: Context): void {
  const taker = claims.get(claimsOn(tag.id).takenOver);
  if (taker !== undefined && taker !== urn) throw new Error(heldBy(tag, taker));
}

function heldBy({ id, name }: VirtualTag, holder: string): string {
  return (
    `The Virtual Tag "${name}" (${id}) is that of ${holder} in this run. Nothing was written. ${givenUp} ` +
    "Otherwise one of the two has to declare another tag."
  );
}

/** What to do about a name that passes from one resource of a program to another: the two are not carried out in order. */
export const givenUp =
  'If one of the two gives up the name in this run, run "pulumi up" again, or let the other one depend on it (`dependsOn`).';

/**
 * The resource because of which a tag is not to be deleted, if any. The engine deletes what the program has no more after
 * all the rest, and what is replaced before that: so what was taken over in this run is never to be deleted, not even under
 * the taker's own URN, which stays in the state of a resource that was renamed without a save.
 *
 * @param urn the URN in the state of what is to be deleted
 */
export function keeperOf(id: string, urn: string | undefined, { claims }: Context): string | undefined {
  const { takenOver, declared, mayGo } = claimsOn(id);
  const holder = claims.get(declared);
  const isReplaced = holder === urn || (urn !== undefined && claims.get(mayGo) === urn);
  return claims.get(takenOver) ?? (isReplaced ? undefined : holder);
}

/** Notes that this run has deleted a tag. */
export function claimDeleted(id: string, { claims }: Context): void {
  claims.set(claimsOn(id).deleted, id);
}

/** Whether this run has deleted a tag. */
export function wasDeleted(id: string, { claims }: Context): boolean {
  return claims.has(claimsOn(id).deleted);
}

/**
 * Notes that a refresh of this run has found a change that someone else made, or found it before and no `up` has seen it.
 *
 * @param part what of the tag it is, where that is not the tag itself
 */
export function rememberDrift(id: string, facts: string, { claims }: Context, part?: string): void {
  claims.set(claimsOn(id, part).drift, facts);
}

/**
 * What a refresh of this very run has found that someone else changed: nobody need have looked at it yet. Only an `up` or a
 * destroy without a refresh takes what an earlier refresh has found as looked at.
 */
export function driftOf(id: string, { claims }: Context, part?: string): string | undefined {
  return claims.get(claimsOn(id, part).drift);
}

/**
 * What becomes of a change that a refresh has found, in words.
 *
 * @param declared what the program declares in its place, such as `the declared content`
 */
export function fateOfDrift(declared: string, { settings }: Context): string {
  if (settings.driftPolicy !== "refuse") return `"pulumi up" writes ${declared} over it.`;
  return (
    '"pulumi up --refresh" refuses to write over it. Once a "pulumi refresh" has put it into the state it counts as seen, and ' +
    `"pulumi up" writes ${declared} over it: put what should stay into the program.`
  );
}

/** Refuses to write over a change that a refresh of this run has found, where the settings say so. */
export function refuseDrift(id: string, context: Context, part?: string): void {
  const facts = driftOf(id, context, part);
  if (facts === undefined || context.settings.driftPolicy !== "refuse") return;
  throw refusal(
    facts,
    'Look at the difference that "pulumi refresh" shows, put what should stay into the program, and run "pulumi up" again ' +
      "without --refresh.",
  );
}

const howToAccept =
  'Run "pulumi refresh" to see the difference, put what should stay into the program, and run "pulumi up" again.';

/** Why nothing is written over a change that someone else has made, where the settings say so, and what to do. */
export function refusal(facts: string, whatToDo = howToAccept): Error {
  return new Error(`${facts} Nothing was written, since costallocation:driftPolicy is "refuse". ${whatToDo}`);
}
