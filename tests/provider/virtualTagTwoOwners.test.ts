/** Two owners of one tag, in every way in which neither can see the other at once. */
import { virtualTagLifecycle } from "../../provider/virtualTag";
import type { VirtualTagInputs, VirtualTagState } from "../../provider/virtualTagState";
import {
  account,
  create,
  deletes,
  editByOther,
  inputs,
  later,
  madeByOther,
  newRun,
  refresh,
  remove,
  stageByOther,
  start,
  update,
  urn,
} from "./virtualTagAccount";

const theirs: VirtualTagInputs = { ...inputs, resourceUrn: urn("team", "prod"), adopt: true };

beforeEach(async () => {
  await start();
  account.emulator.control.freezeClock();
});

describe("a delete leaves alone what another stack has taken over", () => {
  test("in the very second of our own save, although the tag's date has only seconds", async () => {
    const { id, state } = await create(inputs);
    const taken = await create(theirs);
    expect(taken.state.updatedAt).toBe(state.updatedAt);
    newRun();
    later();
    await remove(id, state);
    expect(deletes()).toEqual([]);
  });

  test.each(["live", "latest"] as const)("by a staged version, which need not show in the tag (%s)", async (read) => {
    account.emulator.control.setSwitches({ stagedRead: read });
    const { id, state } = await create(inputs);
    later();
    await create({ ...theirs, setAsLive: false, defaultValue: "Staged" });
    newRun();
    later();
    await remove(id, state);
    expect(deletes()).toEqual([]);
    expect(account.messages.at(-1)).toContain("belongs to (pulumi bill/prod#team) by now: it is left alone");
  });
});

describe("two tags of one name", () => {
  test("adopt by ID takes the one that is meant", async () => {
    const [, id] = [await madeByOther(), await madeByOther()];
    expect(await create({ ...inputs, adopt: id })).toMatchObject({ id });
    expect(account.writes()).toEqual([]);
  });

  test("an interrupted create takes back the one that bears its mark", async () => {
    const { id } = await create(inputs);
    await madeByOther();
    newRun();
    expect(await create(inputs)).toMatchObject({ id });
    expect(account.writes()).toHaveLength(1);
  });
});

test("an ID is the same in upper and lower case", async () => {
  const id = await madeByOther();
  expect(await create({ ...inputs, adopt: id.toUpperCase() })).toMatchObject({ id });
  const claims = new Map<string, string>();
  const check = (adopt: string, of: string): string[] =>
    virtualTagLifecycle
      .check({ ...inputs, name: of, adopt, resourceUrn: urn(of) }, claims)
      .problems.map(({ path }) => path);
  expect(check(id, "a")).toEqual([]);
  expect(check(id.toUpperCase(), "b")).toEqual(["adopt"]);
});

test("two resources of one run that adopt one tag, by its name and by its ID: the second is refused", async () => {
  const id = await madeByOther({ name: "Old name" });
  const byId = await create({ ...inputs, adopt: id, name: "Old name" });
  expect(byId.id).toBe(id);
  const second = create({ ...inputs, adopt: true, name: "Old name", resourceUrn: urn("second") });
  await expect(second).rejects.toThrow(`is that of ${urn("team")} in this run. Nothing was written.`);
  expect(account.writes()).toEqual([]);
});

test("an update of a tag that another has taken over says how to have it back", async () => {
  const { id, state } = await create(inputs);
  later();
  await create(theirs);
  newRun();
  const attempt = update(id, state, { ...inputs, defaultValue: "x", adopt: true });
  await expect(attempt).rejects.toThrow(
    /belongs to \(pulumi bill\/prod#team\), another resource.*"pulumi state delete".*adopt: true/s,
  );
  expect(account.writes()).toHaveLength(2);
});

test("a tag that is gone, and that a list still shows, is made anew", async () => {
  const { id, state } = await create(inputs);
  const { virtualTags } = account.context.client;
  const listed = await virtualTags.findByName("Team");
  await remove(id, state);
  jest.spyOn(virtualTags, "findByName").mockResolvedValueOnce(listed);
  const again = await create(inputs);
  expect(again.id).not.toBe(id);
  expect(account.writes().map((write) => write.split(" ")[0])).toEqual(["POST", "DELETE", "POST"]);
});

describe("a takeover that was killed after it had staged", () => {
  const staging: VirtualTagInputs = { ...inputs, adopt: true, setAsLive: false, defaultValue: "Staged" };

  test("and goes live in the next run says what was live, and whose it was", async () => {
    const id = await madeByOther({ defaultValue: "Theirs" });
    await create(staging);
    newRun();
    await create({ ...staging, setAsLive: true });
    expect(account.messages).toContainEqual(
      expect.stringMatching(/^info: "Team" .* saved last by ines@example\.com .* is written over\..*versions restore/),
    );
    expect(account.writes()).toEqual([`PUT /v2/virtual-tags/${id}`, `PUT /v2/virtual-tags/${id}`]);
  });
});

test("what a colleague has staged since is no change of what is live, also for a create that takes its tag back", async () => {
  const { id } = await create(inputs);
  await stageByOther(id, { defaultValue: "Staged" });
  newRun();
  await create({ ...inputs, defaultValue: "New" });
  expect(account.messages.filter((message) => message.startsWith("warning"))).toEqual([]);
});

test("a staged save that was lost is not taken for done because a colleague has staged the same", async () => {
  const { id, state } = await create(inputs);
  account.emulator.control.placeFault({ method: "PUT", when: "afterReading", kind: "reset", times: 1 });
  const { client } = account.context;
  const put = client.virtualTags.update.bind(client.virtualTags);
  jest.spyOn(client.virtualTags, "update").mockImplementationOnce(async (...args) => {
    const lost = await put(...args).catch((error: unknown) => error);
    await stageByOther(id, { defaultValue: "Staged" });
    throw lost as Error;
  });
  const staging = { ...inputs, setAsLive: false, defaultValue: "Staged" };
  await expect(update(id, state, staging)).rejects.toThrow("it is not known whether this was carried out");
  expect((await update(id, state, staging)).mark).toBe("(pulumi bill/dev#team)");
});

describe("a refresh and a destroy in one run", () => {
  const refreshed = async (): Promise<{ id: string; state: VirtualTagState }> => {
    const { id, state } = await create(inputs);
    later();
    await editByOther(id, { defaultValue: "Theirs" });
    later();
    return { id, state: (await refresh(id, state)).state };
  };

  test("do not delete a change that nobody can have looked at, where the settings say refuse", async () => {
    account.context.settings = { driftPolicy: "refuse" };
    const { id, state } = await refreshed();
    await expect(remove(id, state)).rejects.toThrow(
      /changed outside this stack by ines@example\.com.*It was not deleted/,
    );
    expect(deletes()).toEqual([]);
    newRun();
    await remove(id, state);
    expect(deletes()).toHaveLength(1);
  });

  test("say that the change goes with the tag", async () => {
    const { id, state } = await refreshed();
    await remove(id, state);
    expect(account.messages.at(-1)).toMatch(/^warning: "Team" .* changed outside .* It is deleted all the same/);
  });
});
