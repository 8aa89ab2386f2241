/** Sections 2.6 and 4.3 of the API document. */
import { createTag, emulator, startAnew, uuid, type Reply } from "../support";

let path: string;
let id: string;
beforeEach(async () => {
  await startAnew();
  id = await createTag(emulator);
  path = `/v2/virtual-tags/${id}/metadata`;
});

const full = { groups: ["g1"], customMetadata: { owner: "ann", cost: { center: 7 } }, endpoints: ["e1"] };
const put = (body: unknown): Promise<Reply> => emulator.send("PUT", path, { body });
const metadata = async (): Promise<unknown> => (await emulator.send("GET", path)).at("data.metadata");

describe("section 4.3, Virtual Tag metadata V2", () => {
  test("GET /v2/virtual-tags/{id}/metadata answers {} when nothing is set", async () => {
    const reply = await emulator.send("GET", path);
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.body).toEqual({ requestId: uuid, data: { metadata: {} } });
  });

  test("PUT /v2/virtual-tags/{id}/metadata answers {metadata, virtualTagId}", async () => {
    const reply = await put({ platform: full });
    expect(reply.body).toEqual({ requestId: uuid, data: { metadata: { platform: full }, virtualTagId: id } });
    expect(await metadata()).toEqual({ platform: full });
  });

  test("mergeValuesAndMetadata false or omitted: all existing metadata and values are replaced", async () => {
    await put({ platform: full, web: full });
    await put({ web: { groups: ["g2"] } });
    expect(await metadata()).toEqual({ web: { groups: ["g2"], customMetadata: {}, endpoints: [] } });
    await put({ mergeValuesAndMetadata: false });
    expect(await metadata()).toEqual({});
  });

  test("mergeValuesAndMetadata true: the payload is merged into existing data", async () => {
    await put({ platform: full, web: full });
    await put({ mergeValuesAndMetadata: true, web: { groups: ["g2"], customMetadata: { owner: "bob" } }, app: full });
    expect(await metadata()).toEqual({
      platform: full,
      web: { groups: ["g1", "g2"], customMetadata: { owner: "bob", cost: { center: 7 } }, endpoints: ["e1"] },
      app: full,
    });
  });

  test.each([
    ["tag value with a dot", { "a.b": full }],
    ["customMetadata that is no object", { a: { customMetadata: "x" } }],
    ["groups that is no array", { a: { groups: "x" } }],
    ["endpoints with a number", { a: { endpoints: [1] } }],
    ["unknown field of a value", { a: { owner: "x" } }],
    ["mergeValuesAndMetadata that is no boolean", { mergeValuesAndMetadata: "true" }],
    ["body that is no object", [full]],
    ["empty tag value", { "": full }],
    ["__proto__, which cannot be checked", JSON.parse('{"__proto__":{}}') as unknown],
  ])("%s: 400", async (_what, body) => {
    expect(await put(body)).toMatchObject({ status: 400, body: { error: "BAD_REQUEST" } });
    expect(await metadata()).toEqual({});
  });

  test.each(["constructor", "toString", "a b", "ü", "groups"])(
    "any string without dots is a tag value: %s",
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
