/** What metadata and tags say stays hidden, and what the service says of it stays readable. */
import {
  type CostAllocationError,
  CostAllocationClient,
  InvalidInput,
  type MetadataMap,
  NotFound,
  type Rule,
} from "../../../client";
import { contentsHider } from "../../../client/http/contents";
import { lostPaths } from "../../../client/json";
import { type Answer, ScriptedServer } from "./scriptedServer";

let server: ScriptedServer;
beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.stop());

type Failure = CostAllocationError & { issues?: unknown };

const failureOf = (metadata: MetadataMap, answer: Answer): Promise<Failure> =>
  failure((client) => client.virtualTagMetadata.put("t1", metadata), answer);

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

/** Metadata of one value whose custom metadata says this. */
const saying = (...says: unknown[]): MetadataMap => ({ Web: { customMetadata: { note: says } } });
const requestId = "0b5cf1b6-1c9e-4f5e-9f3a-000123456789";

test("words of the error's own stay: the code, the requestId, the fields, the structure", async () => {
  const says = ["error", "message", "false", "data", "Found", "VTAG_NOT_FOUND", "requestId", 123456789, requestId];
  const error = await failureOf(saying(...says), {
    status: 404,
    json: {
      requestId,
      error: "VTAG_NOT_FOUND",
      code: 404,
      data: false,
      message: "No metadata of it: VTAG_NOT_FOUND_X",
    },
  });
  expect(error).toBeInstanceOf(NotFound);
  expect(error).toMatchObject({ requestId, serviceMessage: "No metadata of it: VTAG_NOT_FOUND_X" });
});

test("names of what is refused stay, also where custom metadata has the same texts", async () => {
  const names = ["Web", "web", "group-1", "endpoint-1", "note", "groups", "true"];
  const metadata = { Web: { groups: ["group-1"], endpoints: ["endpoint-1"], customMetadata: { note: names } } };
  const message = `Web: group-1 in groups, endpoint-1 and note can't be true`;
  const json = { error: "INVALID", message, errors: [{ path: "/Web/groups/0", message }] };
  const error = await failureOf(metadata, { status: 422, json });
  expect(error).toMatchObject({ serviceMessage: message, issues: [{ path: "Web.groups[0]", message }] });
});

test("of a tag, what is sent as a value goes, and what names a thing stays", async () => {
  const condition = { costCenter: "AWS", key: "team-key", type: "tag", displayName: "Label" };
  const rules: Rule[] = [
    {
      to: "s3cr3t",
      filters: { AND: [{ ...condition, operator: "oneOf", value: ["s3cr3t-1", "value", "oneOf", "team-key"] }] },
      timeframe: { from: 1700000000000 },
    },
    { to: { key: "other-key", costCenter: "Global" }, filters: { ...condition, operator: "exists" } },
  ];
  const said = "value of team-key in AWS, Label oneOf, other-key of Global, tag Team from 1700000000000:";
  const message = `${said} s3cr3t s3cr3t-1 s3cr3t-default s3cr3t-why`;
  const answer = { status: 422, json: { error: "INVALID", message, errors: [{ path: "/rules/0/to", message }] } };
  const error = await failure(
    (client) =>
      client.virtualTags.create({
        name: "Team",
        rules,
        defaultValue: "s3cr3t-default",
        versionMetadata: { changeDescription: "s3cr3t-why" },
      }),
    answer,
  );
  const left = `${said} [hidden] [hidden] [hidden] [hidden]`;
  expect(error).toMatchObject({ serviceMessage: left, issues: [{ path: "rules[0].to", message: left }] });
});

test.each<[string, Answer]>([
  ["a message", { status: 422, json: { error: "INVALID", message: "not s3cr3t, but unso-cr3t" } }],
  ["a text", { status: 422, text: "not s3cr3t, but unso-cr3t" }],
  ["a text of JSON", { status: 422, json: "not s3cr3t, but unso-cr3t" }],
  ["a page", { status: 422, text: "<html><body>not s3cr3t, but <b>unso-cr3t</b></body></html>" }],
  ["a page's title", { status: 422, text: "<html><title>not s3cr3t, but unso-cr3t</title></html>" }],
])("whole words go from %s, and no parts of others", async (_, answer) => {
  const error = await failureOf(saying("s3cr3t", "so-cr3t", "html", "title"), answer);
  expect(error.serviceMessage).toBe("not [hidden], but unso-cr3t");
});

