/** What others had entered just as it is declared, and this stack never wrote, is left alone when it is given up. */
import type { VirtualTagMetadataState } from "../../../stack/state/virtualTagMetadata";
import {
  account,
  create,
  declare,
  edit,
  enter,
  held,
  merging,
  puts,
  refresh,
  remove,
  start,
  update,
  virtualTagId,
} from "./account";

const theirs = { Web: { groups: ["g1"], customMetadata: { owner: "ines" } } };
const groups = 'metadata["Web"].groups';
const owner = 'metadata["Web"].customMetadata["owner"]';
/** Our writes since the test began, or since the last call. */
const written = (): number => {
  const count = puts().length;
  account.emulator.control.clearRequests();
  return count;
};
/** The other person's entry, and the state of a resource that declares it. */
async function found(inputs = merging(theirs)): Promise<VirtualTagMetadataState> {
  await enter(theirs);
  const { state } = await create(inputs);
  expect(written()).toBe(0);
  return state;
}

beforeEach(() => start());

describe.each([
  ["a merge", () => merging(theirs)],
  ["a merge with adopt", () => merging(theirs, { adopt: true })],
  ["the whole map", () => declare(theirs)],
])("%s", (_, inputs) => {
  test("says that it is as declared already, and leaves it on a destroy, with a warning", async () => {
    const state = await found(inputs());
    expect(state.__memory).toEqual({ unwritten: [groups, owner] });
    expect(account.messages).toMatchObject([{ code: "CA3205", kind: "info" }]);
    await remove(state);
    expect(account.messages[1]).toMatchObject({ code: "CA3106", kind: "warning" });
    expect(account.messages[1]?.text).toContain(owner);
    expect(written()).toBe(0);
    expect(await held()).toEqual(theirs);
  });

  test("knows it after a refresh, with and without drift", async () => {
    const state = await found(inputs());
    await edit({ Web: { groups: ["changed"] } });
    const drifted = await refresh(await refresh(state));
    expect(drifted.__memory?.unwritten).toEqual([groups, owner]);
    await edit(theirs);
    const settled = await refresh(drifted);
    expect(settled.__memory).toEqual({ unwritten: [groups, owner] });
    await remove(settled);
    expect(await held()).toEqual(theirs);
  });
});

test("what this stack has written since is removed on a destroy; the rest is left", async () => {
  const state = await found();
  const changed = merging({ Web: { ...theirs.Web, groups: ["g2"] }, Jobs: { groups: ["g"] } });
  const next = await update(state, changed);
  expect(next.__memory).toEqual({ unwritten: [owner] });
  await remove(next);
  expect(await held()).toEqual({ Web: { customMetadata: { owner: "ines" } } });
  expect(account.codes()).toEqual(["CA3205", "CA3106"]);
});

describe("a field in the whole map that was never written, and is no longer declared", () => {
  const rest = (): ReturnType<typeof declare> => declare({ Web: { groups: ["g1"] } });

  test("is not removed without adopt", async () => {
    const state = await found(declare(theirs));
    await expect(update(state, rest())).rejects.toMatchObject({ code: "CA3001" });
    expect(await held()).toEqual(theirs);
  });

  test("is removed with adopt, with a warning", async () => {
    const state = await found(declare(theirs));
    await update(state, { ...rest(), adopt: true });
    expect(account.codes()).toEqual(["CA3205", "CA3201"]);
    expect(await held()).toEqual({ Web: { groups: ["g1"] } });
  });
});

test("a write of the whole map makes all of it this stack's", async () => {
  const state = await found(declare(theirs));
  const next = await update(state, declare({ Web: { ...theirs.Web, groups: ["g2"] } }));
  expect(next.__memory).toEqual({});
  await remove(next);
  expect(await held()).toEqual({});
  expect(account.codes()).toEqual(["CA3205"]);
});

describe("what this stack wrote in the same run is its own", () => {
  test.each(["afterReading", "afterCommit"] as const)("although the answer was lost: %s", async (when) => {
    account.emulator.control.placeFault({ method: "PUT", when, kind: "reset", times: 1 });
    for (const inputs of [merging(theirs), declare(theirs)]) {
      const { state } = await create(inputs);
      expect(state.__memory).toEqual({});
      await remove(state);
      expect(await held()).toEqual({});
    }
    expect(account.codes()).toEqual([]);
  });

  test.each([
    ["a merge", () => merging(theirs)],
    ["the whole map", () => declare(theirs)],
  ])("although it was carried out after the last look: %s", async (_, inputs) => {
    const { client } = account.context;
    const fault = { method: "PUT", when: "afterReading", kind: "reset", times: 1 } as const;
    account.emulator.control.placeFault(fault);
    const reserve = client.reserve.bind(client);
    const [first, second] = [jest.fn(), jest.fn(() => enter(theirs))];
    jest.spyOn(client, "reserve").mockImplementation(async (...given) => {
      const reservation = await reserve(...given);
      await (first.mock.calls.length === 0 ? first() : second());
      return reservation;
    });
    const { state } = await create(inputs());
    expect(second).toHaveBeenCalledTimes(1);
    expect(state.__memory).toEqual({});
    expect(account.codes()).toEqual([]);
    expect(state.virtualTagId).toBe(virtualTagId);
  });
});
