/** Reads that must show what happened a moment ago, although a list that is kept for ten seconds has the tag. */
import {
  account,
  changed,
  content,
  create,
  editByOther,
  inputs,
  mark,
  remove,
  setDriftPolicy,
  staging,
  start,
  update,
} from "./account";

beforeEach(() => start({ client: { listMaxAgeSeconds: 10 } }));

/** Loses the answer to the next write, which the service carries out only after the first look. */
function carryOutLate(method: "POST" | "PUT" | "DELETE", write: () => Promise<unknown>): void {
  account.emulator.control.placeFault({ method, when: "afterReading", kind: "reset", times: 1 });
  let isCarriedOut = false;
  account.context.pause = async () => {
    if (isCarriedOut) return;
    isCarriedOut = true;
    // Another operation lists the tags.
    await account.context.client.virtualTags.snapshot();
    await write();
  };
}

describe("a write that is carried out after the first look is found", () => {
  const saved = { versionMetadata: { changeDescription: mark } };

  test("a create", async () => {
    let id: unknown;
    carryOutLate("POST", async () => {
      ({ id } = await account.asOther("POST", "/v2/virtual-tags", { ...content, ...saved }));
    });
    expect(await create()).toMatchObject({ id });
  });

  test("a staged save, with the tag as it is afterwards", async () => {
    account.emulator.control.setSwitches({ stagedRead: "latest" });
    const { id, state } = await create();
    carryOutLate("PUT", async () => {
      account.emulator.control.advanceClock(5_000);
      const { name, rules, defaultValue } = staging;
      await account.asOther("PUT", `/v2/virtual-tags/${id}?setAsLive=false`, { name, rules, defaultValue, ...saved });
    });
    expect((await update(id, state, staging)).updatedAt).not.toBe(state.updatedAt);
  });

  test("a delete", async () => {
    const { id, state } = await create();
    carryOutLate("DELETE", () => account.asOther("DELETE", `/v2/virtual-tags/${id}`));
    await remove(id, state);
    expect(account.context.memory.wasDeleted(id)).toBe(true);
    expect(account.writes().filter((write) => write.startsWith("DELETE"))).toHaveLength(1);
  });
});

test("a tag that was renamed a moment ago isn't overwritten", async () => {
  const { id, state } = await create();
  await account.context.client.virtualTags.snapshot();
  await editByOther(id, { name: "Squad" });
  setDriftPolicy("refuse");
  await expect(update(id, state, changed)).rejects.toMatchObject({ code: "CA2013" });
});

test("a tag that was deleted a moment ago isn't in the account (CA1002)", async () => {
  account.context.account = "before";
  const { id, state } = await create();
  await account.context.client.virtualTags.snapshot();
  await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
  account.context.account = "now";
  await expect(update(id, state, inputs)).rejects.toMatchObject({ code: "CA1002" });
});
