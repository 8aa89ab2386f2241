import { CostAllocationClient, Forbidden } from "../../../client";
import type { VirtualTagV1State } from "../../../stack/state/virtualTagV1";
import { account, condition, editByOther, inputs, lifecycle, madeByOther, rule, start, urnOf } from "./account";

beforeEach(() => start());

describe("read", () => {
  test("finds no tag if it was deleted, and fails if access is refused", async () => {
    const { id, state } = await lifecycle.create();
    const nobody = { type: "private", users: ["ines@example.com"], groups: [] };
    account.emulator.control.setAcl({ id, acl: { read: nobody, write: nobody } });
    await expect(lifecycle.read(id, state)).rejects.toBeInstanceOf(Forbidden);
    await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
    expect(await lifecycle.read(id, state)).toBeUndefined();
  });

  test("shows an edit in the rule that it changed, without labels, and as a difference", async () => {
    const second = { to: "Search", filters: { ...condition, key: "env", type: "tag" } };
    const { id, state } = await lifecycle.create({ ...inputs, rules: [rule, second] });
    await editByOther(id, {
      rules: [
        { to: "Web", filters: { ...condition, type: "tag", value: ["b", "a"] } },
        { ...second, to: "Theirs" },
      ],
    });
    const read = await lifecycle.read(id, state);
    expect(read?.inputs).toEqual({ ...inputs, rules: [rule, { ...second, to: "Theirs" }] });
    expect(read?.state.updatedBy).toBe("ines@example.com");
    expect(lifecycle.diff(read?.state as VirtualTagV1State, { ...inputs, rules: [rule, second] }).kind).not.toBe(
      "none",
    );
  });

  test("takes category and isCaseSensitive from the service if it shows them", async () => {
    const { id, state } = await lifecycle.create();
    const { virtualTagsV1 } = account.context.client;
    const told = { ...(await virtualTagsV1.get(id)), category: "Business", isCaseSensitive: true };
    jest.spyOn(virtualTagsV1, "get").mockResolvedValue(told);
    const read = await lifecycle.read(id, state);
    expect(read).toMatchObject({
      inputs: { isCaseSensitive: true },
      state: { category: "Business", isCaseSensitive: true },
    });
    expect(read?.inputs).not.toHaveProperty("category");
    expect(lifecycle.diff(read?.state as VirtualTagV1State, inputs).kind).not.toBe("none");
    // One save overwrites drift of isCaseSensitive alone.
    await lifecycle.update(id, read?.state as VirtualTagV1State, inputs);
    expect(account.writes()).toEqual(["POST /v1/virtual-tags", `PUT /v1/virtual-tags/${id}`]);
  });

  test("without a state takes everything from the service, without labels", async () => {
    const { id } = await lifecycle.create();
    const read = await lifecycle.read(id, {});
    const rules = [{ ...rule, filters: { ...condition, type: "tag" } }];
    expect(read?.inputs).toEqual({ name: "Team", rules, defaultValue: "Shared" });
  });
});

test("a refresh of many tags is one list; a save or a delete reads its own tag, however new that list is", async () => {
  const names = ["a", "b", "c", "d"];
  const made = await Promise.all(
    names.map((name) => lifecycle.create({ ...inputs, name, __resourceUrn: urnOf(name) })),
  );
  const { url: baseUrl, clientId, secretKey } = account.emulator;
  const client = new CostAllocationClient({ baseUrl, clientId, secretKey, v1AfterEndOfLife: "allow" });
  account.context.client.close();
  account.context.client = client;
  account.emulator.control.clearRequests();
  await Promise.all(made.map(({ id, state }) => lifecycle.read(id, state)));
  expect(account.emulator.control.requests().map(({ route }) => route)).toEqual(["GET /v1/virtual-tags"]);

  const [one, other] = made;
  for (const { id, state } of [one, other] as typeof made)
    await editByOther(id, { name: state.name, defaultValue: "Theirs" });
  await lifecycle.update(String(one?.id), one?.state as VirtualTagV1State, {
    ...inputs,
    name: "a",
    defaultValue: "Other",
  });
  await lifecycle.delete(String(other?.id), other?.state as VirtualTagV1State);
  client.close();
  expect(account.codes()).toEqual(["CA2101", "CA2110"]);
});

