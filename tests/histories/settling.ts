/**
 * What the people of both stacks agree on in the end, so that every program can be brought about: no tag is declared twice,
 * and what exists already is adopted.
 */
import type { TagFacts } from "./judges/facts";
import { type Program, type Slot, type StackName, stackNames, type TagDeclaration, urnsOf } from "./program";
import type { World } from "./world";

/** The programs as they can be brought about. */
export function settledPrograms(world: World): Record<StackName, Program> {
  const settled = { ...world.programs };
  for (const stack of stackNames) settled[stack] = withoutTwin(world, stack, settled[stack]);
  for (const stack of stackNames) settled[stack] = withoutTaken(world, stack, settled[stack]);
  for (const stack of stackNames)
    settled[stack] = withoutTwin(world, stack, withFreeNames(world, stack, settled[stack]));
  for (const stack of stackNames) settled[stack] = withoutOthers(world, stack, settled);
  const { prod } = settled;
  for (const [slot, tag] of Object.entries(prod.tags) as [Slot, TagDeclaration][]) {
    const [rival] = Object.entries(settled.dev.tags).find(([, { name }]) => name === tag.name) ?? [];
    if (rival === undefined) continue;
    const prodHasIt = tagNamed(world, tag.name, (held) => isOwn(world, "prod", tag, held));
    if (prodHasIt) settled.dev = without(settled.dev, rival as Slot);
    else settled.prod = without(settled.prod, slot);
  }
  for (const stack of stackNames) settled[stack] = withAdoption(world, stack, settled[stack]);
  return settled;
}

/** An heir is given up whose name another resource of the program has still: also one that only stages another name. */
function withoutTwin(world: World, stack: StackName, program: Program): Program {
  const { heir, ...others } = program.tags;
  if (heir === undefined) return program;
  const hasName = (tag: TagDeclaration): boolean =>
    tag.name === heir.name || (tag.staged && tagNamed(world, heir.name, (held) => keeps(world, stack, tag, held)));
  return Object.values(others).some(hasName) ? without(program, "heir") : program;
}

/** A program without one of its tags, and without what hangs on that. */
export function without({ tags, ...program }: Program, slot: Slot): Program {
  const others = Object.fromEntries(Object.entries(tags).filter(([other]) => other !== slot));
  return { ...program, tags: others, ...(slot === "team" ? { own: undefined } : {}) };
}

/** What the other stack has taken over goes out of the program, as the refusal of an update asks for. */
function withoutTaken(world: World, stack: StackName, program: Program): Program {
  const isTaken = (tag: TagDeclaration): boolean =>
    world.judge
      .tags()
      .some((held) => held.owner !== undefined && held.owner.stack !== stack && keeps(world, stack, tag, held));
  const taken = (Object.entries(program.tags) as [Slot, TagDeclaration][]).filter(([, tag]) => isTaken(tag));
  return taken.reduce((rest, [slot]) => without(rest, slot), program);
}

/** Who has no tag yet, and wants a name that a tag has which the other stack keeps, goes without. */
function withoutOthers(world: World, stack: StackName, settled: Record<StackName, Program>): Program {
  const other = stack === "dev" ? "prod" : "dev";
  // What bears no mark yet, or is V1's, is whose the states say.
  const isKept = (held: TagFacts): boolean =>
    (held.owner === undefined || held.owner.stack === other) &&
    Object.values(settled[other].tags).some((tag) => isOwn(world, other, tag, held) && keeps(world, other, tag, held));
  const wanted = (Object.entries(settled[stack].tags) as [Slot, TagDeclaration][]).filter(([, tag]) => {
    const hasOne = world.judge.tags().some((held) => keeps(world, stack, tag, held));
    return !hasOne && tagNamed(world, tag.name, isKept);
  });
  return wanted.reduce((rest, [slot]) => without(rest, slot), settled[stack]);
}

/** Who has a tag and wants a name that another tag has keeps the tag's present name. */
function withFreeNames(world: World, stack: StackName, program: Program): Program {
  const tags = mapTags(program, (tag) => {
    const own = world.judge.tags().find((held) => isOwn(world, stack, tag, held) && keeps(world, stack, tag, held));
    const isFree = !tagNamed(world, tag.name, (held) => held.id !== own?.id);
    return own === undefined || isFree ? tag : { ...tag, name: own.name };
  });
  return { ...program, tags };
}

function withAdoption(world: World, stack: StackName, program: Program): Program {
  const tags = mapTags(program, (tag) => {
    const adopt = tagNamed(world, tag.name, (held) => {
      const other = stack === "dev" ? "prod" : "dev";
      const { owner, id } = held;
      const goesAway = owner?.stack === other && world.stacks[other].kept.some((kept) => kept.id === id);
      // An adoption that was killed once it was staged: what is live is still another's.
      const isHalfAdopted =
        held.live !== undefined &&
        held.live.mark?.stack !== stack &&
        !isLiveSince(held, stack) &&
        !keeps(world, stack, tag, held);
      return (!isOwn(world, stack, tag, held) || isHalfAdopted) && !goesAway;
    });
    return { ...tag, adopt: tag.adopt || adopt };
  });
  const { own, shared } = program;
  return { ...program, tags, own: own && { ...own, adopt: true }, shared: shared && { ...shared, adopt: true } };
}

/** Whether others have made a version live since the stack saved last. */
function isLiveSince({ live, versions }: TagFacts, stack: StackName): boolean {
  const own = versions.findLastIndex(({ mark }) => mark?.stack === stack);
  return versions.findIndex(({ id }) => id === live?.id) > own;
}

/** A program with each of its tags changed. */
export function mapTags({ tags }: Program, change: (tag: TagDeclaration) => TagDeclaration): Program["tags"] {
  return Object.fromEntries(Object.entries(tags).map(([slot, tag]) => [slot, change(tag)]));
}

function tagNamed(world: World, name: string, holds: (tag: TagFacts) => boolean): boolean {
  return world.judge.tags().some((tag) => tag.name === name && holds(tag));
}

function isOwn(world: World, stack: StackName, tag: TagDeclaration, held: TagFacts): boolean {
  if (held.owner === undefined) return keeps(world, stack, tag, held);
  const names = [...world.judge.namesOf(stack, tag.resource), ...tag.aliases];
  return held.owner.stack === stack && names.includes(held.owner.resource);
}

function keeps(world: World, stack: StackName, tag: TagDeclaration, held: TagFacts): boolean {
  return world.stacks[stack].find(urnsOf(stack, tag))?.id === held.id;
}
