/** Runs that were killed after a staged save: the next one knows what was staged, under which name, and beside what. */
import type { VirtualTagInputs } from "../../provider/virtualTagState";
import { startAccount } from "./account";
import {
  account,
  create,
  editByOther,
  inputs,
  later,
  madeByOther,
  newRun,
  read,
  remove,
  stageByOther,
  start,
  update,
  versions,
} from "./virtualTagAccount";

const live: VirtualTagInputs = { ...inputs, defaultValue: "Live" };
const staged: VirtualTagInputs = { ...live, defaultValue: "Staged", setAsLive: false };

beforeEach(() => start(startAccount({ emulator: { limits: { enabled: false } } })));

const createInNewRun = (given: VirtualTagInputs): ReturnType<typeof create> => {
  newRun();
  return create(given);
};
const made = (): Promise<string> => madeByOther({ defaultValue: "Theirs" });
const liveDefault = async (id: string): Promise<unknown> =>
  (await account.asOther("GET", `/v2/virtual-tags/${id}`))["defaultValue"];

describe("an adoption that was killed after its staged save, where outside changes are refused", () => {
  beforeEach(() => {
    account.context.settings = { driftPolicy: "refuse" };
  });

  test("goes on while the program says adopt, and says what is written over", async () => {
    const id = await made();
    await createInNewRun({ ...staged, adopt: true });
    await createInNewRun({ ...live, adopt: true });
    expect(await liveDefault(id)).toBe("Live");
    expect(account.messages.at(-1)).toMatch(/^info: .* saved last by ines@example\.com at .*versions restore/);
  });

  test("is refused when the program does not say so any more, and that is how to go on", async () => {
    const id = await made();
    await createInNewRun({ ...staged, adopt: true });
    const refused = /"Team" .* by ines@example\.com .*Nothing was written.*To write over it, set adopt: true\./s;
    await expect(createInNewRun(live)).rejects.toThrow(refused);
    expect(await liveDefault(id)).toBe("Theirs");
  });

  test("heeds what someone has made live since then, and says how to go on", async () => {
    const id = await made();
    await createInNewRun({ ...staged, adopt: true });
    later();
    await editByOther(id, { defaultValue: "Edited" });
    const refused = /changed outside this stack by ines@example\.com .*Nothing was written.*takes the tag back/s;
    await expect(createInNewRun({ ...live, adopt: true })).rejects.toThrow(refused);
    expect(await liveDefault(id)).toBe("Edited");

    const { state } = await createInNewRun({ ...live, adopt: true, defaultValue: "Edited" });
    expect(account.writes()).toHaveLength(1);
    await update(id, state, live);
    expect(await liveDefault(id)).toBe("Live");
  });
});

describe("a create that was killed, and whose tag someone has edited since, where outside changes are refused", () => {
  beforeEach(() => {
    account.context.settings = { driftPolicy: "refuse" };
  });

  test.each([false, true])(
    "is refused until the program holds what is live, and then changes as any other (adopt: %s)",
    async (adopt) => {
      const declared = { ...live, adopt };
      const { id } = await createInNewRun(live);
      later();
      await editByOther(id, { defaultValue: "Edited" });
      const refused =
        /changed outside this stack by ines@example\.com .*Nothing was written.*put what is live into the program: "pulumi up" then takes the tag back without a save\. To write over it, run it once with costallocation:driftPolicy at "overwrite"\.$/s;
      for (let run = 1; run <= 2; run++) await expect(createInNewRun(declared)).rejects.toThrow(refused);
      expect(await liveDefault(id)).toBe("Edited");

      const { state } = await createInNewRun({ ...declared, defaultValue: "Edited" });
      expect(await versions(id)).toHaveLength(2);
      newRun();
      const found = await read(id, state);
      expect(found?.state).toEqual(state);
      await update(id, state, declared);
      expect(await liveDefault(id)).toBe("Live");
      expect(await versions(id)).toHaveLength(3);
    },
  );

  test("is written over by one run that overwrites, which says by whom the edit was and how to have it back", async () => {
    const { id } = await createInNewRun(live);
    later();
    await editByOther(id, { defaultValue: "Edited" });
    account.context.settings = { driftPolicy: "overwrite" };
    await createInNewRun(live);
    expect(await liveDefault(id)).toBe("Live");
    expect(account.messages).toContainEqual(
      expect.stringMatching(/^warning: .* by ines@example\.com .*versions restore/),
    );
  });
});

