import { RunMemory } from "../../../provider/shared/runMemory";
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import type { VirtualTagV1State } from "../../../stack/state/virtualTagV1";
import type { Rule } from "../../../rules/types";
import { account, condition, editByOther, inputs, lifecycle, start, urnOf } from "./account";
import { virtualTagLifecycle } from "../lifecycles";

const mark = "(pulumi bill/dev#team)";
const rule: Rule = { to: "Web", filters: { ...condition, type: "tag" } };
/** The same, declared as VirtualTag. */
const declared: VirtualTagInputs = {
  name: "Team",
  rules: [rule],
  defaultValue: "Shared",
  __resourceUrn: urnOf("team", "VirtualTag"),
};

let id: string;
let state: VirtualTagV1State;
beforeEach(async () => {
  await start();
  ({ id, state } = await lifecycle.create({ ...inputs, rules: [rule] }));
});

/** The lifecycle of VirtualTag, with the state that VirtualTagV1 left. */
const update = (given = declared, from: VirtualTagState = state): Promise<VirtualTagState> =>
  virtualTagLifecycle.update(id, from, given, account.context);
const versions = async (): Promise<{ id: string; changeDescription?: string; isLive: boolean }[]> =>
  (await account.asOther("GET", `/v2/virtual-tags/${id}/versions`)) as never;
/** What marks a takeover in the state. */
const marked = { __memory: expect.objectContaining({ mark }) as object };
const code = (of: string): object => ({ code: of });
const putV2 = (): string => `PUT /v2/virtual-tags/${id}`;

test("is one save with the mark, and the next run has nothing to do", async () => {
  const inPlace = { kind: "update", warnings: [], notes: [], summary: expect.any(Function) as unknown };
  expect(virtualTagLifecycle.diff(state, declared)).toEqual(inPlace);
  const after = await update();
  expect(after).toMatchObject({ ...declared, __memory: { mark, versionCount: 2 } });
  expect(after).not.toHaveProperty("isCaseSensitive");
  expect(after).not.toHaveProperty("accountId");
  expect(account.writes()).toEqual(["POST /v1/virtual-tags", putV2()]);
  expect(await versions()).toMatchObject([{ changeDescription: mark, isLive: true }, { isLive: false }]);
  expect(account.messages).toEqual([]);

  const read = await virtualTagLifecycle.read(id, after, account.context);
  expect(virtualTagLifecycle.diff(read?.state as VirtualTagState, declared).kind).toBe("none");
});

test("is no drift if V1 left out the types, and the service changed the case", async () => {
  const cased = { ...inputs, name: "Cased", rules: [{ to: "Web", filters: { ...condition, key: "TEAM" } }] };
  const made = await lifecycle.create(cased);
  id = made.id;
  await update({ ...declared, name: "Cased" }, made.state);
  expect(account.messages).toEqual([]);
});

test("takes a new name for drift, also if the tag is renamed between two reads", async () => {
  const { virtualTags } = account.context.client;
  const get = virtualTags.get.bind(virtualTags);
  const rename = (): unknown =>
    jest.spyOn(virtualTags, "get").mockImplementationOnce(async (...given) => {
      await editByOther(id, { name: "Theirs" });
      return get(...given);
    });
  account.context.policy.driftPolicy = "refuse";
  rename();
  await expect(update()).rejects.toMatchObject(code("CA2015"));
  expect(account.writes()).toEqual(["POST /v1/virtual-tags"]);
  account.context.policy.driftPolicy = "overwrite";
  await editByOther(id, {});
  rename();
  await update();
  expect(account.codes()).toEqual(["CA2101"]);
});

test("may stage: the live content stays, and the staged version has the mark", async () => {
  const after = await update({ ...declared, setAsLive: false, defaultValue: "Other" });
  expect(after).toMatchObject({ ...marked, stagedVersionId: expect.any(String) as string });
  expect(await versions()).toMatchObject([{ changeDescription: mark, isLive: false }, { isLive: true }]);
  expect(account.writes()).toHaveLength(2);
});

test("goes on if an interrupted takeover marked the tag with the resource's earlier name", async () => {
  await update();
  const renamed = { ...declared, __resourceUrn: urnOf("renamed", "VirtualTag") };
  expect(await update(renamed)).toMatchObject({ __memory: { mark: "(pulumi bill/dev#renamed)" } });
});

