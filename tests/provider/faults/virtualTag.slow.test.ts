/**
 * Every write of a Virtual Tag against every fault, over random histories: none may leave a double, an orphan, a surplus
 * version, or another's change lost without a word.
 */
import fc from "fast-check";
import type { StoredVersion } from "../../../emulator";
import type { VirtualTagInputs } from "../../../stack/state/virtualTag";
import { startRun } from "../../support/run";
import { type FaultKind, FaultyService, type PlannedFault } from "../../support/faultyService";
import { anyFault, recover, report, type Tally, testEachFault } from "./matrix";
import { anySwitches, declared, refresh, type Stack, type StorySwitches, up } from "./stack";

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

const contentIn = (version: StoredVersion | undefined): string | undefined =>
  version && (JSON.parse(version.content) as { defaultValue: string }).defaultValue;

/** What the program says has been saved, live or beside what is. */
function expectOutcome(versions: readonly StoredVersion[], live: string): void {
  if (live !== "new") expect(contentIn(versions.at(-1))).toBe("new");
  expect(contentIn(versions.find(({ isLive }) => isLive))).toBe(live);
}

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
  const service = new FaultyService(switches);
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

  const messages: string[] = [];
  if (refreshed) messages.push(...(await refresh(stack, startRun(service))));
  let savedForEdit = 0;
  service.plan([fault, ...more.filter(({ of, nth }) => of !== "write" || nth !== 0)]);
  await recover(
    service,
    killedFirst,
    async (killed) => {
      const run = startRun(service);
      await up(stack, after, run, killed).finally(() => messages.push(...run.messages));
    },
    (failures) => {
      if (!editBetween || failures > 1 || count() === 0) return;
      // Their version, and our save once more where the struck one was carried out before; and a word on it.
      savedForEdit = 1 + count() - versionsBefore;
      edit("theirs again");
      messages.length = 0;
    },
  );
  await up(stack, after, startRun(service));

  const tags = service.tags();
  expect(tags.map(({ id }) => id)).toEqual(after === undefined ? [] : [stack.saved?.id]);
  if (after !== undefined) {
    expect(count()).toBe(versionsBefore + 1 + savedForEdit);
    expectOutcome(tags[0]?.versions ?? [], after.setAsLive === false ? (theirs ?? "old") : "new");
  }
  // A run that was killed had said its warning, and so had one that failed later on.
  if (theirs !== undefined) expect(messages.join("\n")).toContain(" by ines@example.com");
}

const tallies = {} as Record<Write, Tally>;
describe.each(writes)("%s", (write) => {
  tallies[write] = testEachFault(50, stories, (story) => play(write, story));
});
// Broken is a history that ended in a double, an orphan, a surplus version, or an outside edit lost without a warning.
report("Fault matrix of virtual tags", () => tallies);
