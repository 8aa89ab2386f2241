/** Ownership over several runs: two stacks, lost states, interrupted runs. decide/ has each single decision. */
import type { Switches } from "../../../emulator";
import {
  account,
  changed,
  content,
  create,
  deletes,
  editByOther,
  inputs,
  later,
  mark,
  newRun,
  read,
  refresh,
  remove,
  secondStack,
  setDriftPolicy,
  staging,
  start,
  update,
  versions,
} from "./account";

beforeEach(() => start());

const inNewRun = <Result>(operation: () => Promise<Result>): Promise<Result> => {
  later();
  newRun();
  account.messages.length = 0;
  return operation();
};
const shown = (id: string): Promise<object> => account.asOther("GET", `/v2/virtual-tags/${id}`);

test("a tag moves from one stack to another: the first one neither saves nor deletes it", async () => {
  const { id, state } = await create();
  const moved = await inNewRun(() => create(secondStack));
  expect(moved.id).toBe(id);
  expect(account.codes()).toEqual(["CA2203"]);
  expect(await versions(id)).toMatchObject([
    { isLive: true, changeDescription: "(pulumi bill/prod#team)" },
    { isLive: false, changeDescription: mark },
  ]);

  await expect(inNewRun(() => update(id, state, changed))).rejects.toMatchObject({ code: "CA2012" });
  const { state: refreshed } = await inNewRun(() => refresh(id, state));
  expect(account.codes()).toEqual(["CA2105"]);
  await inNewRun(() => remove(id, refreshed));
  expect(account.codes()).toEqual(["CA2107"]);
  expect(account.writes()).toEqual(["POST /v2/virtual-tags", `PUT /v2/virtual-tags/${id}`]);

  await inNewRun(() => remove(id, moved.state));
  expect(deletes()).toHaveLength(1);
});

test("a tag that another engine has saved has an owner, who is named", async () => {
  const body = { ...content, versionMetadata: { changeDescription: "(opentofu bill/dev#team)" } };
  await account.asOther("POST", "/v2/virtual-tags", body);
  const refused = create({ ...inputs, adopt: false });
  await expect(refused).rejects.toMatchObject({
    code: "CA2002",
    message: expect.stringContaining("opentofu bill/dev#team") as string,
  });
});

// The tag's date has only seconds, and need not change with a staged version. So neither takeover shows in the tag itself.
describe.each([
  ["in the same second", {}, "live"],
  ["by staging", { setAsLive: false, defaultValue: "Staged" }, "live"],
  ["by staging, where a read shows the latest", { setAsLive: false, defaultValue: "Staged" }, "latest"],
] as const)("a tag that another stack took over %s", (_, how, stagedRead) => {
  test("is neither saved nor deleted", async () => {
    account.emulator.control.setSwitches({ stagedRead });
    account.emulator.control.freezeClock();
    const { id, state } = await create();
    newRun();
    await create({ ...secondStack, ...how });
    newRun();
    await expect(update(id, state, changed)).rejects.toMatchObject({ code: "CA2012" });
    newRun();
    await remove(id, state);
    expect(account.codes().at(-1)).toBe("CA2107");
    expect(account.writes()).toEqual(["POST /v2/virtual-tags", `PUT /v2/virtual-tags/${id}`]);
  });
});

describe("a lost state", () => {
  test.each([false, true])("of an edited tag stops until the program has the edit (adopt: %s)", async (adopt) => {
    const declared = { ...inputs, adopt };
    const { id } = await create(declared);
    later();
    await editByOther(id, { defaultValue: "Edited" });
    setDriftPolicy("refuse");
    for (let run = 1; run <= 2; run++) {
      await expect(inNewRun(() => create(declared))).rejects.toMatchObject({ code: "CA2006" });
    }
    const { state } = await inNewRun(() => create({ ...declared, defaultValue: "Edited" }));
    expect(await versions(id)).toHaveLength(2);
    const found = await inNewRun(() => read(id, state));
    expect(found?.state).toEqual(state);
    await inNewRun(() => update(id, state, declared));
    expect(account.codes()).toEqual([]);
    expect(await versions(id)).toHaveLength(3);
  });
});

describe.each<[Partial<Switches>, isStagedNameShown: boolean]>([
  [{ stagedRead: "live" }, false],
  [{ stagedRead: "latest" }, true],
  [{ stagedRead: "live", stagedRename: "atOnce" }, true],
  [{ stagedRead: "latest", stagedRename: "atOnce" }, true],
])("an interrupted rename, with %j", (switches, isStagedNameShown) => {
  beforeEach(() => {
    account.emulator.control.setSwitches(switches);
    setDriftPolicy("refuse");
  });
  const squad = { ...staging, name: "Squad" };

  test("that was staged is no drift if the program goes another way", async () => {
    const { id, state } = await create();
    await inNewRun(() => update(id, state, squad));
    expect(await inNewRun(() => read(id, state))).toMatchObject({ inputs: { name: "Team", defaultValue: "Shared" } });
    await inNewRun(() => update(id, state, changed));
    expect(account.codes()).toEqual([]);
    expect(await shown(id)).toMatchObject({ name: "Team", defaultValue: "Other" });
  });

  test("that is taken back leaves the declared name", async () => {
    const { id, state } = await create();
    const staged = await inNewRun(() => update(id, state, squad));
    await inNewRun(() => update(id, staged, inputs));
    // Nothing tells whether a staged name that a read shows is only shown, so one more save makes sure.
    expect(await versions(id)).toHaveLength(isStagedNameShown ? 3 : 2);
    expect(await shown(id)).toMatchObject({ name: "Team", defaultValue: "Shared" });
    expect(account.codes()).toEqual([]);
  });
});