describe("interrupted", () => {
  const lose = (when: "afterCommit" | "afterReading"): void => {
    account.emulator.control.placeFault({ method: "PUT", when, kind: "reset", times: 1 });
  };

  // The state has what V1 saved, so that is not drift, although the newest mark in the history is older.
  test("after its save, and changed by V1 again: the next move goes on, also if the policy is refuse", async () => {
    await update();
    const again = await lifecycle.update(id, state, { ...inputs, rules: [rule], defaultValue: "By V1" });
    account.context.policy.driftPolicy = "refuse";
    expect(await update({ ...declared, defaultValue: "Other" }, again)).toMatchObject({
      defaultValue: "Other",
      ...marked,
    });
    expect(account.messages).toEqual([]);
  });

  test("after its save, and then changed outside Pulumi: that is drift, also after a refresh", async () => {
    await update();
    await editByOther(id, { defaultValue: "Theirs" });
    account.context.policy.driftPolicy = "refuse";
    const given = { ...declared, defaultValue: "Other" };
    await expect(update(given)).rejects.toMatchObject(code("CA2015"));
    const refreshed = await lifecycle.refresh(id, state);
    account.newRun();
    await expect(update(given, refreshed)).rejects.toMatchObject(code("CA2015"));
    account.context.policy.driftPolicy = "overwrite";
    expect(await update(given, refreshed)).toMatchObject({ defaultValue: "Other", ...marked });
  });

  test("before its save, equal content does not count as the save: only the mark does", async () => {
    lose("afterReading");
    expect(await update()).toMatchObject(marked);
    expect(await versions()).toHaveLength(2);
  });
});

test("needs no request to V1, and so works after its end of life", async () => {
  account.emulator.control.setSwitches({ v1AfterEndOfLife: "gone" });
  account.emulator.control.setClock("2027-06-01T00:00:00Z");
  await expect(lifecycle.read(id, state)).rejects.toMatchObject(code("CA5004"));
  await update();
  expect(account.writes()).toEqual(["POST /v1/virtual-tags", putV2()]);
});

test("after V1's end of life, of a tag that was deleted, names a way that needs no refresh", async () => {
  await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
  account.emulator.control.setSwitches({ v1AfterEndOfLife: "gone" });
  account.emulator.control.setClock("2027-06-01T00:00:00Z");
  const message = expect.stringContaining("pulumi state delete") as string;
  await expect(update()).rejects.toMatchObject({ code: "CA2011", message });
  expect(account.writes()).toHaveLength(1);
});

describe("after V1's end of life, over drift that the policy refuses", () => {
  const theirs = { defaultValue: "Theirs" };
  beforeEach(async () => {
    await editByOther(id, theirs);
    account.emulator.control.setSwitches({ v1AfterEndOfLife: "gone" });
    account.emulator.control.setClock("2027-06-01T00:00:00Z");
    account.context.policy.driftPolicy = "refuse";
  });

  test("names no refresh, which would need V1", async () => {
    const message = expect.not.stringContaining("refresh") as string;
    await expect(update()).rejects.toMatchObject({ code: "CA2015", message });
    expect(account.writes()).toHaveLength(1);
  });

  test("goes on if the program declares the drift: one save, for the mark", async () => {
    expect(await update({ ...declared, ...theirs })).toMatchObject({ ...theirs, ...marked });
    expect(account.writes()).toEqual(["POST /v1/virtual-tags", putV2()]);
    expect(account.messages).toEqual([]);
  });

  // A version does not hold the name, so `versions show` prints the content only.
  test.each(["Team", "Teams"])(
    "goes on if the program declares drift by V1 in V2's words, with the name %s",
    async (name) => {
      account.emulator.control.setSwitches({ v1AfterEndOfLife: "serve" });
      const rules = [{ to: "Web", filters: { ...condition, key: "Team" } }];
      await account.asOther("PUT", `/v1/virtual-tags/${id}`, { name: "Team", rules, ...theirs });
      expect(await update({ ...declared, ...theirs, name })).toMatchObject({ ...theirs, name, ...marked });
      expect(account.writes()).toEqual(["POST /v1/virtual-tags", putV2()]);
      expect(account.codes()).toEqual([]);
    },
  );

  test("does not go on if the drift differs in case, which has a meaning in V2", async () => {
    const rules = [{ to: "Web", filters: { ...condition, key: "Team", type: "tag" } }] as Rule[];
    await editByOther(id, { rules, ...theirs });
    await expect(update({ ...declared, ...theirs })).rejects.toMatchObject(code("CA2015"));
    expect(await update({ ...declared, rules, ...theirs })).toMatchObject({ rules, ...theirs, ...marked });
  });

  test("does not go on if the tag was renamed as well", async () => {
    await editByOther(id, { ...theirs, name: "Theirs" });
    const given = { ...declared, ...theirs };
    await expect(update(given)).rejects.toMatchObject(code("CA2015"));
    expect(await update({ ...given, name: "Theirs" })).toMatchObject({ name: "Theirs", ...marked });
  });
});

test("V1 and V2 of one name in one program are refused in preview", () => {
  const memory = new RunMemory();
  expect(lifecycle.check(inputs, memory).problems).toEqual([]);
  const other = { ...declared, __resourceUrn: urnOf("other", "VirtualTag") };
  const { problems } = virtualTagLifecycle.check({ ...other }, { memory });
  expect(problems).toEqual([expect.objectContaining({ code: "CA2302" })]);
});
