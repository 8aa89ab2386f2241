import type { VirtualTagV1State } from "../../provider/virtualTagV1State";
import { account, editByOther, inputs, lifecycle, madeByOther, start, urnOf } from "./virtualTagV1Account";

beforeEach(() => start());

describe("create", () => {
  test("refuses a tag of that name, and says how to go on after an interrupted run", async () => {
    const { id } = await lifecycle.create();
    await expect(lifecycle.create()).rejects.toThrow(
      `a Virtual Tag named "Team" already: ${id}, made by emulator@example.com. Nothing was written. ` +
        "If an interrupted run of this program made it, or to take it over, set adopt: true",
    );
    expect(account.writes()).toHaveLength(1);
  });

  test.each(["true", "its ID"])(
    "adopt as %s takes back what an interrupted run has made, without a write",
    async (by) => {
      const first = await lifecycle.create();
      const second = await lifecycle.create({ ...inputs, adopt: by === "true" ? true : first.id });
      expect(second.id).toBe(first.id);
      expect(account.writes()).toHaveLength(1);
      expect(account.messages).toEqual([`info: "Team" (${first.id}) was taken over: it is as declared.`]);
    },
  );

  test("adopt writes over other content once, and says whose it was", async () => {
    const id = await madeByOther();
    const { state } = await lifecycle.create({ ...inputs, adopt: true });
    expect(state).toMatchObject({ ...inputs, createdBy: "ines@example.com", updatedBy: "emulator@example.com" });
    expect(account.writes()).toEqual([`PUT /v1/virtual-tags/${id}`]);
    expect(account.messages).toEqual([
      expect.stringMatching(/^info: "Team" .* saved last by ines@example\.com at .* versions list/) as string,
    ]);
  });

  test("adopt knows the content of a tag that the list does not show whole", async () => {
    const { id } = await lifecycle.create();
    const { virtualTagsV1 } = account.context.client;
    jest.spyOn(virtualTagsV1, "list").mockResolvedValue([{ id, name: "Team" }]);
    expect(await lifecycle.create({ ...inputs, adopt: true })).toMatchObject({ id });
    expect(account.writes()).toHaveLength(1);
  });

  test("adopt by ID gives the tag the declared name", async () => {
    const id = await madeByOther({ name: "Old" });
    await lifecycle.create({ ...inputs, adopt: id });
    expect(await account.asOther("GET", `/v2/virtual-tags/${id}`)).toMatchObject({ name: "Team" });
  });

  test("adopt of two tags of that name lists both", async () => {
    const ids = [await madeByOther(), await madeByOther()];
    const create = lifecycle.create({ ...inputs, adopt: true });
    await expect(create).rejects.toThrow(new RegExp(`${String(ids[0])}.*${String(ids[1])}.*Set adopt to the ID`));
  });

  test("adopt of an ID that is not there, or is not the one of that name, is refused", async () => {
    await expect(lifecycle.create({ ...inputs, adopt: "no-such-tag" })).rejects.toThrow("this account does not have");
    const id = await madeByOther();
    const other = await madeByOther({ name: "Other" });
    await expect(lifecycle.create({ ...inputs, adopt: other })).rejects.toThrow(`"Team" is the name of ${id}`);
    expect(account.writes()).toEqual([]);
  });

  test("adopt of a tag that a VirtualTag owns is refused: V1 has no mark to take it over with", async () => {
    const mark = "(pulumi bill/dev#team)";
    await madeByOther({ versionMetadata: { changeDescription: mark } });
    for (const adopt of [true, false]) {
      await expect(lifecycle.create({ ...inputs, adopt })).rejects.toThrow(`belongs to ${mark}, a VirtualTag.`);
    }
    expect(account.writes()).toEqual([]);
  });

  test("adopt of a tag that the API can't write back is refused by reason", async () => {
    account.emulator.control.seed();
    const { virtualTags } = (await account.asOther("GET", "/v2/virtual-tags")) as { virtualTags: { name: string }[] };
    const name = virtualTags.find((tag) => tag.name.startsWith("FOCUS/"))?.name ?? "";
    await expect(lifecycle.create({ ...inputs, name, adopt: true })).rejects.toThrow("predefined");
  });

  test("several at the same time share the look for their names", async () => {
    const names = ["a", "b", "c", "d"];
    await Promise.all(names.map((name) => lifecycle.create({ ...inputs, name, resourceUrn: urnOf(name) })));
    expect(account.emulator.control.requests().filter(({ method }) => method === "GET")).toHaveLength(1);
    expect(account.writes()).toHaveLength(4);
  });
});

