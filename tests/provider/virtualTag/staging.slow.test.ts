/** Staging in full runs, whatever the service does where the API documentation leaves it open. */
import type { VirtualTagInputs } from "../../../stack/state/virtualTag";
import type { Switches } from "../../../emulator";
import { atSize } from "../../support/size";
import {
  account,
  create,
  editByOther,
  inputs,
  refresh,
  remove,
  setDriftPolicy,
  start,
  update,
  versions,
} from "./account";
import { virtualTagLifecycle } from "../lifecycles";

const live: VirtualTagInputs = { ...inputs, defaultValue: "Live" };
const staged: VirtualTagInputs = { ...live, defaultValue: "Staged", setAsLive: false };
const promoted: VirtualTagInputs = { ...live, defaultValue: "Staged" };

// The API documentation leaves this open: the outcome is the same.
const services: Partial<Switches>[] = [
  { stagedCreateIsLive: false, stagedRead: "live" },
  { stagedCreateIsLive: false, stagedRead: "latest" },
  { stagedCreateIsLive: true, stagedRead: "live" },
  { stagedCreateIsLive: true, stagedRead: "latest" },
  { stagedPutReturns: "staged" },
  { stagedUpdatedBy: "latest" },
  { stagedPutReturns: "staged", stagedUpdatedBy: "latest" },
  { stagedRead: "latest", stagedUpdatedBy: "latest" },
  { stagedRename: "atOnce" },
  { stagedRename: "atOnce", stagedRead: "latest", stagedUpdatedBy: "latest" },
  { stagedRename: "atOnce", stagedPutReturns: "staged", stagedUpdatedBy: "latest", uniqueNames: true },
];

// The first and the last differ in everything.
describe.each(atSize([services[0], services.at(-1)] as typeof services, services))("with %p", (switches) => {
  beforeEach(() => start({ emulator: { switches } }));

  const liveDefault = async (id: string): Promise<unknown> => {
    const version = (await versions(id)).find(({ isLive }) => isLive);
    if (version === undefined) return undefined;
    const { versionData } = await account.asOther("GET", `/v2/virtual-tags/${id}/versions/${version.id}`);
    return (versionData as { defaultValue: unknown }).defaultValue;
  };

  test("an existing tag: the version is saved, and the live content stays live", async () => {
    const { id, state } = await create(live);
    const after = await update(id, state, staged);
    const [newest] = await versions(id);
    expect(newest).toMatchObject({ isLive: false, changeDescription: "(pulumi bill/dev#team)" });
    expect(after).toMatchObject({ defaultValue: "Staged", stagedVersionId: newest?.id, setAsLive: false });
    expect(await liveDefault(id)).toBe("Live");
    expect(virtualTagLifecycle.diff(after, staged).kind).toBe("none");
  });

  test("promotes with one save", async () => {
    const { id, state } = await create(live);
    const after = await update(id, state, staged);
    expect(virtualTagLifecycle.diff(after, promoted).kind).not.toBe("none");
    const end = await update(id, after, promoted);
    expect(end).not.toHaveProperty("stagedVersionId");
    expect(end.__memory).not.toHaveProperty("formerLive");
    expect(await versions(id)).toHaveLength(3);
    expect(await liveDefault(id)).toBe("Staged");
    expect(virtualTagLifecycle.diff(end, promoted).kind).toBe("none");
    expect(account.codes()).toEqual([]);
  });

  test("a new tag is staged or live, as the service decides, and can be promoted", async () => {
    const { id, state } = await create(staged);
    const isLive = await liveDefault(id);
    expect(state.stagedVersionId === undefined).toBe(isLive === "Staged");
    expect(virtualTagLifecycle.diff(state, staged).kind).toBe("none");
    expect((await refresh(id, state)).inputs).toEqual(staged);
    const end = await update(id, state, promoted);
    expect(await liveDefault(id)).toBe("Staged");
    expect(await versions(id)).toHaveLength(switches.stagedCreateIsLive ? 1 : 2);
    expect((await refresh(id, end)).inputs).toEqual(promoted);
  });

  test("another name is staged once, and is live after the promotion", async () => {
    const renamed: VirtualTagInputs = { ...staged, name: "Squad" };
    const { id, state } = await create(live);
    const after = await update(id, state, renamed);
    const seen = await refresh(id, after);
    expect(seen.inputs).toEqual(renamed);
    expect(virtualTagLifecycle.diff(seen.state, renamed).kind).toBe("none");
    await update(id, seen.state, { ...renamed, changeDescription: "no difference" });
    expect(await versions(id)).toHaveLength(2);

    setDriftPolicy("refuse");
    const end = await update(id, seen.state, { ...renamed, setAsLive: true });
    expect((await refresh(id, end)).inputs).toMatchObject({ name: "Squad" });
    expect(await versions(id)).toHaveLength(3);
    expect(account.codes()).toEqual([]);
  });

  test("a staged version that the service removed is staged again, with a warning", async () => {
    const { id, state } = await create(live);
    const after = await update(id, state, staged);
    for (let n = 0; n < 100; n += 1) await editByOther(id, { defaultValue: n === 99 ? "Live" : `v${n}` });
    const gone = await refresh(id, after);
    // The version that was live is removed as well, so nothing shows that its content is live again.
    expect(account.codes()).toEqual(["CA2104", "CA2106"]);
    expect(gone.inputs).toMatchObject({ defaultValue: "Live", setAsLive: true });
    expect(virtualTagLifecycle.diff(gone.state, staged).kind).not.toBe("none");
    const again = await update(id, gone.state, staged);
    expect(again.stagedVersionId).toEqual(expect.any(String));
    expect(await liveDefault(id)).toBe("Live");
  }, 30_000);

  test("drift beside a staged version that the service removed is reported", async () => {
    const { id, state } = await create(live);
    const after = await update(id, state, staged);
    for (let n = 0; n < 100; n += 1) await editByOther(id, { defaultValue: "Theirs" });
    const gone = await refresh(id, after);
    expect(account.codes()).toEqual(["CA2104", "CA2106"]);
    expect(gone.state.__memory?.drift?.by).toBe("ines@example.com");
    setDriftPolicy("refuse");
    await expect(remove(id, gone.state)).rejects.toMatchObject({ code: "CA2031" });
    expect(await liveDefault(id)).toBe("Theirs");
  }, 30_000);

  test("a rename in the application is drift while a version is staged", async () => {
    const { id, state } = await create(live);
    const after = await update(id, state, staged);
    await editByOther(id, { name: "Theirs", defaultValue: "Live" });
    const seen = await refresh(id, after);
    expect(seen.inputs.name).toBe("Theirs");
    expect(virtualTagLifecycle.diff(seen.state, staged).kind).not.toBe("none");
    expect(account.codes()).toEqual(["CA2104"]);
    setDriftPolicy("refuse");
    await expect(update(id, seen.state, promoted)).rejects.toMatchObject({ code: "CA2013" });
    await expect(remove(id, seen.state)).rejects.toMatchObject({ code: "CA2031" });

    // After the rename is undone, nothing is left to do.
    await editByOther(id, { name: "Team", defaultValue: "Live" });
    expect((await refresh(id, seen.state)).inputs.name).toBe("Team");
  });
});
