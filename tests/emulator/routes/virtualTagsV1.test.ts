/** Virtual Tags V1. */
import { having, longDate, matching, uuid } from "../matchers";
import { emulator, filter, startForTest, tagBody, tags, type Reply } from "../testEmulator";

const v1 = "/v1/virtual-tags";

beforeEach(startForTest);

describe("Virtual Tags V1", () => {
  const body = {
    ...tagBody(),
    rules: [{ to: "a", filters: { costCenter: "AWS", key: "team", operator: "is", value: "x" } }],
  };
  /** The condition as V2 requires it: with a type, and an array as the value. */
  const inV2 = { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: ["x"] };
  const create = async (): Promise<string> => String((await emulator.send("POST", v1, { body })).at("id"));

  test("GET /v1/virtual-tags returns {accountId, requestId, virtualTags}", async () => {
    const id = await create();
    const listed = await emulator.send("GET", v1);
    expect(listed.body).toEqual({
      accountId: "account-1",
      requestId: uuid,
      virtualTags: [having({ id, name: "Team" })],
    });
  });

  test("POST /v1/virtual-tags creates a tag that V2 returns too", async () => {
    const reply = await emulator.send("POST", v1, { body });
    expect(reply).toMatchObject({ status: 200, body: { requestId: uuid, name: "Team", accountId: "account-1" } });
    expect((await emulator.send("GET", tags)).at("data.virtualTags.0.rules")).toEqual([{ to: "a", filters: inV2 }]);
  });

  test("GET /v1/virtual-tags/{id} returns displayName on reads", async () => {
    const id = await create();
    const reply = await emulator.send("GET", `${v1}/${id}`);
    expect(reply.at("rules.0.filters")).toEqual({ ...inV2, displayName: "Team" });
    expect(reply.body).toMatchObject({ accountId: "account-1", createdAt: longDate });
  });

  test("PUT /v1/virtual-tags/{id} saves a live version", async () => {
    const id = await create();
    const changed = { ...body, defaultValue: "changed" };
    expect(await emulator.send("PUT", `${v1}/${id}`, { body: changed })).toMatchObject({ status: 200 });
    expect((await emulator.send("GET", `${v1}/${id}`)).at("defaultValue")).toBe("changed");
    expect((await emulator.send("GET", `${tags}/${id}/versions`)).at("data")).toHaveLength(2);
  });

  test("DELETE /v1/virtual-tags/{id} deletes the tag", async () => {
    const id = await create();
    const reply = await emulator.send("DELETE", `${v1}/${id}`);
    expect(reply.body).toEqual({ requestId: uuid, message: matching(/\bTeam\b/) });
    expect(await emulator.send("GET", `${v1}/${id}`)).toMatchObject({ status: 404 });
  });

  test("displayName must not be sent on create or update", async () => {
    const id = await create();
    const sent = { ...tagBody(), rules: [{ to: "a", filters: { ...filter, displayName: "Team" } }] };
    expect(await emulator.send("POST", v1, { body: sent })).toMatchObject({ status: 422 });
    expect(await emulator.send("PUT", `${v1}/${id}`, { body: sent })).toMatchObject({ status: 422 });
  });

  test("the operator isNot, and a value that is a string or an array", async () => {
    for (const change of [{ operator: "isNot" }, { value: "x" }, { value: ["x"] }, { type: "tag" }]) {
      const sent = { ...tagBody(), rules: [{ to: "a", filters: { ...filter, ...change } }] };
      expect(await emulator.send("POST", v1, { body: sent })).toMatchObject({ status: 200 });
    }
  });

  test.each([
    [undefined, { costCenter: "AWS", key: "Environment" }],
    [false, { costCenter: "AWS", key: "Environment" }],
    [true, { costCenter: "aws", key: "environment" }],
  ])("isCaseSensitive %p", async (isCaseSensitive, expected) => {
    const filters = { costCenter: "aws", key: "environment", operator: "exists" };
    const sent = { ...tagBody(), rules: [{ to: "a", filters }], isCaseSensitive };
    const id = String((await emulator.send("POST", v1, { body: sent })).at("id"));
    expect((await emulator.send("GET", `${v1}/${id}`)).at("rules.0.filters")).toMatchObject(expected);
  });

  test("the prefix finrichment_ is returned as f_", async () => {
    const filters = { costCenter: "AWS", key: "finrichment_usage_type", operator: "exists" };
    const to = { costCenter: "AWS", key: "finrichment_usage_type" };
    for (const isCaseSensitive of [false, true]) {
      const sent = { name: "Usage", defaultValue: to, rules: [{ to, filters }], isCaseSensitive };
      const reply = await emulator.send("POST", v1, { body: sent });
      expect(reply.at("rules.0.filters")).toMatchObject({ key: "f_usage_type", displayName: "Usage type" });
      expect(reply.at("rules.0.to")).toEqual({ costCenter: "AWS", key: "f_usage_type" });
      expect(reply.at("defaultValue")).toEqual({ costCenter: "AWS", key: "f_usage_type" });
    }
  });
});

describe("a tag saved through V1 has a form that V2 accepts", () => {
  const save = (condition: object): Promise<Reply> =>
    emulator.send("POST", v1, { body: { ...tagBody(), rules: [{ to: "a", filters: { OR: [condition] } }] } });
  const conditionOf = async (reply: Reply): Promise<unknown> =>
    (await emulator.send("GET", `${tags}/${String(reply.at("id"))}`)).at("data.rules.0.filters.OR.0");

  test.each([
    ["the catalog's type", { costCenter: "GCP", key: "f_sku" }, "billing_enrichment"],
    ["the catalog's type, in another casing", { costCenter: "kubernetes", key: "CLUSTER" }, "billing_dimension"],
    ["virtual_tag", { costCenter: "Virtual Tags", key: "deleted-long-ago" }, "virtual_tag"],
    ["tag, for a key that the catalog does not have", { costCenter: "AWS", key: "unknown" }, "tag"],
    ["the type that was sent", { costCenter: "AWS", key: "team", type: "resource" }, "resource"],
  ])("the type is %s", async (_what, key, type) => {
    expect(await conditionOf(await save({ ...key, operator: "exists" }))).toMatchObject({ type });
  });

  test("isNot is notIs in V2, and a string is an array", async () => {
    const reply = await save({ costCenter: "AWS", key: "team", operator: "isNot", value: "x" });
    expect(await conditionOf(reply)).toMatchObject({ operator: "notIs", value: ["x"] });
  });

  test.each(["open", "listed"] as const)("a version can be restored through V2, with keyTypes %s", async (keyTypes) => {
    emulator.control.setSwitches({ keyTypes });
    const reply = await emulator.send("POST", v1, {
      body: {
        name: "Vendors",
        defaultValue: { costCenter: "Custom Cost", key: "vendor" },
        rules: [
          { to: "a", filters: { costCenter: "Custom Cost", key: "vendor", operator: "isNot", value: "GitHub" } },
          {
            to: { costCenter: "Custom Cost", key: "vendor", type: "custom_cost" },
            filters: { costCenter: "Custom Cost", key: "vendor", type: "custom_cost", operator: "exists" },
          },
        ],
      },
    });
    const path = `${tags}/${String(reply.at("id"))}`;
    const versionId = String((await emulator.send("GET", `${path}/versions`)).at("data.0.id"));
    const data = (await emulator.send("GET", `${path}/versions/${versionId}`)).at("data.versionData") as object;
    expect(await emulator.send("PUT", path, { body: { name: "Vendors", ...data } })).toMatchObject({ status: 200 });
  });
});
