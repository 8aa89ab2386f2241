import type { MetadataMap } from "../../client";
import type { Switches } from "../../emulator";
import { virtualTagMetadataLifecycle as lifecycle } from "../../provider/virtualTagMetadata";
import type { VirtualTagMetadataInputs } from "../../provider/virtualTagMetadataState";
import {
  account,
  create,
  declare,
  edit,
  enter,
  held,
  merging,
  puts,
  read,
  remove,
  start,
  update,
} from "./virtualTagMetadataAccount";

describe.each<[string, Partial<Switches>]>([
  ["unites lists", { metadataMergeLists: "union" }],
  ["replaces lists", { metadataMergeLists: "replace" }],
  ["replaces values", { metadataMergeValues: "replace" }],
])("merge, where the service's %s", (_, switches) => {
  beforeEach(() => start({ emulator: { switches } }));

  test("writes the values that it declares, and leaves foreign values and fields alone", async () => {
    await enter({ Theirs: { groups: ["t"] }, Web: { endpoints: ["t"], customMetadata: { note: "t" } } });
    const { state } = await create(merging({ Web: { groups: ["g"], customMetadata: { owner: "o" } } }));
    // What others entered for the same value goes along: a merge that replaces whole values would take it away.
    const web = { groups: ["g"], endpoints: ["t"], customMetadata: { note: "t", owner: "o" } };
    expect(puts()).toEqual([{ Web: web, mergeValuesAndMetadata: true }]);
    const theirs = { Theirs: { groups: ["t"] }, Web: { endpoints: ["t"], customMetadata: { note: "t" } } };
    expect(await held()).toEqual({
      Theirs: theirs.Theirs,
      Web: { groups: ["g"], endpoints: ["t"], customMetadata: { note: "t", owner: "o" } },
    });
    expect((await read(state))?.inputs).toEqual(state);
    await remove(state);
    expect(await held()).toEqual(theirs);
    expect(account.messages).toEqual([]);
  });

  test("takes nothing of others away for a moment, so a run that ends in between loses nothing", async () => {
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

  test("a change of a list leaves what is declared and nothing of before", async () => {
    const { state } = await create(merging({ Web: { groups: ["a", "b"] }, Api: { groups: ["a"] } }));
    const after = await update(state, merging({ Web: { groups: ["b", "c"] }, Api: { groups: ["a"] } }));
    expect(await held()).toEqual({ Web: { groups: ["b", "c"] }, Api: { groups: ["a"] } });
    expect((await read(after))?.inputs.metadata).toEqual(after.metadata);
    expect(account.messages).toEqual([]);
  });

  test("what is declared no more goes: a value, a list, a custom key; everybody else's stays", async () => {
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

  test("two resources on one tag do not undo each other, at the same time and one after another", async () => {
    const other = (metadata: MetadataMap): VirtualTagMetadataInputs => merging(metadata, { resourceUrn: "other" });
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

  test("refuses to write over what others entered for a field it declares, unless it adopts it", async () => {
    await enter({ Web: { groups: ["theirs"], customMetadata: { owner: "s3cr3t" } } });
    const inputs = merging({ Web: { groups: ["ours"], customMetadata: { owner: "o" } } });
    await expect(create(inputs)).rejects.toThrow(
      'entered by others: metadata["Web"].groups, metadata["Web"].customMetadata["owner"]. Nothing was written.',
    );
    await expect(create(inputs)).rejects.not.toThrow("s3cr3t");
    expect(puts()).toEqual([]);
    await create({ ...inputs, adopt: true });
    expect(await held()).toEqual({ Web: { groups: ["ours"], customMetadata: { owner: "o" } } });
    expect(account.messages).toEqual([expect.stringContaining("They are taken over.")]);
  });

  test("an outside edit of what is ours shows as drift and is put right with a warning; others' edits are no drift", async () => {
    const { state } = await create(merging({ Web: { groups: ["a"], customMetadata: { owner: "o" } } }));
    await edit({ Web: { endpoints: ["t"] }, Theirs: { groups: ["t"] } });
    expect((await read(state))?.inputs).toEqual(state);
    await edit({ Web: { groups: ["a", "t"], customMetadata: { owner: "t" } } });
    const drifted = await read(state);
    expect(drifted?.inputs.metadata).toEqual({ Web: { groups: ["a", "t"], customMetadata: { owner: "t" } } });
    await update(state, state);
    expect((await held())["Web"]).toEqual({ groups: ["a"], endpoints: ["t"], customMetadata: { owner: "o" } });
    expect(account.messages).toEqual([
      expect.stringMatching(/^warning: .*\["Web"\]\.groups, .*\["owner"\]\. "pulumi up" writes the declared/),
      expect.stringMatching(/^warning: .*\["Web"\]\.groups, .*\["owner"\]\. It is written over/),
    ]);
  });

  test("delete leaves what others have made of ours, and says so", async () => {
    const { state } = await create(merging({ Web: { groups: ["a"], customMetadata: { owner: "o" } } }));
    await enter({ Web: { groups: ["a", "t"], customMetadata: { owner: "t" } } }, true);
    await remove(state);
    expect(await held()).toEqual({ Web: { groups: ["t"], customMetadata: { owner: "t" } } });
    expect(account.messages).toEqual([expect.stringMatching(/^warning: Others have changed .*, and theirs is left: /)]);
  });

  test("what a refresh has found is shown, and stays theirs: delete leaves it all the same", async () => {
    const { state } = await create(merging({ Web: { groups: ["a"], customMetadata: { owner: "o", mine: 1 } } }));
    await edit({ Web: { groups: ["a", "t"], customMetadata: { owner: "t" } } });
    const drifted = (await read(state))?.state as VirtualTagMetadataInputs;
    expect(drifted.metadata).toEqual({ Web: { groups: ["a", "t"], customMetadata: { owner: "t", mine: 1 } } });
    expect((await read(drifted))?.state).toEqual(drifted);
    await remove(drifted);
    expect(await held()).toEqual({ Web: { groups: ["t"], customMetadata: { owner: "t" } } });
    const found = expect.stringContaining('"pulumi up" writes the declared') as string;
    const left = expect.stringMatching(/^warning: Others have changed .*, and theirs is left: /) as string;
    expect(account.messages).toEqual([found, left]);
  });

  test("what a refresh has found is put right by the next run without another word, and what is declared no more is left to others", async () => {
    const { state } = await create(merging({ Web: { groups: ["a"], endpoints: ["e"] } }));
    await enter({ Web: { groups: ["a", "t"], endpoints: ["e", "t"] } });
    const drifted = (await read(state))?.state as VirtualTagMetadataInputs;
    account.context.claims.clear(); // the next run: its people have seen the difference
    account.context.settings = { driftPolicy: "refuse" };
    const next = merging({ Web: { groups: ["a"] } });
    expect(await update(drifted, next)).toEqual(next);
    expect(await held()).toEqual({ Web: { groups: ["a"], endpoints: ["t"] } });
  });

  test("what a refresh has found and the program accepts is this resource's from then on, without a write", async () => {
    const { state } = await create(merging({ Web: { groups: ["a"], endpoints: ["e"] } }));
    await edit({ Web: { groups: ["a", "t"], endpoints: [] } });
    const drifted = (await read(state))?.state as VirtualTagMetadataInputs;
    const accepted = merging({ Web: { groups: ["a", "t"] } });
    expect(lifecycle.diff(drifted, accepted)).toMatchObject({ replaces: [], isRemembered: true });
    // Nothing is written over, so the refresh of this very run is no reason to stop.
    account.context.settings.driftPolicy = "refuse";
    const after = await update(drifted, accepted);
    expect(puts()).toHaveLength(1);
    expect(lifecycle.diff(after, accepted)).toBe("none");
    expect(await read(after)).toEqual({ inputs: accepted, state: accepted });
    await remove(after);
    expect(await held()).toEqual({});
  });

  test("a refresh that finds everything as declared again forgets what it had found", async () => {
    const { state } = await create(merging({ Web: { customMetadata: { owner: "o" } } }));
    await enter({ Web: { customMetadata: { owner: "t" } } });
    const drifted = (await read(state))?.state as VirtualTagMetadataInputs;
    await enter({ Web: { customMetadata: { owner: "o" } } });
    expect(await read(drifted)).toEqual({ inputs: state, state });
  });

  test("a list on its way from old to new, as a killed run leaves it, is nobody else's change", async () => {
    const { state } = await create(merging({ Web: { groups: ["a"] } }));
    await enter({ Web: { groups: ["a", "b"] } });
    account.context.settings = { driftPolicy: "refuse" };
    await update(state, merging({ Web: { groups: ["b"] } }));
    expect(await held()).toEqual({ Web: { groups: ["b"] } });
  });

  test("turned into replace, refuses to wipe what others entered unless it adopts it", async () => {
    const { state } = await create(merging({ Web: { groups: ["a"] } }));
    await enter({ Theirs: { groups: ["t"] } });
    const whole = declare({ Web: { groups: ["b"] } });
    await expect(update(state, whole)).rejects.toThrow('entered for "Theirs" would go');
    await update(state, { ...whole, adopt: true });
    expect(await held()).toEqual({ Web: { groups: ["b"] } });
  });

  test("a stranger who puts an old map back in between is put right, with a warning", async () => {
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
    expect(account.messages).toEqual([expect.stringContaining("Someone else wrote metadata")]);
  });
});

describe("merge, where metadataMerge is fields", () => {
  const theirs = { Theirs: { groups: ["t"] }, Web: { endpoints: ["t"], customMetadata: { note: "t" } } };
  const begin = async (switches: Partial<Switches> = {}): Promise<void> => {
    await start({ emulator: { switches }, settings: { metadataMerge: "fields" } });
    await enter(theirs);
  };

  test("sends nothing but what it declares: what another changes at the same moment stays", async () => {
    await begin();
    const { virtualTagMetadata: metadata } = account.context.client;
    const put = metadata.put.bind(metadata);
    jest.spyOn(metadata, "put").mockImplementationOnce(async (...parts) => {
      await edit({ Web: { customMetadata: { note: "changed" } } });
      return put(...parts);
    });
    await create(merging({ Web: { groups: ["g"], customMetadata: { owner: "o" } } }));
    expect(puts()).toEqual([{ Web: { groups: ["g"], customMetadata: { owner: "o" } }, mergeValuesAndMetadata: true }]);
    expect((await held())["Web"]).toEqual({
      groups: ["g"],
      endpoints: ["t"],
      customMetadata: { note: "changed", owner: "o" },
    });
    expect(account.messages).toEqual([]);
  });

  test("puts back what a service that replaces values takes away, and names the setting", async () => {
    await begin({ metadataMergeValues: "replace" });
    await create(merging({ Web: { groups: ["g"] } }));
    expect(await held()).toEqual({ ...theirs, Web: { ...theirs.Web, groups: ["g"] } });
    expect(account.messages).toEqual([
      expect.stringMatching(
        /^warning: .* it took away metadata\["Web"\]\.endpoints, .*Set costallocation:metadataMerge to values/,
      ),
    ]);
    expect(account.messages.join()).not.toContain('"t"');
  });
});

test("a value with fields that are not known is not merged into, unless the service merges fields", async () => {
  await start();
  const { virtualTagMetadata: metadata } = account.context.client;
  jest.spyOn(metadata, "get").mockResolvedValue({ Web: { colour: "red" } as object, Api: { colour: "red" } as object });
  const inputs = merging({ Web: { groups: ["g"] } });
  await expect(create(inputs)).rejects.toThrow(
    /of a kind that this version does not know: metadata\["Web"\]\.colour\. Nothing was written/,
  );
  expect(puts()).toEqual([]);
  account.context.settings.metadataMerge = "fields";
  await create(inputs);
  expect(puts()).toEqual([{ Web: { groups: ["g"] }, mergeValuesAndMetadata: true }]);
});
