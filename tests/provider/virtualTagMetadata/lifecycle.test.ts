import type { MetadataMap } from "../../../client";
import { pathDigest } from "../../../client/resources/metadataFields";
import { RunMemory } from "../../../provider/shared/runMemory";
import type { VirtualTagMetadataInputs } from "../../../stack/state/virtualTagMetadata";
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
  refresh,
  remove,
  start,
  update,
  urnOf,
  virtualTagId,
} from "./account";
import type { Switches } from "../../../emulator";
import { virtualTagMetadataLifecycle as lifecycle } from "../lifecycles";

describe("the lifecycle", () => {
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
          expect(lifecycle.check({ ...inputs }, { memory: new RunMemory(), settings: { metadataNesting } })).toEqual({
            inputs,
            problems: [],
            warnings: [],
          });
          const { id, state } = await create(inputs);
          expect(id).toBe(virtualTagId);
          expect(puts()).toEqual([flagged(metadata, flag)]);
          expect(state).toEqual({ ...inputs, __memory: {} });
          expect(await held()).toEqual(metadata);
          expect(await read(state)).toEqual({ inputs, state });
          expect(lifecycle.diff(state, inputs).kind).toBe("none");

          await remove(state);
          // Each value has a body of its own then, so one without metadata removes it, whatever the service does with unnamed values.
          const rest = metadataNesting === "root" ? [] : Object.keys(metadata);
          expect(await held()).toEqual(Object.fromEntries(rest.map((value) => [value, {}])));
          expect(account.messages).toEqual([]);
          account.emulator.control.clearRequests();
        }
      });

      test("empty metadata is not written", async () => {
        for (const inputs of [declare({}), merging({}), declare({ Web: {} }), merging({ Web: { groups: [] } })]) {
          const { state } = await create(inputs);
          expect(await read(state)).toEqual({ inputs, state });
          await remove(state);
        }
        expect(puts()).toEqual([]);
      });
    },
  );

  describe("a resource that another one of the program replaces", () => {
    beforeEach(() => start());
    const renamed = urnOf("renamed");
    /** What the engine does first for each resource of the program. */
    const check = (inputs: VirtualTagMetadataInputs): void => {
      expect(lifecycle.check({ ...inputs }, { memory: account.context.memory }).problems).toEqual([]);
    };

    const merge = { mergeValuesAndMetadata: true };
    test.each<[string, object, object, string[]]>([
      ["the whole map by the whole map", {}, {}, ["CA3205", "CA3203"]],
      ["the whole map by a merge", {}, merge, ["CA3205"]],
      ["a merge by a merge", merge, merge, ["CA3205"]],
      ["a merge by the whole map", merge, {}, ["CA3205", "CA3203"]],
    ])("takes nothing away from it: %s", async (_, before, after, codes) => {
      const { state } = await create(declare(full, before));
      const next = declare(full, { ...after, __resourceUrn: renamed });
      check(next);
      await create(next);
      await remove(state);
      expect(await held()).toEqual(full);
      expect(account.codes()).toEqual(codes);
    });

    test("removes what the new one does not declare, also in the same value", async () => {
      const { state } = await create(declare({ Web: { groups: ["a"], endpoints: ["e"] }, Api: { groups: ["a"] } }));
      const next = merging({ Web: { groups: ["a"] } }, { __resourceUrn: renamed });
      check(next);
      await create(next);
      await remove(state);
      expect(await held()).toEqual({ Web: { groups: ["a"] } });
    });

    test("keeps a value that moves from one resource to another", async () => {
      const { state } = await create(merging({ Web: { groups: ["a"] }, Api: { groups: ["a"] } }));
      const other = merging({ Api: { groups: ["a"] } }, { __resourceUrn: renamed });
      check(other);
      await create(other);
      await update(state, merging({ Web: { groups: ["a"] } }));
      expect(await held()).toEqual({ Web: { groups: ["a"] }, Api: { groups: ["a"] } });
    });

    test("leaves the drift that a refresh found: it never declared that", async () => {
      const { state } = await create(declare({ Web: { groups: ["a"] }, Api: { groups: ["a"] } }));
      await enter({ Theirs: { groups: ["t"] } });
      const drifted = await refresh(state);
      const next = merging({ Web: { groups: ["a"] } }, { __resourceUrn: renamed });
      check(next);
      await create(next);
      await remove(drifted);
      expect(await held()).toEqual({ Web: { groups: ["a"] }, Theirs: { groups: ["t"] } });
    });
  });

  test("a tag that was deleted has no metadata to read or to delete, and none can be written", async () => {
    await start();
    const { state } = await create(declare(full));
    await account.asOther("DELETE", `/v2/virtual-tags/${virtualTagId}`);
    expect(await read(state)).toBeUndefined();
    await remove(state);
    expect(account.codes()).toEqual(["CA3204"]);
    await expect(update(state, declare({}))).rejects.toMatchObject({ code: "CA3004" });
    await expect(create(declare(full))).rejects.toMatchObject({ code: "CA3004" });
  });

  test("the drift that a refresh found belongs to one resource, also if another URN differs only in case", async () => {
    await start({ policy: { driftPolicy: "refuse" } });
    const one = merging({ Web: { groups: ["g1"] } }, { __resourceUrn: urnOf("Web") });
    const other = merging({ Mobile: { groups: ["g2"] } }, { __resourceUrn: urnOf("web") });
    const [ours, theirs] = [await create(one), await create(other)];
    await edit({ Web: { groups: ["theirs"] } });
    const found = await refresh(ours.state);
    expect(found.__report).toEqual({ drift: { fields: [pathDigest(virtualTagId, 'metadata["Web"].groups')] } });
    const changed = { ...other, metadata: { Mobile: { groups: ["g3"] } } };
    expect(await update(theirs.state, changed)).toMatchObject(changed);
    await expect(update(found, { ...one, metadata: { Web: { groups: ["g4"] } } })).rejects.toMatchObject({
      code: "CA3003",
    });
  });
});

