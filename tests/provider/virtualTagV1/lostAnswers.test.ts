import { OutcomeUnknown } from "../../../client";
import type { VirtualTagV1Inputs } from "../../../stack/state/virtualTagV1";
import { account, inputs, lifecycle, madeByOther, start } from "./account";

beforeEach(() => start());

describe("if the answer to a write is lost, a read tells whether it was carried out", () => {
  const routes = { POST: "/v1/virtual-tags", PUT: "/v1/virtual-tags/{id}", DELETE: "/v1/virtual-tags/{id}" };
  const lose = (method: "POST" | "PUT" | "DELETE", when: "afterCommit" | "afterReading" = "afterCommit"): void => {
    account.emulator.control.placeFault({ method, path: routes[method], when, kind: "reset", times: 1 });
  };
  const tags = (): number => account.emulator.control.exportState().accounts[0]?.tags.length ?? 0;
  const changed: VirtualTagV1Inputs = { ...inputs, defaultValue: "Other" };

  test("create", async () => {
    lose("POST");
    const { state } = await lifecycle.create();
    expect(state).toMatchObject({ ...inputs, createdBy: "emulator@example.com" });
    expect(account.writes()).toHaveLength(1);
    expect(tags()).toBe(1);
  });

  test("a create that was not carried out fails, and the next run creates the tag once", async () => {
    lose("POST", "afterReading");
    await expect(lifecycle.create()).rejects.toBeInstanceOf(OutcomeUnknown);
    await lifecycle.create();
    expect(tags()).toBe(1);
  });

  test("a create does not take a tag that someone else made at the same time", async () => {
    lose("POST", "afterReading");
    const { client } = account.context;
    const list = client.virtualTagsV1.list.bind(client.virtualTagsV1);
    jest.spyOn(client.virtualTagsV1, "list").mockImplementationOnce(async (options) => {
      const before = await list(options);
      await madeByOther();
      return before;
    });
    await expect(lifecycle.create()).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(account.writes()).toHaveLength(1);
  });

  test("update", async () => {
    const { id, state } = await lifecycle.create();
    lose("PUT");
    expect(await lifecycle.update(id, state, changed)).toMatchObject(changed);
    expect(account.writes()).toHaveLength(2);
  });

  test("update of isCaseSensitive alone, which shows only in the date", async () => {
    const { id, state } = await lifecycle.create();
    const sensitive = { ...inputs, isCaseSensitive: true };
    lose("PUT", "afterReading");
    await lifecycle.update(id, state, sensitive);
    expect(account.writes()).toHaveLength(3);
    account.emulator.control.advanceClock(2_000);
    lose("PUT");
    expect(await lifecycle.update(id, state, sensitive)).toMatchObject(sensitive);
    expect(account.writes()).toHaveLength(4);
  });

  test("delete", async () => {
    const { id, state } = await lifecycle.create();
    lose("DELETE");
    await lifecycle.delete(id, state);
    expect(account.writes()).toHaveLength(2);
    expect(tags()).toBe(0);
  });
});
