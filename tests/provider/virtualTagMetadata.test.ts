import { CostAllocationClient, type MetadataMap } from "../../client";
import type { EmulatorOptions, Switches } from "../../emulator";
import { virtualTagMetadataLifecycle as lifecycle } from "../../provider/virtualTagMetadata";
import type { VirtualTagMetadataInputs } from "../../provider/virtualTagMetadataState";
import { type Account, startAccount } from "./account";

const resourceUrn = "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata::metadata";

let account: Account;
let virtualTagId: string;

async function start(
  options: EmulatorOptions = {},
  settings: Partial<Account["context"]["settings"]> = {},
): Promise<void> {
  // The headers of the answers tell the client of these rates, so that it paces nothing here.
  account = await startAccount(settings, { limits: { perRoute: { "*": 60_000 } }, ...options });
  const { id } = await account.asOther("POST", "/v2/virtual-tags", { name: "Team", rules: [], defaultValue: "x" });
  virtualTagId = String(id);
}
afterEach(() => account.stop());

const declare = (metadata: MetadataMap, more: Partial<VirtualTagMetadataInputs> = {}): VirtualTagMetadataInputs => ({
  virtualTagId,
  metadata,
  resourceUrn,
  ...more,
});
const merging = (metadata: MetadataMap, more: Partial<VirtualTagMetadataInputs> = {}): VirtualTagMetadataInputs =>
  declare(metadata, { mergeValuesAndMetadata: true, ...more });
const create = (inputs: VirtualTagMetadataInputs): ReturnType<typeof lifecycle.create> =>
  lifecycle.create(inputs, account.context);
const update = (
  state: VirtualTagMetadataInputs,
  inputs: VirtualTagMetadataInputs,
): ReturnType<typeof lifecycle.update> => lifecycle.update(virtualTagId, state, inputs, account.context);
const read = (state: Partial<VirtualTagMetadataInputs>): ReturnType<typeof lifecycle.read> =>
  lifecycle.read(virtualTagId, state, account.context);
const remove = (state: VirtualTagMetadataInputs): Promise<void> =>
  lifecycle.delete(virtualTagId, state, account.context);
const path = (): string => `/v2/virtual-tags/${virtualTagId}/metadata`;
/** Another person's entry in the application. */
const enter = (metadata: MetadataMap, merge = true): Promise<unknown> =>
  account.asOther("PUT", path(), { ...metadata, mergeValuesAndMetadata: merge });
/** What the service has, without what says nothing. */
const held = async (): Promise<MetadataMap> => {
  const { metadata } = (await account.asOther("GET", path())) as { metadata: MetadataMap };
  return Object.fromEntries(
    Object.entries(metadata).map(([value, entry]) => [
      value,
      Object.fromEntries(Object.entries(entry).filter(([, content]) => Object.keys(content as object).length > 0)),
    ]),
  );
};
/** Another person's edit of single fields in the application, which saves the whole map. */
const edit = async (metadata: MetadataMap): Promise<unknown> => {
  const map = await held();
  for (const [value, entry] of Object.entries(metadata)) {
    const customMetadata = { ...map[value]?.customMetadata, ...entry.customMetadata };
    map[value] = { ...map[value], ...entry, customMetadata };
  }
  return enter(map, false);
};
const puts = (): unknown[] =>
  account.emulator.control
    .requests()
    .filter(({ method, clientId }) => method === "PUT" && clientId === account.emulator.clientId)
    .map(({ body }) => body);

const full: MetadataMap = {
  Web: { groups: ["g1", "g2"], customMetadata: { owner: "ines", limits: { month: 5 } }, endpoints: ["e1"] },
  "Data Platform": { customMetadata: { owner: "jo" } },
};

