/** What each operation sends, and what it leaves in the state. */
import { Forbidden, OutcomeUnknown } from "../../../client";
import { RunMemory } from "../../../provider/shared/runMemory";
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import type { Rule } from "../../../rules/types";
import { account, condition, create, editByOther, inputs, mark, read, rule, start, update, versions } from "./account";
import { virtualTagLifecycle } from "../lifecycles";

const added = {
  createdBy: "emulator@example.com",
  createdAt: expect.any(String) as string,
  updatedBy: "emulator@example.com",
  updatedAt: expect.any(String) as string,
};

beforeEach(() => start());

const check = (news: object): ReturnType<typeof virtualTagLifecycle.check> =>
  virtualTagLifecycle.check({ ...news }, { memory: new RunMemory() });
const diff = (state: VirtualTagState, given: VirtualTagInputs): ReturnType<typeof virtualTagLifecycle.diff> =>
  virtualTagLifecycle.diff(state, given);

describe("arguments, body and state belong together", () => {
  const timeframe = { from: "2026-01-01T00:00:00.000Z", to: "2027-01-01T00:00:00.000Z" };
  const milliseconds = { from: 1_767_225_600_000, to: 1_798_761_600_000 };
  test.each<[string, Partial<VirtualTagInputs>, object?]>([
    ["no rules", { rules: [] }],
    ["a rule", {}],
    [
      "a string as value, sent as an array",
      { rules: [{ to: "Web", filters: { ...condition, operator: "is", value: "a" } }] },
      { rules: [{ to: "Web", filters: { ...condition, operator: "is", value: ["a"] } }] },
    ],
    [
      "a presence operator",
      { rules: [{ to: "Web", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "exists" } }] },
    ],
    ["nested groups", { rules: [{ to: "Web", filters: { AND: [{ OR: [condition, condition] }, condition] } }] }],
    ["a timeframe", { rules: [{ ...rule, timeframe }] }, { rules: [{ ...rule, timeframe: milliseconds }] }],
    [
      "an open timeframe",
      { rules: [{ ...rule, timeframe: { from: timeframe.from } }] },
      { rules: [{ ...rule, timeframe: { from: milliseconds.from } }] },
    ],
    ["a key as value", { rules: [{ ...rule, to: { key: "team", costCenter: "AWS", type: "tag" } }] }],
    ["a key as default", { defaultValue: { key: "team", costCenter: "AWS" } }],
    ["setAsLive: true", { setAsLive: true }],
    ["adopt without a tag to adopt", { adopt: true }],
    ["a description", { changeDescription: "why" }, { versionMetadata: { changeDescription: `why ${mark}` } }],
  ])("%s", async (_, change, sent = {}) => {
    const given = { ...inputs, ...change };
    expect(check(given).problems).toEqual([]);
    const { id, state } = await create(given);

    const { name, rules, defaultValue } = given;
    expect(account.lastBody()).toEqual({
      name,
      rules,
      defaultValue,
      versionMetadata: { changeDescription: mark },
      ...sent,
    });
    expect(state).toMatchObject({ ...given, ...added });
    expect(state.__memory).toEqual({ mark, seenAt: state.updatedAt, versionCount: 1 });

    const found = await read(id, state);
    expect(found).toEqual({ inputs: given, state: { ...state, acl: expect.any(Object) as object } });
    expect(diff(state, given).kind).toBe("none");

    const cleared = await update(id, state, { ...inputs, rules: [], defaultValue: "x" });
    expect(account.lastBody()).toMatchObject({
      rules: [],
      defaultValue: "x",
      versionMetadata: { changeDescription: mark },
    });
    expect(cleared).not.toHaveProperty("changeDescription");
    expect(account.messages).toEqual([]);
  });
});

