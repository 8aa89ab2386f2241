/** What others do while a write waits for the rate limit counts as if it had been there before. */
import type { MetadataMap } from "../../../client";
import type { Context, Policy } from "../../../provider/shared/lifecycle";
import { Refused } from "../../../provider/shared/message";
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import type { VirtualTagV1Inputs } from "../../../stack/state/virtualTagV1";
import { FakeClock } from "../../client/fakeClock";
import { FaultyService } from "../../support/faultyService";
import { startRun } from "../../support/run";
import { notificationEndpointLifecycle, virtualTagLifecycle, virtualTagMetadataLifecycle } from "../lifecycles";
import { virtualTagV1Lifecycle } from "../virtualTagV1/byInput";

const urnOf = (name: string): string =>
  `urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTag::${name}`;
const filters = { costCenter: "AWS", key: "team", type: "tag" as const, operator: "exists" as const };
const content = {
  name: "Team",
  rules: [{ to: "Web", filters }],
  defaultValue: "Shared",
};
const inputs: VirtualTagInputs = { ...content, __resourceUrn: urnOf("team") };
const changed: VirtualTagInputs = { ...inputs, defaultValue: "Other" };
const markedBy = (owner: string): object => ({ versionMetadata: { changeDescription: `(pulumi ${owner})` } });

let service: FaultyService;
beforeEach(() => {
  jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  service = new FaultyService({ v1AfterEndOfLife: "serve" });
});