test("what toJSON makes of it is what is hidden", async () => {
  const url = new URL("https://hooks.example.com/s3cr3t");
  const error = await failureOf(saying(url), { status: 422, json: { error: "X", message: `no ${url.href} here` } });
  expect(error.serviceMessage).toBe("no [hidden] here");
});

test("what contains itself is refused as what JSON can't hold", async () => {
  const loop: Record<string, unknown> = {};
  loop["self"] = [loop];
  server.play({ status: 200, json: {} });
  const error = await failureOf({ Web: { customMetadata: loop } }, { status: 200, json: {} });
  expect(error).toBeInstanceOf(InvalidInput);
  expect(error.message).toContain("an object that contains itself");
  expect(server.requests).toEqual([]);
});

test("a name that gets lost is found beside what contains itself", () => {
  const loop: Record<string, unknown> = {};
  loop["self"] = [loop, JSON.parse('{"__proto__": 1}')];
  expect(lostPaths(loop, "it")).toEqual(['it["self"][1]["__proto__"]']);
  const twice = JSON.parse('{"__proto__": 1}') as unknown;
  expect(lostPaths([twice, twice], "it")).toHaveLength(2);
});

describe("every encoding of a whole word is found", () => {
  const encoded: [string, (text: string) => string][] = [
    ["itself", (text) => text],
    ["the other case", (text) => text.toUpperCase()],
    ["an address", (text) => `https://example.com/?q=%22${encodeURIComponent(text)}%22`],
    ["an address in lower case", (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase())],
    ["JSON in JSON", (text) => JSON.stringify({ note: `line\n${text}\nline` })],
    [
      "a page",
      (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    ],
    ["base64", (text) => Buffer.from(text).toString("base64")],
  ];
  describe.each(["s3cr3t", 'a "canary" <&> / \\ b', "pässwörter 日本", "two\nlines\tand", "----", "token="])(
    "%j",
    (text) => {
      test.each(encoded)("%s", (_, encode) => {
        const said = contentsHider(["other", text, "more"])(`can't save (${encode(text)}) here`);
        expect(said).toContain("[hidden]");
        expect(said).toMatch(/^can't save \(.*\) here$/s);
        for (const word of text.match(/[\p{L}\p{N}]{3,}/gu) ?? []) expect(said.toLowerCase()).not.toContain(word);
      });
    },
  );

  test("half of a pair hinders nothing", () => {
    expect(contentsHider(["half a\ud800b", "s3cr3t"])("no half a\ud800b, no s3cr3t")).toBe("no [hidden], no [hidden]");
  });

  test("texts that overlap, or contain each other, leave nothing behind", () => {
    expect(contentsHider(["one twos", "twos three", "twos"])("no one twos three, no twos")).toBe(
      "no [hidden], no [hidden]",
    );
  });

  test.each([1, 6, 9, 13])(
    "what stands %i characters before the end of what is shown does not show in part",
    (before) => {
      const said = contentsHider(["s3cr3t and more of it"])(
        `${" ".repeat(2000 - before)}s3cr3t and more of it, the rest`,
      );
      expect(said.trim()).toBe("[hidden]");
    },
  );
});

describe("10,000 texts", () => {
  const texts = Array.from({ length: 10_000 }, (_, index) => `arn:aws:iam::123456789012:role/owner-${index}`);
  test.each([
    ["a short message", "the metadata of arn:aws:iam::123456789012:role/owner-9876 can't be saved"],
    ["all of them", `can't save ${JSON.stringify(texts)}`],
  ])("hold nobody up in %s", (_, message) => {
    const hide = (): string => contentsHider(texts)(message);
    hide();
    const start = performance.now();
    const said = hide();
    const milliseconds = performance.now() - start;
    expect(said).not.toContain("arn");
    // Some 50 ms on a busy machine; to search for each took 12 s.
    expect(milliseconds).toBeLessThan(1000);
  });
});