/** The API documentation lists no status of metadata requests for a tag that is missing or denied: 400, in any body, must do. */
describe("without the tag", () => {
  const errorBodies = ["standard", "nested", "message", "text", "html", "empty"] as const;
  const answers = errorBodies.flatMap((errorBody): Partial<Switches>[] => [
    { errorBody },
    { errorBody, metadataErrorStatus: 400 },
    { errorBody, metadataErrorStatus: 400, notFoundStatus: 400 },
  ]);

  const web = { Web: { groups: ["g"] } };
  const tagPath = (): string => `/v2/virtual-tags/${virtualTagId}`;

  describe.each(answers)("with %j", (switches) => {
    beforeEach(() => start({ emulator: { switches, limits: { enabled: false } } }));

    test("metadata of a deleted tag is deleted, and not found by a refresh", async () => {
      const { state } = await create(declare(web));
      await account.asOther("DELETE", tagPath());
      expect(await read(state)).toBeUndefined();
      await remove(state);
      expect(account.codes()).toEqual(["CA3204"]);
    });

    test("metadata for a tag that does not exist is refused", async () => {
      await account.asOther("DELETE", tagPath());
      await expect(create(declare(web))).rejects.toMatchObject({ code: "CA3004" });
    });

    test("a denied tag is not taken for deleted", async () => {
      const { state } = await create(declare(web));
      const { control } = account.emulator;
      const nobody = { type: "private" as const, users: ["ines@example.com"], groups: [] };
      control.setAcl({ id: virtualTagId, acl: { read: nobody, write: nobody } });
      await expect(read(state)).rejects.toMatchObject({ name: "Forbidden" });
      await expect(remove(state)).rejects.toMatchObject({ name: "Forbidden" });
      expect(await held()).toEqual(web);
    });
  });
});
