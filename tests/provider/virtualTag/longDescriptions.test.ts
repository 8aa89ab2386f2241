/** A service may cut off long change descriptions. The ownership mark must survive that, and a staged version be found without it. */
import type { VirtualTagInputs } from "../../../stack/state/virtualTag";
import { atSize } from "../../support/size";
import {
  account,
  create,
  inputs,
  later,
  mark,
  newRun,
  read,
  refresh,
  stageByOther,
  start,
  update,
  urn,
  versions,
} from "./account";
import { virtualTagLifecycle } from "../lifecycles";

const changeDescription =
  "Because the platform team asked for it, in the ticket that everybody knows by heart. ".repeat(4);
const declared: VirtualTagInputs = { ...inputs, changeDescription };
const staged: VirtualTagInputs = { ...declared, name: "Squad", defaultValue: "Other", setAsLive: false };

const startWith = (maxChangeDescription: number | null): Promise<void> =>
  start({ emulator: { limits: { perRoute: { "*": 1_000_000 } }, switches: { maxChangeDescription } } });

/** A refresh and an up, again and again: they must find nothing to do. */
const expectSettled = async (id: string, before: object, given: VirtualTagInputs): Promise<void> => {
  const writes = account.writes().length;
  let state = before as Awaited<ReturnType<typeof refresh>>["state"];
  for (let round = 0; round < 2; round++) {
    newRun();
    later();
    ({ state } = await refresh(id, state));
    expect(virtualTagLifecycle.diff(state, given).kind).toBe("none");
    state = await update(id, state, given);
  }
  expect(account.writes()).toHaveLength(writes);
};

describe.each(atSize([30, 8, 0], [null, 100, 30, 8, 0]))("a service that keeps %p characters", (kept) => {
  beforeEach(() => startWith(kept));

  test.each([
    ["long", changeDescription],
    ["short", "Asked for"],
    ["missing", undefined],
  ])("a staged version is found, and not staged again, with a %s description", async (_, text) => {
    const { id, state } = await create({ ...declared, changeDescription: text ?? "" });
    const given = { ...staged, changeDescription: text ?? "" };
    const after = await update(id, state, given);
    const [newest] = await versions(id);
    expect(after.stagedVersionId).toBe(newest?.id);
    await expectSettled(id, after, given);
    await update(id, after, { ...given, setAsLive: true });
    expect((await versions(id)).map(({ isLive }) => isLive)).toEqual([true, false, false]);
    expect(account.codes()).toEqual([]);
  });

  test("a new tag that is only staged is found", async () => {
    const { id, state } = await create({ ...staged, name: "Team" });
    expect(state.stagedVersionId).toBe((await versions(id))[0]?.id);
    await expectSettled(id, state, { ...staged, name: "Team" });
  });

  test.each([staged, { ...staged, setAsLive: true }])("a save whose answer is lost is not repeated", async (given) => {
    const { id, state } = await create(declared);
    const path = "/v2/virtual-tags/{id}";
    account.emulator.control.placeFault({ method: "PUT", path, when: "afterCommit", kind: "reset", times: 1 });
    await update(id, state, given);
    // Of a staged version without any description, nothing tells whose it is.
    if (kept !== 0 || given.setAsLive) expect(await versions(id)).toHaveLength(2);
  });

  test("what somebody else stages is not taken for ours", async () => {
    const { id, state } = await create(declared);
    await stageByOther(id, { name: "Squad", defaultValue: "Other" });
    await update(id, state, staged);
    expect(await versions(id)).toHaveLength(3);
  });
});

describe("a service that keeps as much as a mark", () => {
  beforeEach(() => startWith(40));

  test("shows the owner, whatever the description", async () => {
    const { id } = await create(declared);
    expect((await versions(id))[0]?.changeDescription).toMatch(/^\(pulumi bill\/dev#team\): Because/);
    const other = { ...declared, __resourceUrn: urn("team", "prod") };
    await expect(create(other)).rejects.toMatchObject({ code: "CA2002" });
    newRun();
    await create(declared);
    expect(account.codes()).toEqual(["CA2201"]);
    expect(account.writes()).toHaveLength(1);
  });

  test("shows a stack its own staged version after an interrupted run", async () => {
    const { id, state } = await create(declared);
    const after = await update(id, state, staged);
    newRun();
    const again = await update(id, (await refresh(id, state)).state, staged);
    expect(again.stagedVersionId).toBe(after.stagedVersionId);
  });
});

test("a short description stands before the mark", async () => {
  await startWith(null);
  const { id, state } = await create({ ...declared, changeDescription: "Asked for" });
  await update(id, state, { ...staged, changeDescription: "Asked for" });
  expect((await versions(id)).map((version) => version.changeDescription)).toEqual([
    `Asked for (named "Squad") ${mark}`,
    `Asked for ${mark}`,
  ]);
  expect(await read(id, state)).toBeDefined();
});
