/**
 * A service that is not available for a moment: a write that it did not carry out, and that may be sent twice, is sent again in
 * the same run. A POST never is.
 */
import { OutcomeUnknown, type Transport, type WireAnswer } from "../../../client";
import type { VirtualTagMetadataInputs } from "../../../stack/state/virtualTagMetadata";
import type { VirtualTagV1Inputs } from "../../../stack/state/virtualTagV1";
import { FaultyService } from "../../support/faultyService";
import { type Run, startRun } from "../../support/run";
import { declared } from "./stack";
import { virtualTagLifecycle, virtualTagMetadataLifecycle } from "../lifecycles";
import { virtualTagV1Lifecycle } from "../virtualTagV1/byInput";

let service: FaultyService;
/** The statuses of the next writes, which are not carried out. */
let failing: number[];
/** The writes of a run, carried out or not. */
let writes: string[];

beforeEach(() => {
  service = new FaultyService({});
  failing = [];
  writes = [];
});

const transport: Transport = {
  send: (request) => {
    if (request.method === "GET") return service.send(request);
    writes.push(`${request.method} ${request.url.pathname.replaceAll(/[0-9a-f-]{36}/g, "{id}")}`);
    const status = failing.shift();
    if (status === undefined) return service.send(request);
    return Promise.resolve<WireAnswer>({ kind: "answer", status, headers: {}, text: "<html>busy</html>" });
  },
  close: () => undefined,
};
const start = (signal?: AbortSignal): Run => {
  const run = startRun(service, { transport, v1AfterEndOfLife: "allow" });
  return signal === undefined ? run : { ...run, context: { ...run.context, request: { signal } } };
};

/** What a run did that was struck so often. */
async function struck(operation: (run: Run) => Promise<unknown>, statuses: number[]): Promise<unknown> {
  failing = statuses;
  writes = [];
  const run = start();
  return run.until(operation(run));
}

const declaredV1: VirtualTagV1Inputs = {
  name: "Team",
  rules: [],
  defaultValue: "old",
  isCaseSensitive: false,
  __resourceUrn: "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagV1::team",
};
const metadata = (groups: string[] | undefined, merge: boolean, virtualTagId: string): VirtualTagMetadataInputs => ({
  virtualTagId,
  metadata: groups === undefined ? {} : { Web: { groups } },
  mergeValuesAndMetadata: merge,
});

/** Prepares a stack, and returns the operation that is struck. */
const operations = {
  "PUT /v2/virtual-tags/{id}": async () => {
    const run = start();
    const { id, state } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
    return ({ context }: Run) => virtualTagLifecycle.update(id, state, declared("new"), context);
  },
  "PUT /v2/virtual-tags/{id} of a staged version": async () => {
    const run = start();
    const { id, state } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
    return ({ context }: Run) => virtualTagLifecycle.update(id, state, declared("new", false), context);
  },
  "DELETE /v2/virtual-tags/{id}": async () => {
    const run = start();
    const { id, state } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
    return ({ context }: Run) => virtualTagLifecycle.delete(id, state, context);
  },
  "PUT /v2/virtual-tags/{id}/metadata of the whole map": async () => {
    const run = start();
    const { id } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
    return ({ context }: Run) => virtualTagMetadataLifecycle.create(metadata(["a"], false, id), context);
  },
  "PUT /v2/virtual-tags/{id}/metadata that merges": async () => {
    const run = start();
    const { id } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
    return ({ context }: Run) => virtualTagMetadataLifecycle.create(metadata(["a"], true, id), context);
  },
  "PUT /v2/virtual-tags/{id}/metadata that deletes": async () => {
    const run = start();
    const tag = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
    const inputs = metadata(["a"], true, tag.id);
    const { id, state } = await run.until(virtualTagMetadataLifecycle.create(inputs, run.context));
    return ({ context }: Run) => virtualTagMetadataLifecycle.delete(id, state, context);
  },
  "PUT /v1/virtual-tags/{id}": async () => {
    const run = start();
    const { id, state } = await run.until(virtualTagV1Lifecycle.create(declaredV1, run.context));
    const inputs = { ...declaredV1, defaultValue: "new" };
    return ({ context }: Run) => virtualTagV1Lifecycle.update(id, state, inputs, context);
  },
  "DELETE /v1/virtual-tags/{id}": async () => {
    const run = start();
    const { id, state } = await run.until(virtualTagV1Lifecycle.create(declaredV1, run.context));
    return ({ context }: Run) => virtualTagV1Lifecycle.delete(id, state, context);
  },
};
type Write = keyof typeof operations;
const all = Object.keys(operations) as Write[];
const saves: Write[] = [
  "PUT /v2/virtual-tags/{id}",
  "PUT /v2/virtual-tags/{id} of a staged version",
  "PUT /v1/virtual-tags/{id}",
];
const routeOf = (write: Write): string => write.replace(/ (?:of|that) .*/, "");

