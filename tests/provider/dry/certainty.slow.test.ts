/** What a dry run says of a step that rests on something that it does not know. */
import { likelyHabits } from "../../../client/dry/habits";
import { unknownValue } from "../../../stack/state/unknown";
import { drive } from "../../histories/driving";
import { type Declared, EngineRun, Stack } from "../../histories/engine";
import { type Act, Person } from "../../histories/person";
import { contentOf, urnOf } from "../../histories/program";
import { FaultyService } from "../../support/faultyService";
import { compare, drySays, type Row, type Says, start } from "./compare";
import { mistakesOf } from "./judge";

const kinds = { tag: "VirtualTag", endpoint: "NotificationEndpoint", metadata: "VirtualTagMetadata" } as const;

type Program = Record<string, { of?: keyof typeof kinds; dependsOn?: string[]; inputs: object }>;

const urn = (name: string, of: keyof typeof kinds = "tag"): string => urnOf("dev", kinds[of], name);

/** Resources by their names. `id of NAME` stands for the ID of that tag. */
function declaredIn(program: Program): Declared[] {
  return Object.entries(program).map(([name, { of = "tag", dependsOn = [], inputs }]) => ({
    urn: urn(name, of),
    aliases: [],
    kind: of,
    dependsOn: dependsOn.map((other) => urn(other, program[other]?.of)),
    inputs: (idOf) => {
      const text = JSON.stringify({ ...inputs, __resourceUrn: urn(name, of) });
      return JSON.parse(text.replaceAll(/id of (\w+)/g, (_, other: string) => idOf(urn(other)))) as object;
    },
  }));
}

interface Play {
  /** The runs before the one that is foreseen. */
  before: Program[];
  after: Program;
  says?: Says;
  /** What a person does: before those runs, after the first one, and so on. */
  acts?: Act[][];
  /** Whether the preview reads the account first. */
  refreshes?: boolean;
  /** Of a multiple of 5, the plan tells neither the policy nor the memories. */
  seed?: number;
}

async function play({ before, after, says, acts = [], refreshes = false, seed = 1 }: Play): Promise<Row[]> {
  const service = new FaultyService({});
  const person = new Person(service, () => false);
  const parts = { service, habits: likelyHabits, front: "plugin" as const, clientId: "emulator" };
  const stack = new Stack();
  for (const [index, program] of [{}, ...before].entries()) {
    const { clock, providers } = start({ ...parts, driftPolicy: "refuse" }, service);
    const run = new EngineRun(stack, providers, new Promise(() => undefined)).up(declaredIn(program));
    expect(await drive(clock, run)).toMatchObject({ ok: true });
    for (const act of acts[index] ?? []) {
      service.passTime(3_600_000);
      person.does(act);
    }
    service.passTime(3_600_000);
  }
  const scene = { ...parts, kept: stack.kept, program: declaredIn(after), refreshes, seed };
  return compare({ ...scene, driftPolicy: "refuse" }, says);
}

/** The preview does not know an argument of a resource. */
const unknownAt =
  (hidden: string, argument: string): Says =>
  (steps, scene) =>
    drySays(
      steps.map((step) => {
        const { urn: own, declared } = step;
        if (declared === undefined || !own.endsWith(`::${hidden}`)) return step;
        return { ...step, declared: { ...declared, inputs: { ...declared.inputs, [argument]: unknownValue } } };
      }),
      scene,
    );

const named = (name: string): object => ({ name, ...contentOf(0) });
const filters = { costCenter: "Virtual Tags", type: "virtual_tag", key: "id of b", operator: "is", value: ["x"] };
const referring = { ...named("A"), rules: [{ to: "reference", filters }] };
const endpoint = (name: string, to: string): object => ({ name, type: "email", configuration: { to } });

