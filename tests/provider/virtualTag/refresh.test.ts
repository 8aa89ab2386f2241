/** What a refresh finds, says and remembers. */
import { NotFound } from "../../../client";
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import {
  account,
  create,
  editByOther,
  inputs,
  later,
  mark,
  newRun,
  refresh,
  remove,
  requests,
  rule,
  secondStack,
  setDriftPolicy,
  staging,
  start,
  update,
  versions,
} from "./account";
import { virtualTagLifecycle } from "../lifecycles";

const byPerson = expect.objectContaining({ by: "ines@example.com" }) as object;

beforeEach(() => start());

/** Creates the tag, and stages a version if there is one to stage. A new run begins. */
async function made(staged?: VirtualTagInputs): Promise<{ id: string; state: VirtualTagState }> {
  const { id, state } = await create();
  const after = staged === undefined ? state : await update(id, state, staged);
  later();
  newRun();
  return { id, state: after };
}

test("a tag that nobody changed costs one request, and keeps its state", async () => {
  const { id, state } = await made();
  account.emulator.control.clearRequests();
  const { state: refreshed } = await refresh(id, state);
  expect(requests()).toEqual(["GET /v2/virtual-tags"]);
  expect(refreshed).toMatchObject(state);
  expect(account.codes()).toEqual([]);
});

describe("drift", () => {
  test("is reported by each refresh (CA2103), and remembered as facts, apart from what this stack wrote", async () => {
    const { id, state } = await made();
    await editByOther(id, { defaultValue: "Theirs" });
    const [theirs, ours] = await versions(id);
    const { inputs: found, state: refreshed } = await refresh(id, state);
    expect(found.defaultValue).toBe("Theirs");
    const at = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/) as string;
    const differs = { name: false, rules: 0, of: 1, order: false, defaultValue: true };
    const drift = { by: "ines@example.com", at, versionId: theirs?.id, previous: ours?.id, differs };
    const written = { name: "Team", rules: [rule], defaultValue: "Shared" };
    expect(refreshed.__memory).toEqual({ mark, seenAt: refreshed.updatedAt, versionCount: 2, drift, written });
    // Not a secret, so without any content.
    expect(refreshed.__report).toEqual({
      drift: { by: "ines@example.com", at, versionId: theirs?.id, previous: ours?.id },
    });
    expect(account.messages).toMatchObject([{ kind: "warning", code: "CA2103" }]);
    expect(account.messages[0]?.text).toContain(`npx cost-allocation versions restore ${id} ${String(ours?.id)}`);

    newRun();
    const { state: again } = await refresh(id, refreshed);
    expect(account.codes()).toEqual(["CA2103", "CA2103"]);
    expect(again).toEqual(refreshed);
  });

  test("stops every run under `refuse`, and shows in every preview", async () => {
    const { id, state } = await made();
    await editByOther(id, { defaultValue: "Theirs" });
    setDriftPolicy("refuse");
    const { state: refreshed } = await refresh(id, state);
    for (const given of [inputs, { ...inputs, defaultValue: "Next" }]) {
      newRun();
      const difference = virtualTagLifecycle.diff(refreshed, given, { id, driftPolicy: "refuse" });
      expect(difference).toMatchObject({ kind: "update", warnings: [{ code: "CA2103" }] });
      await expect(update(id, refreshed, given)).rejects.toMatchObject({ code: "CA2013" });
      await expect(remove(id, refreshed)).rejects.toMatchObject({ code: "CA2031" });
    }
    expect(account.writes()).toHaveLength(1);
    setDriftPolicy("overwrite");
    const updated = await update(id, refreshed, inputs);
    expect(updated.__memory).not.toHaveProperty("drift");
    expect(updated).not.toHaveProperty("__report");
    expect(updated.__memory).not.toHaveProperty("written");
    expect(account.codes()).toEqual(["CA2103", "CA2101"]);
  });

  test("goes when it is undone, also if nobody refreshes", async () => {
    const { id, state } = await made();
    await editByOther(id, { defaultValue: "Theirs" });
    setDriftPolicy("refuse");
    const { state: refreshed } = await refresh(id, state);
    later();
    await editByOther(id, {});
    newRun();
    const updated = await update(id, refreshed, inputs);
    expect(virtualTagLifecycle.diff(updated, inputs).kind).toBe("none");
    newRun();
    const { state: again } = await refresh(id, refreshed);
    expect(again.__memory).not.toHaveProperty("drift");
    expect(virtualTagLifecycle.diff(again, inputs).kind).toBe("none");
    expect(account.writes()).toHaveLength(1);
    expect(account.codes()).toEqual(["CA2103"]);
  });

  test("names the version to go back to by its content: what this stack staged is another one", async () => {
    const { id, state } = await made(staging);
    const back = await update(id, state, inputs);
    newRun();
    await editByOther(id, { defaultValue: "Theirs" });
    const { state: refreshed } = await refresh(id, back);
    const first = (await versions(id)).at(-1);
    expect(refreshed.__memory?.drift?.previous).toBe(first?.id);
  });

  test("that the program accepts is an update without a write", async () => {
    const { id, state } = await made();
    await editByOther(id, { defaultValue: "Theirs" });
    setDriftPolicy("refuse");
    const { state: refreshed } = await refresh(id, state);
    const accepted = { ...inputs, defaultValue: "Theirs" };
    expect(virtualTagLifecycle.diff(refreshed, accepted)).toMatchObject({ kind: "remember" });
    const updated = await update(id, refreshed, accepted);
    expect(virtualTagLifecycle.diff(updated, accepted).kind).toBe("none");
    expect(updated.__memory).not.toHaveProperty("drift");
    expect(account.writes()).toHaveLength(1);
    newRun();
    await refresh(id, updated);
    await update(id, updated, { ...inputs, defaultValue: "Next" });
    expect(account.codes()).toEqual(["CA2103"]);
  });

  test("is none if it means the same", async () => {
    const { id, state } = await made();
    await editByOther(id, { rules: [{ ...rule, filters: { ...rule.filters, displayName: "Team" } }] });
    expect((await refresh(id, state)).inputs).toEqual(inputs);
    expect(account.codes()).toEqual([]);
  });
});

