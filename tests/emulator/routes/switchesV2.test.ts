/** Every value of every switch about staged versions, and about what V2 accepts and returns. */
import { having } from "../matchers";
import { createTag, filter, tagBody, tags, type Reply, type TestEmulator } from "../testEmulator";
import { expectAllValuesTested, status, testSwitch } from "./switchCases";

const withFilter = (change: object): object => ({
  ...tagBody(),
  rules: [{ to: "a", filters: { ...filter, ...change } }],
});
const get = (emulator: TestEmulator, id: string): Promise<Reply> => emulator.send("GET", `${tags}/${id}`);

const stagedCreate = async (emulator: TestEmulator): Promise<unknown> => {
  const id = await createTag(emulator, "Team", "a", "?setAsLive=false");
  return (await emulator.send("GET", `${tags}/${id}/versions`)).at("data.0.isLive");
};
testSwitch("stagedCreateIsLive", stagedCreate, [
  { switches: {}, result: false },
  { switches: { stagedCreateIsLive: true }, result: true },
]);

const stagedRead = async (emulator: TestEmulator): Promise<unknown> => {
  const id = await createTag(emulator, "Team", "live");
  await emulator.send("PUT", `${tags}/${id}?setAsLive=false`, { body: tagBody("Team", "staged") });
  return (await get(emulator, id)).at("data.rules.0.to");
};
testSwitch("stagedRead", stagedRead, [
  { switches: {}, result: "live" },
  { switches: { stagedRead: "latest" }, result: "staged" },
]);

/** Another user stages a version with another name. Returns the tag's ID and the response. */
async function stage(emulator: TestEmulator): Promise<{ id: string; reply: Reply }> {
  const id = await createTag(emulator, "Live name", "live");
  const as = emulator.control.addCredential({ user: "other@example.com" });
  const body = tagBody("Staged name", "staged");
  return { id, reply: await emulator.send("PUT", `${tags}/${id}?setAsLive=false`, { body, as }) };
}

const content = (reply: Reply): unknown => [reply.at("data.name"), reply.at("data.rules.0.to")];

testSwitch(
  "stagedPutReturns",
  async (emulator) => {
    const { id, reply } = await stage(emulator);
    return [reply, await get(emulator, id)].map(content);
  },
  [
    {
      switches: {},
      result: [
        ["Live name", "live"],
        ["Live name", "live"],
      ],
    },
    {
      switches: { stagedPutReturns: "staged" },
      result: [
        ["Staged name", "staged"],
        ["Live name", "live"],
      ],
    },
    {
      switches: { stagedRead: "latest" },
      result: [
        ["Staged name", "staged"],
        ["Staged name", "staged"],
      ],
    },
  ],
);

testSwitch(
  "stagedUpdatedBy",
  async (emulator) => {
    emulator.control.freezeClock();
    emulator.control.setSwitches({ dates: "iso" });
    emulator.control.setClock("2026-01-01");
    const { id, reply } = await stage(emulator);
    emulator.control.advanceClock(1000);
    const as = emulator.control.addCredential({ user: "third@example.com" });
    await emulator.send("PUT", `${tags}/${id}?setAsLive=false`, { body: tagBody("Third", "third"), as });
    const inList = (await emulator.send("GET", tags)).at("data.virtualTags.0.updatedBy");
    const { updatedBy, updatedAt } = (await get(emulator, id)).at("data") as Record<string, unknown>;
    return [reply.at("data.updatedBy"), inList, updatedBy, updatedAt];
  },
  [
    {
      switches: {},
      result: ["emulator@example.com", "emulator@example.com", "emulator@example.com", "2026-01-01T00:00:00.000Z"],
    },
    {
      switches: { stagedUpdatedBy: "latest" },
      result: ["other@example.com", "third@example.com", "third@example.com", "2026-01-01T00:00:01.000Z"],
    },
  ],
);

testSwitch(
  "stagedRename",
  async (emulator) => {
    const { id, reply } = await stage(emulator);
    const inList = (await emulator.send("GET", tags)).at("data.virtualTags.0.name");
    const v1 = (await emulator.send("GET", `/v1/virtual-tags/${id}`)).at("name");
    const keys = (await emulator.send("GET", "/v2/query-language/keys")).at("data.keys") as { displayName: string }[];
    emulator.control.setSwitches({ uniqueNames: true });
    const reuse = await status(emulator.send("POST", tags, { body: tagBody("Staged name") }));
    const names = [reply.at("data.name"), inList, v1, keys.at(-1)?.displayName];
    return [
      names,
      content(await get(emulator, id)),
      reuse,
      (await emulator.send("DELETE", `${tags}/${id}`)).at("data.name"),
    ];
  },
  [
    { switches: {}, result: [Array(4).fill("Live name"), ["Live name", "live"], 200, "Live name"] },
    {
      switches: { stagedRename: "atOnce" },
      result: [Array(4).fill("Staged name"), ["Staged name", "live"], 409, "Staged name"],
    },
  ],
);

