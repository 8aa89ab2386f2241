/** What other people and other stacks do between two runs of ours. */
import { NotFound, type Version, type VirtualTag } from "../../client";
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
  rule,
  stageByOther,
  start,
  update,
  urn,
} from "./virtualTagAccount";

const theirs: VirtualTagInputs = { ...inputs, resourceUrn: urn("team", "prod"), adopt: true };

beforeEach(() => start());

describe("a tag that another stack has adopted since", () => {
  test("is left alone by destroy after a refresh, which has said whose it is", async () => {
    const { id, state } = await create(inputs);
    later();
    await create(theirs);
    later();
    newRun();
    const { state: refreshed } = await refresh(id, state);
    expect(account.messages.at(-1)).toMatch(
      /^warning: "Team" .* belongs to \(pulumi bill\/prod#team\) by now\. This stack will neither save nor delete it/,
    );
    await remove(id, refreshed);
    expect(deletes()).toEqual([]);
    expect(account.messages.at(-1)).toContain("left alone, not deleted");
  });

  test.each([{}, { defaultValue: "Theirs" }, { defaultValue: "Staged" }])(
    "while this stack has something staged, is told as such by a refresh, and as no drift: %p",
    async (change) => {
      const { id, state } = await create(inputs);
      const staged = await update(id, state, { ...inputs, defaultValue: "Staged", setAsLive: false });
      newRun();
      await create({ ...theirs, ...change });
      newRun();
      account.messages.length = 0;
      await refresh(id, staged);
      expect(account.messages).toEqual([
        expect.stringMatching(
          /^warning: "Team" .* belongs to \(pulumi bill\/prod#team\) by now\. This stack will neither save nor delete it/,
        ),
      ]);
      expect([...account.context.claims]).toEqual([]);
    },
  );

  test("is not saved over by an update, not even where the content was equal", async () => {
    const { id, state } = await create(inputs);
    later();
    await create(theirs);
    newRun();
    const attempt = update(id, state, { ...inputs, defaultValue: "x" });
    await expect(attempt).rejects.toThrow(
      /belongs to \(pulumi bill\/prod#team\), another resource\. Nothing was written/,
    );
  });

  // Neither changes what a read of the tag shows: its date has only seconds, and it need not change with a staged version.
  test.each([
    ["in the very second of our own save", {}],
    ["by a staged version", { setAsLive: false, defaultValue: "Staged" }],
  ])("is not saved over by an update although nothing of it shows: %s", async (_, how) => {
    account.emulator.control.freezeClock();
    const { id, state } = await create(inputs);
    await create({ ...theirs, ...how });
    newRun();
    const attempt = update(id, state, { ...inputs, defaultValue: "x" });
    await expect(attempt).rejects.toThrow("belongs to (pulumi bill/prod#team), another resource. Nothing was written");
    expect(account.writes()).toHaveLength(2);
  });
});

describe("a tag that is only read, by VirtualTag.get", () => {
  const got = async (id: string): Promise<VirtualTagState> => (await refresh(id, {})).state;

  test("shows what others save, without a word: it is no drift of this stack's", async () => {
    const { id } = await create(theirs);
    newRun();
    const first = await got(id);
    later();
    await editByOther(id, { name: "Theirs", defaultValue: "Theirs" });
    const { state: second } = await refresh(id, first);
    expect(second).toMatchObject({ name: "Theirs", defaultValue: "Theirs" });
    expect(Object.keys(second).sort()).toEqual(Object.keys(first).sort());
    expect(account.messages).toEqual([]);
    expect([...account.context.claims]).toEqual([]);
    expect(account.writes()).toHaveLength(1);
  });

  test("costs one request", async () => {
    const { id } = await create(theirs);
    const first = await got(id);
    account.emulator.control.clearRequests();
    await refresh(id, first);
    expect(account.emulator.control.requests().map(({ route }) => route)).toEqual(["GET /v2/virtual-tags/{id}"]);
  });
});

test("a staged version that someone has made live, and that is retired since, is not called gone", async () => {
  const { id, state } = await create(inputs);
  const staging = { ...inputs, defaultValue: "Staged", setAsLive: false };
  const staged = await update(id, state, staging);
  await editByOther(id, { defaultValue: "Staged" });
  const { virtualTagVersions } = account.context.client;
  const getVersion = virtualTagVersions.get.bind(virtualTagVersions);
  const facts = { operation: "virtualTagVersions.get", method: "GET", path: "/", code: "VTAG_VERSION_NOT_FOUND" };
  jest
    .spyOn(virtualTagVersions, "get")
    .mockImplementation((tagId, versionId, options) =>
      versionId === staged.stagedVersionId
        ? Promise.reject(new NotFound(facts, "version"))
        : getVersion(tagId, versionId, options),
    );
  const { state: refreshed } = await refresh(id, staged);
  expect(refreshed).not.toHaveProperty("stagedVersionId");
  expect(account.messages).toEqual([]);
  expect(virtualTagLifecycle.diff(refreshed, staging)).toBe("none");
});

describe("a tag that was adopted as it was", () => {
  test("and then again under another name is left to the new resource, by the delete of the same run", async () => {
    const id = await madeByOther();
    const { state } = await create({ ...inputs, adopt: true });
    newRun();
    await create({ ...inputs, resourceUrn: urn("renamed"), adopt: true });
    later();
    await remove(id, state);
    expect(deletes()).toEqual([]);
  });

  test("and never saved is left alone: nothing tells whether another stack has adopted it as well", async () => {
    const id = await madeByOther();
    const { state } = await create({ ...inputs, adopt: true });
    newRun();
    later();
    await remove(id, state);
    expect(deletes()).toEqual([]);
    expect(account.messages.at(-1)).toMatch(/never saved by this stack, so it may be someone else's: it is left alone/);
  });

  test("and saved by a run that was killed is our own to delete", async () => {
    const id = await madeByOther();
    const { state } = await create({ ...inputs, adopt: true });
    await update(id, state, { ...inputs, defaultValue: "x" });
    newRun();
    await remove(id, state);
    expect(deletes()).toHaveLength(1);
  });
});

describe("an edit in the application that a refresh finds", () => {
  test("is told with editor, time and the way back", async () => {
    const { id, state } = await create(inputs);
    await editByOther(id, { defaultValue: "Theirs" });
    const { state: refreshed } = await refresh(id, state);
    expect(account.messages).toEqual([
      expect.stringMatching(
        /^warning: "Team" .* changed outside this stack by ines@example\.com at .* writes the declared content over it\. To have it back: cost-allocation versions restore/,
      ),
    ]);
    // The next refresh has nothing new to tell.
    await refresh(id, refreshed);
    expect(account.messages).toHaveLength(1);
  });

  test("is refused by an up of the same run, and accepted by a later one, where the settings say refuse", async () => {
    const { id, state } = await create(inputs);
    await editByOther(id, { defaultValue: "Theirs" });
    account.context.settings = { driftPolicy: "refuse" };
    const { state: refreshed } = await refresh(id, state);
    expect(account.messages).toEqual([
      expect.stringMatching(
        /"pulumi up --refresh" refuses to write over it\. Once a "pulumi refresh" .* writes the declared content over it: put what/,
      ),
    ]);
    const attempt = (): Promise<VirtualTagState> => update(id, refreshed, inputs);
    await expect(attempt()).rejects.toThrow(/changed outside this stack .* without --refresh/);
    expect(account.writes()).toHaveLength(1);
    // The same command once more, as for a red job: nobody need have looked at anything.
    newRun();
    const { state: again } = await refresh(id, refreshed);
    await expect(attempt()).rejects.toThrow(/changed outside this stack by ines@example\.com .* without --refresh/);
    newRun();
    const updated = await update(id, again, inputs);
    expect(updated).toMatchObject({ defaultValue: "Shared" });
    expect(updated).not.toHaveProperty("outsideChange");
    expect(account.messages.at(-1)).toMatch(
      /^warning: "Team" .* changed outside this stack by ines@example\.com .* is written over it\. To have it back: cost-allocation versions restore/,
    );
  });

  test("and that the program accepts is one update without a write; from then on it is the stack's own", async () => {
    const { id, state } = await create(inputs);
    await editByOther(id, { defaultValue: "Theirs" });
    account.context.settings = { driftPolicy: "refuse" };
    const accepted = { ...inputs, defaultValue: "Theirs" };
    const { state: refreshed } = await refresh(id, state);
    expect(virtualTagLifecycle.diff(refreshed, accepted)).toMatchObject({ replaces: [], isRemembered: true });
    const updated = await update(id, refreshed, accepted);
    expect(virtualTagLifecycle.diff(updated, accepted)).toBe("none");
    expect(account.writes()).toHaveLength(1);
    newRun();
    await refresh(id, updated);
    await update(id, updated, { ...inputs, defaultValue: "Next" });
    expect(account.messages).toHaveLength(1);
  });

  test("that says the same in other words is none", async () => {
    const { id, state } = await create(inputs);
    await editByOther(id, { rules: [{ ...rule, filters: { ...rule.filters, displayName: "Team" } }] });
    await refresh(id, state);
    expect(account.messages).toEqual([]);
  });
});

test.each(["live", "latest"] as const)(
  "what a colleague stages is no drift, and not saved over (%s)",
  async (stagedRead) => {
    account.emulator.control.setSwitches({ stagedRead });
    const { id, state } = await create(inputs);
    await stageByOther(id, { defaultValue: "Staged" });
    const { state: refreshed } = await refresh(id, state);
    expect(virtualTagLifecycle.diff(refreshed, inputs)).toBe("none");
    expect(account.messages).toEqual([]);
    await update(id, state, inputs);
    expect(account.writes()).toHaveLength(1);
  },
);

test("a staged version that the list does not show yet is waited for, and promoted all the same where it never shows", async () => {
  const { id, state } = await create(inputs);
  const { virtualTagVersions } = account.context.client;
  const firstPage = virtualTagVersions.firstPage.bind(virtualTagVersions);
  let hidden = Infinity;
  const spy = jest.spyOn(virtualTagVersions, "firstPage").mockImplementation(async (tagId, options) => {
    const page = await firstPage(tagId, options);
    return hidden-- > 0 ? page.filter(({ isLive }) => isLive) : page;
  });
  const staging = { ...inputs, defaultValue: "Staged", setAsLive: false };
  const staged = await update(id, state, staging);
  expect(staged.stagedVersionId).toBe("unknown");
  expect(virtualTagLifecycle.diff(staged, { ...staging, setAsLive: true })).not.toBe("none");
  hidden = 0;
  const { state: refreshed } = await refresh(id, staged);
  expect(refreshed.stagedVersionId).not.toBe("unknown");
  expect(virtualTagLifecycle.diff(refreshed, staging)).toBe("none");
  spy.mockRestore();
});

test("a tag that became one V2 can't write back is refused, also after a refresh", async () => {
  const { id, state } = await create(inputs);
  const { virtualTags } = account.context.client;
  const get = virtualTags.get.bind(virtualTags);
  const changed = async (tagId: string): Promise<VirtualTag> =>
    ({ ...(await get(tagId)), reallocation: { by: "cpu" } }) as VirtualTag;
  jest.spyOn(virtualTags, "get").mockImplementation(changed);
  const { state: refreshed } = await refresh(id, state);
  const attempt = update(id, refreshed, { ...inputs, defaultValue: "x" });
  await expect(attempt).rejects.toThrow(/the tag has "reallocation"/);
  expect(account.writes()).toHaveLength(1);
});

test("a count that fails does not make a save fail that was carried out", async () => {
  const { id, state } = await create(inputs);
  const { virtualTagVersions } = account.context.client;
  const [version] = await virtualTagVersions.firstPage(id);
  const many = Array.from({ length: 96 }, () => ({ ...version })) as Version[];
  jest.spyOn(virtualTagVersions, "firstPage").mockResolvedValueOnce(many).mockRejectedValue(new Error("busy"));
  const after = await update(id, state, { ...inputs, defaultValue: "x" });
  expect(after).toMatchObject({ defaultValue: "x", versionCount: 97 });
});