test("the access list is in the state if the service shows it", async () => {
  account.emulator.control.setSwitches({ aclIn: "all" });
  const everybody = { type: "public", users: [], groups: [] };
  const { id, state } = await create();
  expect(state.acl).toEqual({ read: everybody, write: everybody });
  const own = { type: "private", users: ["emulator@example.com"], groups: [] };
  account.emulator.control.setAcl({ id, acl: { read: everybody, write: own } });
  const after = await update(id, state, { ...inputs, defaultValue: "x" });
  expect(after.acl).toEqual({ read: everybody, write: own });
});

describe("an output that one response of the service does not have", () => {
  test.each(["reads", "none"] as const)("keeps its last known value (acl in %s)", async (aclIn) => {
    account.emulator.control.setSwitches({ aclIn: "all" });
    const { id, state } = await create();
    const { acl, createdBy } = state;
    expect(acl).toBeDefined();
    account.emulator.control.setSwitches({ aclIn });
    const changed = { ...inputs, defaultValue: "Other" };
    const after = await update(id, state, changed);
    expect(after).toMatchObject({ acl, createdBy });
    expect((await read(id, after))?.state).toEqual(after);
    expect(diff(after, changed).kind).toBe("none");
  });
});

describe("diff", () => {
  const state: VirtualTagState = { ...inputs, __memory: { mark } };
  test.each<[string, Partial<VirtualTagInputs>]>([
    ["the order of oneOf", { rules: [{ to: "Web", filters: { ...condition, value: ["b", "a"] } }] }],
    ["a display name", { rules: [{ to: "Web", filters: { ...condition, displayName: "Team" } }] }],
    ["a description alone", { changeDescription: "another" }],
  ])("%s makes no difference", (_, change) => {
    expect(diff(state, { ...inputs, ...change }).kind).toBe("none");
  });

  test.each<[string, Partial<VirtualTagInputs>]>([
    ["the name", { name: "Teams" }],
    ["a rule that is not known yet", { rules: ["04da6b54-80e4-46f7-96ec-b56ff0331ba9" as unknown as Rule] }],
  ])("%s makes one, in place", (_, change) => {
    expect(diff(state, { ...inputs, ...change })).toEqual({
      kind: "update",
      warnings: [],
      notes: [],
      summary: expect.any(Function) as unknown,
    });
  });
});

describe("read", () => {
  test("a deleted tag is not found", async () => {
    const { id, state } = await create();
    await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
    expect(await read(id, state)).toBeUndefined();
  });

  test("an edit in the application shows in the inputs, and differs from what is declared", async () => {
    const { id, state } = await create();
    await editByOther(id, { rules: [{ ...rule, to: "Shop" }] });
    const found = await read(id, state);
    expect(found?.inputs.rules).toEqual([{ ...rule, to: "Shop" }]);
    expect(found?.state).toMatchObject({ updatedBy: "ines@example.com", __memory: { mark } });
    expect(diff(found?.state as VirtualTagState, inputs).kind).not.toBe("none");
  });

  test("content with the same meaning keeps the program's form", async () => {
    const { id, state } = await create();
    await editByOther(id, { rules: [{ to: "Web", filters: { ...condition, value: ["b", "a"], displayName: "x" } }] });
    expect((await read(id, state))?.inputs).toEqual(inputs);
  });

  test("without a state, everything comes from the service", async () => {
    const { id } = await create();
    const found = await read(id, {});
    expect(found?.inputs).toEqual({ name: "Team", rules: [rule], defaultValue: "Shared" });
  });

  test("refused access is an error, not a deleted tag", async () => {
    const { id, state } = await create();
    const nobody = { type: "private", users: ["ines@example.com"], groups: [] };
    account.emulator.control.setAcl({ id, acl: { read: nobody, write: nobody } });
    await expect(read(id, state)).rejects.toBeInstanceOf(Forbidden);
  });
});

test("a create that was not carried out fails, and the next run carries it out once", async () => {
  account.emulator.control.placeFault({ method: "POST", when: "afterReading", kind: "reset", times: 1 });
  await expect(create()).rejects.toBeInstanceOf(OutcomeUnknown);
  const { id } = await create();
  expect(await versions(id)).toHaveLength(1);
});
