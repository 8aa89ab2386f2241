import { virtualTagLifecycle } from "../../provider/virtualTag";
import type { VirtualTagInputs, VirtualTagState } from "../../provider/virtualTagState";
import type { Rule } from "../../rules/types";
import {
  account,
  condition,
  create,
  editByOther,
  inputs,
  mark,
  read,
  remove,
  rule,
  start,
  update,
  urn,
  versions,
} from "./virtualTagAccount";

const added = {
  createdBy: "emulator@example.com",
  createdAt: expect.any(String) as string,
  updatedBy: "emulator@example.com",
  updatedAt: expect.any(String) as string,
};

beforeEach(() => start());

const check = (news: object): ReturnType<typeof virtualTagLifecycle.check> =>
  virtualTagLifecycle.check({ ...news }, new Map());
const diff = (state: VirtualTagState, given: VirtualTagInputs): ReturnType<typeof virtualTagLifecycle.diff> =>
  virtualTagLifecycle.diff(state, given);
const lastBody = (): unknown => account.emulator.control.requests().findLast(({ method }) => method !== "GET")?.body;

describe("golden triples: arguments -> wire body -> state", () => {
  const timeframe = { from: 1_767_225_600_000, to: 1_798_761_600_000 };
  test.each<[string, Partial<VirtualTagInputs>, object?]>([
    ["the least there can be", { rules: [] }],
    ["a rule", {}],
    [
      "a text as value, sent as an array",
      { rules: [{ to: "Web", filters: { ...condition, operator: "is", value: "a" } }] },
      { rules: [{ to: "Web", filters: { ...condition, operator: "is", value: ["a"] } }] },
    ],
    [
      "a presence operator",
      { rules: [{ to: "Web", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "exists" } }] },
    ],
    ["nested groups", { rules: [{ to: "Web", filters: { AND: [{ OR: [condition, condition] }, condition] } }] }],
    ["a timeframe", { rules: [{ ...rule, timeframe }] }],
    ["an open timeframe", { rules: [{ ...rule, timeframe: { from: timeframe.from } }] }],
    ["a key as value", { rules: [{ ...rule, to: { key: "team", costCenter: "AWS", type: "tag" } }] }],
    ["a key as default", { defaultValue: { key: "team", costCenter: "AWS" } }],
    ["live, said explicitly", { setAsLive: true }],
    ["adopt, where there is nothing to adopt", { adopt: true }],
    ["a description", { changeDescription: "why" }, { versionMetadata: { changeDescription: `why ${mark}` } }],
  ])("%s", async (_, change, sent = {}) => {
    const given = { ...inputs, ...change };
    expect(check(given).problems).toEqual([]);
    const { id, state } = await create(given);

    const { name, rules, defaultValue } = given;
    expect(lastBody()).toEqual({ name, rules, defaultValue, versionMetadata: { changeDescription: mark }, ...sent });
    expect(state).toMatchObject({ ...given, mark, ...added });

    const found = await read(id, state);
    expect(found).toEqual({ inputs: given, state: expect.objectContaining(state) as object });
    expect(diff(state, given)).toBe("none");

    const cleared = await update(id, state, { ...inputs, rules: [], defaultValue: "x" });
    expect(lastBody()).toMatchObject({ rules: [], defaultValue: "x", versionMetadata: { changeDescription: mark } });
    expect(cleared).not.toHaveProperty("changeDescription");
    expect(account.messages).toEqual([]);
  });
});

test("the access list is in the state as soon as the service tells it", async () => {
  account.emulator.control.setSwitches({ aclIn: "all" });
  const everybody = { type: "public", users: [], groups: [] };
  const { id, state } = await create();
  expect(state.acl).toEqual({ read: everybody, write: everybody });
  const own = { type: "private", users: ["emulator@example.com"], groups: [] };
  account.emulator.control.setAcl({ id, acl: { read: everybody, write: own } });
  const after = await update(id, state, { ...inputs, defaultValue: "x" });
  expect(after.acl).toEqual({ read: everybody, write: own });
});

