import type { VirtualTagV1Inputs, VirtualTagV1State } from "../../provider/virtualTagV1State";
import type { Account } from "./account";
import {
  condition,
  editByOther,
  inputs,
  type LifecycleV1,
  lifecycleOn,
  madeByOther,
  rule,
  startV1Account,
} from "./virtualTagV1Account";

let account: Account;
let lifecycle: LifecycleV1;
beforeEach(async () => {
  account = await startV1Account();
  lifecycle = lifecycleOn(account);
});
afterEach(() => account.stop());

describe("read", () => {
  test("a tag that is gone is gone, and refused access is an error", async () => {
    const { id, state } = await lifecycle.create();
    const nobody = { type: "private", users: ["ines@example.com"], groups: [] };
    account.emulator.control.setAcl({ id, acl: { read: nobody, write: nobody } });
    await expect(lifecycle.read(id, state)).rejects.toThrow("may not do this");
    await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
    expect(await lifecycle.read(id, state)).toBeUndefined();
  });

  test("an edit in the application shows in the rule that it changed, without labels, and is a difference", async () => {
    const second = { to: "Search", filters: { ...condition, key: "env", type: "tag" } };
    const { id, state } = await lifecycle.create({ ...inputs, rules: [rule, second] });
    await editByOther(account, id, {
      rules: [
        { to: "Web", filters: { ...condition, type: "tag", value: ["b", "a"] } },
        { ...second, to: "Theirs" },
      ],
    });
    const read = await lifecycle.read(id, state);
    expect(read?.inputs).toEqual({ ...inputs, rules: [rule, { ...second, to: "Theirs" }] });
    expect(read?.state.updatedBy).toBe("ines@example.com");
    expect(lifecycle.diff(read?.state as VirtualTagV1State, { ...inputs, rules: [rule, second] })).not.toBe("none");
  });

  test("category and casing are read back, where the service tells them", async () => {
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
    expect(lifecycle.diff(read?.state as VirtualTagV1State, inputs)).not.toBe("none");
    // Drift of the casing alone is put right by one save.
    await lifecycle.update(id, read?.state as VirtualTagV1State, inputs);
    expect(account.writes()).toEqual(["POST /v1/virtual-tags", `PUT /v1/virtual-tags/${id}`]);
  });

  test("the category that the emulator keeps", async () => {
    const { id, state } = await lifecycle.create();
    const { control } = account.emulator;
    const kept = control.exportState();
    for (const { tags } of kept.accounts) for (const tag of tags) tag.category = "Business";
    control.importState(kept);
    expect((await lifecycle.read(id, state))?.state.category).toBe("Business");
  });

  test("without any state, all comes from the service, without labels", async () => {
    const { id } = await lifecycle.create();
    const read = await lifecycle.read(id, {});
    expect(read?.inputs).toEqual({ name: "Team", rules: [rule], defaultValue: "Shared" });
  });
});

describe("update", () => {
  const changed: VirtualTagV1Inputs = { ...inputs, defaultValue: "Other" };

  test("is one PUT; so is a change of the casing alone, and what is there already is none", async () => {
    const { id, state } = await lifecycle.create();
    const put = `PUT /v1/virtual-tags/${id}`;
    const after = await lifecycle.update(id, state, changed);
    expect(account.writes()).toEqual(["POST /v1/virtual-tags", put]);
    const sensitive = await lifecycle.update(id, after, { ...changed, isCaseSensitive: true });
    expect(sensitive.isCaseSensitive).toBe(true);
    expect(account.writes()).toEqual(["POST /v1/virtual-tags", put, put]);
    await lifecycle.update(id, sensitive, { ...changed, isCaseSensitive: true });
    await lifecycle.update(id, state, changed);
    expect(account.writes()).toHaveLength(3);
    expect(account.messages).toEqual([]);
  });

  test("over an outside edit, writes and says whose it was", async () => {
    const { id, state } = await lifecycle.create();
    await editByOther(account, id, { defaultValue: "Theirs" });
    await lifecycle.update(id, state, changed);
    expect(account.writes()).toHaveLength(2);
    expect(account.messages).toEqual([
      expect.stringMatching(
        /^warning: "Team" .* was changed outside this stack by ines@example\.com at \d{4}-.*cost-allocation versions list/,
      ) as string,
    ]);
  });

  test("over an outside edit, refuses where the settings say so", async () => {
    const { id, state } = await lifecycle.create();
    await editByOther(account, id, { name: "Theirs" });
    account.context.settings = { outsideChanges: "refuse" };
    const update = lifecycle.update(id, state, changed);
    await expect(update).rejects.toThrow(/changed outside this stack by ines@example\.com .* Nothing was written/);
    expect(account.writes()).toHaveLength(1);
  });

  test("of a tag that a VirtualTag has taken over since is refused", async () => {
    const { id, state } = await lifecycle.create();
    await editByOther(account, id, { versionMetadata: { changeDescription: "(pulumi other/dev#team)" } });
    await expect(lifecycle.update(id, state, changed)).rejects.toThrow(
      "belongs to (pulumi other/dev#team), a VirtualTag",
    );
    expect(account.writes()).toHaveLength(1);
  });

  test("to the name of another tag is refused, and to a free one is not", async () => {
    const { id, state } = await lifecycle.create();
    const other = await madeByOther(account, { name: "Taken" });
    await expect(lifecycle.update(id, state, { ...inputs, name: "Taken" })).rejects.toThrow(other);
    expect(await lifecycle.update(id, state, { ...inputs, name: "Free" })).toMatchObject({ name: "Free" });
    expect(account.writes()).toHaveLength(2);
  });

  test("of a tag that the account does not have says so and writes nothing", async () => {
    const { id, state } = await lifecycle.create();
    await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
    await expect(lifecycle.update(id, state, changed)).rejects.toThrow(
      /has no Virtual Tag .* points at another account/,
    );
    expect(account.writes()).toHaveLength(1);
  });
});