describe.each(["live", "latest"] as const)("a staged rename that was killed (a read shows the %s)", (stagedRead) => {
  beforeEach(() => {
    account.emulator.control.setSwitches({ stagedRead });
  });

  test("is taken for done by a plain re-run", async () => {
    const { id, state } = await createInNewRun(live);
    const renamed = { ...staged, name: "Squad", changeDescription: "why" };
    const first = await update(id, state, renamed);
    expect((await update(id, state, renamed)).stagedVersionId).toBe(first.stagedVersionId);
    expect(await versions(id)).toHaveLength(2);
    expect((await versions(id))[0]?.changeDescription).toBe('why (named "Squad") (pulumi bill/dev#team)');
  });

  test.each(["Team", "Crew"])("is not taken for the same content under the name %s", async (name) => {
    const { id, state } = await createInNewRun(live);
    const first = await update(id, state, { ...staged, name: "Squad" });
    const second = await update(id, state, { ...staged, name });
    expect(second.stagedVersionId).not.toBe(first.stagedVersionId);
    expect(await versions(id)).toHaveLength(3);
    expect((await update(id, state, { ...staged, name })).stagedVersionId).toBe(second.stagedVersionId);
    expect(await versions(id)).toHaveLength(3);
  });

  test("is no change by others, where the program goes another way", async () => {
    account.context.settings = { driftPolicy: "refuse" };
    const { id, state } = await createInNewRun(live);
    await update(id, state, { ...staged, name: "Squad" });
    const found = await read(id, state);
    expect(found?.inputs.defaultValue).toBe("Live");
    await update(id, state, { ...live, defaultValue: "New" });
    expect(await account.asOther("GET", `/v2/virtual-tags/${id}`)).toMatchObject({ name: "Team", defaultValue: "New" });
    expect(account.messages).toEqual([]);
  });

  test("with the content that is live is not taken for live, and goes live when the program says so", async () => {
    const { id, state } = await createInNewRun(live);
    const squad = { ...live, name: "Squad", setAsLive: false };
    const { stagedVersionId } = await update(id, state, squad);
    expect((await read(id, state))?.state.name).toBe("Team");
    const again = await update(id, state, squad);
    expect(again).toMatchObject({ stagedVersionId, liveName: "Team" });
    expect(await versions(id)).toHaveLength(2);
    await update(id, again, { ...squad, setAsLive: true });
    expect(await versions(id)).toMatchObject([{ isLive: true }, { isLive: false }, { isLive: false }]);
  });

  test("of an adoption by ID is taken for done as well, and not for another name", async () => {
    const id = await made();
    const adopting = { ...staged, adopt: id, name: 'The "Squad" \\' };
    const { state } = await createInNewRun(adopting);
    expect((await createInNewRun(adopting)).state.stagedVersionId).toBe(state.stagedVersionId);
    expect(await versions(id)).toHaveLength(2);
    await createInNewRun({ ...adopting, name: "Crew" });
    expect(await versions(id)).toHaveLength(3);
  });
});

describe("going back to what is live from a staged rename", () => {
  test.each([
    ["live", 2],
    ["latest", 3],
  ] as const)("saves only where the tag shows another name than is declared (%s)", async (stagedRead, count) => {
    account.emulator.control.setSwitches({ stagedRead });
    const { id, state } = await createInNewRun(live);
    const after = await update(id, state, { ...staged, name: "Squad" });
    await update(id, after, live);
    expect(await versions(id)).toHaveLength(count);
    expect(await account.asOther("GET", `/v2/virtual-tags/${id}`)).toMatchObject({
      name: "Team",
      defaultValue: "Live",
    });
    expect(account.messages).toEqual([]);
  });
});

describe("a save that was carried out by a run that was killed", () => {
  const other = { ...live, defaultValue: "Other" };
  const third = { ...live, defaultValue: "Third" };

  test.each(["overwrite", "refuse"] as const)(
    "is our own: an edited program goes on from there without a warning (%s)",
    async (driftPolicy) => {
      account.context.settings = { driftPolicy };
      const { id, state } = await createInNewRun(live);
      await update(id, state, other);
      await update(id, state, third);
      expect(await liveDefault(id)).toBe("Third");
      expect(await versions(id)).toHaveLength(3);
      expect(account.messages).toEqual([
        `info: "Team" (${id}) was saved by a run of this resource that was interrupted.`,
      ]);
    },
  );

  test("is no outside change to a refresh, nor to a destroy", async () => {
    account.context.settings = { driftPolicy: "refuse" };
    const { id, state } = await createInNewRun(live);
    await update(id, state, other);
    const found = await read(id, state);
    expect(found?.state).toMatchObject({ defaultValue: "Other" });
    await remove(id, state);
    expect(account.messages).toEqual([]);
    expect(account.writes().at(-1)).toBe(`DELETE /v2/virtual-tags/${id}`);
  });

  test("is not taken for what a person has restored since, though a restored version keeps the mark", async () => {
    account.context.settings = { driftPolicy: "refuse" };
    const { id, state } = await createInNewRun(live);
    const after = await update(id, state, other);
    const changeDescription = "Restore version 1 of 2026-03-01T01:00:00.000Z (pulumi bill/dev#team)";
    later();
    await editByOther(id, { defaultValue: "Live", versionMetadata: { changeDescription } });
    await expect(update(id, after, third)).rejects.toThrow(/changed outside this stack by ines@example\.com/);
  });

  test.each(["live", "latest"] as const)(
    "of a staged rename is its promotion: nothing is saved again, and nothing is called a change (%s)",
    async (stagedRead) => {
      account.emulator.control.setSwitches({ stagedRead });
      account.context.settings = { driftPolicy: "refuse" };
      const { id, state } = await createInNewRun(live);
      const squad = { ...staged, name: "Squad" };
      const after = await update(id, state, squad);
      const promoted = { ...squad, setAsLive: true };
      await update(id, after, promoted);
      expect((await read(id, after))?.state.stagedVersionId).toBeUndefined();
      expect((await update(id, after, promoted)).stagedVersionId).toBeUndefined();
      expect(await versions(id)).toHaveLength(3);
      expect(account.messages).toEqual([]);
    },
  );
});

test("a name that a colleague has staged is not taken for a save of ours, where a read shows the latest", async () => {
  account.emulator.control.setSwitches({ stagedRead: "latest" });
  account.context.settings = { driftPolicy: "refuse" };
  const { id, state } = await createInNewRun(live);
  later();
  await stageByOther(id, { name: "Theirs", defaultValue: "Live" });
  await expect(update(id, state, { ...live, defaultValue: "New" })).rejects.toThrow("was changed outside this stack");
  expect(account.writes()).toHaveLength(1);
});