describe("drift that a refresh finds", () => {
  const drifted = async (): Promise<{ id: string; state: VirtualTagV1State }> => {
    const { id, state } = await lifecycle.create();
    await editByOther(id, { defaultValue: "Theirs" });
    return { id, state: await lifecycle.refresh(id, state) };
  };

  test("is named once, with who made it and when", async () => {
    const { id, state } = await drifted();
    const text = expect.stringMatching(/by ines@example\.com at \d{4}-\d{2}-\d{2}T[\d:.]+Z/) as string;
    expect(account.messages).toEqual([{ kind: "warning", code: "CA2103", text }]);
    expect(state.__report?.drift).toMatchObject({ by: "ines@example.com" });
    await lifecycle.read(id, state);
    expect(account.messages).toHaveLength(1);
  });

  test("shows in every preview, unless the program says the same", async () => {
    const { state } = await drifted();
    expect(lifecycle.diff(state, inputs)).toMatchObject({ warnings: [{ code: "CA2103" }] });
    const accepted = lifecycle.diff(state, { ...inputs, defaultValue: "Theirs" });
    expect(accepted).toEqual({ kind: "remember", warnings: [], notes: [] });
  });

  test("goes when it is undone: a later refresh finds what this stack wrote", async () => {
    const { id, state } = await drifted();
    expect(state.__memory).toMatchObject({ written: { defaultValue: "Shared" }, drift: { by: "ines@example.com" } });
    await editByOther(id, {});
    account.context.client.virtualTagsV1.forget();
    const after = await lifecycle.refresh(id, state);
    expect(after).not.toHaveProperty("__memory");
    expect(lifecycle.diff(after, inputs).kind).toBe("none");
  });

  test("is not an edit that means the same, or the save of the VirtualTag that replaces the resource", async () => {
    const { id, state } = await lifecycle.create();
    account.emulator.control.advanceClock(3_600_000);
    await editByOther(id, {});
    const refreshed = await lifecycle.refresh(id, state);
    await editByOther(id, {
      defaultValue: "Other",
      versionMetadata: { changeDescription: "(pulumi bill/dev#team)" },
    });
    await lifecycle.refresh(id, refreshed);
    expect(account.messages).toEqual([]);
  });

  test("does not exist for a tag that VirtualTagV1.get reads", async () => {
    const { id } = await lifecycle.create();
    const state = await lifecycle.refresh(id, {});
    await editByOther(id, { defaultValue: "Theirs" });
    await lifecycle.refresh(id, state);
    expect(account.messages).toEqual([]);
  });
});

describe("update", () => {
  test.each([200, 403])("of the name looks for that name by V1, also if V2 answers %d", async (status) => {
    const { id, state } = await lifecycle.create();
    const other = await madeByOther({ name: "Taken" });
    for (const path of status === 200 ? [] : ["/v2/virtual-tags", "/v2/virtual-tags/{id}/versions"]) {
      account.emulator.control.placeFault({ method: "GET", path, kind: "status", status });
    }
    const message = expect.stringContaining(other) as string;
    const rename = lifecycle.update(id, state, { ...inputs, name: "Taken" });
    await expect(rename).rejects.toMatchObject({ code: "CA2022", message });
    expect(await lifecycle.update(id, state, { ...inputs, name: "Free" })).toMatchObject({ name: "Free" });
    expect(account.writes()).toHaveLength(2);
  });
});

test("the warnings about drift name the command that restores it: V2 has a history of what V1 saves", async () => {
  const { id, state } = await lifecycle.create();
  account.emulator.control.advanceClock(3_600_000);
  await editByOther(id, { defaultValue: "Theirs" });
  const [theirs, own] = await account.context.client.virtualTagVersions.newest(id);
  await lifecycle.read(id, state);
  await lifecycle.update(id, state, { ...inputs, defaultValue: "Ours" });
  expect(account.codes()).toEqual(["CA2103", "CA2101"]);
  const [found, overwritten] = account.messages;
  expect(found?.text).toContain(`versions restore ${id} ${own?.id}`);
  expect(overwritten?.text).toContain(`versions restore ${id} ${theirs?.id}`);
});
