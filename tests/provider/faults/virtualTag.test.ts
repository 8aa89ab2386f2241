/**
 * Every write of a Virtual Tag against every fault, over random histories: none may leave a double, an orphan, a surplus
 * version, or another's change lost without a word.
 */
import fc from "fast-check";
import type { VirtualTagInputs } from "../../../provider/virtualTagState";
import { startRun } from "../../support/run";
import { type FaultKind, faultKinds, type PlannedFault } from "../../support/faultyService";
import { anyFault, anySwitches, declared, refresh, serviceWith, type Stack, type StorySwitches, up } from "./stack";

// Each cell plays this many histories; FAULT_SEEDS=1000 is for a release.
const seeds = Number(process.env["FAULT_SEEDS"] ?? 100);
const writes = ["create", "update", "stage", "promote", "delete"] as const;
type Write = (typeof writes)[number];

/** What the program says before and after the write in question. */
const steps: Record<Write, { before: VirtualTagInputs[]; after: VirtualTagInputs | undefined }> = {
  create: { before: [], after: declared("new") },
  update: { before: [declared("old")], after: declared("new") },
  stage: { before: [declared("old")], after: declared("new", false) },
  promote: { before: [declared("old"), declared("new", false)], after: declared("new") },
  delete: { before: [declared("old")], after: undefined },
};

const isOutcome = (content: string | undefined, wanted: string): boolean =>
  content !== undefined && (JSON.parse(content) as { defaultValue: string }).defaultValue === wanted;

interface Story {
  fault: PlannedFault;
  more: PlannedFault[];
  outsideEdit: boolean;
  /** Someone edits the tag between the struck run and the next. */
  editBetween: boolean;
  /** A refresh comes first, as in `pulumi up --refresh`. */
  refreshed: boolean;
  killedFirst: boolean;
  switches: StorySwitches;
}

const stories = (kind: FaultKind): fc.Arbitrary<Story> =>
  fc.record({
    fault: fc.record({ kind: fc.constant(kind), of: fc.constant("write" as const), nth: fc.constant(0) }),
    more: fc.array(anyFault, { maxLength: 2 }),
    outsideEdit: fc.boolean(),
    editBetween: fc.boolean(),
    refreshed: fc.boolean(),
    killedFirst: fc.boolean(),
    switches: anySwitches,
  });

/** Plays a story and judges its end. */
async function play(write: Write, story: Story): Promise<void> {
  const { fault, more, outsideEdit, editBetween, refreshed, killedFirst, switches } = story;
  const service = serviceWith(switches);
  const stack: Stack = {};
  const { before, after } = steps[write];
  /** What someone else has made live, if anything. */
  let theirs: string | undefined;
  const edit = (defaultValue: string): void => {
    const [tag] = service.tags();
    if (tag === undefined) return;
    const { name, rules } = declared(defaultValue);
    service.editByOther(tag.id, { name, rules, defaultValue });
    service.passTime(3_600_000);
    theirs = defaultValue;
  };
  const count = (): number => service.tags()[0]?.versions.length ?? 0;
  for (const inputs of before) {
    await up(stack, inputs, startRun(service));
    service.passTime(3_600_000);
  }
  if (outsideEdit) edit("theirs");
  const versionsBefore = count();

  // The run that is struck, and then as many plain ones as it takes: at most two.
  const messages: string[] = [];
  if (refreshed) messages.push(...(await refresh(stack, startRun(service))));
  let [failures, savedForEdit] = [0, 0];
  service.plan([fault, ...more.filter(({ of, nth }) => of !== "write" || nth !== 0)]);
  for (;;) {
    const run = startRun(service);
    const killed = killedFirst && failures === 0;
    const ended = await up(stack, after, run, killed).then(
      () => !killed,
      () => false,
    );
    messages.push(...run.messages);
    service.passTime(3_600_000);
    service.plan([]);
    if (ended) break;
    failures += 1;
    if (failures > 2) throw new Error("Two plain runs did not put it right.");
    if (editBetween && failures === 1 && count() > 0) {
      // Their version, and our save once more where the struck one was carried out before; and a word on it.
      savedForEdit = 1 + count() - versionsBefore;
      edit("theirs again");
      messages.length = 0;
    }
  }
  await up(stack, after, startRun(service));

  const tags = service.tags();
  if (after === undefined) {
    expect(tags).toEqual([]);
  } else {
    expect(tags).toHaveLength(1);
    const versions = tags[0]?.versions ?? [];
    expect(versions).toHaveLength(versionsBefore + 1 + savedForEdit);
    const live = versions.find(({ isLive }) => isLive)?.content;
    if (after.setAsLive === false) {
      expect(isOutcome(versions.at(-1)?.content, "new")).toBe(true);
      expect(isOutcome(live, theirs ?? "old")).toBe(true);
    } else {
      expect(isOutcome(live, "new")).toBe(true);
    }
    expect(stack.saved?.id).toBe(tags[0]?.id);
  }
  // A run that was killed had said its warning, and so had one that failed later on.
  if (theirs !== undefined) expect(messages.join("\n")).toMatch(/changed (?:outside this stack )?by ines@example\.com/);
}

const count = (): Record<Write, number> => ({ create: 0, update: 0, stage: 0, promote: 0, delete: 0 });
const played = count();
/** Histories that ended in a double, an orphan, a surplus version, or an outside edit lost without a warning. */
const broken = count();
describe.each(writes)("%s", (write) => {
  test.each(Object.keys(faultKinds) as FaultKind[])(
    "%s",
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(stories(kind), async (story) => {
          played[write] += 1;
          broken[write] += 1;
          await play(write, story);
          broken[write] -= 1;
        }),
        { numRuns: seeds },
      );
    },
    300_000,
  );
});

afterAll(() => {
  const rows = Object.entries(broken).map(
    ([write, count]) => `${write}: ${count} of ${played[write as Write]} histories broken`,
  );
  process.stdout.write(
    `Fault matrix of virtual tags, ${Object.keys(faultKinds).length} faults each:\n${rows.join("\n")}\n`,
  );
});