describe("diff", () => {
  const state: VirtualTagState = { ...inputs, mark };
  test.each<[string, Partial<VirtualTagInputs>]>([
    ["the order of oneOf", { rules: [{ to: "Web", filters: { ...condition, value: ["b", "a"] } }] }],
    ["a display name", { rules: [{ to: "Web", filters: { ...condition, displayName: "Team" } }] }],
    ["a description alone", { changeDescription: "another" }],
    ["the URN", { resourceUrn: urn("renamed") }],
  ])("%s is none", (_, change) => {
    expect(diff(state, { ...inputs, ...change })).toBe("none");
  });

  test.each<[string, Partial<VirtualTagInputs>]>([
    ["the name", { name: "Teams" }],
    ["the default", { defaultValue: "Other" }],
    ["a rule", { rules: [{ ...rule, to: "Shop" }] }],
    ["a rule that is not known yet", { rules: ["04da6b54-80e4-46f7-96ec-b56ff0331ba9" as unknown as Rule] }],
  ])("%s is one, in place", (_, change) => {
    expect(diff(state, { ...inputs, ...change })).toEqual({ replaces: [], deleteBeforeReplace: true });
  });
});

describe("create", () => {
  test("writes once, with the mark of its owner in the history", async () => {
    const { id } = await create();
    expect(account.writes()).toEqual(["POST /v2/virtual-tags"]);
    expect(await versions(id)).toEqual([expect.objectContaining({ isLive: true, changeDescription: mark })]);
  });

  test("takes back its own tag, when the state of an earlier run was lost", async () => {
    const first = await create();
    const second = await create();
    expect(second).toMatchObject(first);
    expect(account.writes()).toHaveLength(1);
    expect(account.messages).toEqual([
      `info: "Team" (${first.id}) was made by an earlier run of this resource: taken back.`,
    ]);
  });

  test("takes back its own tag and brings it up to date, when the program changed meanwhile", async () => {
    const first = await create();
    const second = await create({ ...inputs, defaultValue: "Other" });
    expect(second.id).toBe(first.id);
    expect(account.writes()).toEqual(["POST /v2/virtual-tags", `PUT /v2/virtual-tags/${first.id}`]);
  });

  test("refuses a tag that another resource owns, and names it", async () => {
    const { id } = await create();
    const other = create({ ...inputs, resourceUrn: urn("renamed") });
    await expect(other).rejects.toThrow(
      `The Virtual Tag "Team" (${id}) belongs to ${mark}, another resource. Nothing was written.`,
    );
    expect(account.writes()).toHaveLength(1);
  });

  test("refuses a tag that was made in the application, and names its maker", async () => {
    const { id } = await account.asOther("POST", "/v2/virtual-tags", { name: "Team", rules: [], defaultValue: "x" });
    await expect(create()).rejects.toThrow(
      `a Virtual Tag named "Team" already: ${String(id)}, made in the application by ines@example.com. Nothing was written.`,
    );
    expect(account.writes()).toEqual([]);
  });

  test("without a URN says how to make one", async () => {
    const { name, rules, defaultValue } = inputs;
    await expect(create({ name, rules, defaultValue })).rejects.toThrow("make it by the class VirtualTag");
  });
});

describe("read", () => {
  test("a tag that is gone is gone", async () => {
    const { id, state } = await create();
    await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
    expect(await read(id, state)).toBeUndefined();
  });

  test("an edit in the application shows in the inputs, and is a difference to what is declared", async () => {
    const { id, state } = await create();
    await editByOther(id, { rules: [{ ...rule, to: "Shop" }] });
    const found = await read(id, state);
    expect(found?.inputs.rules).toEqual([{ ...rule, to: "Shop" }]);
    expect(found?.state).toMatchObject({ mark, updatedBy: "ines@example.com" });
    expect(diff(found?.state as VirtualTagState, inputs)).not.toBe("none");
  });

  test("other words for the same keep the program's own", async () => {
    const { id, state } = await create();
    await editByOther(id, { rules: [{ to: "Web", filters: { ...condition, value: ["b", "a"], displayName: "x" } }] });
    expect((await read(id, state))?.inputs).toEqual(inputs);
  });

  test("without any state, all comes from the service", async () => {
    const { id } = await create();
    const found = await read(id, {});
    expect(found?.inputs).toEqual({ name: "Team", rules: [rule], defaultValue: "Shared" });
  });

  test("refused access is an error, never gone", async () => {
    const { id, state } = await create();
    const nobody = { type: "private", users: ["ines@example.com"], groups: [] };
    account.emulator.control.setAcl({ id, acl: { read: nobody, write: nobody } });
    await expect(read(id, state)).rejects.toThrow("may not do this");
  });
});

