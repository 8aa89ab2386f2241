/** What the people of both stacks do about V1 in the end, as docs/virtual-tag-v1.md asks them to. */
import { type Kept, ownIn } from "./engine";
import type { TagFacts } from "./judges/facts";
import { declared, type StackName, stackNames, type TagDeclaration, urnOf, urnsOf } from "./program";
import { without } from "./settling";
import type { World } from "./world";

/** Leaves no tag of V1 to two states, and moves to V2 what V1 can look after no more. */
export function settleV1(world: World): void {
  for (const stack of stackNames) {
    for (const kept of world.stacks[stack].kept.filter(({ kind }) => kind === "tagV1")) settleKept(world, stack, kept);
    const { legacy } = world.programs[stack].tags;
    if (legacy?.byV1 !== true) continue;
    const held = world.stacks[stack].find(urnsOf(stack, legacy));
    const tags = world.judge.tags();
    const isMarked = tags.some(
      ({ id, name, owner }) => owner !== undefined && (held === undefined ? name === legacy.name : id === held.id),
    );
    // VirtualTagV1 touches nothing that bears a mark, its own from an interrupted move to VirtualTag included.
    if (!isMarked && !world.isAfterV1) continue;
    const program = world.programs[stack];
    world.programs[stack] = { ...program, tags: { ...program.tags, legacy: asV2(legacy, held) } };
  }
}

/** After its end, V1 deletes nothing: what a program has no more is taken out of the state. */
export function leaveToV1sEnd(world: World): void {
  for (const stack of world.isAfterV1 ? stackNames : []) {
    const own = ownIn(world.stacks[stack].kept, declared(stack, world.programs[stack], world.sharedTagId));
    for (const kept of world.stacks[stack].kept)
      if (kept.kind === "tagV1" && !own.has(kept)) stateDelete(world, stack, kept);
  }
}

function settleKept(world: World, stack: StackName, kept: Kept): void {
  const other = stack === "dev" ? "prod" : "dev";
  const tag = world.judge.tags().find(({ id }) => id === kept.id);
  const { legacy } = world.programs[stack].tags;
  // As it would be once the class is VirtualTag.
  const isDeclared =
    legacy !== undefined &&
    [...urnsOf(stack, legacy), urnOf(stack, "VirtualTagV1", legacy.resource)].includes(kept.urn);
  const isOthers = tag !== undefined && isOf(world, other, tag);
  const isTwice = world.stacks[stack].kept.some((one) => one !== kept && one.id === kept.id);
  // A move to VirtualTag would find no tag, or another resource that has it.
  const isStuck = world.isAfterV1 && (tag === undefined || isTwice);
  if (!isOthers && !isStuck) return;
  stateDelete(world, stack, kept);
  if (isOthers && isDeclared) world.programs[stack] = without(world.programs[stack], "legacy");
}

/** Whether a tag is another stack's: by its mark, or by that stack's state. */
function isOf(world: World, stack: StackName, { id, owner }: TagFacts): boolean {
  return owner === undefined ? world.stacks[stack].kept.some((kept) => kept.id === id) : owner.stack === stack;
}

/** `pulumi state delete`. */
function stateDelete(world: World, stack: StackName, kept: Kept): void {
  world.log.push(`${stack}: pulumi state delete ${kept.urn}`);
  const state = world.stacks[stack];
  state.kept = state.kept.filter((one) => one !== kept);
  world.judge.v1.made.delete(kept.id);
}

/** The class changes, and the resource's name must be the one that the state knows. */
function asV2(tag: TagDeclaration, held: Kept | undefined): TagDeclaration {
  const resource = held?.urn.split("::").at(-1) ?? tag.resource;
  return { ...tag, byV1: false, cased: false, resource };
}
