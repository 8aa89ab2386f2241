/** A service may keep tag values in Unicode's composed form (NFC). A program may write them in the decomposed one. */
import type { MetadataMap } from "../../../client";
import { RunMemory } from "../../../provider/shared/runMemory";
import { account, create, declare, enter, held, merging, refresh, remove, start, update, urnOf } from "./account";
import { virtualTagMetadataLifecycle as lifecycle } from "../lifecycles";

const [composed, decomposed] = ["Caf\u00e9", "Cafe\u0301"];
const entry = { groups: ["g1"], customMetadata: { owner: "ines" } };
const nfc = { emulator: { switches: { unicodeForm: "nfc" as const } } };

describe.each([
  ["the whole map", declare],
  ["single fields", merging],
])("%s", (_, declaring) => {
  beforeEach(() => start(nfc));

  test("has no difference if the program writes the value in the other form", async () => {
    const { state } = await create(declaring({ [decomposed]: entry }));
    const respelled = declaring({ [composed]: entry });
    expect(lifecycle.diff(state, respelled).kind).toBe("none");
    const changed = declaring({ [composed]: { groups: ["g2"] } });
    const after = await update(state, changed);
    expect(await held()).toEqual({ [composed]: { groups: ["g2"] } });
    expect(lifecycle.diff(await refresh(after), changed).kind).toBe("none");
    expect(account.codes()).toEqual([]);
  });

  test("what others entered before, and the program leaves again, stays theirs", async () => {
    await enter({ [composed]: entry });
    const { state } = await create(declaring({ [decomposed]: entry }));
    await remove(await update(state, declaring({ [composed]: entry })));
    expect(await held()).toEqual({ [composed]: entry });
  });
});

test("a removed value is emptied where the flag is in each value", async () => {
  await start({
    emulator: { switches: { unicodeForm: "nfc", metadataNesting: "perValue", metadataValueFlags: "separate" } },
    client: { metadataNesting: "perValue" },
  });
  const { state } = await create(merging({ [decomposed]: entry }));
  await remove(state);
  expect(await held()).toEqual({ [composed]: {} });
});

describe("a service that keeps every form", () => {
  beforeEach(() => start());

  test("and has one value in another form: what others have in it stays, and nothing is doubled", async () => {
    await enter({ [composed]: { customMetadata: { theirs: 1 } } });
    const { state } = await create(merging({ [decomposed]: entry }));
    const both = { groups: ["g1"], customMetadata: { theirs: 1, owner: "ines" } };
    expect(await held()).toEqual({ [composed]: both });
    expect(lifecycle.diff(await refresh(state), merging({ [decomposed]: entry })).kind).toBe("none");
    await remove(state);
    expect(await held()).toEqual({ [composed]: { customMetadata: { theirs: 1 } } });
  });

  test("and has both values: they are two", async () => {
    const theirs: MetadataMap = { [composed]: { groups: ["theirs"] }, [decomposed]: { groups: ["g0"] } };
    await enter(theirs);
    const { state } = await create(merging({ [decomposed]: { customMetadata: { owner: "ines" } } }));
    expect(await held()).toEqual({
      ...theirs,
      [decomposed]: { groups: ["g0"], customMetadata: { owner: "ines" } },
    });
    await remove(state);
    expect(await held()).toEqual(theirs);
  });
});

describe("a program", () => {
  const problems = (memory: RunMemory, metadata: MetadataMap, name: string) =>
    lifecycle.check({ ...merging(metadata, { __resourceUrn: urnOf(name) }) }, { memory }).problems;
  beforeEach(() => start());

  test("can't declare a value in two resources", () => {
    const memory = new RunMemory();
    expect(problems(memory, { [composed]: entry }, "one")).toEqual([]);
    expect(problems(memory, { [decomposed]: entry }, "two")).toMatchObject([{ code: "CA3302" }]);
  });

  test("can't declare a value twice", () => {
    expect(problems(new RunMemory(), { [composed]: entry, [decomposed]: entry }, "one")).toMatchObject([
      { path: `metadata["${decomposed}"]` },
    ]);
  });

  test("can move a value to another resource, in the other form: the old owner does not remove it", async () => {
    const { state } = await create(merging({ [decomposed]: entry }));
    account.newRun();
    const moved = merging({ [composed]: entry }, { __resourceUrn: urnOf("new") });
    lifecycle.check({ ...moved }, account.context);
    await create(moved);
    await remove(state);
    expect(await held()).toEqual({ [decomposed]: entry });
  });
});