describe.each(["root", "perValue"] as const)(
  "golden triples, %s: arguments -> wire body -> state",
  (metadataNesting) => {
    beforeEach(async () => {
      await start({ switches: { metadataNesting } });
      const { emulator, context } = account;
      const { url: baseUrl, clientId, secretKey } = emulator;
      context.client = new CostAllocationClient({ baseUrl, clientId, secretKey, metadataNesting });
    });
    const flagged = (metadata: MetadataMap, flag: object): object =>
      metadataNesting === "root"
        ? { ...metadata, ...flag }
        : Object.fromEntries(Object.entries(metadata).map(([value, entry]) => [value, { ...entry, ...flag }]));

    test.each<[string, MetadataMap]>([
      ["everything", full],
      ["groups", { Web: { groups: ["g1"] } }],
      ["endpoints", { Web: { endpoints: ["e2", "e1"] } }],
      ["custom metadata", { Web: { customMetadata: { a: null, b: [1, { c: "x" }] } } }],
      [
        "values with odd names",
        { "a b/c": { groups: ["g"] }, "Größe €": { groups: ["g"] }, constructor: { groups: ["g"] } },
      ],
    ])("%s", async (_, metadata) => {
      for (const [inputs, flag] of [
        [declare(metadata), {}],
        [merging(metadata), { mergeValuesAndMetadata: true }],
      ] as const) {
        expect(lifecycle.check({ ...inputs }, new Map(), { metadataNesting })).toEqual({
          inputs,
          problems: [],
          warnings: [],
        });
        const { id, state } = await create(inputs);
        expect(id).toBe(virtualTagId);
        expect(puts()).toEqual([flagged(metadata, flag)]);
        expect(state).toEqual(inputs);
        expect(await held()).toEqual(metadata);
        expect(await read(state)).toEqual({ inputs, state });
        expect(lifecycle.diff(state, inputs)).toBe("none");

        await remove(state);
        expect(await held()).toEqual({});
        expect(account.messages).toEqual([]);
        account.emulator.control.clearRequests();
      }
    });

    test("nothing is no write", async () => {
      for (const inputs of [declare({}), merging({}), declare({ Web: {} }), merging({ Web: { groups: [] } })]) {
        const { state } = await create(inputs);
        expect(await read(state)).toEqual({ inputs, state });
        await remove(state);
      }
      expect(puts()).toEqual([]);
    });
  },
);

