/**
 * Random histories of one tag's metadata: two resources that merge (in one program or in two stacks), and a person in the
 * application. In whatever order they act, nobody's values are lost, and every declaration holds.
 */
import fc from "fast-check";
import type { MetadataMap } from "../../../client";
import type { Switches } from "../../../emulator";
import { fieldsOf, metadataOf, sameMetadata, shareOf } from "../../../client/resources/metadataFields";
import {
  metadataStateOf,
  type VirtualTagMetadataInputs,
  type VirtualTagMetadataState,
} from "../../../stack/state/virtualTagMetadata";
import { type Run, startRun } from "../../support/run";
import { FaultyService } from "../../support/faultyService";
import { runsOf } from "../../support/size";
import { virtualTagMetadataLifecycle as lifecycle } from "../lifecycles";

const runs = runsOf("MERGE_RUNS", 15, 150);
const parties = ["one", "two", "person"] as const;
type Party = (typeof parties)[number];

/** The value that all have fields in, in the two forms that Unicode has for it. */
const [shared, decomposed] = ["Partag\u00e9", "Partage\u0301"];

/** Each party has fields of its own in the same values, and a value of its own. */
const fieldsFor: Record<Party, (ids: string[], custom: number | undefined) => MetadataMap> = {
  one: (ids, custom) => ({ [decomposed]: { groups: ids, ...keyed("one", custom) }, One: { endpoints: ids } }),
  two: (ids, custom) => ({ [shared]: { endpoints: ids, ...keyed("two", custom) }, Two: { groups: ids } }),
  person: (ids, custom) => ({ [shared]: keyed("person", custom), "Person.s": { groups: ids, endpoints: ids } }),
};

function keyed(key: string, custom: number | undefined): { customMetadata?: Record<string, unknown> } {
  return custom === undefined ? {} : { customMetadata: { [key]: { limit: custom } } };
}

type Step =
  | { party: Party; does: "declare"; ids: string[]; custom: number | undefined }
  | { party: Party; does: "remove" }
  | { party: Party; does: "refresh" };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      party: fc.constantFrom(...parties),
      does: fc.constant("declare" as const),
      ids: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
      custom: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ party: fc.constantFrom(...parties), does: fc.constant("remove" as const) }) },
  { weight: 1, arbitrary: fc.record({ party: fc.constantFrom(...parties), does: fc.constant("refresh" as const) }) },
);

/** The tag's metadata, and what each resource and the person last declared. */
class Life {
  readonly service: FaultyService;
  readonly tagId: string;
  readonly saved = new Map<Party, VirtualTagMetadataState>();

  constructor(service: FaultyService, tagId: string) {
    this.service = service;
    this.tagId = tagId;
  }

  /** What the service has, which must be one value for all forms of a name. */
  held(): MetadataMap {
    const held = Object.entries(this.service.tags()[0]?.metadata ?? {});
    const composed = held.map(([value, entry]) => [value.normalize("NFC"), entry] as const);
    expect(new Map(composed).size).toBe(held.length);
    return Object.fromEntries(composed);
  }

  async take(step: Step, run: Run): Promise<void> {
    const { party } = step;
    const saved = this.saved.get(party);
    const declared = step.does === "declare" ? fieldsFor[party](step.ids, step.custom) : {};
    const inputs = { virtualTagId: this.tagId, metadata: declared, mergeValuesAndMetadata: true, __resourceUrn: party };
    if (step.does === "refresh") {
      if (saved === undefined || party === "person") return;
      const read = await lifecycle.read(this.tagId, saved, run.context);
      expect(read).toEqual({ inputs: { ...saved, __memory: undefined }, state: saved });
      if (read !== undefined) this.saved.set(party, read.state);
      return;
    }
    if (party === "person") this.#enter(saved?.metadata ?? {}, declared);
    else if (step.does === "declare") await this.declare(saved, inputs, run);
    else if (saved !== undefined) await lifecycle.delete(this.tagId, saved, run.context);
    if (step.does === "declare") this.saved.set(party, metadataStateOf(inputs));
    else this.saved.delete(party);
  }

  async declare(saved: VirtualTagMetadataState | undefined, inputs: VirtualTagMetadataInputs, run: Run): Promise<void> {
    if (saved === undefined) await lifecycle.create(inputs, run.context);
    else if (lifecycle.diff(saved, inputs).kind !== "none")
      await lifecycle.update(this.tagId, saved, inputs, run.context);
  }