describe.each(all)("%s", (write) => {
  test.each([502, 503, 504])("succeeds after one %i", async (status) => {
    const operation = await operations[write]();
    const versions = service.tags()[0]?.versions.length ?? 0;
    await struck(operation, [status]);
    expect(writes).toEqual([routeOf(write), routeOf(write)]);
    if (write.startsWith("PUT")) {
      expect(service.tags()[0]?.versions).toHaveLength(versions + (saves.includes(write) ? 1 : 0));
    }
  });

  test("succeeds after two, and is an unknown outcome after three", async () => {
    const operation = await operations[write]();
    await expect(struck(operation, [503, 503, 503])).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(writes).toHaveLength(3);
    await struck(operation, [503, 504]);
    expect(writes).toHaveLength(3);
  });

  test("is not sent again after the run was stopped", async () => {
    const operation = await operations[write]();
    const stop = new AbortController();
    failing = [503];
    writes = [];
    const run = start(stop.signal);
    const { pause } = run.context;
    run.context.pause = (milliseconds) => {
      if (milliseconds === 4_000) stop.abort();
      return pause(milliseconds);
    };
    await expect(run.until<unknown>(operation(run))).rejects.toThrow();
    expect(writes).toHaveLength(1);
  });
});

describe("never sent again is", () => {
  test.each([
    ["POST /v2/virtual-tags", ({ context }: Run) => virtualTagLifecycle.create(declared("old"), context)],
    ["POST /v1/virtual-tags", ({ context }: Run) => virtualTagV1Lifecycle.create(declaredV1, context)],
  ])("%s", async (route, operation) => {
    await expect(struck(operation, [503])).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(writes).toEqual([route]);
  });
});

test("a change that someone makes while the service is not available is drift, as before any write", async () => {
  const run = start();
  const { id, state } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
  service.passTime(3_600_000);
  failing = [503];
  const refusing = startRun(service, { transport }, { driftPolicy: "refuse" });
  const { pause } = refusing.context;
  refusing.context.pause = (milliseconds) => {
    if (milliseconds === 4_000) service.editByOther(id, { name: "Team", rules: [], defaultValue: "theirs" });
    return pause(milliseconds);
  };
  const update = virtualTagLifecycle.update(id, state, declared("new"), refusing.context);
  await expect(refusing.until(update)).rejects.toMatchObject({ code: "CA2013" });
  expect(service.tags()[0]?.versions).toHaveLength(2);
});

test("a save that the service carries out after the last look is found, not repeated", async () => {
  const run = start();
  const { id, state } = await run.until(virtualTagLifecycle.create(declared("old"), run.context));
  const late = new FaultyWrites();
  const next = startRun(service, { transport: late });
  const { client } = next.context;
  const reserve = client.reserve.bind(client);
  jest.spyOn(client, "reserve").mockImplementation((...given) => {
    late.carryOut();
    return reserve(...given);
  });
  await next.until(virtualTagLifecycle.update(id, state, declared("new"), next.context));
  expect(service.tags()[0]?.versions).toHaveLength(2);
});

/** Keeps the first write back, and answers that time ran out. */
class FaultyWrites implements Transport {
  #kept: Parameters<Transport["send"]>[0] | undefined;
  #isKept = false;

  send = (request: Parameters<Transport["send"]>[0]): ReturnType<Transport["send"]> => {
    if (request.method === "GET" || this.#isKept) return service.send(request);
    this.#isKept = true;
    this.#kept = request;
    return Promise.resolve({ kind: "failure", reached: true, code: "ANSWER_TIMEOUT" });
  };

  carryOut(): void {
    if (this.#kept !== undefined) void service.send(this.#kept);
    this.#kept = undefined;
  }

  close = (): void => undefined;
}