test.each<[string, Play]>([
  [
    "the tag that refers to a deleted one",
    {
      before: [{ b: { inputs: named("B") }, a: { inputs: referring, dependsOn: ["b"] } }],
      after: { a: { inputs: named("A") } },
      says: unknownAt("a", "rules"),
    },
  ],
  [
    "the tag that has the name of a new one",
    {
      before: [{ a: { inputs: named("A") } }],
      after: { a: { inputs: named("New") }, c: { inputs: named("A"), dependsOn: ["a"] } },
      says: unknownAt("a", "rules"),
    },
  ],
  [
    "the new name of a tag",
    {
      before: [{ a: { inputs: named("A") }, b: { inputs: named("B") } }],
      after: { a: { inputs: named("New") }, b: { inputs: named("A"), dependsOn: ["a"] } },
      says: unknownAt("a", "name"),
    },
  ],
  [
    "the new name of an endpoint",
    {
      before: [{ a: { of: "endpoint", inputs: endpoint("a", "a@example.com") } }],
      after: {
        a: { of: "endpoint", inputs: endpoint("new", "a@example.com") },
        c: { of: "endpoint", inputs: endpoint("a", "c@example.com"), dependsOn: ["a"] },
      },
      says: unknownAt("a", "name"),
    },
  ],
])("no stop is certain that rests on an unknown value: %s", async (_, scene) => {
  const rows = await play(scene);
  expect(mistakesOf(rows).filter((mistake) => mistake.startsWith("a certain stop"))).toEqual([]);
  // Otherwise, this would say nothing.
  expect(rows.flatMap(({ said }) => said).some((said) => said.startsWith("CA"))).toBe(true);
});

const entered: Program[string] = {
  of: "metadata",
  dependsOn: ["a"],
  inputs: { virtualTagId: "id of a", metadata: { Web: { groups: ["g"] } } },
};
const edit: Act = { act: "edit", tag: 0 };
const make: Act = { act: "make", slot: "team", name: 0, content: 0 };
const untouched: Program = Object.fromEntries(
  Array.from({ length: 45 }, (_, index) => [`r${index}`, { inputs: named(`R${index}`) }]),
);

// The most likely memory says something else of each of them.
test.each<[string, Play]>([
  [
    "a staged version of a tag that others have edited is promoted",
    {
      before: [
        { a: { inputs: named("A") }, ...untouched },
        { a: { inputs: { name: "A", ...contentOf(1), setAsLive: false } }, ...untouched },
      ],
      acts: [[], [edit]],
      after: { a: { inputs: { name: "A", ...contentOf(1) } }, ...untouched },
    },
  ],
  [
    "metadata that a refresh found changed by others is entered again",
    {
      before: [{ a: { inputs: named("A") }, m: entered }],
      acts: [[], [{ act: "add a group", tag: 0 }]],
      refreshes: true,
      after: { a: { inputs: named("A") }, m: entered },
    },
  ],
  [
    "a tag that was adopted and never saved is deleted",
    {
      before: [{ a: { inputs: { ...named("Team"), adopt: true } } }],
      acts: [[make], [edit]],
      after: {},
    },
  ],
])("a hidden memory is one of those that are tried: %s", async (_, scene) => {
  const rows = await play({ ...scene, seed: 5 });
  expect(mistakesOf(rows)).toEqual([]);
  expect(rows.filter(({ said }) => said.length > 1)).toHaveLength(1);
});

test("what rests on more hidden memories than are tried is not known", async () => {
  const dependents = (content: number): Program =>
    Object.fromEntries(
      Object.keys(untouched).map((name) => [
        name,
        { dependsOn: ["a"], inputs: { name: name.toUpperCase(), ...contentOf(content) } },
      ]),
    );
  const rows = await play({
    before: [
      { a: { inputs: named("A") }, ...dependents(0) },
      { a: { inputs: { name: "A", ...contentOf(1), setAsLive: false } }, ...dependents(0) },
    ],
    after: { a: { inputs: { name: "A", ...contentOf(1) } }, ...dependents(1) },
    acts: [[], [edit]],
    seed: 5,
  });
  expect(rows).toHaveLength(46);
  expect(rows.filter(({ said, isCertain }) => isCertain || !said.includes("unknown"))).toEqual([]);
});
