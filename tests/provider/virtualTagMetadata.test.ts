import type { MetadataMap } from "../../client";
import { virtualTagMetadataLifecycle as lifecycle } from "../../provider/virtualTagMetadata";
import type { VirtualTagMetadataInputs } from "../../provider/virtualTagMetadataState";
import {
  account,
  create,
  declare,
  edit,
  enter,
  full,
  held,
  merging,
  puts,
  read,
  remove,
  start,
  update,
  virtualTagId,
} from "./virtualTagMetadataAccount";

describe.each(["root", "perValue"] as const)(
  "golden triples, %s: arguments -> wire body -> state",
  (metadataNesting) => {
    beforeEach(() => start({ emulator: { switches: { metadataNesting } }, client: { metadataNesting } }));
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
  beforeEach(() => start());

  test("has no metadata to read or delete, and none can be written", async () => {
    const { state } = await create(declare(full));
    await account.asOther("DELETE", `/v2/virtual-tags/${virtualTagId}`);
    expect(await read(state)).toBeUndefined();
    await expect(remove(state)).resolves.toBeUndefined();
    await expect(update(state, declare({}))).rejects.toThrow("there is no such Virtual Tag");
    await expect(create(declare(full))).rejects.toThrow("there is no such Virtual Tag");
  });
});

test("a refresh's find is that of one resource, also where another one differs in its letters' case alone", async () => {
  await start();
  account.context.settings = { driftPolicy: "refuse" };
  const urnOf = (name: string): string =>
    `urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata::${name}`;
  const one = merging({ Web: { groups: ["g1"] } }, { resourceUrn: urnOf("Web") });
  const other = merging({ Mobile: { groups: ["g2"] } }, { resourceUrn: urnOf("web") });
  const [mine] = [await create(one), await create(other)];
  await edit({ Web: { groups: ["theirs"] } });
  const found = await read(mine.state);
  const wanted = { ...other, metadata: { Mobile: { groups: ["g3"] } } };
  expect(await update(other, wanted)).toMatchObject(wanted);
  await expect(update(found?.state as typeof one, { ...one, metadata: {} })).rejects.toThrow(
    'since costallocation:driftPolicy is "refuse"',
  );
});