testSwitch("v2StringValues", (emulator) => status(emulator.send("POST", tags, { body: withFilter({ value: "a" }) })), [
  { switches: {}, result: 422 },
  { switches: { v2StringValues: true }, result: 200 },
]);

const labelled = {
  name: "Team",
  defaultValue: { key: "env", costCenter: "GCP" },
  rules: [
    {
      to: { key: "deployment", costCenter: "Kubernetes" },
      filters: { OR: [filter, { ...filter, displayName: "Mine" }] },
    },
    { to: { key: "some-tag", costCenter: "Virtual Tags" }, filters: { ...filter, key: "unknown" } },
    { to: { key: "team", costCenter: "AWS", type: "custom" }, filters: filter },
  ],
};

/** What the GET of a tag, the list, the version and the response to the save return. */
async function reads(emulator: TestEmulator): Promise<[get: unknown, list: unknown, version: unknown, saved: unknown]> {
  const saved = await emulator.send("POST", tags, { body: labelled });
  const path = `${tags}/${String(saved.at("data.id"))}`;
  const version = String((await emulator.send("GET", `${path}/versions`)).at("data.0.id"));
  return [
    (await emulator.send("GET", path)).at("data"),
    (await emulator.send("GET", tags)).at("data.virtualTags.0"),
    (await emulator.send("GET", `${path}/versions/${version}`)).at("data.versionData"),
    saved.at("data"),
  ];
}

const sent = having({ rules: labelled.rules, defaultValue: labelled.defaultValue });
const withLabels = having({
  rules: [
    {
      ...labelled.rules[0],
      filters: {
        OR: [
          { ...filter, displayName: "Team" },
          { ...filter, displayName: "Mine" },
        ],
      },
    },
    { ...labelled.rules[1], filters: { ...filter, key: "unknown", displayName: "unknown" } },
    { ...labelled.rules[2], filters: { ...filter, displayName: "Team" } },
  ],
});
testSwitch("v2ReadsAddDisplayName", reads, [
  { switches: {}, result: [sent, sent, sent, sent] },
  { switches: { v2ReadsAddDisplayName: true }, result: [withLabels, withLabels, withLabels, sent] },
]);

const typed = ["resource", "virtual_tag", "custom"].map((type, index) => ({
  ...labelled.rules[index],
  to: { ...labelled.rules[index]?.to, type },
}));
const withTypes = having({ rules: typed, defaultValue: { ...labelled.defaultValue, type: "tag" } });
testSwitch("v2ReadsAddType", reads, [
  { switches: {}, result: [sent, sent, sent, sent] },
  { switches: { v2ReadsAddType: true }, result: [withTypes, withTypes, withTypes, sent] },
  {
    switches: { v2ReadsAddType: true, defaultValueType: "refused" },
    result: Array(4).fill(having({ defaultValue: labelled.defaultValue })),
  },
]);

const unknownFields: [string, object][] = [
  ["body", { ...tagBody(), id: "x", description: "y" }],
  ["versionMetadata", { ...tagBody(), versionMetadata: { author: "x" } }],
  ["rule", { ...tagBody(), rules: [{ ...tagBody().rules[0], note: "x" }] }],
  ["timeframe", { ...tagBody(), rules: [{ ...tagBody().rules[0], timeframe: { from: 1, zone: "UTC" } }] }],
  ["value", { ...tagBody(), rules: [{ to: { key: "a", costCenter: "b", label: "c" }, filters: filter }] }],
  ["default value", { ...tagBody(), defaultValue: { key: "a", costCenter: "b", label: "c" } }],
  ["condition", withFilter({ negate: true })],
  ["group", { ...tagBody(), rules: [{ to: "a", filters: { AND: [{ OR: [filter], note: "x" }], note: "x" } }] }],
];
const withUnknownFields = async (emulator: TestEmulator): Promise<unknown> => {
  const statuses = new Set<number>();
  const saved: unknown[] = [];
  for (const [, body] of unknownFields) {
    const reply = await emulator.send("POST", tags, { body });
    statuses.add(reply.status);
    saved.push(reply.at("data.rules"), reply.at("data.defaultValue"));
  }
  const metadata = await emulator.send("PUT", `${tags}/${await createTag(emulator)}/metadata`, {
    body: { a: { groups: ["g"], note: "x" } },
  });
  const isKept = /negate|note|zone|label|author/.test(JSON.stringify([saved, metadata.at("data.metadata")]));
  // A filter that says two things is wrong in any case.
  for (const filters of [
    { AND: [filter], OR: [filter] },
    { ...filter, AND: [filter] },
  ]) {
    statuses.add((await emulator.send("POST", tags, { body: { ...tagBody(), rules: [{ to: "a", filters }] } })).status);
  }
  return [[...statuses].sort(), metadata.status, isKept];
};
testSwitch("v2UnknownFields", withUnknownFields, [
  { switches: {}, result: [[400, 422], 400, false] },
  { switches: { v2UnknownFields: "ignored" }, result: [[200, 422], 200, false] },
]);

test("every value of every switch about staging and V2 has a test", () => {
  expectAllValuesTested((name) => /^(v2|staged)/.test(name));
});