describe("another resource took the tag over", () => {
  test("is reported (CA2105) by each refresh, and is not drift", async () => {
    const { id, state } = await made();
    await create({ ...secondStack, defaultValue: "Theirs" });
    later();
    newRun();
    account.messages.length = 0;
    const { state: refreshed } = await refresh(id, state);
    newRun();
    await refresh(id, refreshed);
    expect(account.messages).toMatchObject([{ code: "CA2105" }, { kind: "warning", code: "CA2105" }]);
    expect(account.messages[0]?.text).toContain("bill/prod#team");
    expect(refreshed.__memory).toMatchObject({ mark, seenAt: state.__memory?.seenAt });
    expect(refreshed.__memory).not.toHaveProperty("drift");
  });
});

describe("a staged version", () => {
  test("stays declared, and drift beside it is reported once (CA2104)", async () => {
    const { id, state } = await made(staging);
    await editByOther(id, { defaultValue: "Theirs" });
    const { inputs: found, state: refreshed } = await refresh(id, state);
    expect(found).toEqual(staging);
    expect(refreshed.__memory?.drift).toEqual(byPerson);
    // What this stack left live: a refresh is no consent.
    expect(refreshed.__memory?.formerLive).toEqual(state.__memory?.formerLive);
    await refresh(id, refreshed);
    expect(account.codes()).toEqual(["CA2104"]);
  });

  test("that somebody promoted is live, and not drift", async () => {
    const { id, state } = await made(staging);
    await editByOther(id, { defaultValue: "Staged" });
    const { state: refreshed } = await refresh(id, state);
    expect(refreshed).not.toHaveProperty("stagedVersionId");
    expect(refreshed.__memory).not.toHaveProperty("drift");
    expect(account.codes()).toEqual([]);
  });

  test("that somebody promoted, and that the service removed since, is not reported as missing", async () => {
    const { id, state } = await made(staging);
    await editByOther(id, { defaultValue: "Staged" });
    const { virtualTagVersions } = account.context.client;
    const get = virtualTagVersions.get.bind(virtualTagVersions);
    const facts = { operation: "virtualTagVersions.get", method: "GET", path: "/", code: "VTAG_VERSION_NOT_FOUND" };
    jest
      .spyOn(virtualTagVersions, "get")
      .mockImplementation((tagId, versionId, options) =>
        versionId === state.stagedVersionId
          ? Promise.reject(new NotFound(facts, "version"))
          : get(tagId, versionId, options),
      );
    const { state: refreshed } = await refresh(id, state);
    expect(refreshed).not.toHaveProperty("stagedVersionId");
    expect(account.codes()).toEqual([]);
    expect(virtualTagLifecycle.diff(refreshed, staging).kind).toBe("none");
  });

  test("that the service removed, of a tag of which nothing is live, is reported (CA2106)", async () => {
    const { id, state } = await create(staging);
    jest.spyOn(account.context.client.virtualTagVersions, "newest").mockResolvedValue([]);
    newRun();
    const { inputs: found, state: refreshed } = await refresh(id, state);
    expect(refreshed).not.toHaveProperty("stagedVersionId");
    expect(account.codes()).toEqual(["CA2106"]);
    expect(found).toMatchObject({ setAsLive: true, defaultValue: "Staged" });
  });
});

describe("a tag that is only read, by VirtualTag.get", () => {
  test("shows what others save, without drift, with one request", async () => {
    const { id } = await create(secondStack);
    newRun();
    const { state: first } = await refresh(id, {});
    later();
    await editByOther(id, { name: "Theirs", defaultValue: "Theirs" });
    account.emulator.control.clearRequests();
    const { state: second } = await refresh(id, first);
    expect(requests()).toEqual(["GET /v2/virtual-tags"]);
    expect(second).toMatchObject({ name: "Theirs", defaultValue: "Theirs" });
    expect(second).not.toHaveProperty("__memory");
    expect(Object.keys(second).sort()).toEqual(Object.keys(first).sort());
    expect(account.codes()).toEqual([]);
  });
});
