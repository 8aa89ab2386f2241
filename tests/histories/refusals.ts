/** What the people of a stack do about a refusal: what it says, and that must end it. */
import type { Declared } from "../../rules/types";
import { isMarked, type Outcome } from "./engine";
import { type Program, type StackName, urnsOf } from "./program";
import { mapTags } from "./settling";
import type { World } from "./world";

/**
 * What a refusal says that wants what is live in the program: of a create that finds its tag edited since its run was
 * interrupted, and of a move from V1 where what is live is not what V1 has shown.
 */
const wantsLive = {
  create: /\(CA2006\)/,
  move: /\(CA2015\)/,
};

/** A tag that a run did not take because of what is live of it. */
interface Refused {
  id: string;
  live: Declared;
  /** How often it is to be saved where the program says what is live: a move leaves its mark. */
  saves: 0 | 1;
}

/** The tags that a run refused with that advice, by the resource's URN. */
function refusedForLive(world: World, { errors }: Outcome): Map<string, Refused> {
  const refused = new Map<string, Refused>();
  for (const { urn, message } of errors) {
    const saves = wantsLive.create.test(message) ? 0 : wantsLive.move.test(message) ? 1 : undefined;
    const held = world.service.tags().find(({ id }) => message.includes(`(${id})`));
    const live = held?.versions.find(({ isLive }) => isLive);
    if (saves === undefined || held === undefined || live === undefined) continue;
    // V1 need not know the types, and V2 asks for them.
    const text = live.content.replaceAll(/"key":"team"(?!,"type")/g, '"key":"team","type":"tag"');
    refused.set(urn, { id: held.id, live: JSON.parse(text) as Declared, saves });
  }
  return refused;
}

/** The program with what is live in the place of what it declares, where it is given. */
function withLive(program: Program, stack: StackName, live: ReadonlyMap<string, Refused>): Program {
  const tags = mapTags(program, (tag) => {
    const asLive = live.get(urnsOf(stack, tag)[0])?.live;
    const isTaken = Object.values(program.tags).some((other) => other !== tag && other.name === asLive?.name);
    return { ...tag, name: isTaken ? tag.name : (asLive?.name ?? tag.name), asLive };
  });
  return { ...program, tags };
}

/**
 * Where a tag was refused because of what is live of it, puts that into the program for one run, as the refusal says. The run must
 * take the tag, and write over nothing.
 */
export async function doAsTold(
  world: World,
  stack: StackName,
  outcome: Outcome,
  breach: (violation: string) => void,
): Promise<void> {
  const refused = refusedForLive(world, outcome);
  if (refused.size === 0) return;
  world.log.push(`${stack}: what is live is put into the program, and pulumi up; then the program is put back`);
  const { judge, programs, stacks } = world;
  const asDeclared = programs[stack];
  programs[stack] = withLive(asDeclared, stack, refused);
  const writes = judge.writes.length;
  await world.run(stack, { does: "up", faults: [], end: undefined });
  programs[stack] = asDeclared;
  for (const [urn, { id, saves }] of refused) {
    const save = new RegExp(`^PUT /v2/virtual-tags/${id}[? ]`);
    const saved = judge.writes.slice(writes).filter((write) => save.test(write));
    const kept = stacks[stack].find([urn]);
    if (kept?.id !== id || !isMarked(kept) || saved.length !== saves)
      breach(`${urn} did not take ${id} as its refusal says, although its program said what was live.`);
  }
}

/** Refusals of drift, with the ways forward that they print. */
const ofDrift = /\(CA(?:2013|2031|3003)\)/;

const isOfDrift = ({ message }: Outcome["errors"][number]): boolean => ofDrift.test(message);

/**
 * Where a run was refused because of drift, takes one of the ways forward: puts what is live into the program, or restores what the
 * stack wrote. What that does not end, as there is no such way, is overwritten once.
 */
