/** What someone saves between the reads of one operation. */
import type { VirtualTagV1Inputs } from "../../../stack/state/virtualTagV1";
import { account, editByOther, inputs, lifecycle, start } from "./account";

beforeEach(() => start());

const changed: VirtualTagV1Inputs = { ...inputs, defaultValue: "Other" };
const routes = (): string[] => account.emulator.control.requests().map(({ route }) => String(route));

/** Has someone edit the tag right before the next read of it. */
const editBeforeRead = (change: object = { defaultValue: "Theirs" }): void => {
  const { virtualTagsV1 } = account.context.client;
  const get = virtualTagsV1.get.bind(virtualTagsV1);
  jest.spyOn(virtualTagsV1, "get").mockImplementationOnce(async (id, options) => {
    account.emulator.control.advanceClock(10_000);
    await editByOther(id, change);
    return get(id, options);
  });
};
const withoutV2 = (): void => {
  const path = "/v2/virtual-tags/{id}/versions";
  account.emulator.control.placeFault({ method: "GET", path, kind: "status", status: 403 });
};

describe("an edit between the read of the history and that of the tag", () => {
  test.each([
    ["can", () => undefined],
    ["can't", withoutV2],
  ])("is drift, for a user who %s read the history", async (_, prepare) => {
    const { id, state } = await lifecycle.create();
    prepare();
    account.context.policy.driftPolicy = "refuse";
    editBeforeRead();
    const message = expect.stringContaining("by ines@example.com at ") as string;
    await expect(lifecycle.update(id, state, changed)).rejects.toMatchObject({ code: "CA2013", message });
    expect(account.writes()).toHaveLength(1);
  });

  test.each(["refuse", "overwrite"] as const)("is not saved again if it is as declared: %s", async (driftPolicy) => {
    const { id, state } = await lifecycle.create();
    account.context.policy.driftPolicy = driftPolicy;
    // It may be the save of an earlier run that was killed or lost its answer: V1 leaves no mark.
    editBeforeRead({ defaultValue: "Other" });
    expect(await lifecycle.update(id, state, changed)).toMatchObject(changed);
    expect(account.writes()).toHaveLength(1);
    expect(account.messages).toEqual([]);
  });

  test("is not deleted if the policy is refuse", async () => {
    const { id, state } = await lifecycle.create();
    account.context.policy.driftPolicy = "refuse";
    editBeforeRead();
    await expect(lifecycle.delete(id, state)).rejects.toMatchObject({ code: "CA2031" });
    expect(account.writes()).toHaveLength(1);
  });
});

test("an update is three requests: the tag is read last, because the write replaces it", async () => {
  const { id, state } = await lifecycle.create();
  account.emulator.control.clearRequests();
  await lifecycle.update(id, state, changed);
  expect(routes()).toEqual([
    "GET /v2/virtual-tags/{id}/versions",
    "GET /v1/virtual-tags/{id}",
    "PUT /v1/virtual-tags/{id}",
  ]);
});