describe("replace", () => {
  beforeEach(() => start());

  test("refuses to be the first to write over what others entered, and lists what would go", async () => {
    await enter({ Web: { groups: ["theirs"] }, Api: { groups: ["theirs"] }, Same: { groups: ["g"] } });
    const refused = create(declare({ Web: { groups: ["ours"] }, Same: { groups: ["g"] } }));
    await expect(refused).rejects.toThrow(/entered for "Web", "Api" would go\. Nothing was written\. .*adopt: true/);
    expect(puts()).toEqual([]);
  });

  test("refuses to own what others entered beside it as well, since it would go with the resource", async () => {
    await enter({ Api: { groups: ["theirs"] } });
    await expect(create(declare({ Api: { groups: ["theirs"] }, Web: { groups: ["g"] } }))).rejects.toThrow(
      'entered for "Api" would be this resource\'s',
    );
  });

  test("with adopt, takes it over and says so", async () => {
    await enter({ Web: { groups: ["theirs"] } });
    await create(declare({ Api: { groups: ["ours"] } }, { adopt: true }));
    expect(await held()).toEqual({ Api: { groups: ["ours"] } });
    expect(account.messages).toEqual([expect.stringMatching(/^info: .*was taken over: .*"Web" will go\.$/)]);
  });

  test("an equal map is no write: an interrupted run made it", async () => {
    const first = await create(declare(full));
    const second = await create(declare(full));
    expect(second).toEqual(first);
    expect(puts()).toHaveLength(1);
  });

  test("an update is one PUT of the whole map", async () => {
    const { state } = await create(declare(full));
    await update(state, declare({ Web: { groups: ["g2"] } }));
    expect(puts()).toHaveLength(2);
    expect(await held()).toEqual({ Web: { groups: ["g2"] } });
    expect(account.messages).toEqual([]);
  });

  test("an update over an outside edit warns of what is written over, and never shows it", async () => {
    const { state } = await create(declare(full));
    await enter({ Web: { customMetadata: { owner: "s3cr3t" } }, Api: { groups: ["theirs"] } });
    await update(state, declare({ ...full, Web: { ...full["Web"], groups: ["g3"] } }));
    expect(account.messages).toEqual([
      expect.stringMatching(
        /^warning: .*changed outside this stack: metadata\["Web"\]\.customMetadata\["owner"\], metadata\["Api"\]\.groups\./,
      ),
    ]);
    expect(account.messages.join()).not.toContain("s3cr3t");
  });

  test("an update over an outside edit is refused where the settings say so", async () => {
    const { state } = await create(declare(full));
    await enter({ Api: { groups: ["theirs"] } });
    account.context.settings = { outsideChanges: "refuse" };
    await expect(update(state, declare({}))).rejects.toThrow(/changed outside this stack: .*Nothing was written/);
    await expect(remove(state)).rejects.toThrow("Nothing was written");
    expect(puts()).toHaveLength(1);
  });

  test("drift shows in the inputs; other words for the same keep the program's own", async () => {
    const { state } = await create(declare({ Web: { groups: ["b", "a", "a"], endpoints: [] } }));
    expect((await read(state))?.inputs).toEqual(state);
    await enter({ Api: { groups: ["theirs"] } });
    const drifted = await read(state);
    expect(Object.keys(drifted?.inputs.metadata ?? {})).toEqual(["Web", "Api"]);
    expect(lifecycle.diff(drifted?.state as VirtualTagMetadataInputs, state)).toEqual({
      replaces: [],
      deleteBeforeReplace: true,
    });
  });

  test("an up --refresh warns of what it writes over, or stops where the settings say so", async () => {
    const { state } = await create(declare(full));
    await enter({ ...full, Api: { groups: ["theirs"] } });
    const drifted = (await read(state))?.state as VirtualTagMetadataInputs;
    const facts = /changed outside this stack: metadata\["Api"\]\.groups\./;
    expect(account.messages).toEqual([expect.stringMatching(facts)]);
    account.context.settings = { outsideChanges: "refuse" };
    await expect(update(drifted, state)).rejects.toThrow(facts);
    await expect(remove(drifted)).rejects.toThrow(facts);
    expect(puts()).toHaveLength(1);

    // The next run knows nothing of that refresh any more: its people have seen the difference.
    account.context.claims.clear();
    await update(drifted, state);
    expect(await held()).toEqual(full);
  });

  test("drift shows the field that was changed, and nothing that is only said in other words", async () => {
    const web = { groups: ["b", "a"], customMetadata: { owner: "o", limits: { b: 1, a: 2 } } };
    const { state } = await create(declare({ Web: web, Api: { groups: ["g"], endpoints: [] }, Jobs: {} }));
    await enter({ Web: { customMetadata: { owner: "t" } }, Theirs: { groups: ["t"] } });
    expect((await read(state))?.inputs.metadata).toEqual({
      Web: { ...web, customMetadata: { ...web.customMetadata, owner: "t" } },
      Api: { groups: ["g"], endpoints: [] },
      Jobs: {},
      Theirs: { groups: ["t"] },
    });
  });

  test("without any state, all comes from the service", async () => {
    await enter(full);
    const { inputs } = (await read({})) ?? {};
    expect(inputs).toMatchObject({ virtualTagId, metadata: full });
  });

  test("turned into merge, gives up what it does not declare and leaves the rest", async () => {
    const { state } = await create(declare({ Web: { groups: ["g"] }, Api: { groups: ["g"] } }));
    await enter({ Theirs: { groups: ["t"] } });
    await update(state, merging({ Web: { groups: ["g"] } }));
    expect(await held()).toEqual({ Web: { groups: ["g"] }, Theirs: { groups: ["t"] } });
  });
});

