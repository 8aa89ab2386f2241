import type { MetadataMap } from "../../../client";
import type { Switches } from "../../../emulator";
import type { VirtualTagMetadataInputs } from "../../../stack/state/virtualTagMetadata";
import { account, create, edit, enter, held, merging, puts, read, refresh, remove, start, update } from "./account";

// What the service's merge does with lists and values is an open question, so each answer has to work.
describe.each<[string, Partial<Switches>]>([
  ["unites lists", { metadataMergeLists: "union" }],
  ["replaces lists", { metadataMergeLists: "replace" }],
  ["replaces values", { metadataMergeValues: "replace" }],
])("merge, if the service's merge %s", (_, switches) => {
  beforeEach(() => start({ emulator: { switches } }));

  test("writes the values that it declares, and leaves the values and fields of others alone", async () => {
    await enter({ Theirs: { groups: ["t"] }, Web: { endpoints: ["t"], customMetadata: { note: "t" } } });
    const inputs = merging({ Web: { groups: ["g"], customMetadata: { owner: "o" } } });
    const { state } = await create(inputs);
    // What others entered for the same value is sent too: a merge that replaces whole values would remove it.
    const web = { groups: ["g"], endpoints: ["t"], customMetadata: { note: "t", owner: "o" } };
    expect(puts()).toEqual([{ Web: web, mergeValuesAndMetadata: true }]);
    const theirs = { Theirs: { groups: ["t"] }, Web: { endpoints: ["t"], customMetadata: { note: "t" } } };
    expect(await held()).toEqual({
      Theirs: theirs.Theirs,
      Web: { groups: ["g"], endpoints: ["t"], customMetadata: { note: "t", owner: "o" } },
    });
    expect((await read(state))?.inputs).toEqual(inputs);
    await remove(state);
    expect(await held()).toEqual(theirs);
    expect(account.messages).toEqual([]);
  });

  test("never removes anything of others, so a run that is interrupted loses nothing", async () => {
    const theirs = { Theirs: { groups: ["t"] }, Web: { endpoints: ["t"], customMetadata: { note: "t" } } };
    await enter(theirs);
    const { virtualTagMetadata: metadata } = account.context.client;
    const put = metadata.put.bind(metadata);
    const moments: MetadataMap[] = [];
    jest.spyOn(metadata, "put").mockImplementation(async (...parts) => {
      const answer = await put(...parts);
      moments.push(await held());
      return answer;
    });
    const { state } = await create(merging({ Web: { groups: ["a", "b"] } }));
    await update(state, merging({ Web: { groups: ["b", "c"], customMetadata: { owner: "o" } } }));
    for (const moment of moments) expect(moment).toMatchObject(theirs);
    expect(moments.length).toBeGreaterThan(1);
  });

  test("a changed list holds what is declared, and nothing of before", async () => {
    const { state } = await create(merging({ Web: { groups: ["a", "b"] }, Api: { groups: ["a"] } }));
    const after = await update(state, merging({ Web: { groups: ["b", "c"] }, Api: { groups: ["a"] } }));
    expect(await held()).toEqual({ Web: { groups: ["b", "c"] }, Api: { groups: ["a"] } });
    expect((await read(after))?.inputs.metadata).toEqual(after.metadata);
    expect(account.messages).toEqual([]);
  });

  test("removes what is no longer declared: a value, a list, a custom key; and nothing of others", async () => {
    await enter({ Web: { endpoints: ["t"] }, Theirs: { groups: ["t"] } });
    const { state } = await create(
      merging({ Web: { groups: ["a"], customMetadata: { one: 1, two: 2 } }, Api: { groups: ["a"] } }),
    );
    await update(state, merging({ Web: { customMetadata: { two: 2 } } }));
    expect(await held()).toEqual({
      Web: { endpoints: ["t"], customMetadata: { two: 2 } },
      Theirs: { groups: ["t"] },
    });
  });

  test("a custom key whose content shrinks is as declared", async () => {
    const { state } = await create(merging({ Web: { customMetadata: { limits: { a: 1, b: 2 } } } }));
    await update(state, merging({ Web: { customMetadata: { limits: { b: 2 } } } }));
    expect(await held()).toEqual({ Web: { customMetadata: { limits: { b: 2 } } } });
  });

  test("two resources on one tag do not undo each other, at the same time or one after another", async () => {
    const other = (metadata: MetadataMap): VirtualTagMetadataInputs => merging(metadata, { __resourceUrn: "other" });
    const [one, two] = await Promise.all([
      create(merging({ Web: { groups: ["a", "b"] }, Api: { groups: ["a"] } })),
      create(other({ Jobs: { groups: ["j", "k"] }, Batch: { groups: ["b"] } })),
    ]);
    await Promise.all([
      update(one.state, merging({ Web: { groups: ["a"] } })),
      update(two.state, other({ Jobs: { groups: ["k"] } })),
    ]);
    expect(await held()).toEqual({ Web: { groups: ["a"] }, Jobs: { groups: ["k"] } });
    await remove(one.state);
    expect(await held()).toEqual({ Jobs: { groups: ["k"] } });
    expect(account.messages).toEqual([]);
  });

  test("finds and overwrites drift in its own fields, and none in the fields of others", async () => {
    const inputs = merging({ Web: { groups: ["a"], customMetadata: { owner: "o" } } });
    const { state } = await create(inputs);
    await edit({ Web: { endpoints: ["t"] }, Theirs: { groups: ["t"] } });
    expect(await read(state)).toEqual({ inputs, state });
    await edit({ Web: { groups: ["a", "t"], customMetadata: { owner: "t" } } });
    const drifted = await read(state);
    expect(drifted?.inputs.metadata).toEqual({ Web: { groups: ["a", "t"], customMetadata: { owner: "t" } } });
    await update(state, inputs);
    expect((await held())["Web"]).toEqual({ groups: ["a"], endpoints: ["t"], customMetadata: { owner: "o" } });
    const text = expect.stringContaining('metadata["Web"].groups, metadata["Web"].customMetadata["owner"].') as string;
    expect(account.messages).toEqual([
      { kind: "warning", code: "CA3102", text },
      { kind: "warning", code: "CA3101", text },
    ]);
  });

  test("delete leaves the drift that a refresh found, and says so", async () => {
    const { state } = await create(merging({ Web: { groups: ["a"], customMetadata: { owner: "o", mine: 1 } } }));
    await edit({ Web: { groups: ["a", "t"], customMetadata: { owner: "t" } } });
    const drifted = await refresh(state);
    expect(drifted.metadata).toEqual({ Web: { groups: ["a", "t"], customMetadata: { owner: "t", mine: 1 } } });
    expect(await refresh(drifted)).toEqual(drifted);
    await remove(drifted);
    expect(await held()).toEqual({ Web: { groups: ["t"], customMetadata: { owner: "t" } } });
    expect(account.codes()).toEqual(["CA3102", "CA3103"]);
  });

  test("a refresh that finds everything as declared forgets earlier drift", async () => {
    const inputs = merging({ Web: { customMetadata: { owner: "o" } } });
    const { state } = await create(inputs);
    await enter({ Web: { customMetadata: { owner: "t" } } });
    const drifted = await refresh(state);
    await enter({ Web: { customMetadata: { owner: "o" } } });
    expect(await read(drifted)).toEqual({ inputs, state });
  });

  test("an old map that someone puts back at the same time is overwritten, with a warning", async () => {
    const { state } = await create(merging({ Web: { groups: ["a"] }, Api: { groups: ["a"] } }));
    const { virtualTagMetadata: metadata } = account.context.client;
    const put = metadata.put.bind(metadata);
    jest.spyOn(metadata, "put").mockImplementationOnce(async (id, map, options) => {
      const before = await held();
      const answer = await put(id, map, options);
      await enter({ ...before, Theirs: { groups: ["t"] } }, false);
      return answer;
    });
    await update(state, merging({ Web: { groups: ["a"] } }));
    expect(await held()).toEqual({ Web: { groups: ["a"] }, Theirs: { groups: ["t"] } });
    expect(account.codes()).toEqual(["CA3104"]);
  });
});

test("a service that never stores what was written ends in a warning, not in endless writes", async () => {
  await start();
  const { virtualTagMetadata: metadata } = account.context.client;
  jest.spyOn(metadata, "get").mockResolvedValue({});
  const put = jest.spyOn(metadata, "put").mockResolvedValue({});
  await create(merging({ Web: { groups: ["g"] } }));
  // Three times a merge, and then the whole map.
  expect(put).toHaveBeenCalledTimes(6);
  expect(account.codes()).toEqual(["CA3104", "CA3105"]);
});
