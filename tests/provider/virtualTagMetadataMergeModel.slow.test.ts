/**
 * Random lives of one tag's metadata: two resources that merge (in one program or in two stacks), and a person in the
 * application. Whoever does what in whatever order, nobody's values are lost and everybody's declarations hold.
 */
import fc from "fast-check";
import type { MetadataMap } from "../../client";
import type { Switches } from "../../emulator";
import { virtualTagMetadataLifecycle as lifecycle } from "../../provider/virtualTagMetadata";
import { fieldsOf, metadataOf, sameMetadata } from "../../provider/virtualTagMetadataFields";
import { shareOf } from "../../provider/virtualTagMetadataPlan";
import type { VirtualTagMetadataInputs } from "../../provider/virtualTagMetadataState";
import { type Run, type RunParts, startRun } from "../support/run";
import { FaultyService } from "../support/faultyService";

const runs = Number(process.env["MERGE_RUNS"] ?? 150);
const parties = ["one", "two", "person"] as const;
type Party = (typeof parties)[number];

/** Each party has fields of its own in the same values, and a value of its own. */
const fieldsFor: Record<Party, (ids: string[], custom: number | undefined) => MetadataMap> = {
  one: (ids, custom) => ({ Shared: { groups: ids, ...keyed("one", custom) }, One: { endpoints: ids } }),
  two: (ids, custom) => ({ Shared: { endpoints: ids, ...keyed("two", custom) }, Two: { groups: ids } }),
  person: (ids, custom) => ({ Shared: keyed("person", custom), "Person's": { groups: ids, endpoints: ids } }),
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

/** A resource in a stack, or the person: what each believes to have there. */
class Life {
  readonly service: FaultyService;
  readonly tagId: string;
  readonly saved = new Map<Party, VirtualTagMetadataInputs>();

  constructor(service: FaultyService, tagId: string) {
    this.service = service;
    this.tagId = tagId;
  }

  held(): MetadataMap {
    return this.service.tags()[0]?.metadata ?? {};
  }

  async take(step: Step, run: Run): Promise<void> {
    const { party } = step;
    const saved = this.saved.get(party);
    const declared = step.does === "declare" ? fieldsFor[party](step.ids, step.custom) : {};
    const inputs = { virtualTagId: this.tagId, metadata: declared, mergeValuesAndMetadata: true, resourceUrn: party };
    if (step.does === "refresh") {
      if (saved === undefined || party === "person") return;
      const read = await lifecycle.read(this.tagId, saved, run.context);
      expect(read).toEqual({ inputs: saved, state: saved });
      if (read !== undefined) this.saved.set(party, read.state);
      return;
    }
    if (party === "person") this.#enter(saved?.metadata ?? {}, declared);
    else if (step.does === "declare") await this.declare(saved, inputs, run);
    else if (saved !== undefined) await lifecycle.delete(this.tagId, saved, run.context);
    if (step.does === "declare") this.saved.set(party, inputs);
    else this.saved.delete(party);
  }

  async declare(
    saved: VirtualTagMetadataInputs | undefined,
    inputs: VirtualTagMetadataInputs,
    run: Run,
  ): Promise<void> {
    if (saved === undefined) await lifecycle.create(inputs, run.context);
    else if (lifecycle.diff(saved, inputs) !== "none") await lifecycle.update(this.tagId, saved, inputs, run.context);
  }

  /** The application changes what the person changes, and nothing else. */
  #enter(before: MetadataMap, after: MetadataMap): void {
    const fields = fieldsOf(this.held());
    for (const path of fieldsOf(before).keys()) fields.delete(path);
    for (const [path, field] of fieldsOf(after)) fields.set(path, field);
    this.service.enterMetadata(this.tagId, metadataOf(fields.values()));
  }

  /** What there must be: everybody's own, and no more. */
  expected(): MetadataMap {
    return metadataOf([...this.saved.values()].flatMap(({ metadata }) => [...fieldsOf(metadata).values()]));
  }
}

type Merge = NonNullable<RunParts["metadataMerge"]>;

async function begin(switches: Partial<Switches>, metadataMerge: Merge): Promise<{ life: Life; start: () => Run }> {
  const service = new FaultyService(switches);
  const { metadataNesting } = switches;
  const start = (): Run => startRun(service, { metadataNesting }, { metadataMerge });
  const first = start();
  const { id } = await first.until(
    first.context.client.virtualTags.create({ name: "Team", rules: [], defaultValue: "x" }),
  );
  return { life: new Life(service, id), start };
}

const services: [string, Merge, Partial<Switches>][] = [
  ["unites lists", "values", { metadataMergeLists: "union" }],
  ["unites lists", "fields", { metadataMergeLists: "union" }],
  ["replaces lists", "values", { metadataMergeLists: "replace" }],
  ["replaces lists", "fields", { metadataMergeLists: "replace" }],
  ["replaces values", "values", { metadataMergeValues: "replace" }],
];

describe.each(services)("where a merge %s, and metadataMerge is %s", (_, metadataMerge, switches) => {
  test.each(["root", "perValue"] as const)(
    "one after another, in stacks of their own, %s",
    async (metadataNesting) => {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { maxLength: 12 }), async (story) => {
          const { life, start } = await begin({ ...switches, metadataNesting }, metadataMerge);
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
        const { life, start } = await begin(switches, metadataMerge);
        for (const pair of story) {
          const run = start();
          // The same resource is never updated twice at a time, and the person's edits are between the runs.
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

  test("whatever the person does to a resource's own fields, it is put right, and everything else stays", async () => {
    const edits = fc.record({ groups: fc.uniqueArray(fc.constantFrom("a", "x", "y")), limit: fc.nat({ max: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(steps, edits), { maxLength: 6 }), async (story) => {
        const { life, start } = await begin(switches, metadataMerge);
        for (const [step, { groups, limit }] of story) {
          const before = life.held();
          const entry = { ...before["Shared"], groups, customMetadata: { one: { limit }, note: "theirs" } };
          life.service.enterMetadata(life.tagId, { ...before, Shared: entry, Other: { groups: ["theirs"] } });
          const run = start();
          const saved = life.saved.get("one");
          const inputs: VirtualTagMetadataInputs = {
            virtualTagId: life.tagId,
            metadata: fieldsFor.one(step.does === "declare" ? step.ids : ["a"], 1),
            mergeValuesAndMetadata: true,
            adopt: true,
            resourceUrn: "one",
          };
          // As by "pulumi up --refresh": without a refresh, the engine knows of no change and calls nothing.
          const read = saved && (await run.until(lifecycle.read(life.tagId, saved, run.context)));
          await run.until(life.declare(read?.state, inputs, run));
          life.saved.set("one", inputs);
          expect(sameMetadata(shareOf(life.held(), inputs.metadata), inputs.metadata)).toBe(true);
          expect(life.held()).toMatchObject({
            Other: { groups: ["theirs"] },
            Shared: { customMetadata: { note: "theirs" } },
          });
        }
      }),
      { numRuns: runs },
    );
  }, 120_000);
});
