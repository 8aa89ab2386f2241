/** What a look before or after a write must not take for something else. */
import { startAccount } from "./account";
import {
  account,
  content,
  create,
  editByOther,
  inputs,
  mark,
  newRun,
  remove,
  start,
  update,
  urn,
  versions,
} from "./virtualTagAccount";

beforeEach(() => start(startAccount({ emulator: { switches: { stagedRead: "latest" }, limits: { enabled: false } } })));

const loseNextPut = (): void => {
  account.emulator.control.placeFault({ method: "PUT", when: "afterReading", kind: "reset", times: 1 });
};
const unknown = "it is not known whether this was carried out";

describe("a save whose answer is lost, and that was not carried out, is not taken for done", () => {
  test("where a name alone was staged: what was live before holds the same, with our mark", async () => {
    const { id, state } = await create(inputs);
    const staged = await update(id, state, { ...inputs, name: "Squad", setAsLive: false });
    const promoted = { ...inputs, name: "Squad" };
    loseNextPut();
    await expect(update(id, staged, promoted)).rejects.toThrow(unknown);
    await update(id, staged, promoted);
    expect(await versions(id)).toMatchObject([{ isLive: true }, { isLive: false }, { isLive: false }]);
  });

  test("where another resource has staged over what we had made live", async () => {
    const { id } = await create(inputs);
    newRun();
    await create({ ...inputs, defaultValue: "Staged", setAsLive: false, adopt: true, resourceUrn: urn("other") });
    newRun();
    loseNextPut();
    await expect(create({ ...inputs, adopt: true })).rejects.toThrow(unknown);
    expect((await create({ ...inputs, adopt: true })).id).toBe(id);
    expect(await versions(id)).toHaveLength(3);
  });
});

describe("an edit between the read of the tag and that of its versions, for whose route a run of many waits", () => {
  /** Lets someone edit the tag right after the next read of it. */
  const editAfterRead = (change: object): void => {
    const { virtualTags } = account.context.client;
    const get = virtualTags.get.bind(virtualTags);
    jest.spyOn(virtualTags, "get").mockImplementationOnce(async (id, options) => {
      const tag = await get(id, options);
      await editByOther(id, change);
      return tag;
    });
  };
  const changed = { ...inputs, defaultValue: "Other" };

  test.each([
    ["of the content", { defaultValue: "Theirs" }],
    ["of the name alone", { name: "Theirs" }],
    [
      "by a restore, which keeps our mark",
      {
        defaultValue: "Theirs",
        versionMetadata: { changeDescription: "Restore version 1 of 2026-01-01T00:00:00.000Z (pulumi bill/dev#team)" },
      },
    ],
  ])("%s is refused, or told", async (_, change) => {
    const { id, state } = await create(inputs);
    account.context.settings = { driftPolicy: "refuse" };
    editAfterRead(change);
    await expect(update(id, state, changed)).rejects.toThrow(/was changed outside this stack by ines@example\.com/);
    expect(account.writes()).toHaveLength(1);

    account.context.settings = { driftPolicy: "overwrite" };
    await editByOther(id, content);
    editAfterRead(change);
    await update(id, state, changed);
    expect(account.messages).toEqual([
      expect.stringMatching(/^warning: .* was changed outside this stack by ines@example\.com/),
    ]);
  });

  test("of the name alone is heeded by a delete, whose list may be a little old", async () => {
    const { id, state } = await create(inputs);
    account.context.settings = { driftPolicy: "refuse" };
    editAfterRead({ name: "Theirs" });
    await expect(remove(id, state)).rejects.toThrow(/was changed outside this stack by ines@example\.com/);
    expect(account.writes()).toHaveLength(1);
  });

  test.each([
    ["at once", 0],
    ["a little later", 10_000],
  ])("is no one's, where a killed run's own save of the declared content comes %s", async (_, after) => {
    const { id, state } = await create(inputs);
    const { virtualTags } = account.context.client;
    const get = virtualTags.get.bind(virtualTags);
    jest.spyOn(virtualTags, "get").mockImplementationOnce(async (...given) => {
      const tag = await get(...given);
      account.emulator.control.advanceClock(after);
      await editByOther(id, { defaultValue: "Other", versionMetadata: { changeDescription: mark } });
      return tag;
    });
    expect(await update(id, state, changed)).toMatchObject({ ...changed, mark, versionCount: 2 });
    expect(account.writes()).toHaveLength(1);
    expect(account.messages).toEqual([]);
  });

  test("is not looked for by a further request, where there is none", async () => {
    const { id, state } = await create(inputs);
    account.emulator.control.clearRequests();
    await update(id, state, changed);
    expect(account.emulator.control.requests().map(({ route }) => route)).toEqual([
      "GET /v2/virtual-tags/{id}",
      "GET /v2/virtual-tags/{id}/versions",
      "PUT /v2/virtual-tags/{id}",
    ]);
  });
});
