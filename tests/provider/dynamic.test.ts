import type * as dynamic from "@pulumi/pulumi/dynamic";
import { inspect } from "node:util";
import { dynamicProvider, type Host } from "../../provider/dynamic";
import type { Context, Lifecycle } from "../../provider/lifecycle";

interface Things {
  name: string;
}

const context = { client: "the client" } as unknown as Context;
const warnings: unknown[][] = [];
const host: Host = {
  claims: new Map(),
  log: { info: () => undefined, warning: (...args) => warnings.push(args), status: () => undefined },
  configure: () => undefined,
  settingsProblem: () => undefined,
  settings: () => ({ metadataNesting: "root" }),
  context: () => context,
};
const calls: unknown[][] = [];
const lifecycle: Lifecycle<Things, Things> = {
  kind: "Thing",
  check: (news) => ({ inputs: { ...news, at: new Date(0) }, problems: [], warnings: [] }),
  diff: (state, inputs) => (state.name === inputs.name ? "none" : { replaces: [], deleteBeforeReplace: true }),
  create: (...args) => {
    calls.push(args);
    return Promise.resolve({ id: "1", state: { name: "a", extra: undefined } as Things });
  },
  read: () => Promise.resolve(undefined),
  update: () => Promise.resolve({ name: "b" }),
  delete: () => Promise.resolve(),
};
type Provider = Required<dynamic.ResourceProvider<object, object>>;
const front = (changes: Partial<Lifecycle<Things, Things>> = {}, changedHost: Partial<Host> = {}): Provider =>
  dynamicProvider({ ...lifecycle, ...changes }, { ...host, ...changedHost }) as Provider;

test("the stub is the host's matter: no lifecycle sees it", async () => {
  calls.length = 0;
  await front().create({ name: "a", __provider: "stub" });
  expect(calls).toEqual([[{ name: "a" }, context]]);
  expect(await front().check({}, { name: "a", __provider: "stub" })).toEqual({
    inputs: { name: "a", at: "1970-01-01T00:00:00.000Z" },
    failures: [],
  });
});

test("a failed check names the path in its reason, where no value is printed beside it", async () => {
  const check = (): ReturnType<typeof lifecycle.check> => ({
    inputs: {},
    problems: [{ path: "rules[0].to", message: "is missing" }],
    warnings: [],
  });
  expect(await front({ check }).check({}, {})).toMatchObject({
    failures: [{ property: "", reason: "rules[0].to is missing" }],
  });
});

test("what looks like a mistake is a warning beside the resource", async () => {
  const check = (): ReturnType<typeof lifecycle.check> => ({
    inputs: {},
    problems: [],
    warnings: [{ path: "rules", message: "has 51 rules" }],
  });
  await front({ check }).check({}, { resourceUrn: "the URN" });
  expect(warnings).toEqual([["rules has 51 rules", "the URN"]]);
});

test("settings that are wrong are told in the preview", async () => {
  const answer = await front({}, { settingsProblem: () => "baseUrl is not set." }).check({}, { name: "a" });
  expect(answer.failures).toEqual([{ property: "", reason: "baseUrl is not set." }]);
});

test("no difference is said; for a difference the engine is left to compare and print", async () => {
  expect(await front().diff("1", { name: "a" }, { name: "a" })).toEqual({ changes: false });
  expect(await front().diff("1", { name: "a" }, { name: "b" })).toEqual({ replaces: [], deleteBeforeReplace: true });
  // Comparing the inputs, it would find none where only what the state remembers differs.
  const diff = (): ReturnType<typeof lifecycle.diff> => ({
    replaces: [],
    deleteBeforeReplace: true,
    isRemembered: true,
  });
  expect(await front({ diff }).diff("1", {}, {})).toEqual({ changes: true, replaces: [], deleteBeforeReplace: true });
});

test("what a difference means for the service is a warning beside the resource; the engine gets what it knows", async () => {
  warnings.length = 0;
  const diff = (): ReturnType<typeof lifecycle.diff> => ({
    replaces: ["name"],
    deleteBeforeReplace: false,
    warnings: ["the old one stays"],
  });
  const answer = await front({ diff }).diff("1", { name: "a" }, { name: "b", resourceUrn: "the URN" });
  expect(answer).toEqual({ replaces: ["name"], deleteBeforeReplace: false });
  expect(warnings).toEqual([["the old one stays", "the URN"]]);
});

test("a check is given the settings that are known", async () => {
  const seen: unknown[] = [];
  const check = (...args: unknown[]): ReturnType<typeof lifecycle.check> => {
    seen.push(args[2]);
    return { inputs: {}, problems: [], warnings: [] };
  };
  await front({ check }).check({}, {});
  expect(seen).toEqual([{ metadataNesting: "root" }]);
});

test("outputs are plain; gone is an empty answer; a read hands its inputs over", async () => {
  expect(await front().create({})).toEqual({ id: "1", outs: { name: "a" } });
  expect(await front().update("1", {}, {})).toEqual({ outs: { name: "b" } });
  expect(await front().read("1", { name: "a" })).toEqual({});
  const read = (): Promise<{ inputs: Things; state: Things }> =>
    Promise.resolve({ inputs: { name: "a" }, state: { name: "a" } });
  expect(await front({ read }).read("1", {})).toEqual({ id: "1", props: { name: "a" }, inputs: { name: "a" } });
});

test("what a program reads by an ID, and is not there, is an error: an empty answer would be taken for a resource", async () => {
  await expect(front().read("1", { __provider: "stub", resourceUrn: "urn" })).rejects.toThrow(
    /There is no \w+ to read by the ID "1" in this account\./,
  );
  // A state that has lost what it held is no question of a program's.
  expect(await front().read("1", { __provider: "stub" })).toEqual({});
});

test("of an error only the message gets out: no id, no stack, no cause", async () => {
  const error = Object.assign(new Error("refused", { cause: new Error("s3cr3t") }), {
    id: "1",
    properties: { a: "s3cr3t" },
  });
  const provider = front({ create: () => Promise.reject(error), delete: () => Promise.reject(error) });
  for (const attempt of [provider.create({}), provider.delete("1", {})]) {
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

test("a check or diff that throws does so cleanly as well", async () => {
  const fail = (): never => {
    throw new Error("broken state");
  };
  await expect(front({ check: fail }).check({}, {})).rejects.toThrow("broken state");
  await expect(front({ diff: fail }).diff("1", {}, {})).rejects.toThrow("broken state");
});

test("settings are asked for only when the service is needed", async () => {
  const provider = front(
    {},
    {
      context: () => {
        throw new Error("clientId is not set.");
      },
    },
  );
  await expect(provider.check({}, { name: "a" })).resolves.toBeDefined();
  await expect(provider.diff("1", { name: "a" }, { name: "a" })).resolves.toBeDefined();
  await expect(provider.create({})).rejects.toThrow("clientId is not set.");
});
