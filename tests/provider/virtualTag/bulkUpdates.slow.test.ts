/**
 * An update of many tags, under the documented limits: what the pace of the versions' route leaves free shows takeovers that only
 * staged something, and no save waits for it.
 */
import type { Transport, WireRequest } from "../../../client";
import type { Switches } from "../../../emulator/options";
import type { Context } from "../../../provider/shared/lifecycle";
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import { FakeClock } from "../../client/fakeClock";
import { FaultyService } from "../../support/faultyService";
import { type Run, startRun } from "../../support/run";
import { inputs, urn } from "./account";
import { virtualTagLifecycle } from "../lifecycles";

/** Enough for the windows of the limits to pass once. */
const tagCount = 150;

/** How many operations the engine runs at the same time, on a machine with four cores. */
const parallel = 16;

/** A service under its documented limits, on a clock that its requests move on. */
class Bulk implements Transport {
  readonly service: FaultyService;
  readonly clock: FakeClock;
  readonly routes: string[] = [];
  refused = 0;

  constructor(switches: Partial<Switches>) {
    this.service = new FaultyService(switches, { enabled: true });
    this.clock = new FakeClock(this.service.service.clock.now());
  }

  send = async (request: WireRequest): ReturnType<Transport["send"]> => {
    await new Promise<void>((resolve) => this.clock.after(40, resolve));
    this.service.service.clock.set(this.clock.now());
    this.routes.push(`${request.method} ${request.url.pathname.replace(/tag-\d+|[0-9a-f]{8}-[0-9a-f-]{27}/, "{id}")}`);
    const answer = await this.service.send(request);
    if ("status" in answer && answer.status >= 400) this.refused += 1;
    return answer;
  };

  close = (): void => undefined;

  run(): Run {
    return startRun(this.service, { transport: this }, { clock: this.clock, passTime: () => undefined });
  }

  count(route: string): number {
    return this.routes.filter((one) => one === route).length;
  }
}

const declare = (number: number, stack = "dev"): VirtualTagInputs => ({
  ...inputs,
  name: `Tag ${number}`,
  __resourceUrn: urn(`tag-${number}`, stack),
});

/** Does something with each tag, as many at a time as the engine does. Answers the seconds that it takes. */
async function forEachTag(bulk: Bulk, work: (number: number, context: Context) => Promise<unknown>): Promise<number> {
  // What was sent before counts no more.
  await bulk.clock.advance(120_000);
  bulk.routes.length = 0;
  const { context, until } = bulk.run();
  const start = bulk.clock.elapsed();
  const numbers = Array.from({ length: tagCount }, (_, number) => number).values();
  const worker = async (): Promise<void> => {
    for (const number of numbers) await work(number, context);
  };
  await until(Promise.all(Array.from({ length: parallel }, worker)));
  return (bulk.clock.elapsed() - start) / 1000;
}

const [puts, histories] = ["PUT /v2/virtual-tags/{id}", "GET /v2/virtual-tags/{id}/versions"];

/** A service with tags that a stack has made. */
async function bulkOf(switches: Partial<Switches> = {}): Promise<{
  bulk: Bulk;
  made: { id: string; state: VirtualTagState }[];
}> {
  const bulk = new Bulk(switches);
  const made: { id: string; state: VirtualTagState }[] = [];
  await forEachTag(bulk, async (number, context) => {
    made[number] = await virtualTagLifecycle.create(declare(number), context);
  });
  return { bulk, made };
}

test.each<[string, Partial<Switches>, number]>([
  ["50 a minute", { versionsLimits: "table" }, 1 / 2],
  ["100 a minute, as one page of the service says", { versionsLimits: "faq" }, 9 / 10],
])("versions are read as far as %s allow, and no save waits for them", async (_, switches, share) => {
  const alone = await bulkOf(switches);
  const seconds = await forEachTag(alone.bulk, async (number, { client }) => {
    const { id } = alone.made[number] as (typeof alone.made)[number];
    await client.virtualTags.update(id, { ...declare(number), defaultValue: "Other" });
  });
  const { bulk, made } = await bulkOf(switches);
  const withReads = await forEachTag(bulk, async (number, context) => {
    const { id, state } = made[number] as (typeof made)[number];
    await virtualTagLifecycle.update(id, state, { ...declare(number), defaultValue: "Other" }, context);
  });
  expect(bulk.count(puts)).toBe(tagCount);
  expect(bulk.refused).toBe(0);
  expect(bulk.count(histories)).toBeGreaterThan(share * tagCount);
  expect(bulk.routes.length - bulk.count(histories)).toBeLessThanOrEqual(1.2 * tagCount);
  expect(withReads).toBeLessThan(1.1 * seconds);
});

test("a takeover that only staged a version is refused wherever the versions are read", async () => {
  const { bulk, made } = await bulkOf();
  await forEachTag(bulk, async (number, context) => {
    const taken = { ...declare(number, "prod"), adopt: true, setAsLive: false, defaultValue: "Theirs" };
    await virtualTagLifecycle.create(taken, context);
  });
  const codes: string[] = [];
  await forEachTag(bulk, async (number, context) => {
    const { id, state } = made[number] as (typeof made)[number];
    const changed = { ...declare(number), defaultValue: "Other" };
    await virtualTagLifecycle.update(id, state, changed, context).catch((error: unknown) => {
      codes.push((error as { code: string }).code);
    });
  });
  expect(new Set(codes)).toEqual(new Set(["CA2012"]));
  expect(codes).toHaveLength(bulk.count(histories));
  expect(codes.length + bulk.count(puts)).toBe(tagCount);
  // A refusal leaves its place to the next save, so that the saves take less time.
  expect(codes.length).toBeGreaterThan(tagCount / 4);
});
