/** Sections 4.4 to 4.8 of the API document. */
import { createTag, emulator, filter, having, longDate, startAnew, tagBody, tags, uuid } from "../support";

beforeEach(startAnew);

const v1 = "/v1/virtual-tags";

describe("section 4.4, Virtual Tags V1", () => {
  const body = {
    ...tagBody(),
    rules: [{ to: "a", filters: { costCenter: "AWS", key: "team", operator: "is", value: "x" } }],
  };
  const create = async (): Promise<string> => String((await emulator.send("POST", v1, { body })).at("id"));

  test("GET /v1/virtual-tags answers {accountId, requestId, virtualTags}", async () => {
    const id = await create();
    const listed = await emulator.send("GET", v1);
    expect(listed.body).toEqual({
      accountId: "account-1",
      requestId: uuid,
      virtualTags: [having({ id, name: "Team" })],
    });
  });

  test("POST /v1/virtual-tags makes a tag that V2 sees too", async () => {
    const reply = await emulator.send("POST", v1, { body });
    expect(reply).toMatchObject({ status: 200, body: { requestId: uuid, name: "Team", accountId: "account-1" } });
    expect((await emulator.send("GET", tags)).at("data.virtualTags.0.rules")).toEqual(body.rules);
  });

  test("GET /v1/virtual-tags/{id} returns displayName on reads", async () => {
    const id = await create();
    const reply = await emulator.send("GET", `${v1}/${id}`);
    expect(reply.at("rules.0.filters")).toEqual({ ...body.rules[0]?.filters, displayName: "Team" });
    expect(reply.body).toMatchObject({ accountId: "account-1", createdAt: longDate });
  });

  test("PUT /v1/virtual-tags/{id} saves a live version", async () => {
    const id = await create();
    const changed = { ...body, defaultValue: "changed" };
    expect(await emulator.send("PUT", `${v1}/${id}`, { body: changed })).toMatchObject({ status: 200 });
    expect((await emulator.send("GET", `${v1}/${id}`)).at("defaultValue")).toBe("changed");
    expect((await emulator.send("GET", `${tags}/${id}/versions`)).at("data")).toHaveLength(2);
  });

  test("DELETE /v1/virtual-tags/{id} confirms", async () => {
    const id = await create();
    const reply = await emulator.send("DELETE", `${v1}/${id}`);
    expect(reply.body).toEqual({ requestId: uuid, message: "Virtual Tag Team is deleted." });
    expect(await emulator.send("GET", `${v1}/${id}`)).toMatchObject({ status: 404 });
  });

  test("section 2.3: displayName must not be sent on create or update", async () => {
    const id = await create();
    const sent = { ...tagBody(), rules: [{ to: "a", filters: { ...filter, displayName: "Team" } }] };
    expect(await emulator.send("POST", v1, { body: sent })).toMatchObject({ status: 422 });
    expect(await emulator.send("PUT", `${v1}/${id}`, { body: sent })).toMatchObject({ status: 422 });
  });

  test("section 2.3: isNot, and a value that is a string or an array", async () => {
    for (const change of [{ operator: "isNot" }, { value: "x" }, { value: ["x"] }, { type: "tag" }]) {
      const sent = { ...tagBody(), rules: [{ to: "a", filters: { ...filter, ...change } }] };
      expect(await emulator.send("POST", v1, { body: sent })).toMatchObject({ status: 200 });
    }
  });

  test.each([
    [undefined, { costCenter: "AWS", key: "Environment" }],
    [false, { costCenter: "AWS", key: "Environment" }],
    [true, { costCenter: "aws", key: "environment" }],
  ])("section 2.1: isCaseSensitive %p", async (isCaseSensitive, expected) => {
    const filters = { costCenter: "aws", key: "environment", operator: "exists" };
    const sent = { ...tagBody(), rules: [{ to: "a", filters }], isCaseSensitive };
    const id = String((await emulator.send("POST", v1, { body: sent })).at("id"));
    expect((await emulator.send("GET", `${v1}/${id}`)).at("rules.0.filters")).toMatchObject(expected);
  });
});