describe("update", () => {
  const changed: VirtualTagInputs = { ...inputs, defaultValue: "Other" };

  test("is one PUT and one version", async () => {
    const { id, state } = await create();
    const after = await update(id, state, changed);
    expect(after).toMatchObject({ defaultValue: "Other", mark });
    expect(account.writes()).toEqual(["POST /v2/virtual-tags", `PUT /v2/virtual-tags/${id}`]);
    expect(await versions(id)).toHaveLength(2);
  });

  test("saves nothing that is there already", async () => {
    const { id, state } = await create();
    await editByOther(id, { defaultValue: "Other" });
    await update(id, state, changed);
    expect(account.writes()).toHaveLength(1);
  });

  test("over an outside edit, writes and says whose it was and which version has it", async () => {
    const { id, state } = await create();
    await editByOther(id, { defaultValue: "Theirs" });
    const [theirs] = (await versions(id)) as { id: string }[];
    await update(id, state, changed);
    expect(account.messages).toEqual([
      expect.stringMatching(/^warning: "Team" .* was changed outside this stack by ines@example\.com at /),
    ]);
    expect(account.messages[0]).toContain(`cost-allocation versions restore ${id} ${String(theirs?.id)}`);
    expect(await versions(id)).toHaveLength(3);
  });

  test("over an outside edit, refuses where the settings say so", async () => {
    const { id, state } = await create();
    await editByOther(id, { defaultValue: "Theirs" });
    account.context.settings = { driftPolicy: "refuse" };
    const attempt = update(id, state, changed);
    await expect(attempt).rejects.toThrow(/changed outside this stack by ines@example\.com .* Nothing was written/);
    expect(account.writes()).toHaveLength(1);
  });

  test("of a tag that the account does not have says so and writes nothing", async () => {
    const { id, state } = await create();
    await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
    const attempt = update(id, state, changed);
    await expect(attempt).rejects.toThrow(/has no Virtual Tag .* or the stack points at another account/);
    expect(account.writes()).toHaveLength(1);
  });
});

describe("delete", () => {
  test("removes the tag", async () => {
    const { id, state } = await create();
    await remove(id, state);
    await expect(account.asOther("GET", `/v2/virtual-tags/${id}`)).rejects.toThrow("404");
  });

  test("of a tag that is gone is done", async () => {
    const { id, state } = await create();
    await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
    await expect(remove(id, state)).resolves.toBeUndefined();
  });
});

describe("an answer that is lost after the commit is settled by looking", () => {
  const lose = (method: "POST" | "PUT" | "DELETE"): void => {
    account.emulator.control.placeFault({ method, when: "afterCommit", kind: "reset", times: 1 });
  };

  test("create", async () => {
    lose("POST");
    const { id } = await create();
    expect(account.writes()).toHaveLength(1);
    expect(await versions(id)).toHaveLength(1);
  });

  test("update", async () => {
    const { id, state } = await create();
    lose("PUT");
    await update(id, state, { ...inputs, defaultValue: "Other" });
    expect(account.writes()).toHaveLength(2);
    expect(await versions(id)).toHaveLength(2);
  });

  test("delete", async () => {
    const { id, state } = await create();
    lose("DELETE");
    await remove(id, state);
    expect(account.writes()).toHaveLength(2);
  });

  test("a write that was not carried out fails, and the next run carries it out once", async () => {
    account.emulator.control.placeFault({ method: "POST", when: "afterReading", kind: "reset", times: 1 });
    await expect(create()).rejects.toThrow("it is not known whether this was carried out");
    const { id } = await create();
    expect(await versions(id)).toHaveLength(1);
  });
});
