/** Resources of one program between which a tag, or its name, passes on. */
import { virtualTagLifecycle } from "../../provider/virtualTag";
import { virtualTagV1Lifecycle } from "../../provider/virtualTagV1";
import type { VirtualTagInputs, VirtualTagState } from "../../provider/virtualTagState";
import type { VirtualTagV1Inputs } from "../../provider/virtualTagV1State";
import { account, create, deletes, inputs, newRun, remove, start, update, urn } from "./virtualTagAccount";
import { startV1Account } from "./virtualTagV1Account";

beforeEach(() => start(startV1Account()));

/** What the engine asks for each resource that is in the state and in the program. */
const declare = (id: string, state: VirtualTagState, given: VirtualTagInputs): unknown => {
  const { claims } = account.context;
  const { inputs: checked } = virtualTagLifecycle.check({ ...given }, claims);
  return virtualTagLifecycle.diff(state, checked as unknown as VirtualTagInputs, { id, claims });
};
/** What the engine asks for when it refreshes: the program need not have the resource any more. */
const compare = (id: string, state: VirtualTagState): unknown =>
  virtualTagLifecycle.diff(state, state, { id, claims: account.context.claims });
const held = (): string[] =>
  (account.emulator.control.exportState().accounts[0]?.tags ?? []).map(
    ({ versions }) => (JSON.parse(versions.at(-1)?.content ?? "{}") as { name: string }).name,
  );

describe("a resource that was renamed with an alias, and then the commit was reverted", () => {
  /** The engine keeps the old outputs of what needs no save: the old URN and the old mark. */
  async function renamed(): Promise<{ id: string; state: VirtualTagState }> {
    const made = await create(inputs);
    newRun();
    expect(declare(made.id, made.state, { ...inputs, resourceUrn: urn("b") })).toBe("none");
    newRun();
    return made;
  }

  test("has its tag back, and the delete of the same run leaves it alone", async () => {
    const { id, state } = await renamed();
    expect((await create(inputs)).id).toBe(id);
    await remove(id, state);
    expect(deletes()).toEqual([]);
    expect(account.messages.at(-1)).toBe(
      `warning: "Team" (${id}) is declared by ${urn("team")} in this run: it is left alone, not deleted.`,
    );
  });
});

describe("a resource that was renamed with an alias, keeps its former URN in the state, and is then replaced", () => {
  const renamed: VirtualTagInputs = { ...inputs, resourceUrn: urn("b") };

  test.each([
    ["another name, by replaceOnChanges", { name: "Other" }],
    ["other content, by replaceOnChanges", { defaultValue: "Other" }],
  ])("for %s: its tag is deleted, and one is made", async (_, change) => {
    const { id, state } = await create(inputs);
    newRun();
    expect(declare(id, state, renamed)).toBe("none");
    newRun();
    const anew = { ...renamed, ...change };
    declare(id, state, anew);
    await remove(id, state);
    expect(deletes()).toHaveLength(1);
    expect((await create(anew)).id).not.toBe(id);
    expect(held()).toEqual([anew.name]);
  });

  test("is left alone as long as nothing is declared to change", async () => {
    const { id, state } = await create(inputs);
    newRun();
    declare(id, state, renamed);
    await remove(id, state);
    expect(deletes()).toEqual([]);
  });
});

describe("a refresh in the same run, which asks for differences as well, holds nothing back", () => {
  test("that is deleted: what the program has no more, and all of it by a destroy", async () => {
    const { id, state } = await create(inputs);
    newRun();
    compare(id, state);
    await remove(id, state);
    expect(deletes()).toHaveLength(1);
  });

  test("that is replaced although the program declares it, as by replaceOnChanges", async () => {
    const { id, state } = await create(inputs);
    newRun();
    declare(id, state, { ...inputs, name: "Other" });
    await remove(id, state);
    expect(deletes()).toHaveLength(1);
  });

  test("that was renamed with an alias and changed at once", async () => {
    const { id, state } = await create(inputs);
    newRun();
    compare(id, state);
    const renamed = { ...inputs, defaultValue: "New", resourceUrn: urn("b") };
    declare(id, state, renamed);
    expect(await update(id, state, renamed)).toMatchObject({ defaultValue: "New" });
  });
});

