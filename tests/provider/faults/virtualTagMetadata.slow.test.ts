/**
 * Every write of metadata against every fault, over random histories: what is declared is there in the end, and nothing
 * that others entered is lost or changed, however lists and values are merged and wherever the merge flag stands.
 */
import fc from "fast-check";
import type { MetadataMap } from "../../../client";
import type { Switches } from "../../../emulator";
import { sameMetadata } from "../../../client/resources/metadataFields";
import type { VirtualTagMetadataInputs, VirtualTagMetadataState } from "../../../stack/state/virtualTagMetadata";
import { type FaultKind, FaultyService, type PlannedFault } from "../../support/faultyService";
import { type Run, startRun } from "../../support/run";
import { anyFault, recover, report, type Tally, testEachFault } from "./matrix";
import { virtualTagMetadataLifecycle as lifecycle } from "../lifecycles";

const theirs: MetadataMap = { Theirs: { groups: ["t"] }, Web: { endpoints: ["t"], customMetadata: { note: "t" } } };
const old: MetadataMap = { Web: { groups: ["a", "b"], customMetadata: { owner: "o" } }, Api: { groups: ["a"] } };

/** What the program says before and after the write in question, and whether it merges. */
const steps = {
  "replace: create": { merge: false, before: undefined, after: old },
  "replace: update": { merge: false, before: old, after: { Web: { groups: ["c"] } } },
  "replace: delete": { merge: false, before: old, after: undefined },
  "merge: create": { merge: true, before: undefined, after: old },
  "merge: add and change": {
    merge: true,
    before: old,
    after: { ...old, Web: { ...old["Web"], customMetadata: { owner: "p" } }, Jobs: { endpoints: ["e"] } },
  },
  "merge: shrink a list": { merge: true, before: old, after: { ...old, Web: { ...old["Web"], groups: ["b", "c"] } } },
  "merge: remove a value": { merge: true, before: old, after: { Web: old["Web"] ?? {} } },
  "merge: delete": { merge: true, before: old, after: undefined },
} satisfies Record<string, { merge: boolean; before: MetadataMap | undefined; after: MetadataMap | undefined }>;
type Write = keyof typeof steps;

type Nesting = Pick<Switches, "metadataNesting" | "metadataMergeLists" | "metadataMergeValues">;
interface Story {
  fault: PlannedFault;
  more: PlannedFault[];
  killedFirst: boolean;
  switches: Nesting;
}

interface Stack {
  saved?: VirtualTagMetadataState | undefined;
}

/** One `pulumi up`. An operation that fails saves nothing; one whose process is killed saves nothing either. */
async function up(stack: Stack, inputs: VirtualTagMetadataInputs | undefined, run: Run, killed = false): Promise<void> {
  const { saved } = stack;
  const { context } = run;
  let next = saved;
  if (inputs === undefined) {
    if (saved !== undefined) await run.until(lifecycle.delete(saved.virtualTagId, saved, context));
    next = undefined;
  } else if (saved === undefined) {
    next = (await run.until(lifecycle.create(inputs, context))).state;
  } else if (lifecycle.diff(saved, inputs).kind !== "none") {
    next = await run.until(lifecycle.update(saved.virtualTagId, saved, inputs, context));
  }
  if (!killed) stack.saved = next;
}

const stories = (kind: FaultKind): fc.Arbitrary<Story> =>
  fc.record({
    fault: fc.record({ kind: fc.constant(kind), of: fc.constant("write" as const), nth: fc.nat({ max: 1 }) }),
    more: fc.array(anyFault, { maxLength: 2 }),
    killedFirst: fc.boolean(),
    switches: fc.record({
      metadataNesting: fc.constantFrom("root", "perValue"),
      metadataMergeLists: fc.constantFrom("union", "replace"),
      metadataMergeValues: fc.constantFrom("merge", "replace"),
    }),
  });

/** The service's metadata of its only tag. */
const held = (service: FaultyService): MetadataMap => service.tags()[0]?.metadata ?? {};

/** Both maps in one, each field from the one that has it. */
const together = (one: MetadataMap, other: MetadataMap): MetadataMap =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((value) => [
      value,
      {
        ...one[value],
        ...other[value],
        customMetadata: { ...one[value]?.customMetadata, ...other[value]?.customMetadata },
      },
    ]),
  );

async function play(write: Write, { fault, more, killedFirst, switches }: Story): Promise<void> {
  const service = new FaultyService(switches);
  const start = (): Run => startRun(service, switches);
  const { merge, before, after } = steps[write];
  const first = start();
  const tag = { name: "Team", rules: [], defaultValue: "x" };
  const { id } = await first.until(first.context.client.virtualTags.create(tag));
  const declare = (metadata: MetadataMap | undefined): VirtualTagMetadataInputs | undefined =>
    metadata && { virtualTagId: id, metadata, ...(merge ? { mergeValuesAndMetadata: true } : {}) };
  const stack: Stack = {};
  if (before !== undefined) await up(stack, declare(before), start());
  const foreign = merge ? theirs : {};
  service.enterMetadata(id, together(held(service), foreign));

  const messages: string[] = [];
  service.plan([fault, ...more.filter(({ of, nth }) => of !== fault.of || nth !== fault.nth)]);
  await recover(service, killedFirst, async (killed) => {
    const run = start();
    await up(stack, declare(after), run, killed).finally(() => messages.push(...run.messages));
  });
  // After a run that was interrupted, nothing tells who wrote what is there.
  expect(messages.filter((text) => !/\(CA3(?:205|106)\)/.test(text))).toEqual([]);

  const expected = together(after ?? {}, foreign);
  if (!sameMetadata(held(service), expected)) expect(held(service)).toEqual(expected);
  const last = start();
  const read = stack.saved && (await last.until(lifecycle.read(id, stack.saved, last.context)));
  expect(read?.state).toEqual(stack.saved);
}

const tallies = {} as Record<Write, Tally>;
describe.each(Object.keys(steps) as Write[])("%s", (write) => {
  tallies[write] = testEachFault(20, stories, (story) => play(write, story));
});
// Broken is a history that did not end as declared, or in which something of others was lost.
report("Fault matrix of metadata", () => tallies);