describe("delete", () => {
  const isThere = (id: string): Promise<boolean> =>
    account.asOther("GET", `/v2/virtual-tags/${id}`).then(
      () => true,
      () => false,
    );

  test("removes the tag, and one that is gone is done", async () => {
    const { id, state } = await lifecycle.create();
    await lifecycle.delete(id, state);
    expect(await isThere(id)).toBe(false);
    await lifecycle.delete(id, state);
    expect(account.writes()).toEqual(["POST /v1/virtual-tags", `DELETE /v1/virtual-tags/${id}`]);
    expect(account.messages).toEqual([`info: The account has no Virtual Tag ${id} ("Team"): nothing to delete.`]);
  });

  test("leaves alone what a VirtualTag has taken over since, also after edits and a refresh", async () => {
    const { id, state } = await lifecycle.create();
    await editByOther(id, { versionMetadata: { changeDescription: "moved (pulumi other/dev#team)" } });
    await editByOther(id, { defaultValue: "Theirs" });
    const refreshed = await lifecycle.read(id, state);
    for (const kept of [state, refreshed?.state as VirtualTagV1State]) await lifecycle.delete(id, kept);
    expect(await isThere(id)).toBe(true);
    const message = `warning: "Team" (${id}) belongs to (pulumi other/dev#team) by now: it is left alone, not deleted.`;
    expect(account.messages.slice(1)).toEqual([message, message]);
  });

  test("removes what an interrupted takeover by its own successor has marked", async () => {
    const { id, state } = await lifecycle.create();
    await editByOther(id, { versionMetadata: { changeDescription: "(pulumi bill/dev#team)" } });
    await lifecycle.delete(id, state);
    expect(await isThere(id)).toBe(false);
  });

  test.each([
    ["FORBIDDEN", 403],
    ["VTAG_NOT_FOUND", 404],
  ])("a history that can't be seen (%s) is no mark", async (_, status) => {
    const { id, state } = await lifecycle.create();
    const path = "/v2/virtual-tags/{id}/versions";
    account.emulator.control.placeFault({ method: "GET", path, kind: "status", status });
    await lifecycle.delete(id, state);
    expect(await isThere(id)).toBe(false);
  });

  test("where the history can't be read for another reason, nothing is deleted", async () => {
    const { id, state } = await lifecycle.create();
    const path = "/v2/virtual-tags/{id}/versions";
    account.emulator.control.placeFault({ method: "GET", path, kind: "status", status: 400 });
    await expect(lifecycle.delete(id, state)).rejects.toThrow("refuses the request");
    expect(await isThere(id)).toBe(true);
  });

  test("of a tag that someone else changed warns, or refuses where the settings say so", async () => {
    const { id, state } = await lifecycle.create();
    await editByOther(id, { defaultValue: "Theirs" });
    account.context.settings = { driftPolicy: "refuse" };
    await expect(lifecycle.delete(id, state)).rejects.toThrow(/by ines@example\.com at .* It was not deleted/);
    account.context.settings = { driftPolicy: "overwrite" };
    await lifecycle.delete(id, state);
    expect(account.messages).toEqual([expect.stringContaining("It is deleted all the same") as string]);
  });
});
