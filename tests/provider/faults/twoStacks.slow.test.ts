/**
 * A second stack takes a tag over, struck by every fault, while the first one goes on: the tag is never doubled or deleted,
 * the takeover is saved once, and the first stack says whose the tag is.
 */
import fc from "fast-check";
import type { VirtualTagInputs } from "../../../stack/state/virtualTag";
import { startRun } from "../../support/run";
import { type FaultKind, FaultyService, type PlannedFault } from "../../support/faultyService";
import { anyFault, recover, report, testEachFault } from "./matrix";
import { anySwitches, declared, refresh, type Stack, type StorySwitches, up } from "./stack";

const adopting = (content: string, setAsLive?: boolean): VirtualTagInputs => ({
  ...declared(content, setAsLive),
  adopt: true,
  __resourceUrn: "urn:pulumi:prod::bill::pulumi-nodejs:dynamic/costallocation:VirtualTag::team",
});

interface Story {
  fault: PlannedFault;
  more: PlannedFault[];
  /** What the second stack declares: what is live already, or something else. */
  content: "old" | "new";
  setAsLive: boolean;
  /** What the first stack does afterwards, once or after a refresh. */
  first: "destroys" | "changes" | "changes and destroys";
  refreshed: boolean;
  killedFirst: boolean;
  switches: StorySwitches;
}

const stories = (kind: FaultKind): fc.Arbitrary<Story> =>
  fc.record({
    fault: fc.record({ kind: fc.constant(kind), of: fc.constant("write" as const), nth: fc.constant(0) }),
    more: fc.array(anyFault, { maxLength: 2 }),
    content: fc.constantFrom("old", "new"),
    setAsLive: fc.boolean(),
    first: fc.constantFrom("destroys", "changes", "changes and destroys"),
    refreshed: fc.boolean(),
    killedFirst: fc.boolean(),
    switches: anySwitches,
  });

async function play({
  fault,
  more,
  content,
  setAsLive,
  first,
  refreshed,
  killedFirst,
  switches,
}: Story): Promise<void> {
  const service = new FaultyService(switches);
  const [one, other]: [Stack, Stack] = [{}, {}];
  await up(one, declared("old"), startRun(service));
  const id = one.saved?.id;
  service.passTime(refreshed ? 3_600_000 : 0);

  const theirs = adopting(content, setAsLive ? undefined : false);
  service.plan([fault, ...more.filter(({ of, nth }) => of !== "write" || nth !== 0)]);
  await recover(service, killedFirst, (killed) => up(other, theirs, startRun(service), killed));
  expect(other.saved?.id).toBe(id);

  const messages: string[] = [];
  if (refreshed) messages.push(...(await refresh(one, startRun(service))));
  if (first !== "destroys") {
    const attempt = up(one, declared("changed"), startRun(service));
    await expect(attempt).rejects.toMatchObject({ code: "CA2012" });
  }
  if (first !== "changes") {
    const run = startRun(service);
    await up(one, undefined, run);
    expect(run.messages).toEqual([expect.stringMatching(/bill\/prod#team.*\(CA2107\)/)]);
  }

  await up(other, theirs, startRun(service));
  const tags = service.tags();
  expect(tags.map((tag) => tag.id)).toEqual([id]);
  const versions = tags[0]?.versions ?? [];
  expect(versions.map(({ changeDescription }) => changeDescription?.split(":")[0])).toEqual([
    "(pulumi bill/dev#team)",
    "(pulumi bill/prod#team)",
  ]);
  expect(versions.map(({ isLive }) => isLive)).toEqual(setAsLive ? [false, true] : [true, false]);
  expect(JSON.parse(versions[1]?.content ?? "{}")).toMatchObject({ defaultValue: content });
}

const takeovers = testEachFault(20, stories, play);
report("Takeovers by a second stack", () => ({ takeovers }));
