/** A name is only as free as the list that shows it: how old that may be, and what shows a second tag of a name afterwards. */
import type { Transport, WireRequest } from "../../../client";
import type { Limits } from "../../../emulator/options";
import type { Context } from "../../../provider/shared/lifecycle";
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import { FakeClock } from "../../client/fakeClock";
import { FaultyService } from "../../support/faultyService";
import { startRun } from "../../support/run";
import { atSize } from "../../support/size";
import { inputs, urn } from "./account";
import { virtualTagLifecycle } from "../lifecycles";
import { virtualTagV1Lifecycle } from "../virtualTagV1/byInput";

/** A service whose requests take time, and what was sent when. */
class SlowService implements Transport {
  readonly service: FaultyService;
  readonly clock: FakeClock;
  readonly sent: { what: string; at: number }[] = [];
  /** How long each request takes in turn, in milliseconds; from the last on, as long as that. */
  latencies: number[] = [10];
  /** What else happens when a request arrives. */
  meanwhile: (request: WireRequest) => void = () => undefined;

  /** How often the service answered with status 429. */
  tooMany = 0;

  constructor(limits: Partial<Limits> = { enabled: false }) {
    this.service = new FaultyService({ v1AfterEndOfLife: "serve" }, limits);
    this.clock = new FakeClock(this.service.service.clock.now());
  }

  send = async (request: WireRequest): ReturnType<Transport["send"]> => {
    this.sent.push({ what: `${request.method} ${request.url.pathname}`, at: this.clock.elapsed() });
    const latency = this.latencies.length > 1 ? this.latencies.shift() : this.latencies[0];
    // What a list shows is as old as its request.
    const answer = request.method === "GET" ? await this.service.send(request) : undefined;
    this.meanwhile(request);
    await new Promise<void>((resolve) => this.clock.after(latency ?? 0, resolve));
    this.service.service.clock.set(Math.max(this.service.service.clock.now(), this.clock.now()));
    const response = answer ?? (await this.service.send(request));
    if ("status" in response && response.status === 429) this.tooMany += 1;
    return response;
  };

  close = (): void => undefined;

  /** A run on this service. */
  run(): { context: Context; messages: string[]; until: <T>(operation: Promise<T>) => Promise<T> } {
    const { clock } = this;
    return startRun(this.service, { transport: this, v1AfterEndOfLife: "allow" }, { clock });
  }

  /** How old the newest list was when each write was sent. */
  ages(): number[] {
    return this.sent.flatMap(({ what, at }, index) => {
      const list = this.sent.slice(0, index).findLast((one) => /^GET \/v\d\/virtual-tags$/.test(one.what));
      return what.startsWith("GET") ? [] : [at - (list?.at ?? -Infinity)];
    });
  }

  /** Somebody makes a tag in the application. */
  make(name: string): string {
    const { store, firstCredential, clock } = this.service.service;
    const everybody = { type: "public" as const, users: [], groups: [] };
    const at = { createdAt: clock.now(), createdBy: "ines@example.com" };
    const head = { id: "theirs", ...at, acl: { read: everybody, write: everybody } };
    const content = JSON.stringify({ name, rules: [], defaultValue: "Theirs" });
    const version = { id: "their-version", ...at, isLive: true, content };
    store.commit({ op: "createTag", account: firstCredential.account, head, version });
    return head.id;
  }
}

let slow: SlowService;
beforeEach(() => {
  jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  slow = new SlowService();
});

const inputsV1 = { ...inputs, isCaseSensitive: false };
const operations: Record<string, (context: Context) => Promise<unknown>> = {
  "a create": (context) => virtualTagLifecycle.create(inputs, context),
  "a create by V1": (context) => virtualTagV1Lifecycle.create(inputsV1, context),
};

