import type * as dynamic from "@pulumi/pulumi/dynamic";
import { inspect } from "node:util";
import { Forbidden, Unavailable, UnexpectedAnswer } from "../../../client";
import { dynamicProvider } from "../../../provider/engine/dynamic";
import type { Host } from "../../../provider/shared/operations";
import type { CheckContext, Checked, Context, Difference, Lifecycle } from "../../../provider/shared/lifecycle";
import { type Message, Refused } from "../../../provider/shared/message";
import { RunMemory } from "../../../provider/shared/runMemory";

interface Things {
  name: string;
}

const context = { client: "the client" } as unknown as Context;
let memory: RunMemory;
let warnings: [Message, string | undefined][];
let infos: [Message, string | undefined][];
let host: Host;
/** The arguments of `create`. */
let creates: unknown[][];
beforeEach(() => {
  memory = new RunMemory();
  warnings = [];
  infos = [];
  creates = [];
  host = {
    memory,
    log: {
      info: (message, urn) => infos.push([message, urn]),
      warning: (message, urn) => warnings.push([message, urn]),
      status: () => undefined,
    },
    configure: () => undefined,
    settingsProblem: () => undefined,
    settings: () => ({ metadataNesting: "root" }),
    context: () => context,
  };
});

const none: Difference = { kind: "none", warnings: [], notes: [] };
const update: Difference = { ...none, kind: "update" };
const answered = { replaces: [], deleteBeforeReplace: false };
const lifecycle: Lifecycle<Things, Things> = {
  kind: "Thing",
  check: (news) => ({ inputs: { ...news, at: new Date(0) }, problems: [], warnings: [] }),
  diff: (state, inputs) => (state.name === inputs.name ? none : update),
  create: (...args) => {
    creates.push(args);
    return Promise.resolve({ id: "1", state: { name: "a", extra: undefined } as Things });
  },
  read: () => Promise.resolve(undefined),
  update: () => Promise.resolve({ name: "b" }),
  delete: () => Promise.resolve(),
};
type Provider = Required<dynamic.ResourceProvider<object, object>>;
const front = (changes: Partial<Lifecycle<Things, Things>> = {}, changedHost: Partial<Host> = {}): Provider =>
  dynamicProvider({ ...lifecycle, ...changes }, { ...host, ...changedHost }) as Provider;

describe("check", () => {
  const checking = (result: Partial<Checked>): Provider =>
    front({ check: () => ({ inputs: {}, problems: [], warnings: [], ...result }) });

  test("gets the arguments, those of the last update, the settings and the run's memory, without the stub", async () => {
    const seen: [Record<string, unknown>, CheckContext][] = [];
    const check: typeof lifecycle.check = (...args) => {
      seen.push(args);
      return { inputs: {}, problems: [], warnings: [] };
    };
    await front({ check }).check({ name: "a", __provider: "stub" }, { name: "b", __provider: "stub" });
    expect(seen).toEqual([[{ name: "b" }, { memory, settings: { metadataNesting: "root" }, olds: { name: "a" } }]]);
    expect(seen[0]?.[1].memory).toBe(memory);
  });

  test("returns the inputs as plain JSON", async () => {
    expect(await front().check({}, { name: "a" })).toEqual({
      inputs: { name: "a", at: "1970-01-01T00:00:00.000Z" },
      failures: [],
    });
  });

  test("fails with CA1101, or the problem's own code, and names no property, whose value would be printed", async () => {
    const provider = checking({
      problems: [
        { path: "rules[0].to", message: "is missing" },
        { path: "", message: "Two tags have one name.", code: "CA2301" },
      ],
    });
    expect((await provider.check({}, {})).failures).toEqual([
      { property: "", reason: "rules[0].to is missing (CA1101)" },
      { property: "", reason: "Two tags have one name. (CA2301)" },
    ]);
  });

  test("warns beside the resource, with CA1102 or the warning's own code", async () => {
    const provider = checking({
      warnings: [
        { path: "rules", message: "has 51 rules" },
        { path: "name", message: "is long", code: "CA2101" },
      ],
    });
    expect((await provider.check({}, { __resourceUrn: "the URN" })).failures).toEqual([]);
    expect(warnings).toEqual([
      [{ code: "CA1102", text: "rules has 51 rules (CA1102)" }, "the URN"],
      [{ code: "CA2101", text: "name is long (CA2101)" }, "the URN"],
    ]);
  });

  test("fails in the preview if the settings are wrong", async () => {
    const answer = await front(
      {},
      { settingsProblem: () => ({ code: "INVALID_SETTINGS", text: "baseUrl is not set." }) },
    ).check({}, { name: "a" });
    expect(answer.failures).toEqual([{ property: "", reason: "baseUrl is not set." }]);
  });
});

