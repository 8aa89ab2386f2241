/** What someone saves between the looks of one operation. */
import type { VirtualTagV1Inputs } from "../../provider/virtualTagV1State";
import { account, editByOther, inputs, lifecycle, start } from "./virtualTagV1Account";

beforeEach(() => start());

const changed: VirtualTagV1Inputs = { ...inputs, defaultValue: "Other" };
const routes = (): string[] => account.emulator.control.requests().map(({ route }) => String(route));

/** Lets someone edit the tag a little after the next read of it. */
const editAfterRead = (change: object = { defaultValue: "Theirs" }): void => {
  const { virtualTagsV1 } = account.context.client;
  const get = virtualTagsV1.get.bind(virtualTagsV1);
  jest.spyOn(virtualTagsV1, "get").mockImplementationOnce(async (id, options) => {
    const tag = await get(id, options);
    account.emulator.control.advanceClock(10_000);
    await editByOther(id, change);
    return tag;
  });
};
const withoutV2 = (): void => {
  const path = "/v2/virtual-tags/{id}/versions";
  account.emulator.control.placeFault({ method: "GET", path, kind: "status", status: 403 });
};

describe("an edit between the read of the tag and that of its history", () => {
  test.each([
    ["who may see the history", () => undefined],
    ["who may not", withoutV2],
  ])("is written over with a word only, for %s", async (_, prepare) => {
    const { id, state } = await lifecycle.create();
    prepare();
    account.context.settings = { driftPolicy: "refuse" };
    editAfterRead();
    await expect(lifecycle.update(id, state, changed)).rejects.toThrow(
      /was changed outside this stack by ines@example\.com .* Nothing was written/,
    );
    expect(account.writes()).toHaveLength(1);
  });

  test.each(["refuse", "overwrite"] as const)("is not saved again where it is as declared: %s", async (setting) => {
    const { id, state } = await lifecycle.create();
    account.context.settings = { driftPolicy: setting };
    // As an earlier run's own save is, which has been killed or lost its answer: V1 leaves no mark.
    editAfterRead({ defaultValue: "Other" });
    expect(await lifecycle.update(id, state, changed)).toMatchObject(changed);
    expect(account.writes()).toHaveLength(1);
    expect(account.messages).toEqual([]);
  });

  test("is deleted with a word only", async () => {
    const { id, state } = await lifecycle.create();
    account.context.settings = { driftPolicy: "refuse" };
    editAfterRead();
    await expect(lifecycle.delete(id, state)).rejects.toThrow(
      /was changed outside this stack by ines@example\.com .* It was not deleted/,
    );
    expect(account.writes()).toHaveLength(1);
  });

  test("is not looked for by a further request, where the history tells that there is none", async () => {
    const { id, state } = await lifecycle.create();
    account.emulator.control.clearRequests();
    await lifecycle.update(id, state, changed);
    expect(routes()).toEqual([
      "GET /v1/virtual-tags/{id}",
      "GET /v2/virtual-tags/{id}/versions",
      "PUT /v1/virtual-tags/{id}",
    ]);
  });
});
