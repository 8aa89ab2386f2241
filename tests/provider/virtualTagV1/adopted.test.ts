/** A tag that this stack adopted with equal content, and never saved, is left alone by a destroy. */
import type { VirtualTagV1State, VirtualTagV1Inputs } from "../../../stack/state/virtualTagV1";
import { account, inputs, lifecycle, madeByOther, start } from "./account";
import { OutcomeUnknown } from "../../../client";

describe("adopted by V2", () => {
  const adopting = { ...inputs, adopt: true };
  const tags = (): number => account.emulator.control.exportState().accounts[0]?.tags.length ?? 0;
  const adopt = async (): Promise<{ id: string; state: VirtualTagV1State }> => {
    const rules = [{ to: "Web", filters: { ...inputs.rules[0]?.filters, type: "tag" } }];
    await madeByOther({ rules, defaultValue: inputs.defaultValue });
    const adopted = await lifecycle.create(adopting);
    account.newRun();
    return adopted;
  };
  /** Has the next save fail once: before it is carried out, or after. */
  const fail = (when: "afterReading" | "afterCommit"): void => {
    account.emulator.control.placeFault({
      method: "PUT",
      path: "/v1/virtual-tags/{id}",
      when,
      kind: "reset",
      times: 1,
    });
  };

  beforeEach(() => start());

  test("it is left, with CA2109, also after a refresh and an update that had nothing to save", async () => {
    const { id, state } = await adopt();
    expect(state.__memory).toEqual({ isUnsaved: true });
    const refreshed = await lifecycle.refresh(id, state);
    expect(lifecycle.diff(refreshed, adopting).kind).toBe("none");
    await lifecycle.delete(id, await lifecycle.update(id, refreshed, adopting));
    expect(account.codes()).toEqual(["CA2202", "CA2109"]);
    expect(account.writes()).toEqual([]);
    expect(tags()).toBe(1);
  });

  test("once this stack has saved it, it is deleted", async () => {
    const { id, state } = await adopt();
    const saved = await lifecycle.update(id, state, { ...adopting, defaultValue: "Other" });
    expect(saved).not.toHaveProperty("__memory");
    await lifecycle.delete(id, saved);
    expect(tags()).toBe(0);
  });

  test.each(["afterReading", "afterCommit"] as const)("a save whose answer is lost (%s) is a save", async (when) => {
    await madeByOther();
    fail(when);
    const { id, state } = await lifecycle.create(adopting);
    expect(state).not.toHaveProperty("__memory");
    account.newRun();
    await lifecycle.delete(id, state);
    expect(tags()).toBe(0);
  });
});

describe("lost answers", () => {
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
});