describe.each<[string, Partial<Switches>]>([
  ["unites lists", { metadataMergeLists: "union" }],
  ["replaces lists", { metadataMergeLists: "replace" }],
  ["replaces values", { metadataMergeValues: "replace" }],
])("merge, where the service's %s", (_, switches) => {
  beforeEach(() => start({ switches }));

  test("writes only what it declares, and leaves foreign values and fields alone", async () => {
    await enter({ Theirs: { groups: ["t"] }, Web: { endpoints: ["t"], customMetadata: { note: "t" } } });
    const { state } = await create(merging({ Web: { groups: ["g"], customMetadata: { owner: "o" } } }));
    expect(puts()[0]).toEqual({ Web: { groups: ["g"], customMetadata: { owner: "o" } }, mergeValuesAndMetadata: true });
    // Where the merge has taken other fields of a value with it, they are put back.
    expect(puts()).toHaveLength(switches.metadataMergeValues === "replace" ? 2 : 1);
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
    account.context.settings = { outsideChanges: "refuse" };
    const next = merging({ Web: { groups: ["a"] } });
    expect(await update(drifted, next)).toEqual(next);
    expect(await held()).toEqual({ Web: { groups: ["a"], endpoints: ["t"] } });
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
    account.context.settings = { outsideChanges: "refuse" };
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

describe("a resource that another one has followed", () => {
  beforeEach(() => start());
  const renamed = "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata::renamed";
  const claim = (inputs: VirtualTagMetadataInputs): void => {
    expect(lifecycle.check({ ...inputs }, account.context.claims).problems).toEqual([]);
  };

  test.each([
    ["replace by replace", {}, {}],
    ["replace by merge", {}, { mergeValuesAndMetadata: true }],
    ["merge by merge", { mergeValuesAndMetadata: true }, { mergeValuesAndMetadata: true }],
    ["merge by replace", { mergeValuesAndMetadata: true }, {}],
  ])("%s: takes nothing away from it", async (_, before, after) => {
    const { state } = await create(declare(full, before));
    const next = declare(full, { ...after, resourceUrn: renamed });
    claim(next);
    await create(next);
    await remove(state);
    expect(await held()).toEqual(full);
  });

  test("what it declares no more goes with the old one, in the same value too", async () => {
    const { state } = await create(declare({ Web: { groups: ["a"], endpoints: ["e"] }, Api: { groups: ["a"] } }));
    const next = merging({ Web: { groups: ["a"] } }, { resourceUrn: renamed });
    claim(next);
    await create(next);
    await remove(state);
    expect(await held()).toEqual({ Web: { groups: ["a"] } });
  });

  test("a value that moves from one resource to another is not lost on the way", async () => {
    const { state } = await create(merging({ Web: { groups: ["a"] }, Api: { groups: ["a"] } }));
    const other = merging({ Api: { groups: ["a"] } }, { resourceUrn: renamed });
    claim(other);
    await create(other);
    await update(state, merging({ Web: { groups: ["a"] } }));
    expect(await held()).toEqual({ Web: { groups: ["a"] }, Api: { groups: ["a"] } });
  });

  test("what a refresh has found of others is not what it declared: it stays beside the successor", async () => {
    const { state } = await create(declare({ Web: { groups: ["a"] }, Api: { groups: ["a"] } }));
    await enter({ Theirs: { groups: ["t"] } });
    const drifted = (await read(state))?.state as VirtualTagMetadataInputs;
    const next = merging({ Web: { groups: ["a"] } }, { resourceUrn: renamed });
    claim(next);
    await create(next);
    await remove(drifted);
    expect(await held()).toEqual({ Web: { groups: ["a"] }, Theirs: { groups: ["t"] } });
  });
});

describe("a tag that is gone", () => {
  beforeEach(async () => {
    await start();
  });

  test("has no metadata to read or delete, and none can be written", async () => {
    const { state } = await create(declare(full));
    await account.asOther("DELETE", `/v2/virtual-tags/${virtualTagId}`);
    expect(await read(state)).toBeUndefined();
    await expect(remove(state)).resolves.toBeUndefined();
    await expect(update(state, declare({}))).rejects.toThrow("there is no such Virtual Tag");
    await expect(create(declare(full))).rejects.toThrow("there is no such Virtual Tag");
  });
});
