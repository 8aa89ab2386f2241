/**
 * Every write of a Virtual Tag against every fault, over random histories: none may leave a double, an orphan, a surplus
 * version, or another's change lost without a word.
 */
import fc from "fast-check";
import { virtualTagLifecycle } from "../../../provider/virtualTag";
import type { VirtualTagInputs, VirtualTagState } from "../../../provider/virtualTagState";
import { type FaultKind, faultKinds, FaultyService, type PlannedFault } from "../../support/faultyService";
import { type Run, startRun } from "../../support/run";

// Each cell plays this many histories; FAULT_SEEDS=1000 is for a release.
const seeds = Number(process.env["FAULT_SEEDS"] ?? 100);
const writes = ["create", "update", "stage", "promote", "delete"] as const;
type Write = (typeof writes)[number];

const declared = (defaultValue: string, setAsLive?: boolean): VirtualTagInputs => ({
  name: "Team",
  rules: [{ to: "Web", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "exists" } }],
  defaultValue,
  ...(setAsLive === undefined ? {} : { setAsLive }),
  resourceUrn: "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTag::team",
});

/** What the program says before and after the write in question. */
const steps: Record<Write, { before: VirtualTagInputs[]; after: VirtualTagInputs | undefined }> = {
  create: { before: [], after: declared("new") },
  update: { before: [declared("old")], after: declared("new") },
  stage: { before: [declared("old")], after: declared("new", false) },
  promote: { before: [declared("old"), declared("new", false)], after: declared("new") },
  delete: { before: [declared("old")], after: undefined },
};

/** A stack with one resource in it: what the engine keeps, and what it calls. */
interface Stack {
  saved?: { id: string; state: VirtualTagState } | undefined;
}

/** One `pulumi up`. An operation that fails saves nothing; one whose process is killed saves nothing either. */
async function up(stack: Stack, inputs: VirtualTagInputs | undefined, run: Run, killed = false): Promise<void> {
  const { context } = run;
  const { saved } = stack;
  let next: Stack["saved"];
  if (inputs === undefined) {
    if (saved !== undefined) await run.until(virtualTagLifecycle.delete(saved.id, saved.state, context));
  } else if (saved === undefined) {
    next = await run.until(virtualTagLifecycle.create(inputs, context));
  } else if (virtualTagLifecycle.diff(saved.state, inputs) === "none") {
    next = saved;
  } else {
    const state = await run.until(virtualTagLifecycle.update(saved.id, saved.state, inputs, context));
    next = { id: saved.id, state };
  }
  if (!killed) stack.saved = next;
}

const isOutcome = (content: string | undefined, wanted: string): boolean =>
  content !== undefined && (JSON.parse(content) as { defaultValue: string }).defaultValue === wanted;

interface Story {
  fault: PlannedFault;
  more: PlannedFault[];
  outsideEdit: boolean;
  /** A refresh comes first, as in `pulumi up --refresh`. */
  refresh: boolean;
  killedFirst: boolean;
  switches: {
    stagedCreateIsLive: boolean;
    stagedRead: "live" | "latest";
    listHasRules: boolean;
    dates: "iso" | "long";
  };
}

const planned = (kind: fc.Arbitrary<FaultKind>): fc.Arbitrary<PlannedFault> =>
  fc.record({ kind, of: fc.constantFrom("write", "write", "read"), nth: fc.nat({ max: 3 }) });

const stories = (kind: FaultKind): fc.Arbitrary<Story> =>
  fc.record({
    fault: fc.record({ kind: fc.constant(kind), of: fc.constant("write" as const), nth: fc.constant(0) }),
    more: fc.array(planned(fc.constantFrom(...(Object.keys(faultKinds) as FaultKind[]))), { maxLength: 2 }),
    outsideEdit: fc.boolean(),
    refresh: fc.boolean(),
    killedFirst: fc.boolean(),
    switches: fc.record({
      stagedCreateIsLive: fc.boolean(),
      stagedRead: fc.constantFrom("live", "latest"),
      listHasRules: fc.boolean(),
      dates: fc.constantFrom("iso", "long"),
    }),
  });

const services = new Map<string, FaultyService>();
function serviceWith(switches: Story["switches"]): FaultyService {
  const key = JSON.stringify(switches);
  const service = services.get(key) ?? new FaultyService(switches);
  services.set(key, service);
  service.reset();
  return service;
}

/** Plays a story and judges its end. */
async function play(write: Write, { fault, more, outsideEdit, refresh, killedFirst, switches }: Story): Promise<void> {
  const service = serviceWith(switches);
  const stack: Stack = {};
  const { before, after } = steps[write];
  for (const inputs of before) {
    await up(stack, inputs, startRun(service));
    service.passTime(3_600_000);
  }
  const edited = outsideEdit && stack.saved !== undefined;
  if (edited && stack.saved !== undefined) {
    const { name, rules } = declared("theirs");
    service.editByOther(stack.saved.id, { name, rules, defaultValue: "theirs" });
    service.passTime(3_600_000);
  }
  const versionsBefore = service.tags()[0]?.versions.length ?? 0;

  // The run that is struck, and then as many plain ones as it takes: at most two.
  const messages: string[] = [];
  if (refresh && stack.saved !== undefined) {
    const run = startRun(service);
    const found = await run.until(virtualTagLifecycle.read(stack.saved.id, stack.saved.state, run.context));
    if (found !== undefined) stack.saved = { id: stack.saved.id, state: found.state };
    messages.push(...run.messages);
  }
  let failures = 0;
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
  }
  await up(stack, after, startRun(service));

  const tags = service.tags();
  if (after === undefined) {
    expect(tags).toEqual([]);
  } else {
    expect(tags).toHaveLength(1);
    const versions = tags[0]?.versions ?? [];
    expect(versions).toHaveLength(versionsBefore + 1);
    const live = versions.find(({ isLive }) => isLive)?.content;
    if (after.setAsLive === false) {
      expect(isOutcome(versions.at(-1)?.content, "new")).toBe(true);
      expect(isOutcome(live, edited ? "theirs" : "old")).toBe(true);
    } else {
      expect(isOutcome(live, "new")).toBe(true);
    }
    expect(stack.saved?.id).toBe(tags[0]?.id);
  }
  // A run that was killed had said its warning, and so had one that failed later on.
  if (edited) expect(messages.join("\n")).toMatch(/changed (?:outside this stack )?by ines@example\.com/);
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
