/** Renames of a resource, stack or project: one save updates the ownership mark, and from then on only that one counts. */
import { dynamicProvider } from "../../../provider/engine/dynamic";
import type { Host } from "../../../provider/shared/operations";
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import {
  account,
  create,
  deletes,
  inputs,
  newRun,
  refresh,
  remove,
  setDriftPolicy,
  start,
  update,
  urn,
  versions,
} from "./account";
import { virtualTagLifecycle } from "../lifecycles";

beforeEach(() => start());

const named = (resource: string, change: Partial<VirtualTagInputs> = {}): VirtualTagInputs => ({
  ...inputs,
  ...change,
  __resourceUrn: urn(resource),
});
/** The resource is renamed, with an alias, and the stack is deployed. */
async function renamed(id: string, state: VirtualTagState): Promise<VirtualTagState> {
  newRun();
  return update(id, state, named("teamLegacy"));
}

test("the mark in the state differs from that of the URN: one save updates it, and then nothing is left to do", async () => {
  const { id, state } = await create();
  expect(virtualTagLifecycle.diff(state, inputs).kind).toBe("none");
  const difference = virtualTagLifecycle.diff(state, named("teamLegacy"));
  expect(difference).toMatchObject({ kind: "update", notes: [{ code: "CA2208" }] });
  setDriftPolicy("refuse");
  const after = await renamed(id, state);
  expect(after.__memory?.mark).toBe("(pulumi bill/dev#teamLegacy)");
  expect(virtualTagLifecycle.diff(after, named("teamLegacy")).kind).toBe("none");
  expect((await versions(id)).map(({ changeDescription }) => changeDescription)).toEqual([
    "(pulumi bill/dev#teamLegacy)",
    "(pulumi bill/dev#team)",
  ]);
  newRun();
  expect(await update(id, after, named("teamLegacy"))).toMatchObject(after);
  expect(account.writes()).toHaveLength(2);
});

test("the preview names the mark only if nothing else changes, and nobody looks at a tag without a mark", async () => {
  const { state } = await create();
  expect(virtualTagLifecycle.diff(state, named("teamLegacy", { defaultValue: "Other" }))).toMatchObject({ notes: [] });
  const adopted: VirtualTagState = { ...state, __memory: { seenAt: state.updatedAt } };
  expect(virtualTagLifecycle.diff(adopted, named("teamLegacy")).kind).toBe("none");
});

test("the note reaches the engine's log, and the engine is told of a change", async () => {
  const { id, state } = await create();
  const { context } = account;
  const { log, memory } = context;
  const host: Host = {
    configure: () => undefined,
    settingsProblem: () => undefined,
    settings: () => ({}),
    memory,
    log,
    context: (urn) => ({ ...context, urn }),
  };
  const provider = dynamicProvider(virtualTagLifecycle, host);
  account.messages.length = 0;
  const answer = await provider.diff?.(id, state, named("teamLegacy"));
  expect(answer?.changes).not.toBe(false);
  expect(account.messages).toMatchObject([{ kind: "info", code: "CA2208" }]);
});

describe("after a rename with an alias, a new resource with the old name", () => {
  test.each(["the rename of the tag first", "the new resource first"])("has a tag of its own: %s", async (order) => {
    const { id, state } = await create();
    const legacy = await renamed(id, state);
    const retitled = named("teamLegacy", { name: "Team (legacy)" });
    newRun();
    if (order === "the new resource first") {
      await expect(create()).rejects.toMatchObject({ code: "CA2002" });
    }
    const after = await update(id, legacy, retitled);
    const heir = await create();
    expect(heir.id).not.toBe(id);
    newRun();
    await remove(heir.id, heir.state);
    expect(deletes()).toEqual([`DELETE /v2/virtual-tags/${heir.id}`]);
    expect((await refresh(id, after)).inputs.name).toBe("Team (legacy)");
  });
});

test("a rename that was interrupted and reverted is refused, and says how to go on", async () => {
  const { id, state } = await create();
  await renamed(id, state);
  newRun();
  const message = expect.stringContaining("bill/dev#teamLegacy") as string;
  await expect(update(id, state, { ...inputs, defaultValue: "Other" })).rejects.toMatchObject({
    code: "CA2012",
    message,
  });
});

test("a replacement keeps a tag under the name that was written last, too, if a refresh has found another one", () => {
  const found = { ...inputs, name: "Crew", __memory: { written: inputs } };
  const isKept = ["Team", "Crew", "New"].map((name) => virtualTagLifecycle.isKept?.(found, { ...inputs, name }));
  expect(isKept).toEqual([true, true, false]);
});
