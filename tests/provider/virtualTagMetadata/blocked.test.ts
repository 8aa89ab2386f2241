/** What others have entered may be something that the service accepts no more. It must not keep anybody from their own fields. */
import { InvalidInput, type MetadataMap } from "../../../client";
import type { Switches } from "../../../emulator";
import { account, create, held, merging, puts, remove, start, update, urnOf } from "./account";

const theirs: MetadataMap = { "a.b": { groups: ["theirs"], customMetadata: { note: 1 } } };
const ours: MetadataMap = { Web: { groups: ["a", "b"], customMetadata: { owner: "ines" } } };
const blocking = 'metadata["a.b"]';

/** Enters what the API does not accept, as the application may. */
const enterAnyhow = (metadata: MetadataMap): void => {
  const { control } = account.emulator;
  const state = control.exportState();
  const accounts = state.accounts.map((one) => ({
    ...one,
    tags: one.tags.map((tag) => ({ ...tag, metadata: { ...tag.metadata, ...metadata } })),
  }));
  control.importState({ ...state, accounts });
};
const startWith = (switches: Partial<Switches>): Promise<void> => {
  const { metadataNesting = "root" } = switches;
  return start({ emulator: { switches }, client: { metadataNesting } });
};

describe.each<[string, Partial<Switches>]>([
  ["root", {}],
  ["each value", { metadataNesting: "perValue" }],
])("values with a dot, with the flag in %s", (_, nesting) => {
  describe("which the service accepts as long as they are there", () => {
    beforeEach(() => startWith({ ...nesting, metadataDots: "existing" }));

    test("come back as they were when a field is removed, and when all are", async () => {
      const { state } = await create(merging(ours));
      enterAnyhow(theirs);
      const fewer = await update(state, merging({ Web: { groups: ["a"] } }));
      expect(await held()).toEqual({ ...theirs, Web: { groups: ["a"] } });
      await remove(fewer);
      // With the flag in each value, a removed value is written without metadata.
      const { Web: rest = {}, ...others } = await held();
      expect([rest, others]).toEqual([{}, theirs]);
      expect(account.codes()).toEqual([]);
    });
  });

  describe("which the service refuses", () => {
    beforeEach(() => startWith(nesting));

    test("don't keep a field from being added or changed", async () => {
      enterAnyhow(theirs);
      const { state } = await create(merging({ Web: { groups: ["a"] } }));
      await update(state, merging(ours));
      expect(await held()).toEqual({ ...theirs, ...ours });
      expect(account.codes()).toEqual([]);
    });

    test("are named if a field can't be removed for them, and nothing is written", async () => {
      const { state } = await create(merging(ours));
      enterAnyhow(theirs);
      const { memory } = account.context;
      memory.check(urnOf("metadata"), "VirtualTagMetadata");
      memory.compare(urnOf("metadata"), { kind: "", id: "", state, former: urnOf("former"), isReplaced: false });
      const removal = update(state, merging({ Web: { groups: ["a", "b"] } }));
      const named = /metadata\["a\.b"\][^]*Nothing was written[^]*pulumi state delete [^ ]*::former`/;
      await expect(removal).rejects.toMatchObject({
        code: "CA3006",
        message: expect.stringMatching(named) as string,
      });
      expect(await held()).toEqual({ ...theirs, ...ours });
    });

    test("are named if only a part could be written", async () => {
      const { state } = await create(merging(ours));
      enterAnyhow(theirs);
      const change = update(state, merging({ Web: { groups: ["b", "c"], customMetadata: { owner: "ines" } } }));
      await expect(change).rejects.toMatchObject({
        code: "CA3006",
        message: expect.not.stringContaining("Nothing was written") as string,
      });
      // The service unites lists, and can't be told to take something out.
      expect((await held())["Web"]?.groups).toEqual(["a", "b", "c"]);
    });

    test("don't keep a resource from being destroyed: its fields stay, with a warning", async () => {
      const { state } = await create(merging(ours));
      enterAnyhow(theirs);
      await remove(state);
      expect(await held()).toEqual({ ...theirs, ...ours });
      expect(account.codes()).toEqual(["CA3107"]);
      expect(account.messages[0]?.text).toContain(blocking);
      expect(account.messages[0]?.text).toContain('metadata["Web"].groups');
    });
  });
});

test("a value that is the name of a field of the request can't be sent back: nothing is", async () => {
  await startWith({});
  const { state } = await create(merging(ours));
  enterAnyhow({ mergeValuesAndMetadata: { groups: ["theirs"] } });
  await expect(update(state, merging({}))).rejects.toMatchObject({ code: "CA3006" });
  await remove(state);
  expect(account.codes()).toEqual(["CA3107"]);
  expect(puts()).toHaveLength(1);
});

test("what this version does not know keeps a field from being removed, and no resource from being destroyed", async () => {
  await startWith({});
  const { state } = await create(merging(ours));
  enterAnyhow({ Theirs: { colors: ["red"] } as MetadataMap[string] });
  await expect(update(state, merging({}))).rejects.toMatchObject({ code: "CA3005" });
  await remove(state);
  expect(account.codes()).toEqual(["CA3107"]);
  expect(puts()).toHaveLength(1);
});

test("a refusal for another reason stays what it is", async () => {
  await startWith({ metadataDots: "existing" });
  const { state } = await create(merging(ours));
  const path = "/v2/virtual-tags/{id}/metadata";
  account.emulator.control.placeFault({ method: "PUT", path, kind: "status", status: 422 });
  await expect(update(state, merging({}))).rejects.toBeInstanceOf(InvalidInput);
  await expect(remove(state)).rejects.toBeInstanceOf(InvalidInput);
  expect(account.codes()).toEqual([]);
});
