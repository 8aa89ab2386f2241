/** Every value of every switch about metadata. */
import { createTag, tags, type TestEmulator } from "../testEmulator";
import { expectAllValuesTested, status, testSwitch } from "./switchCases";

const put = async (emulator: TestEmulator, bodies: object[]): Promise<unknown> => {
  const path = `${tags}/${await createTag(emulator)}/metadata`;
  const statuses = [];
  for (const body of bodies) {
    statuses.push(await status(emulator.send("PUT", path, { body })));
  }
  return [...statuses, Object.keys((await emulator.send("GET", path)).at("data.metadata") as object)];
};
const nested = (value: string, mergeValuesAndMetadata: boolean): object => ({ [value]: { mergeValuesAndMetadata } });
testSwitch("metadataNesting", (emulator) => put(emulator, [{ a: {} }, { b: {}, mergeValuesAndMetadata: true }]), [
  { switches: {}, result: [200, 200, ["a", "b"]] },
  { switches: { metadataNesting: "perValue" }, result: [200, 400, ["a"]] },
]);
testSwitch(
  "metadataNesting",
  (emulator) =>
    put(emulator, [
      nested("a", false),
      nested("b", true),
      nested("c", false),
      { ...nested("d", true), ...nested("e", false) },
    ]),
  [
    { switches: { metadataNesting: "perValue" }, result: [200, 200, 200, 400, ["c"]] },
    { switches: {}, result: [400, 400, 400, 400, []] },
  ],
);

const merge = async (emulator: TestEmulator): Promise<unknown> => {
  const path = `${tags}/${await createTag(emulator)}/metadata`;
  await emulator.send("PUT", path, { body: { a: { groups: ["x"], endpoints: ["e"] } } });
  const body = { a: { groups: ["y"] }, mergeValuesAndMetadata: true };
  return (await emulator.send("PUT", path, { body })).at("data.metadata.a");
};
testSwitch("metadataMergeLists", merge, [
  { switches: {}, result: { groups: ["x", "y"], customMetadata: {}, endpoints: ["e"] } },
  { switches: { metadataMergeLists: "replace" }, result: { groups: ["y"], customMetadata: {}, endpoints: ["e"] } },
]);
testSwitch("metadataMergeValues", merge, [
  { switches: {}, result: { groups: ["x", "y"], customMetadata: {}, endpoints: ["e"] } },
  { switches: { metadataMergeValues: "replace" }, result: { groups: ["y"], customMetadata: {}, endpoints: [] } },
]);

const dots = async (emulator: TestEmulator): Promise<unknown> => {
  const path = `${tags}/${await createTag(emulator)}/metadata`;
  const state = emulator.control.exportState();
  const accounts = state.accounts.map((account) => ({
    ...account,
    tags: account.tags.map((tag) => ({ ...tag, metadata: { "a.b": { groups: ["g"] } } })),
  }));
  emulator.control.importState({ ...state, accounts });
  return Promise.all(["a.b", "a.c"].map((value) => status(emulator.send("PUT", path, { body: { [value]: {} } }))));
};
testSwitch("metadataDots", dots, [
  { switches: {}, result: [400, 400] },
  { switches: { metadataDots: "existing" }, result: [200, 400] },
]);

const flags = async (emulator: TestEmulator): Promise<unknown> => {
  emulator.control.setSwitches({ metadataNesting: "perValue" });
  const path = `${tags}/${await createTag(emulator)}/metadata`;
  const send = (body: object): Promise<number> => status(emulator.send("PUT", path, { body }));
  const groups = async (): Promise<unknown> =>
    Object.entries((await emulator.send("GET", path)).at("data.metadata") as Record<string, { groups: string[] }>).map(
      ([value, of]) => [value, ...of.groups],
    );
  await send({ a: { groups: ["1"] }, b: { groups: ["1"] }, c: { groups: ["1"] } });
  const mixed = await send({
    a: { groups: ["2"], mergeValuesAndMetadata: true },
    b: { groups: ["2"], mergeValuesAndMetadata: false },
  });
  const afterMixed = await groups();
  await send({ a: { groups: ["3"] } });
  return [mixed, afterMixed, await groups()];
};
testSwitch("metadataValueFlags", flags, [
  {
    switches: {},
    result: [
      400,
      [
        ["a", "1"],
        ["b", "1"],
        ["c", "1"],
      ],
      [["a", "3"]],
    ],
  },
  {
    switches: { metadataValueFlags: "separate" },
    result: [
      200,
      [
        ["a", "1", "2"],
        ["b", "2"],
        ["c", "1"],
      ],
      [
        ["a", "3"],
        ["b", "2"],
        ["c", "1"],
      ],
    ],
  },
]);

const failures = async (emulator: TestEmulator): Promise<unknown> => {
  emulator.control.setSwitches({ legacyPaths: true });
  const id = await createTag(emulator);
  const nobody = { type: "private", users: [], groups: [] };
  emulator.control.setAcl({ id, acl: { read: nobody, write: nobody } });
  const results = [];
  for (const path of [`${tags}/unknown/metadata`, `${tags}/${id}/metadata`, `/v1/virtual-tags/${id}/metadata`]) {
    for (const reply of [await emulator.send("GET", path), await emulator.send("PUT", path, { body: {} })]) {
      results.push(`${reply.status} ${String(reply.at("error"))}`);
    }
  }
  return [...new Set(results), await status(emulator.send("GET", `${tags}/unknown`))];
};
testSwitch("metadataErrorStatus", failures, [
  { switches: {}, result: ["404 VTAG_NOT_FOUND", "403 FORBIDDEN", 404] },
  { switches: { metadataErrorStatus: 400 }, result: ["400 VTAG_NOT_FOUND", "400 FORBIDDEN", 404] },
  { switches: { notFoundStatus: 400 }, result: ["400 VTAG_NOT_FOUND", "403 FORBIDDEN", 400] },
]);

test("every value of every metadata switch has a test", () => {
  expectAllValuesTested((name) => name.startsWith("metadata"));
});