export async function goForward(world: World, stack: StackName, given: Outcome): Promise<void> {
  let outcome = await withoutMissing(world, stack, given);
  if (renameBack(world, stack, outcome)) outcome = await world.run(stack, { does: "up", faults: [], end: undefined });
  const refused = outcome.errors.filter(isOfDrift);
  if (refused.length === 0) return;
  const { log } = world;
  const way = ways[world.wayForward++ % 3];
  // A run that gets further may find more that is missing.
  const after = way === undefined ? outcome : await withoutMissing(world, stack, await way(world, stack, refused));
  if (!after.errors.some(isOfDrift)) return;
  log.push(`${stack}: pulumi up that overwrites`);
  const overwriting = await world.run(stack, { does: "up", faults: [], end: undefined, overwrites: true });
  await withoutMissing(world, stack, overwriting);
}

/** The ways forward that end in another run. */
const ways = [withLiveInProgram, withRestored];

async function withLiveInProgram(world: World, stack: StackName, refused: Outcome["errors"]): Promise<Outcome> {
  const live = new Map<string, Refused>();
  for (const { urn, message } of refused) {
    const held = world.service.tags().find(({ id }) => message.includes(`(${id})`));
    const version = held?.versions.find(({ isLive }) => isLive);
    if (held === undefined || version === undefined || urn.includes(":VirtualTagV1::")) continue;
    live.set(urn, { id: held.id, live: JSON.parse(version.content) as Declared, saves: 0 });
  }
  world.log.push(`${stack}: what is live is put into the program, and pulumi up; then the program is put back`);
  const asDeclared = world.programs[stack];
  world.programs[stack] = withLive(asDeclared, stack, live);
  const outcome = await world.run(stack, { does: "up", faults: [], end: undefined });
  world.programs[stack] = asDeclared;
  return outcome;
}

function withRestored(world: World, stack: StackName, refused: Outcome["errors"]): Promise<Outcome> {
  for (const { message } of refused) {
    const [, id = "", versionId = ""] = /versions restore (\S+) (\S+)`/.exec(message) ?? [];
    if (id !== "") world.log.push(`versions restore ${id} ${versionId}`, `  ${world.person.restore(id, versionId)}`);
  }
  return world.run(stack, { does: "up", faults: [], end: undefined });
}

/**
 * A resource that was renamed while a version was staged, and whose staged version the service has removed by now, has a tag with the
 * old mark again: a person gives it that name again, as the error says.
 */
function renameBack(world: World, stack: StackName, { errors }: Outcome): boolean {
  const before = world.programs[stack];
  for (const { message, urn } of errors) {
    const [, name] = new RegExp(`now owned by bill/${stack}#(\\S+), which.*\\(CA2012\\)`).exec(message) ?? [];
    const [slot, tag] =
      Object.entries(world.programs[stack].tags).find(([, one]) => urnsOf(stack, one)[0] === urn) ?? [];
    const isHeld = Object.values(world.programs[stack].tags).some(({ resource }) => resource === name);
    if (name === undefined || slot === undefined || tag === undefined || isHeld) continue;
    world.log.push(`${stack}: the resource ${tag.resource} is renamed to ${name}, with an alias`);
    const renamed = { ...tag, resource: name, aliases: [...tag.aliases, tag.resource] };
    world.programs[stack] = { ...world.programs[stack], tags: { ...world.programs[stack].tags, [slot]: renamed } };
  }
  return world.programs[stack] !== before;
}

/** With new credentials, nothing tells whether what is missing was deleted: a person takes it out of the state, as the error says. */
async function withoutMissing(world: World, stack: StackName, given: Outcome): Promise<Outcome> {
  let outcome = given;
  for (;;) {
    const urns = outcome.errors.flatMap(
      ({ message }) => /\(CA1002\)[^]*pulumi state delete (\S+)`/.exec(message)?.[1] ?? [],
    );
    if (urns.length === 0) return outcome;
    const state = world.stacks[stack];
    for (const urn of urns) world.log.push(`${stack}: pulumi state delete ${urn}`);
    const left = state.kept.filter(({ urn }) => !urns.includes(urn));
    if (left.length === state.kept.length) {
      world.judge.violations.push(`An error names what the state of ${stack} does not have: ${urns.join(", ")}.`);
      return outcome;
    }
    state.kept = left;
    outcome = await world.run(stack, { does: "up", faults: [], end: undefined });
  }
}
