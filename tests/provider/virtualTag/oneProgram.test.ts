/** Resources of one program, between which a tag or its name passes in one run. */
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import type { VirtualTagV1Inputs } from "../../../stack/state/virtualTagV1";
import { declareTag } from "../account";
import { optionsOfV1 } from "../virtualTagV1/account";
import { account, create, deletes, inputs, newRun, remove, start, update, urn } from "./account";
import { virtualTagLifecycle } from "../lifecycles";
import { virtualTagV1Lifecycle } from "../virtualTagV1/byInput";

beforeEach(() => start(optionsOfV1()));

const renamed: VirtualTagInputs = { ...inputs, __resourceUrn: urn("b") };

/** What the engine calls for each resource that is in the state and in the program. Returns whether it differs. */
function declare(id: string, state: VirtualTagState, given: VirtualTagInputs): boolean {
  const { memory } = account.context;
  const checked = virtualTagLifecycle.check({ ...given }, { memory }).inputs as unknown as VirtualTagInputs;
  const isDifferent = virtualTagLifecycle.diff(state, checked).kind !== "none";
  const { __resourceUrn: former } = state;
  declareTag(memory, given.__resourceUrn, id, { former, isReplaced: isDifferent });
  return isDifferent;
}
const names = (): string[] =>
  (account.emulator.control.exportState().accounts[0]?.tags ?? []).map(
    ({ versions }) => (JSON.parse(versions.at(-1)?.content ?? "{}") as { name: string }).name,
  );

describe("a resource that is renamed with an alias has its former URN in the state", () => {
  test.each([{ name: "Other" }, { defaultValue: "Other" }])("replacing it for %p deletes its tag", async (change) => {
    const { id, state } = await create();
    newRun();
    const replacing = { ...renamed, ...change };
    expect(declare(id, state, replacing)).toBe(true);
    await remove(id, state);
    expect((await create(replacing)).id).not.toBe(id);
    expect(names()).toEqual([replacing.name]);
  });
});

test("a tag that was adopted by its ID is created again if it is replaced, and only then", async () => {
  const { id, state } = await create();
  const byId = { ...inputs, adopt: id };
  newRun();
  await remove(id, { ...state, adopt: id });
  const again = await create(byId);
  expect(again.id).not.toBe(id);
  await remove(again.id, again.state);
  newRun();
  await expect(create(byId)).rejects.toMatchObject({ code: "CA2004" });
});

describe("a name that passes from one resource to another", () => {
  const moved = { ...inputs, name: "Z" };

  test.each([true, false])("is refused, and free in the next run (adopt: %s)", async (adopt) => {
    const second = { ...renamed, defaultValue: "Theirs", adopt };
    const { id, state } = await create();
    newRun();
    declare(id, state, moved);
    const [updated, created] = await Promise.allSettled([update(id, state, moved), create(second)]);
    expect(updated).toMatchObject({ status: "fulfilled", value: { name: "Z", defaultValue: "Shared" } });
    expect(created).toMatchObject({ status: "rejected", reason: { code: "CA2021" } });
    newRun();
    expect((await create(second)).id).not.toBe(id);
    expect(names().sort()).toEqual(["Team", "Z"]);
  });
});

describe("a tag of VirtualTagV1 that a VirtualTag adopted as it was, without a mark", () => {
  const v1: VirtualTagV1Inputs = { ...inputs, isCaseSensitive: false, __resourceUrn: urn("old") };
  const adopting = { ...renamed, adopt: true };

  test("is not updated by its former resource in the same run", async () => {
    const { id, state } = await virtualTagV1Lifecycle.create(v1, account.context);
    newRun();
    expect((await create(adopting)).id).toBe(id);
    const update = virtualTagV1Lifecycle.update(id, state, { ...v1, name: "Z" }, account.context);
    await expect(update).rejects.toMatchObject({ code: expect.stringMatching(/^CA\d021$/) as string });
    expect(names()).toEqual(["Team"]);
  });

  test("is not deleted with its former resource, not even by a later run", async () => {
    const { id, state } = await virtualTagV1Lifecycle.create(v1, account.context);
    newRun();
    const adopted = await create(adopting);
    newRun();
    declare(id, adopted.state, adopting);
    await virtualTagV1Lifecycle.delete(id, state, account.context);
    expect(deletes()).toEqual([]);
  });
});
