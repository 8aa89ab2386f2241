/** Virtual Tag metadata V2. */
import { uuid } from "../matchers";
import { createTag, emulator, startForTest, type Reply } from "../testEmulator";

let path: string;
let id: string;
beforeEach(async () => {
  await startForTest();
  id = await createTag(emulator);
  path = `/v2/virtual-tags/${id}/metadata`;
});

const allFields = { groups: ["g1"], customMetadata: { owner: "ann", cost: { center: 7 } }, endpoints: ["e1"] };
const put = (body: unknown): Promise<Reply> => emulator.send("PUT", path, { body });
const metadata = async (): Promise<unknown> => (await emulator.send("GET", path)).at("data.metadata");

describe("Virtual Tag metadata V2", () => {
  test("GET /v2/virtual-tags/{id}/metadata returns {} if nothing is set", async () => {
    const reply = await emulator.send("GET", path);
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.body).toEqual({ requestId: uuid, data: { metadata: {} } });
  });

  test("PUT /v2/virtual-tags/{id}/metadata returns {metadata, virtualTagId}", async () => {
    const reply = await put({ platform: allFields });
    expect(reply.body).toEqual({ requestId: uuid, data: { metadata: { platform: allFields }, virtualTagId: id } });
    expect(await metadata()).toEqual({ platform: allFields });
  });

  test("mergeValuesAndMetadata false or omitted: all existing metadata and values are replaced", async () => {
    await put({ platform: allFields, web: allFields });
    await put({ web: { groups: ["g2"] } });
    expect(await metadata()).toEqual({ web: { groups: ["g2"], customMetadata: {}, endpoints: [] } });
    await put({ mergeValuesAndMetadata: false });
    expect(await metadata()).toEqual({});
  });

  test("mergeValuesAndMetadata true: the payload is merged into existing data", async () => {
    await put({ platform: allFields, web: allFields });
    await put({
      mergeValuesAndMetadata: true,
      web: { groups: ["g2"], customMetadata: { owner: "bob" } },
      app: allFields,
    });
    expect(await metadata()).toEqual({
      platform: allFields,
      web: { groups: ["g1", "g2"], customMetadata: { owner: "bob", cost: { center: 7 } }, endpoints: ["e1"] },
      app: allFields,
    });
  });

  test.each([
    ["tag value with a dot", { "a.b": allFields }],
    ["customMetadata that is not an object", { a: { customMetadata: "x" } }],
    ["groups that is not an array", { a: { groups: "x" } }],
    ["endpoints with a number", { a: { endpoints: [1] } }],
    ["unknown field in a value", { a: { owner: "x" } }],
    ["mergeValuesAndMetadata that is not a boolean", { mergeValuesAndMetadata: "true" }],
    ["body that is not an object", [allFields]],
    ["__proto__", JSON.parse('{"__proto__":{}}') as unknown],
  ])("%s: 400", async (_what, body) => {
    expect(await put(body)).toMatchObject({ status: 400, body: { error: "BAD_REQUEST" } });
    expect(await metadata()).toEqual({});
  });

  test.each(["constructor", "toString", "a b", "ü", "groups", ""])(
    "any string without dots is a tag value: %j",
    async (value) => {
      const body = `{${JSON.stringify(value)}:{"groups":["g1"]}}`;
      expect(await put(body)).toMatchObject({ status: 200 });
      expect(Object.keys((await metadata()) as object)).toEqual([value]);
    },
  );

  test("a deleted tag has no metadata", async () => {
    await emulator.send("DELETE", `/v2/virtual-tags/${id}`);
    expect(await emulator.send("GET", path)).toMatchObject({ status: 404, body: { error: "VTAG_NOT_FOUND" } });
    expect(await put({})).toMatchObject({ status: 404, body: { error: "VTAG_NOT_FOUND" } });
  });
});