describe("diff", () => {
  const differing = (difference: Difference): Provider => front({ diff: () => difference });

  test("lets the engine compare and print the inputs if there is a difference, and says so if there is none", async () => {
    expect(await front().diff("1", { name: "a" }, { name: "a" })).toEqual({ changes: false });
    expect(await front().diff("1", { name: "a" }, { name: "b" })).toEqual(answered);
  });

  test("says what the engine does not show, of the arguments of the program: a refresh compares those of the last update", async () => {
    const summary: Message = { code: "CA2210", text: "2 rules are moved" };
    const provider = differing({ ...update, summary: () => summary });
    const [state, news] = [{ name: "a" }, { name: "b", __resourceUrn: "urn:one" }];
    await provider.diff("1", state, news);
    expect(infos).toEqual([]);
    await provider.check({}, news);
    await provider.diff("1", state, news);
    expect(infos).toEqual([[summary, "urn:one"]]);
  });

  test("says that there is a change if only what the provider remembers differs, where the engine would find none", async () => {
    const provider = differing({ ...none, kind: "remember" });
    expect(await provider.diff("1", {}, {})).toEqual({ changes: true, ...answered });
  });

  test("says that there is a change if the resource has another URN than in its state, which messages print", async () => {
    const [before, after] = ["urn:before", "urn:after"].map((urn) => ({ name: "a", __resourceUrn: urn }));
    const same = front({ diff: () => none });
    expect(await same.diff("1", before ?? {}, after ?? {})).toMatchObject({ changes: true, replaces: [] });
    expect(await same.diff("1", before ?? {}, before ?? {})).toEqual({ changes: false });
  });

  test("warns beside the resource", async () => {
    const warning = { code: "CA4101", text: "The old one stays. (CA4101)" };
    const replace: Difference = { kind: "replace", because: ["name"], warnings: [warning], notes: [] };
    const answer = await differing(replace).diff("1", { name: "a" }, { name: "b", __resourceUrn: "the URN" });
    expect(answer).toEqual({ replaces: ["name"], deleteBeforeReplace: false });
    expect(warnings).toEqual([[warning, "the URN"]]);
  });

  test("notes which resource has the tag, after the lifecycle has compared", async () => {
    memory.check("urn:new", "VirtualTag");
    const holders: (string | undefined)[] = [];
    const diff: typeof lifecycle.diff = () => {
      holders.push(memory.holderOf("1"));
      return none;
    };
    await front({ kind: "VirtualTag", diff }).diff("1", { __resourceUrn: "urn:old" }, { __resourceUrn: "urn:new" });
    expect([...holders, memory.holderOf("1")]).toEqual([undefined, "urn:new"]);
  });

  test("notes the former URN: a later delete under it belongs to the replacement, if there is one", async () => {
    memory.check("urn:new", "VirtualTag");
    const [state, inputs] = [{ __resourceUrn: "urn:old" }, { __resourceUrn: "urn:new" }];
    const compare = (id: string, difference: Difference): Promise<unknown> =>
      front({ kind: "VirtualTag", diff: () => difference }).diff(id, state, inputs);
    await compare("1", update);
    expect(memory.keeperOf("VirtualTag", "1", "urn:old")).toBe("urn:new");
    await compare("2", { ...none, kind: "replace", because: [] });
    expect(memory.keeperOf("VirtualTag", "2", "urn:old")).toBeUndefined();
  });

  test("notes nothing of a resource that the program does not declare, as in a refresh", async () => {
    await front({ kind: "VirtualTag" }).diff("1", { name: "a" }, { name: "b", __resourceUrn: "urn:removed" });
    expect(memory.holderOf("1")).toBeUndefined();
  });
});

describe("operations", () => {
  test("get no stub, and the context for the resource's URN", async () => {
    const urns: unknown[] = [];
    const provider = front(
      {},
      {
        context: (urn) => {
          urns.push(urn);
          return context;
        },
      },
    );
    const declared = { name: "a", __resourceUrn: "urn:new", __provider: "stub" };
    const state = { name: "b", __resourceUrn: "urn:old", __provider: "stub" };
    await provider.create(declared);
    await provider.read("1", state);
    await provider.update("1", state, declared);
    await provider.delete("1", state);
    expect(creates).toEqual([[{ name: "a", __resourceUrn: "urn:new" }, context]]);
    expect(urns).toEqual(["urn:new", "urn:old", "urn:new", "urn:old"]);
  });

  test("return plain outputs", async () => {
    expect(await front().create({})).toEqual({ id: "1", outs: { name: "a" } });
    expect(await front().update("1", {}, {})).toEqual({ outs: { name: "b" } });
  });

  test("need settings only when they call the service", async () => {
    const context = (): never => {
      throw new Error("clientId is not set.");
    };
    const provider = front({}, { context });
    await expect(provider.check({}, { name: "a" })).resolves.toBeDefined();
    await expect(provider.diff("1", { name: "a" }, { name: "a" })).resolves.toBeDefined();
    await expect(provider.create({})).rejects.toThrow("clientId is not set.");
  });
});

