/** A sentence of the service that repeats what was sent is left out; code, path and request ID stay. */
import { type CostAllocationError, CostAllocationClient, InvalidInput, NotFound } from "../../../client";
import { repeatsAny } from "../../../client/http/redaction";
import { propertiesNamedProto } from "../../../client/json";
import { type Answer, ScriptedServer } from "./scriptedServer";

let server: ScriptedServer;
beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.stop());

type Failure = CostAllocationError & { issues?: unknown };

async function failure(write: (client: CostAllocationClient) => Promise<unknown>, answer: Answer): Promise<Failure> {
  server.play(answer);
  const client = new CostAllocationClient({ clientId: "an-id", secretKey: "a-secret", baseUrl: server.url });
  const error = await write(client).then(
    () => undefined,
    (thrown: unknown) => thrown as Failure,
  );
  client.close();
  if (error === undefined) throw new Error("it was saved");
  return error;
}

/** Saves custom metadata that says `note`. */
const noting = (note: unknown) => (client: CostAllocationClient) =>
  client.virtualTagMetadata.put("t1", { Web: { customMetadata: { note } } });
const requestId = "0b5cf1b6-1c9e-4f5e-9f3a-000123456789";

test.each<[string, Answer]>([
  ["a message", { status: 422, json: { requestId, error: "INVALID", message: "s3cr3t is not accepted" } }],
  ["text", { status: 422, text: "s3cr3t is not accepted" }],
  ["JSON that is a string", { status: 422, json: "s3cr3t is not accepted" }],
  ["a page", { status: 422, text: "<html><body>not <b>s3cr3t</b></body></html>" }],
  ["the title of a page", { status: 422, text: "<html><title>not s3cr3t</title></html>" }],
  ["other letters", { status: 422, json: { message: "S3CR3T is not accepted" } }],
])("a sentence with a value in it is left out: %s", async (_, answer) => {
  const error = await failure(noting("s3cr3t"), answer);
  expect(error).toBeInstanceOf(InvalidInput);
  expect(error.serviceMessage).toBeUndefined();
  expect(error.message).not.toMatch(/s3cr3t/i);
});

test("code, request ID and the sentences without a value stay", async () => {
  const message = "The metadata has too many values";
  const json = { requestId, error: "VTAG_NOT_FOUND", message };
  const error = await failure(noting("s3cr3t"), { status: 404, json });
  expect(error).toBeInstanceOf(NotFound);
  expect(error).toMatchObject({ code: "VTAG_NOT_FOUND", requestId, serviceMessage: message });
});

test("an issue keeps its path when its sentence is left out", async () => {
  const errors = [
    { path: "/Web/customMetadata/note", message: "s3cr3t is too long" },
    { path: "/Web/groups/0", message: "is unknown" },
  ];
  const error = await failure(noting("s3cr3t"), { status: 422, json: { error: "INVALID", message: "No", errors } });
  expect(error.issues).toEqual([
    { path: "Web.customMetadata.note", message: "is not accepted by the service" },
    { path: "Web.groups[0]", message: "is unknown" },
  ]);
});

test("the values of a tag count, and what names something does not", async () => {
  const condition = { costCenter: "AWS", key: "team-key", type: "tag", operator: "is" as const, value: "s3cr3t" };
  const create = (client: CostAllocationClient): Promise<unknown> =>
    client.virtualTags.create({
      name: "Team",
      rules: [{ to: "s3cr3t-to", filters: condition }],
      defaultValue: "s3cr3t-default",
      versionMetadata: { changeDescription: "s3cr3t-why" },
    });
  const named = 'The key "team-key" of AWS is unknown in "Team"';
  const kept = await failure(create, { status: 422, json: { error: "INVALID", message: named } });
  expect(kept.serviceMessage).toBe(named);
  for (const value of ["s3cr3t", "s3cr3t-to", "s3cr3t-default", "s3cr3t-why"]) {
    const error = await failure(create, { status: 422, json: { error: "INVALID", message: `"${value}" is wrong` } });
    expect(error.serviceMessage).toBeUndefined();
  }
});

test("what toJSON returns is what counts", async () => {
  const url = new URL("https://hooks.example.com/s3cr3t");
  const error = await failure(noting(url), { status: 422, json: { message: `no ${url.href} here` } });
  expect(error.serviceMessage).toBeUndefined();
});

test("a value that contains itself is refused: JSON can't hold it", async () => {
  const loop: Record<string, unknown> = {};
  loop["self"] = [loop];
  const error = await failure(noting(loop), { status: 200, json: {} });
  expect(error).toBeInstanceOf(InvalidInput);
  expect(error.code).toBe("INVALID_INPUT");
  expect(server.requests).toEqual([]);
});

test("a property named __proto__ is found beside a value that contains itself", () => {
  const loop: Record<string, unknown> = {};
  loop["self"] = [loop, JSON.parse('{"__proto__": 1}')];
  expect(propertiesNamedProto(loop, "it")).toEqual(['it["self"][1]["__proto__"]']);
  const twice = JSON.parse('{"__proto__": 1}') as unknown;
  expect(propertiesNamedProto([twice, twice], "it")).toHaveLength(2);
});

describe("a value is recognized in every encoding", () => {
  const encoded: [string, (text: string) => string][] = [
    ["itself", (text) => text],
    ["upper case", (text) => text.toUpperCase()],
    ["an address", (text) => `https://example.com/?q=%22${encodeURIComponent(text)}%22`],
    ["an address in lower case", (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase())],
    ["JSON in JSON", (text) => JSON.stringify({ note: `line\n${text}\nline` })],
    [
      "a page",
      (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    ],
    ["base64", (text) => Buffer.from(text).toString("base64")],
  ];
  describe.each(["s3cr3t", 'a "canary" <&> / \\ b', "pässwörter 日本", "two\nlines\tand", "----", "half a\ud800b"])(
    "%j",
    (text) => {
      // Half of a pair has no bytes of its own.
      const encodings = !/\p{Surrogate}/u.test(text) ? encoded : encoded.slice(0, 2);
      test.each(encodings)("%s", (_, encode) => {
        expect(repeatsAny(`can't save (${encode(text)}) here`, ["other", text])).toBe(true);
      });
    },
  );

  test("nothing is recognized in what repeats no value, or a short one only", () => {
    expect(repeatsAny("can't save this", ["other", "thi", ""])).toBe(false);
  });
});

test("10,000 values are looked for in one pass over each sentence", () => {
  const values = Array.from({ length: 10_000 }, (_, index) => `arn:aws:iam::123456789012:role/owner-${index}`);
  expect(repeatsAny("the metadata of arn:aws:iam::123456789012:role/owner-9876 can't be saved", values)).toBe(true);
  expect(repeatsAny("the metadata can't be saved", values)).toBe(false);
});
