/** Whatever is valid arrives at the service as it is, and comes back so. */
import * as fc from "fast-check";

import { CostAllocationClient, type MetadataMap, type VirtualTagBody } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { contentsWith } from "../../support/contents";
import { atSize } from "../../support/size";
import { ScriptedServer } from "../http/scriptedServer";

let emulator: Emulator;
let scripted: ScriptedServer;

const clientOf = (metadataNesting: "root" | "perValue" = "root"): CostAllocationClient => {
  const { clientId, secretKey, url } = emulator;
  return new CostAllocationClient({ clientId, secretKey, baseUrl: url, metadataNesting });
};

beforeAll(async () => {
  emulator = await startEmulator({ limits: { perRoute: { "*": 1_000_000 } } });
  scripted = await ScriptedServer.start();
});
afterAll(async () => {
  await scripted.stop();
  await emulator.stop();
});

/** As JSON has it: no undefined, no -0. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
/** As the service has it: the client sends one value of a condition as a list, too. */
const asSent = (tag: VirtualTagBody): VirtualTagBody =>
  JSON.parse(JSON.stringify(tag), (key, value: unknown) =>
    key === "value" && typeof value === "string" ? [value] : value,
  ) as VirtualTagBody;

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((value) => value.trim() !== "");
const moments = fc.oneof(fc.constant(0), fc.integer({ min: 100_000_000_000, max: 8.64e15 }));
const tag = fc
  .tuple(text, contentsWith({ smallestGroup: 1, moments }))
  .map(([name, content]): VirtualTagBody => ({ name, ...content }));

test("any valid tag survives being created, read, listed and saved as a version", async () => {
  const client = clientOf();
  await fc.assert(
    fc.asyncProperty(tag, async (any) => {
      const { id } = await client.virtualTags.create(any);
      const content = asSent(any);
      expect(await client.virtualTags.get(id, { fresh: true })).toMatchObject(content);
      const [listed] = await client.virtualTags.findByName(any.name, { fresh: true });
      expect(listed?.rules).toEqual(content.rules);
      const [version] = await client.virtualTagVersions.firstPage(id);
      const { versionData } = await client.virtualTagVersions.get(id, version?.id ?? "");
      expect(versionData).toEqual({ rules: content.rules, defaultValue: content.defaultValue });
      await client.virtualTags.delete(id);
    }),
    { numRuns: atSize(30, 60) },
  );
  client.close();
});

const metadata = fc.dictionary(
  text.filter((value) => !/[.]|^(?:__proto__|mergeValuesAndMetadata)$/.test(value)),
  fc.record({
    groups: fc.array(text, { maxLength: 3 }),
    // Objects and lists of any depth, a key called __proto__ among them.
    customMetadata: fc.dictionary(fc.oneof(text, fc.constantFrom("__proto__", "to", "")), fc.jsonValue(), {
      maxKeys: 4,
    }),
    endpoints: fc.array(text, { maxLength: 3 }),
  }),
  { maxKeys: 4 },
) as fc.Arbitrary<MetadataMap>;

test.each(["root", "perValue"] as const)(
  "any valid metadata survive being saved and read, nesting %s",
  async (nesting) => {
    emulator.control.setSwitches({ metadataNesting: nesting });
    const client = clientOf(nesting);
    const { id } = await client.virtualTags.create({ name: `Metadata ${nesting}`, rules: [], defaultValue: "none" });
    await fc.assert(
      fc.asyncProperty(metadata, async (any) => {
        expect(asJson(await client.virtualTagMetadata.put(id, any))).toEqual(asJson(any));
        expect(asJson(await client.virtualTagMetadata.get(id))).toEqual(asJson(any));
      }),
      { numRuns: atSize(30, 60) },
    );
    client.close();
  },
);

test("what the service shows as null is not there, and is never sent back as null", async () => {
  const client = new CostAllocationClient({ clientId: "client", secretKey: "secret", baseUrl: scripted.url });
  const custom = { owner: null };
  const nothing = { groups: null, customMetadata: null, endpoints: null };
  const metadata = {
    Web: { ...nothing, endpoints: ["e"] },
    Data: { ...nothing, customMetadata: custom },
    None: nothing,
  };
  const json = { requestId: "r", data: { metadata, virtualTagId: "t" } };
  scripted.play({ status: 200, json });
  const there = await client.virtualTagMetadata.get("t");
  // A null in custom metadata is somebody's own.
  const meant = { Web: { endpoints: ["e"] }, Data: { customMetadata: custom }, None: {} };
  expect(there).toEqual(meant);
  expect(await client.virtualTagMetadata.put("t", there)).toEqual(meant);
  expect(JSON.parse(scripted.requests.at(-1)?.body ?? "")).toEqual(meant);
  client.close();
});