describe("read", () => {
  test("returns inputs beside the outputs, and nothing if the resource was deleted", async () => {
    const read = (): Promise<{ inputs: Things; state: Things }> =>
      Promise.resolve({ inputs: { name: "a" }, state: { name: "a" } });
    expect(await front({ read }).read("1", {})).toEqual({ id: "1", props: { name: "a" }, inputs: { name: "a" } });
    expect(await front().read("1", { name: "a" })).toEqual({});
  });

  test("fails with CA1001 if a `get` finds nothing, because an empty answer would pass for a resource", async () => {
    await expect(front().read("1", { __provider: "stub", __resourceUrn: "urn" })).rejects.toThrow(
      /^Thing with the ID "1" .* \(CA1001\)\n/,
    );
    const ignoring = { __provider: "stub", __resourceUrn: "urn", __ignoreChanges: ["name"] };
    await expect(front().read("1", ignoring)).rejects.toThrow(/ \(CA1001\)\n/);
    // An empty state is not a `get`.
    expect(await front().read("1", { __provider: "stub" })).toEqual({});
  });

  test.each(["..", "a/../b", "Team A"])("fails with CA1004 before a `get` of %p asks the service", async (id) => {
    const read = jest.fn(() => Promise.resolve(undefined));
    await expect(front({ read }).read(id, { __provider: "stub", __resourceUrn: "urn" })).rejects.toThrow(
      `id: "${id}" can't be the ID of a Thing. (CA1004)\n`,
    );
    expect(read).not.toHaveBeenCalled();
    // What is in a state was an ID once, in whatever form.
    await front({ read }).read("s3://bucket/", { __provider: "stub", __resourceUrn: "urn", name: "a" });
    expect(read).toHaveBeenCalledTimes(1);
  });
});

describe("a read that fails", () => {
  const failing = (error: Error): Provider => front({ read: () => Promise.reject(error) });
  const facts = { operation: "things.get", method: "GET", code: "X" };
  const state = { name: "a", __provider: "stub", __resourceUrn: "urn" };

  test.each([
    ["because of what the service shows of it", new RangeError("Maximum call stack size exceeded")],
    ["because this user may not read it", new Forbidden({ ...facts, path: "/v2/virtual-tags/1/metadata" })],
    [
      "because it is not shown completely",
      new UnexpectedAnswer({ ...facts, path: "/v2/virtual-tags/1", code: "NOT_COMPLETE" }, "it is odd."),
    ],
  ])("%s keeps the state, and warns beside the resource with CA1104", async (_, error) => {
    expect(await failing(error).read("1", state)).toEqual({ id: "1", props: state });
    expect(warnings).toMatchObject([
      [{ code: "CA1104", text: expect.stringContaining(error.message) as string }, "urn"],
    ]);
    await expect(failing(error).read("1", { __resourceUrn: "urn" })).rejects.toThrow(error.message);
  });

  test.each([
    ["the service is not available", new Unavailable({ ...facts, path: "/v2/virtual-tags/1" }, "it is not available.")],
    ["the list may not be read", new Forbidden({ ...facts, path: "/v2/virtual-tags" })],
    ["something else answers", new UnexpectedAnswer({ ...facts, path: "/v2/virtual-tags/1" }, "it is a page.")],
    ["the lifecycle refuses", new Refused({ code: "CA5004", text: "V1 has ended." })],
  ])("because %s fails the refresh", async (_, error) => {
    await expect(failing(error).read("1", state)).rejects.toThrow(error.message);
    expect(warnings).toEqual([]);
  });
});

describe("errors", () => {
  test("keep their message only: no ID, no stack, no cause, no properties", async () => {
    const error = Object.assign(new Error("refused", { cause: new Error("s3cr3t") }), {
      id: "1",
      properties: { a: "s3cr3t" },
    });
    const fail = (): Promise<never> => Promise.reject(error);
    const provider = front({ create: fail, read: fail, update: fail, delete: fail });
    for (const attempt of [
      provider.create({}),
      provider.read("1", {}),
      provider.update("1", {}, {}),
      provider.delete("1", {}),
    ]) {
      const thrown = await attempt.then(
        () => undefined,
        (reason: unknown) => reason as Error,
      );
      expect(thrown?.message).toBe("refused");
      expect(thrown).not.toHaveProperty("id");
      expect(thrown?.stack).toBe("");
      expect(inspect(thrown, { depth: Infinity, showHidden: true })).not.toContain("s3cr3t");
    }
  });

  test("and the problems of the settings do nothing to a terminal", async () => {
    const evil = "Evil\u001b[2K\u009b2K\u202e";
    const escaped = "Evil\\u001b[2K\\u009b2K\\u202e";
    await expect(front({ create: () => Promise.reject(new Error(evil)) }).create({})).rejects.toThrow(escaped);
    const { failures } = await front(
      {},
      { settingsProblem: () => ({ code: "INVALID_SETTINGS", text: `${evil}\nnext` }) },
    ).check({}, {});
    expect(failures?.map(({ reason }) => reason)).toEqual([`${escaped}\nnext`]);
  });

  test("of check and diff are rejections too", async () => {
    const fail = (): never => {
      throw new Error("broken state");
    };
    await expect(front({ check: fail }).check({}, {})).rejects.toThrow("broken state");
    await expect(front({ diff: fail }).diff("1", {}, {})).rejects.toThrow("broken state");
  });
});
