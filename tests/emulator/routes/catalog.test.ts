/** The key catalog, and the query language V2. */
import { uuid } from "../matchers";
import { createTag, emulator, startForTest } from "../testEmulator";

beforeEach(startForTest);

describe("key catalog V1", () => {
  const prefix = "/v1/catalog/query-language";

  test("GET /v1/catalog/query-language/keys returns {keys, requestId, accountId}", async () => {
    const reply = await emulator.send("GET", `${prefix}/keys`);
    expect(reply.body).toEqual({ keys: reply.at("keys"), requestId: uuid, accountId: "account-1" });
    const keys = reply.at("keys") as { costCenter: string }[];
    expect(keys).toContainEqual({ costCenter: "AWS", key: "team", displayName: "Team" });
    expect(new Set(keys.map(({ costCenter }) => costCenter))).toEqual(
      new Set(["AWS", "GCP", "Kubernetes", "Custom Cost"]),
    );
  });

  test("GET /v1/catalog/query-language/values/{costcenter}/{key} returns {values, request, requestId, accountId}", async () => {
    const reply = await emulator.send("GET", `${prefix}/values/Custom%20Cost/vendor`);
    expect(reply.body).toEqual({
      values: ["Atlassian", "Cloudflare", "GitHub", "PagerDuty"],
      request: { costCenter: "Custom Cost", key: "vendor" },
      requestId: uuid,
      accountId: "account-1",
    });
  });

  test("a Virtual Tag is a key with its static values", async () => {
    const id = await createTag(emulator);
    const reply = await emulator.send("GET", `${prefix}/values/Virtual%20Tags/${id}`);
    expect(reply.at("values")).toEqual(["platform", "other"]);
  });
});

describe("query language V2", () => {
  test("keys with their types, and values of one type or all", async () => {
    const keys = await emulator.send("GET", "/v2/query-language/keys");
    expect(keys.at("data.keys")).toContainEqual({
      costCenter: "AWS",
      key: "team",
      displayName: "Team",
      types: ["tag"],
    });
    const path = "/v2/query-language/values/GCP/env";
    expect((await emulator.send("GET", path)).at("data.values")).toEqual(["prod", "dev"]);
    expect((await emulator.send("GET", `${path}?type=tag`)).at("data.values")).toEqual(["prod", "dev"]);
    expect((await emulator.send("GET", `${path}?type=resource`)).at("data.values")).toEqual([]);
  });
});
