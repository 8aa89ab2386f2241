/** Scenes of tags that concern each other: names that they take from each other, references, owners, staged versions, replacements. */
import fc from "fast-check";
import { likelyHabits } from "../../../client/dry/habits";
import { type Declared, EngineRun, Stack } from "../../histories/engine";
import { drive } from "../../histories/driving";
import { Person } from "../../histories/person";
import { contentOf, type StackName, urnOf } from "../../histories/program";
import { FaultyService } from "../../support/faultyService";
import type { FrontName } from "../../support/workspace";
import { compare, type Row, type Says, type Scene, start } from "./compare";

const hour = 3_600_000;

interface Tag {
  resource: number;
  name: string;
  content: number;
  isStaged: boolean;
  adopts: boolean;
  /** The resource before it in the program, the ID of a tag of the account, or nothing. */
  refersTo: "previous" | { tag: number } | undefined;
}

const number = fc.nat({ max: 3 });
const name = fc.constantFrom("A", "B", "C", "D", "E");
const oneIn = (most: number): fc.Arbitrary<boolean> => fc.nat({ max: most - 1 }).map((n) => n === 0);
const tag = (adopts: fc.Arbitrary<boolean>): fc.Arbitrary<Tag> =>
  fc.record({
    resource: number,
    name,
    content: number,
    isStaged: oneIn(8),
    adopts,
    refersTo: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      { weight: 4, arbitrary: fc.constant("previous" as const) },
      { weight: 4, arbitrary: fc.record({ tag: number }) },
    ),
  });
const distinct = (tags: readonly Tag[]): Tag[] =>
  tags.filter(
    (one, index) => tags.findIndex((other) => other.resource === one.resource || other.name === one.name) === index,
  );
const programs = (adopts: fc.Arbitrary<boolean>): fc.Arbitrary<Tag[]> =>
  fc.array(tag(adopts), { minLength: 1, maxLength: 4 }).map(distinct);

/** What happens before the run that is to be foreseen. */
export const scenes = fc.record({
  before: fc.array(programs(oneIn(10)), { minLength: 1, maxLength: 2 }),
  acts: fc.array(
    fc.record({
      act: fc.constantFrom("edit" as const, "stage", "rename", "delete", "save again", "make", "another stack adopts"),
      tag: fc.nat({ max: 5 }),
      name,
      content: number,
    }),
    { maxLength: 3 },
  ),
  after: fc.oneof(programs(oneIn(5)), fc.constant<Tag[]>([])),
  /** Which resources of the last program stay as they are. */
  stays: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  replaced: fc.option(number, { freq: 5 }),
  refreshes: oneIn(5),
  driftPolicy: fc.constantFrom("refuse" as const, "overwrite"),
  stagedRead: fc.constantFrom("live" as const, "latest"),
  seed: fc.nat(),
});

type PlayedScene = typeof scenes extends fc.Arbitrary<infer One> ? One : never;

/** Plays a scene, and compares. */
export async function playScene(scene: PlayedScene, front: FrontName, says?: Says): Promise<Row[]> {
  const { before, acts, after, stays, replaced, refreshes, driftPolicy, stagedRead, seed } = scene;
  const service = new FaultyService({ stagedRead });
  const person = new Person(service, () => false);
  const stacks = { dev: new Stack(), prod: new Stack() };
  const habits = { ...likelyHabits, stagedRead };
  const parts = { service, habits, front, clientId: "emulator", seed };
  const up = async (stack: StackName, program: readonly Declared[]): Promise<void> => {
    service.passTime(hour);
    const { clock, providers } = start({ ...parts, driftPolicy: "overwrite" }, service);
    await drive(clock, new EngineRun(stacks[stack], providers, new Promise(() => undefined), true).up(program));
  };
  for (const program of before) await up("dev", declaredIn("dev", program, service));
  for (const { act, tag: index, name: wanted, content } of acts) {
    service.passTime(hour);
    const tags = service.tags();
    const one = tags[index % Math.max(1, tags.length)];
    if (act === "make") person.make(wanted, contentOf(content));
    else if (one !== undefined && act === "another stack adopts") {
      const { name: own } = JSON.parse(one.versions.at(-1)?.content ?? "{}") as { name: string };
      const adopting = { resource: index, name: own, content, isStaged: false, adopts: true, refersTo: undefined };
      await up("prod", declaredIn("prod", [adopting], service));
    } else if (one !== undefined && act !== "another stack adopts") person.does({ act, tag: index });
  }
  service.passTime(hour);
  const kept = (before.at(-1) ?? []).filter((_, index) => stays[index]);
  const program = declaredIn("dev", distinct([...kept, ...after]), service);
  const comparing: Scene = {
    ...parts,
    kept: stacks.dev.kept,
    program,
    driftPolicy,
    refreshes,
    replaced: new Set(replaced === null ? [] : [urnOf("dev", "VirtualTag", `r${replaced}`)]),
  };
  return compare(comparing, says);
}

function declaredIn(stack: StackName, program: readonly Tag[], service: FaultyService): Declared[] {
  const tags = service.tags();
  const urnsOf = (resource: number): string => urnOf(stack, "VirtualTag", `r${resource}`);
  const sorted = program.toSorted((one, other) => one.resource - other.resource);
  return sorted.map(({ resource, name: own, content, isStaged, adopts, refersTo }, index) => {
    const urn = urnsOf(resource);
    const previous = refersTo === "previous" ? sorted[index - 1] : undefined;
    const target = previous && urnsOf(previous.resource);
    const literal = typeof refersTo === "object" ? tags[refersTo.tag % Math.max(1, tags.length)]?.id : undefined;
    return {
      urn,
      aliases: [],
      kind: "tag",
      dependsOn: target === undefined ? [] : [target],
      inputs: (idOf) => {
        const { rules, defaultValue } = contentOf(content);
        const key = target === undefined ? literal : idOf(target);
        const filters = { costCenter: "Virtual Tags", type: "virtual_tag", key, operator: "is", value: ["x"] };
        return {
          name: own,
          rules: key === undefined ? rules : [...rules, { to: "reference", filters }],
          defaultValue,
          ...(isStaged ? { setAsLive: false } : {}),
          ...(adopts ? { adopt: true } : {}),
          __resourceUrn: urn,
        };
      },
    };
  });
}