describe.each(Object.entries(operations))("%s", (_, operation) => {
  test("is not sent if its list was requested more than three seconds ago", async () => {
    slow.latencies = [3_001, 2_900, 10];
    const { context, until } = slow.run();
    await until(operation(context));
    expect(slow.ages()).toEqual([2_900]);
  });

  test("is never sent if every list takes longer, and nothing is written", async () => {
    slow.latencies = [3_001];
    const { context, until } = slow.run();
    await expect(until(operation(context))).rejects.toMatchObject({ code: "CA2025" });
    expect(slow.ages()).toEqual([]);
  });
});

test("a rename is the same, and its other reads may take longer", async () => {
  const first = slow.run();
  const { id, state } = await first.until(virtualTagLifecycle.create(inputs, first.context));
  const rename = (latency: number): Promise<VirtualTagState> => {
    slow.sent.length = 0;
    slow.latencies = [latency];
    slow.service.passTime(60_000);
    const { context, until } = slow.run();
    return until(virtualTagLifecycle.update(id, state, { ...inputs, name: "Squad" }, context));
  };
  await expect(rename(3_001)).rejects.toMatchObject({ code: "CA2025" });
  expect(slow.ages()).toEqual([]);
  expect(await rename(2_900)).toMatchObject({ name: "Squad" });
  expect(slow.ages()).toEqual([2_900]);
});

test("concurrent creates share lists, and each list is young enough for every write that relies on it", async () => {
  slow.latencies = [400];
  const { context, until } = slow.run();
  const all = Array.from({ length: 60 }, (_, index): VirtualTagInputs => ({
    ...inputs,
    name: `Team ${index}`,
    __resourceUrn: urn(`team-${index}`),
  }));
  await until(Promise.all(all.map((one) => virtualTagLifecycle.create(one, context))));
  expect(slow.ages()).toHaveLength(60);
  for (const age of slow.ages()) expect(age).toBeLessThanOrEqual(3_000);
  expect(slow.sent.filter(({ what }) => what === "GET /v2/virtual-tags").length).toBeLessThan(60);
});

const creates = atSize(120, 500);

test(`${creates} creates keep within the documented limits: none is refused, and the lists cost no time`, async () => {
  slow = new SlowService({ enabled: true });
  slow.latencies = [200];
  const { context, until } = slow.run();
  const waiting = Array.from({ length: creates }, (_, index): VirtualTagInputs => ({
    ...inputs,
    name: `Team ${index}`,
    __resourceUrn: urn(`team-${index}`),
  }));
  const start = slow.clock.elapsed();
  const worker = async (): Promise<void> => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop())
      await virtualTagLifecycle.create(one, context);
  };
  await until(Promise.all(Array.from({ length: 100 }, worker)));
  expect(slow.tooMany).toBe(0);
  expect(slow.ages()).toHaveLength(creates);
  // 50 creates a minute are allowed.
  expect(slow.clock.elapsed() - start).toBeLessThan((creates / 50) * 60_000);
});

describe("a tag that somebody made between our list and our create", () => {
  let ours: { id: string; state: VirtualTagState };
  beforeEach(async () => {
    const { context, until } = slow.run();
    slow.meanwhile = ({ method }) => {
      if (method === "POST") slow.make("Team");
    };
    ours = await until(virtualTagLifecycle.create(inputs, context));
    slow.meanwhile = () => undefined;
    slow.service.passTime(60_000);
  });

  test("is named by the next refresh, with both IDs", async () => {
    const { context, messages, until } = slow.run();
    await until(virtualTagLifecycle.read(ours.id, ours.state, context));
    expect(messages).toEqual([expect.stringMatching(/\(CA2112\)/)]);
    for (const id of [ours.id, "theirs"]) expect(messages[0]).toContain(id);
  });

  test("is named by the next update, which touches our own tag alone", async () => {
    const { context, messages, until } = slow.run();
    await until(virtualTagLifecycle.update(ours.id, ours.state, { ...inputs, defaultValue: "Other" }, context));
    expect(messages).toEqual([expect.stringMatching(/\(CA2112\)/)]);
    const theirs = slow.service.tags().find(({ id }) => id === "theirs");
    expect(theirs?.versions).toHaveLength(1);
  });
});