describe("a name that passes from one resource to another in one run", () => {
  const [first, second] = [
    { ...inputs, adopt: true },
    { ...inputs, adopt: true, defaultValue: "Theirs", resourceUrn: urn("b") },
  ];

  test.each([true, false])(
    "waits for the next run where the one that gives it up comes first, with adopt: %s",
    async (adopt) => {
      const { id, state } = await create(first);
      newRun();
      const moved = { ...first, name: "Z" };
      declare(id, state, moved);
      const [updated, created] = await Promise.allSettled([update(id, state, moved), create({ ...second, adopt })]);
      expect(updated).toMatchObject({ status: "fulfilled", value: { name: "Z", defaultValue: "Shared" } });
      expect(created).toMatchObject({ status: "rejected" });
      expect(String((created as PromiseRejectedResult).reason)).toMatch(
        `The Virtual Tag "Team" (${id}) is that of ${urn("team")} in this run. Nothing was written. If one of the two gives up ` +
          'the name in this run, run "pulumi up" again, or let the other one depend on it (`dependsOn`).',
      );
      newRun();
      declare(id, (updated as PromiseFulfilledResult<VirtualTagState>).value, moved);
      expect((await create({ ...second, adopt })).id).not.toBe(id);
      expect(held().sort()).toEqual(["Team", "Z"]);
    },
  );

  test("is refused to the one that gives it up where the other one was quicker: two never have one tag", async () => {
    const { id, state } = await create(first);
    newRun();
    expect((await create(second)).id).toBe(id);
    const moved = { ...first, name: "Z" };
    declare(id, state, moved);
    await expect(update(id, state, moved)).rejects.toThrow("belongs to (pulumi bill/dev#b), another resource. Nothing");
    expect(held()).toEqual(["Team"]);
  });

  test("nor where no mark tells of the other one, which took over what was equal", async () => {
    const old: VirtualTagV1Inputs = { ...inputs, isCaseSensitive: false };
    const made = await virtualTagV1Lifecycle.create(old, account.context);
    newRun();
    expect((await create({ ...inputs, adopt: true, resourceUrn: urn("b") })).id).toBe(made.id);
    const moved = virtualTagV1Lifecycle.update(made.id, made.state, { ...old, name: "Z" }, account.context);
    await expect(moved).rejects.toThrow(`is that of ${urn("b")} in this run. Nothing was written.`);
    expect(held()).toEqual(["Team"]);
  });

  test("and that of a tag which is renamed as well: the refusal says how to go on", async () => {
    const [one, other] = [await create(inputs), await create({ ...inputs, name: "Other", resourceUrn: urn("b") })];
    newRun();
    declare(one.id, one.state, { ...inputs, name: "Z" });
    const takes = { ...inputs, name: "Team", resourceUrn: urn("b") };
    declare(other.id, other.state, takes);
    await expect(update(other.id, other.state, takes)).rejects.toThrow(
      /has that name already.* run "pulumi up" again.* If the two swap their names, give one of them a third name first/,
    );
  });
});

test("a V1 tag that a VirtualTag has adopted as it was is not deleted with its old resource, not even by a later run", async () => {
  const old: VirtualTagV1Inputs = { ...inputs, isCaseSensitive: false, resourceUrn: urn("old") };
  const made = await virtualTagV1Lifecycle.create(old, account.context);
  newRun();
  const adopted = await create({ ...inputs, adopt: true });
  expect(adopted.id).toBe(made.id);
  newRun();
  declare(adopted.id, adopted.state, { ...inputs, adopt: true });
  await virtualTagV1Lifecycle.delete(made.id, made.state, account.context);
  expect(deletes()).toEqual([]);
  expect(account.messages.at(-1)).toContain("it is left alone, not deleted");
});

test("a tag that was adopted by its ID and is replaced is made anew, though its ID is gone", async () => {
  const { id, state } = await create(inputs);
  newRun();
  const byId = { ...inputs, adopt: id };
  await remove(id, { ...state, adopt: id });
  const anew = await create(byId);
  expect(anew.id).not.toBe(id);
  newRun();
  await remove(anew.id, anew.state);
  newRun();
  await expect(create(byId)).rejects.toThrow("which this account does not have");
});
