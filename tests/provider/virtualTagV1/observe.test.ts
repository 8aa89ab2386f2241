/** What V1 reads before it decides, in full runs. decide.test.ts has every case. */
import { InvalidInput } from "../../../client";
import { account, editByOther, inputs, lifecycle, madeByOther, start, urnOf } from "./account";
import type { VirtualTagV1Inputs } from "../../../stack/state/virtualTagV1";

describe("what an operation reads", () => {
  beforeEach(() => start());

  describe("create", () => {
    test("by adopt reads a tag that the list does not show whole", async () => {
      const { id } = await lifecycle.create();
      const { virtualTagsV1 } = account.context.client;
      jest.spyOn(virtualTagsV1, "list").mockResolvedValue([{ id, name: "Team" }]);
      expect(await lifecycle.create({ ...inputs, adopt: true })).toMatchObject({ id });
      expect(account.writes()).toHaveLength(1);
    });

    test("reads the mark of a VirtualTag, and refuses its tag", async () => {
      await madeByOther({ versionMetadata: { changeDescription: "(pulumi bill/dev#team)" } });
      const message = expect.stringContaining("bill/dev#team") as string;
      await expect(lifecycle.create({ ...inputs, adopt: true })).rejects.toMatchObject({ code: "CA5002", message });
      expect(account.writes()).toEqual([]);
    });

    test("of several at the same time shares one list", async () => {
      const names = ["a", "b", "c", "d"];
      await Promise.all(names.map((name) => lifecycle.create({ ...inputs, name, __resourceUrn: urnOf(name) })));
      expect(account.emulator.control.requests().filter(({ method }) => method === "GET")).toHaveLength(1);
      expect(account.writes()).toHaveLength(4);
    });
  });

  describe("delete", () => {
    const exists = (id: string): Promise<boolean> =>
      account.asOther("GET", `/v2/virtual-tags/${id}`).then(
        () => true,
        () => false,
      );
    const failHistory = (status: number): void => {
      const path = "/v2/virtual-tags/{id}/versions";
      account.emulator.control.placeFault({ method: "GET", path, kind: "status", status });
    };

    test("removes the tag, and is done if it was deleted before", async () => {
      const { id, state } = await lifecycle.create();
      await lifecycle.delete(id, state);
      expect(await exists(id)).toBe(false);
      await lifecycle.delete(id, state);
      expect(account.writes()).toEqual(["POST /v1/virtual-tags", `DELETE /v1/virtual-tags/${id}`]);
      expect(account.codes()).toEqual(["CA2207"]);
    });

    test("leaves a tag alone that a VirtualTag took over, also after edits and a refresh", async () => {
      const { id, state } = await lifecycle.create();
      await editByOther(id, { versionMetadata: { changeDescription: "moved (pulumi other/dev#team)" } });
      await editByOther(id, { defaultValue: "Theirs" });
      const refreshed = await lifecycle.refresh(id, state);
      await lifecycle.delete(id, state);
      account.newRun();
      await lifecycle.delete(id, refreshed);
      expect(await exists(id)).toBe(true);
      expect(account.codes()).toEqual(["CA2105", "CA2107", "CA2107"]);
    });

    test.each([403, 404])("goes by the state if the history can't be read, with status %d", async (status) => {
      const { id, state } = await lifecycle.create();
      failHistory(status);
      await lifecycle.delete(id, state);
      expect(await exists(id)).toBe(false);
    });

    test("is not carried out if the history can't be read for another reason", async () => {
      const { id, state } = await lifecycle.create();
      failHistory(400);
      await expect(lifecycle.delete(id, state)).rejects.toBeInstanceOf(InvalidInput);
      expect(await exists(id)).toBe(true);
    });
  });
});

/** What someone saves between the reads of one operation. */
describe("requests", () => {
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
});
