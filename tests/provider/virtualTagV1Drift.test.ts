import { CostAllocationClient } from "../../client";
import type { VirtualTagV1Inputs, VirtualTagV1State } from "../../provider/virtualTagV1State";
import {
  account,
  condition,
  editByOther,
  inputs,
  lifecycle,
  madeByOther,
  rule,
  start,
  urnOf,
} from "./virtualTagV1Account";

beforeEach(() => start());

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
    await editByOther(id, {
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

test("a refresh of many is one list; a save or a delete looks at its own tag, however fresh that list is", async () => {
  const names = ["a", "b", "c", "d"];
  const made = await Promise.all(names.map((name) => lifecycle.create({ ...inputs, name, resourceUrn: urnOf(name) })));
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
  expect(account.messages).toEqual([
    expect.stringContaining("The declared content is written over it") as string,
    expect.stringContaining("It is deleted all the same") as string,
  ]);
});

describe("an edit that a refresh finds", () => {
  const changed: VirtualTagV1Inputs = { ...inputs, defaultValue: "Other" };
  const edited = async (): Promise<{ id: string; state: VirtualTagV1State }> => {
    const { id, state } = await lifecycle.create();
    await editByOther(id, { defaultValue: "Theirs" });
    const read = await lifecycle.read(id, state);
    return { id, state: read?.state as VirtualTagV1State };
  };
  const newRun = (): void => {
    account.context.claims.clear();
  };

  test("is told with its editor and time, once: the next refresh has nothing to tell", async () => {
    const { id, state } = await edited();
    expect(account.messages).toEqual([
      expect.stringMatching(
        /^warning: "Team" .* was changed outside this stack by ines@example\.com at \d{4}-.* "pulumi up" writes the declared content over it\. .*cost-allocation versions list/,
      ) as string,
    ]);
    await lifecycle.read(id, state);
    expect(account.messages).toHaveLength(1);
  });

  test("is not written over by the same run where the settings refuse, and is by the next one", async () => {
    const { id, state } = await edited();
    account.context.settings = { driftPolicy: "refuse" };
    await expect(lifecycle.update(id, state, changed)).rejects.toThrow(
      /changed outside this stack by ines@example\.com .* Nothing was written/,
    );
    expect(account.writes()).toHaveLength(1);
    newRun();
    expect(await lifecycle.update(id, state, changed)).toMatchObject(changed);
    expect(account.messages).toHaveLength(1);
  });

  test("is not deleted by the same run without a word, and not at all where the settings refuse", async () => {
    const { id, state } = await edited();
    account.context.settings = { driftPolicy: "refuse" };
    await expect(lifecycle.delete(id, state)).rejects.toThrow(
      /changed outside this stack by ines@example\.com .* It was not deleted/,
    );
    account.context.settings = { driftPolicy: "overwrite" };
    await lifecycle.delete(id, state);
    expect(account.messages.slice(1)).toEqual([expect.stringContaining("It is deleted all the same") as string]);
  });

  test("and that is the program's by now is nobody's to refuse", async () => {
    const { id, state } = await edited();
    account.context.settings = { driftPolicy: "refuse" };
    await lifecycle.update(id, state, { ...inputs, defaultValue: "Theirs" });
    expect(account.writes()).toHaveLength(1);
  });

  test("without any difference in meaning is not one, nor is the save of the VirtualTag that takes its place", async () => {
    const { id, state } = await lifecycle.create();
    account.emulator.control.advanceClock(3_600_000);
    await editByOther(id, {});
    const read = await lifecycle.read(id, state);
    await editByOther(id, {
      defaultValue: "Other",
      versionMetadata: { changeDescription: "(pulumi bill/dev#team)" },
    });
    await lifecycle.read(id, read?.state as VirtualTagV1State);
    expect(account.messages).toEqual([]);
  });

  test("by which a VirtualTag of another stack has taken the tag over is told as that", async () => {
    const { id, state } = await lifecycle.create();
    account.emulator.control.advanceClock(3_600_000);
    await editByOther(id, { versionMetadata: { changeDescription: "(pulumi other/dev#team)" } });
    await lifecycle.read(id, state);
    expect(account.messages).toEqual([
      expect.stringContaining("belongs to (pulumi other/dev#team) by now. This stack will neither save nor") as string,
    ]);
  });

  test("of a tag that is merely read is told to nobody, and holds nobody up", async () => {
    const { id } = await lifecycle.create();
    const read = await lifecycle.read(id, {});
    await editByOther(id, { defaultValue: "Theirs" });
    await lifecycle.read(id, read?.state as VirtualTagV1State);
    expect(account.messages).toEqual([]);
    expect([...account.context.claims]).toEqual([]);
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
    await editByOther(id, { defaultValue: "Theirs" });
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
    await editByOther(id, { name: "Theirs" });
    account.context.settings = { driftPolicy: "refuse" };
    const update = lifecycle.update(id, state, changed);
    await expect(update).rejects.toThrow(/changed outside this stack by ines@example\.com .* Nothing was written/);
    expect(account.writes()).toHaveLength(1);
  });

  test("of a tag that was made one that can't be written back is refused by reason, also after a refresh", async () => {
    const { id, state } = await lifecycle.create();
    await editByOther(id, { name: "FOCUS/Team" });
    const read = await lifecycle.read(id, state);
    account.context.claims.clear();
    for (const kept of [state, read?.state as VirtualTagV1State]) {
      await expect(lifecycle.update(id, kept, changed)).rejects.toThrow("it is predefined (FOCUS)");
    }
    expect(account.writes()).toHaveLength(1);
  });

  test("of a tag that a VirtualTag has taken over since is refused, and says how to have it back", async () => {
    const { id, state } = await lifecycle.create();
    await editByOther(id, { versionMetadata: { changeDescription: "(pulumi other/dev#team)" } });
    await expect(lifecycle.update(id, state, changed)).rejects.toThrow(
      /belongs to \(pulumi other\/dev#team\), another resource\..*"pulumi state delete".* It has to be a VirtualTag here/s,
    );
    expect(account.writes()).toHaveLength(1);
  });

  test("to the name of another tag is refused, and to a free one is not", async () => {
    const { id, state } = await lifecycle.create();
    const other = await madeByOther({ name: "Taken" });
    await expect(lifecycle.update(id, state, { ...inputs, name: "Taken" })).rejects.toThrow(other);
    expect(await lifecycle.update(id, state, { ...inputs, name: "Free" })).toMatchObject({ name: "Free" });
    expect(account.writes()).toHaveLength(2);
  });

  test("to another name needs no right to V2", async () => {
    const { id, state } = await lifecycle.create();
    const other = await madeByOther({ name: "Taken" });
    for (const path of ["/v2/virtual-tags", "/v2/virtual-tags/{id}/versions"]) {
      account.emulator.control.placeFault({ method: "GET", path, kind: "status", status: 403 });
    }
    expect(await lifecycle.update(id, state, { ...inputs, name: "Free" })).toMatchObject({ name: "Free" });
    await expect(lifecycle.update(id, state, { ...inputs, name: "Taken" })).rejects.toThrow(other);
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
