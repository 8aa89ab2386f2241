/**
 * Every write of metadata against every fault, over random histories: what is declared is there in the end, and nothing
 * that others entered is lost or changed, however lists and values are merged and wherever the merge flag stands.
 */
import fc from "fast-check";
import type { MetadataMap } from "../../../client";
import type { Switches } from "../../../emulator";
import { virtualTagMetadataLifecycle as lifecycle } from "../../../provider/virtualTagMetadata";
import { sameMetadata } from "../../../provider/virtualTagMetadataFields";
import type { VirtualTagMetadataInputs } from "../../../provider/virtualTagMetadataState";
import { type FaultKind, faultKinds, FaultyService, type PlannedFault } from "../../support/faultyService";
import { type Run, startRun } from "../../support/run";

// Each cell plays this many histories; FAULT_SEEDS=1000 is for a release.
const seeds = Number(process.env["FAULT_SEEDS"] ?? 40);
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
  saved?: VirtualTagMetadataInputs | undefined;
}

/** One `pulumi up`. An operation that fails saves nothing; one whose process is killed saves nothing either. */
async function up(stack: Stack, inputs: VirtualTagMetadataInputs | undefined, run: Run, killed = false): Promise<void> {
  const { saved } = stack;
  const { context } = run;
  if (inputs === undefined) {
    if (saved !== undefined) await run.until(lifecycle.delete(saved.virtualTagId, saved, context));
  } else if (saved === undefined) {
    await run.until(lifecycle.create(inputs, context));
  } else if (lifecycle.diff(saved, inputs) !== "none") {
    await run.until(lifecycle.update(saved.virtualTagId, saved, inputs, context));
  }
  if (!killed) stack.saved = inputs;
}

const planned = (kind: fc.Arbitrary<FaultKind>): fc.Arbitrary<PlannedFault> =>
  fc.record({ kind, of: fc.constantFrom("write", "write", "read"), nth: fc.nat({ max: 3 }) });

const stories = (kind: FaultKind): fc.Arbitrary<Story> =>
  fc.record({
    fault: fc.record({ kind: fc.constant(kind), of: fc.constant("write" as const), nth: fc.nat({ max: 1 }) }),
    more: fc.array(planned(fc.constantFrom(...(Object.keys(faultKinds) as FaultKind[]))), { maxLength: 2 }),
    killedFirst: fc.boolean(),
    switches: fc.record({
      metadataNesting: fc.constantFrom("root", "perValue"),
      metadataMergeLists: fc.constantFrom("union", "replace"),
      metadataMergeValues: fc.constantFrom("merge", "replace"),
    }),
  });

const services = new Map<string, FaultyService>();
function serviceWith(switches: Nesting): FaultyService {
  const key = JSON.stringify(switches);
  const service = services.get(key) ?? new FaultyService(switches);
  services.set(key, service);
  service.reset();
  return service;
}

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
  const service = serviceWith(switches);
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

  // The run that is struck, and then as many plain ones as it takes: at most two.
  service.plan([fault, ...more.filter(({ of, nth }) => of !== fault.of || nth !== fault.nth)]);
  for (let failures = 0; ; failures++) {
    if (failures > 2) throw new Error("Two plain runs did not put it right.");
    const run = start();
    const killed = killedFirst && failures === 0;
    const ended = await up(stack, declare(after), run, killed).then(
      () => !killed,
      () => false,
    );
    service.passTime(3_600_000);
    service.plan([]);
    expect(run.messages).toEqual([]);
    if (ended) break;
  }

  const expected = together(after ?? {}, foreign);
  if (!sameMetadata(held(service), expected)) expect(held(service)).toEqual(expected);
  const last = start();
  const read = stack.saved && (await last.until(lifecycle.read(id, stack.saved, last.context)));
  expect(read?.inputs).toEqual(stack.saved);
}

let played = 0;
describe.each(Object.keys(steps) as Write[])("%s", (write) => {
  test.each(Object.keys(faultKinds) as FaultKind[])(
    "%s",
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(stories(kind), async (story) => {
          played += 1;
          await play(write, story);
        }),
        { numRuns: seeds },
      );
    },
    300_000,
  );
});

afterAll(() => {
  const [writes, faults] = [Object.keys(steps).length, Object.keys(faultKinds).length];
  process.stdout.write(
    `Fault matrix of metadata: ${writes} writes x ${faults} faults = ${writes * faults} cells, ${played} histories: ` +
      "all as declared, nothing of others lost.\n",
  );
});