/** Sends a request as somebody else, a minute later. */
function asOther(method: string, path: string, body?: object): { id: string } {
  service.passTime(60_000);
  const { status, text } = service.carryOut({
    method,
    url: new URL(path, "http://127.0.0.1"),
    headers: {
      "x-service-client-id": "emulator",
      "x-service-secret-key": "emulator-secret",
      "content-type": "application/json",
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return (JSON.parse(text) as { data: { id: string } }).data;
}
const edit = (id: string, change: object): unknown =>
  asOther("PUT", `/v2/virtual-tags/${id}`, { ...content, ...change });

interface Outcome<T> {
  result: T | undefined;
  /** The codes of the messages, and of the refusal at the end. */
  codes: string[];
  /** What the operation wrote. */
  writes: string[];
}

/** Runs an operation. Its first write is rate-limited; during the wait, somebody else does something. */
async function run<T>(
  operation: (context: Context) => Promise<T>,
  meanwhile: (() => unknown) | undefined,
  driftPolicy: Policy["driftPolicy"] = "overwrite",
): Promise<Outcome<T>> {
  const clock = new FakeClock(service.service.clock.now());
  const { context, messages, until } = startRun(service, { v1AfterEndOfLife: "allow" }, { clock, driftPolicy });
  const before = service.writes.length;
  let byOthers: number | undefined = meanwhile === undefined ? 0 : undefined;
  if (meanwhile !== undefined) {
    // A wait of two seconds.
    service.plan([{ kind: "429", of: "write", nth: 0 }]);
    clock.after(1_000, () => {
      const writes = service.writes.length;
      meanwhile();
      byOthers = service.writes.length - writes;
    });
  }
  const codes: string[] = [];
  const result = await until(operation(context)).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    codes.push(error.code);
    return undefined;
  });
  if (byOthers === undefined) throw new Error("The operation did not wait.");
  codes.unshift(...messages.map((text) => /\((CA\d{4})\)/.exec(text)?.[1] ?? text));
  return { result, codes, writes: service.writes.slice(before + byOthers) };
}

describe("VirtualTag", () => {
  let id: string;
  let state: VirtualTagState;
  const exists = async (): Promise<void> => {
    const { result } = await run((context) => virtualTagLifecycle.create(inputs, context), undefined);
    if (result === undefined) throw new Error("The tag was not created.");
    ({ id, state } = result);
  };
  const update =
    (given = changed) =>
    (context: Context): Promise<VirtualTagState> =>
      virtualTagLifecycle.update(id, state, given, context);
  const remove = (context: Context): Promise<void> => virtualTagLifecycle.delete(id, state, context);
  const make = (name: string) => (): unknown => asOther("POST", "/v2/virtual-tags", { ...content, name });
  const theirs = (): unknown => edit(id, { defaultValue: "Theirs" });

  test("is saved after the wait if nobody else did anything", async () => {
    await exists();
    expect(await run(update(), () => undefined, "refuse")).toMatchObject({ codes: [], writes: ["PUT"] });
  });

  test.each<[string, (context: Context) => Promise<unknown>, () => unknown, string]>([
    ["saved over an edit", update(), theirs, "CA2013"],
    ["given a name that another tag was given", update({ ...inputs, name: "Next" }), make("Next"), "CA2022"],
    ["deleted with an edit", remove, theirs, "CA2031"],
  ])("is not %s", async (_, operation, meanwhile, code) => {
    await exists();
    expect(await run(operation, meanwhile, "refuse")).toMatchObject({ codes: [code], writes: [] });
  });

  test("is not saved a second time if an earlier run's save arrives late", async () => {
    await exists();
    const late = { defaultValue: "Other", ...markedBy("bill/dev#team") };
    const outcome = await run(update(), () => edit(id, late), "refuse");
    expect(outcome).toMatchObject({ writes: [], result: { defaultValue: "Other" } });
    expect(service.tags()[0]?.versions).toHaveLength(2);
  });

  test("is not created beside one of that name", async () => {
    const create = (context: Context): Promise<unknown> => virtualTagLifecycle.create(inputs, context);
    expect(await run(create, make("Team"))).toMatchObject({ codes: ["CA2001"], writes: [] });
  });
});

describe("VirtualTagV1", () => {
  const old: VirtualTagV1Inputs = { ...inputs, isCaseSensitive: false };

  test("is neither saved over an edit nor deleted with it by the policy", async () => {
    const { result } = await run((context) => virtualTagV1Lifecycle.create(old, context), undefined);
    const { id, state } = result ?? { id: "", state: {} as never };
    const theirs = (): unknown => edit(id, { defaultValue: "Theirs" });
    const update = await run(
      (context) => virtualTagV1Lifecycle.update(id, state, { ...old, defaultValue: "Other" }, context),
      theirs,
      "refuse",
    );
    expect(update).toMatchObject({ codes: ["CA2013"], writes: [] });
    edit(id, {});
    const removal = await run((context) => virtualTagV1Lifecycle.delete(id, state, context), theirs, "refuse");
    expect(removal).toMatchObject({ codes: ["CA2031"], writes: [] });
  });

  test("is not this stack's if somebody else saved what an update of the adopted tag declares", async () => {
    const { id } = asOther("POST", "/v2/virtual-tags", content);
    const adopt = { ...old, adopt: true };
    const { result } = await run((context) => virtualTagV1Lifecycle.create(adopt, context), undefined);
    const update = virtualTagV1Lifecycle.update.bind(undefined, id, result?.state ?? ({} as never));
    const save = (context: Context): Promise<object> => update({ ...adopt, defaultValue: "Other" }, context);
    const outcome = await run(save, () => edit(id, { defaultValue: "Other" }));
    expect(outcome).toMatchObject({ result: { __memory: { isUnsaved: true } } });
  });
});

describe("VirtualTagMetadata", () => {
  let virtualTagId: string;
  beforeEach(() => {
    virtualTagId = asOther("POST", "/v2/virtual-tags", content).id;
  });
  const ours: MetadataMap = { Web: { groups: ["g"] } };
  const create =
    (mergeValuesAndMetadata: boolean) =>
    (context: Context): Promise<unknown> => {
      const declared = { virtualTagId, metadata: ours, mergeValuesAndMetadata, __resourceUrn: urnOf("metadata") };
      return virtualTagMetadataLifecycle.create(declared, context);
    };
  const theirs: MetadataMap = { Theirs: { groups: ["t"] } };
  const enter = (): void => {
    service.enterMetadata(virtualTagId, theirs);
  };

  test("does not overwrite the whole map", async () => {
    expect(await run(create(false), enter)).toMatchObject({ codes: ["CA3001"], writes: [] });
    expect(service.tags()[0]?.metadata).toMatchObject(theirs);
  });

  test("is merged beside another value", async () => {
    expect(await run(create(true), enter)).toMatchObject({ codes: [], writes: ["PUT"] });
    expect(service.tags()[0]?.metadata).toMatchObject({ ...theirs, ...ours });
  });
});

test("a notification endpoint is not created beside an equal one", async () => {
  const declared = { type: "email", name: "FinOps", configuration: { to: "finops@example.com" } };
  const outcome = await run(
    (context) => notificationEndpointLifecycle.create(declared, context),
    () => asOther("POST", "/v1/endpoints", declared),
  );
  expect(outcome).toMatchObject({ codes: ["CA4201"], writes: [] });
});