describe("section 4.5, notification endpoints V1", () => {
  const email = { type: "email", name: "FinOps", configuration: { to: "finops@example.com" } };

  test("GET /v1/endpoints answers {endpoints, requestId}", async () => {
    expect((await emulator.send("GET", "/v1/endpoints")).body).toEqual({ endpoints: [], requestId: uuid });
    await emulator.send("POST", "/v1/endpoints", { body: email });
    expect((await emulator.send("GET", "/v1/endpoints")).at("endpoints")).toEqual([
      { ...email, id: uuid, createdBy: "emulator@example.com", createdAt: longDate },
    ]);
  });

  test.each(["email", "slack"])("POST /v1/endpoints makes one of type %s", async (type) => {
    const reply = await emulator.send("POST", "/v1/endpoints", { body: { ...email, type } });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      requestId: uuid,
      endpoint: {
        ...email,
        type,
        id: uuid,
        accountId: "account-1",
        createdBy: "emulator@example.com",
        createdAt: longDate,
        updatedAt: longDate,
      },
    });
  });

  test.each([
    ["type msteams", { ...email, type: "msteams" }],
    ["no name", { ...email, name: undefined }],
    ["no destination", { ...email, configuration: {} }],
    ["an unknown field", { ...email, description: "x" }],
  ])("%s: 400", async (_what, body) => {
    expect(await emulator.send("POST", "/v1/endpoints", { body })).toMatchObject({ status: 400 });
  });

  test("section 2.7: configuration is absent on msteams entries", async () => {
    emulator.control.seed();
    const { endpoints } = (await emulator.send("GET", "/v1/endpoints")).body as { endpoints: { type: string }[] };
    expect(endpoints.map(({ type }) => type)).toEqual(["email", "slack", "msteams"]);
    expect(endpoints[2]).not.toHaveProperty("configuration");
    expect(endpoints[1]).toHaveProperty("configuration.to");
  });
});

describe("section 4.6, key catalog V1", () => {
  const prefix = "/v1/catalog/query-language";

  test("GET /v1/catalog/query-language/keys answers {keys, requestId, accountId}", async () => {
    const reply = await emulator.send("GET", `${prefix}/keys`);
    expect(reply.body).toEqual({ keys: reply.at("keys"), requestId: uuid, accountId: "account-1" });
    const keys = reply.at("keys") as { costCenter: string }[];
    expect(keys).toContainEqual({ costCenter: "AWS", key: "team", displayName: "Team" });
    expect(new Set(keys.map(({ costCenter }) => costCenter))).toEqual(
      new Set(["AWS", "GCP", "Kubernetes", "Custom Cost"]),
    );
  });

  test("GET /v1/catalog/query-language/values/{costcenter}/{key} answers {values, request, requestId, accountId}", async () => {
    const reply = await emulator.send("GET", `${prefix}/values/Custom%20Cost/vendor`);
    expect(reply.body).toEqual({
      values: ["Atlassian", "Cloudflare", "GitHub", "PagerDuty"],
      request: { costCenter: "Custom Cost", key: "vendor" },
      requestId: uuid,
      accountId: "account-1",
    });
  });

  test("a Virtual Tag is a key, and what it gives are its values", async () => {
    const id = await createTag(emulator);
    const reply = await emulator.send("GET", `${prefix}/values/Virtual%20Tags/${id}`);
    expect(reply.at("values")).toEqual(["platform", "other"]);
  });
});

describe("sections 4.7 and 4.8", () => {
  test("GET list of scans answers {requestId, scans}", async () => {
    const reply = await emulator.send("GET", "/v1/cost-guard/scans");
    expect(reply.body).toEqual({ requestId: uuid, scans: reply.at("scans") });
    expect(reply.at("scans.0")).toEqual({
      scanId: "aws-ec2-rightsizing",
      scanName: "EC2 rightsizing",
      scanMetadata: { type: "rightsizing", costCenter: "AWS" },
    });
  });

  test("POST scan recommendations answers for a scan that exists", async () => {
    const path = "/v1/cost-guard/scans-recommendations";
    const reply = await emulator.send("POST", path, { body: { scanId: "aws-ebs-idle", groupBy: ["team"] } });
    expect(reply).toMatchObject({ status: 200, body: { recommendations: [{ scanId: "aws-ebs-idle" }] } });
    expect(await emulator.send("POST", path, { body: { scanId: "none" } })).toMatchObject({ status: 404 });
  });

  test("query language V2: keys with types, values of a type", async () => {
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