  /** The application changes what the person changes, and nothing else. */
  #enter(before: MetadataMap, after: MetadataMap): void {
    const fields = fieldsOf(this.held());
    for (const path of fieldsOf(before).keys()) fields.delete(path);
    for (const [path, field] of fieldsOf(after)) fields.set(path, field);
    this.service.enterMetadata(this.tagId, metadataOf(fields.values()));
  }

  /** What the service must hold: everybody's declarations, and nothing else. */
  expected(): MetadataMap {
    const declared = [...this.saved.values()].flatMap(({ metadata }) => [...fieldsOf(metadata).values()]);
    return metadataOf(declared.map((field) => ({ ...field, value: field.value.normalize("NFC") })));
  }
}

async function begin(switches: Partial<Switches>): Promise<{ life: Life; start: () => Run }> {
  // The person's own value has a dot, as the API accepts it from nobody.
  const service = new FaultyService({ ...switches, metadataDots: "existing" });
  const { metadataNesting } = switches;
  const start = (): Run => startRun(service, { metadataNesting });
  const first = start();
  const { id } = await first.until(
    first.context.client.virtualTags.create({ name: "Team", rules: [], defaultValue: "x" }),
  );
  return { life: new Life(service, id), start };
}

const services: [string, Partial<Switches>][] = [
  ["unites lists", { metadataMergeLists: "union" }],
  ["replaces lists", { metadataMergeLists: "replace" }],
  ["replaces values", { metadataMergeValues: "replace" }],
  ["keeps composed names", { unicodeForm: "nfc" }],
];

describe.each(services)("if a merge %s", (_, switches) => {
  test.each(["root", "perValue"] as const)(
    "one after another, each in its own stack, with metadataNesting %s",
    async (metadataNesting) => {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { maxLength: 12 }), async (story) => {
          const { life, start } = await begin({ ...switches, metadataNesting });
          for (const step of story) {
            const run = start();
            await run.until(life.take(step, run));
            expect(run.messages).toEqual([]);
            if (!sameMetadata(life.held(), life.expected())) expect(life.held()).toEqual(life.expected());
          }
        }),
        { numRuns: runs },
      );
    },
    120_000,
  );

  test("at the same time, in one program", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(steps, steps), { maxLength: 6 }), async (story) => {
        const { life, start } = await begin(switches);
        for (const pair of story) {
          const run = start();
          // The engine never updates one resource twice at the same time, and the person edits between the runs.
          const [one, two] = pair.map((step, index): Step => ({ ...step, party: index === 0 ? "one" : "two" }));
          await run.until(Promise.all([one, two].flatMap((step) => (step ? [life.take(step, run)] : []))));
          const person = start();
          await person.until(life.take({ ...pair[0], party: "person" }, person));
          expect(run.messages).toEqual([]);
          if (!sameMetadata(life.held(), life.expected())) expect(life.held()).toEqual(life.expected());
        }
      }),
      { numRuns: runs },
    );
  }, 120_000);

  test("whatever the person does to a resource's own fields is overwritten, and everything else stays", async () => {
    const edits = fc.record({ groups: fc.uniqueArray(fc.constantFrom("a", "x", "y")), limit: fc.nat({ max: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(steps, edits), { maxLength: 6 }), async (story) => {
        const { life, start } = await begin(switches);
        for (const [step, { groups, limit }] of story) {
          const before = life.held();
          const entry = { ...before[shared], groups, customMetadata: { one: { limit }, note: "theirs" } };
          life.service.enterMetadata(life.tagId, { ...before, [shared]: entry, Other: { groups: ["theirs"] } });
          const run = start();
          const saved = life.saved.get("one");
          const inputs: VirtualTagMetadataInputs = {
            virtualTagId: life.tagId,
            metadata: fieldsFor.one(step.does === "declare" ? step.ids : ["a"], 1),
            mergeValuesAndMetadata: true,
            adopt: true,
            __resourceUrn: "one",
          };
          // As with `pulumi up --refresh`: without a refresh, the engine sees no difference and calls nothing.
          const read = saved && (await run.until(lifecycle.read(life.tagId, saved, run.context)));
          await run.until(life.declare(read?.state, inputs, run));
          life.saved.set("one", metadataStateOf(inputs));
          const composed = JSON.parse(JSON.stringify(inputs.metadata).normalize("NFC")) as MetadataMap;
          expect(sameMetadata(shareOf(life.held(), composed), composed)).toBe(true);
          expect(life.held()).toMatchObject({
            Other: { groups: ["theirs"] },
            [shared]: { customMetadata: { note: "theirs" } },
          });
        }
      }),
      { numRuns: runs },
    );
  }, 120_000);
});
