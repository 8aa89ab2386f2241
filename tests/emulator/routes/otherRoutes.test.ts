/** Notification endpoints, the catalog and scans. */
import { longDate, uuid } from "../matchers";
import { emulator, startForTest, createTag } from "../testEmulator";

describe("notification endpoints", () => {
  beforeEach(startForTest);

  describe("notification endpoints V1", () => {
    const email = { type: "email", name: "FinOps", configuration: { to: "finops@example.com" } };

    test("GET /v1/endpoints returns {endpoints, requestId}", async () => {
      expect((await emulator.send("GET", "/v1/endpoints")).body).toEqual({ endpoints: [], requestId: uuid });
      await emulator.send("POST", "/v1/endpoints", { body: email });
      expect((await emulator.send("GET", "/v1/endpoints")).at("endpoints")).toEqual([
        { ...email, id: uuid, createdBy: "emulator@example.com", createdAt: longDate },
      ]);
    });

    test.each(["email", "slack"])("POST /v1/endpoints creates an endpoint of type %s", async (type) => {
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

    test("configuration is absent on msteams entries", async () => {
      emulator.control.seed();
      const { endpoints } = (await emulator.send("GET", "/v1/endpoints")).body as { endpoints: { type: string }[] };
      expect(endpoints.map(({ type }) => type)).toEqual(["email", "slack", "msteams"]);
      expect(endpoints[2]).not.toHaveProperty("configuration");
      expect(endpoints[1]).toHaveProperty("configuration.to");
    });
  });
});

/** The key catalog, and the query language V2. */
describe("the catalog", () => {
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
});

/** Scans. */
describe("all scans", () => {
  beforeEach(startForTest);

  describe("scans", () => {
    test("GET list of scans returns {requestId, scans}", async () => {
      const reply = await emulator.send("GET", "/v1/cost-guard/scans");
      expect(reply.body).toEqual({ requestId: uuid, scans: reply.at("scans") });
      expect(reply.at("scans.0")).toEqual({
        scanId: "aws-ec2-rightsizing",
        scanName: "EC2 rightsizing",
        scanMetadata: { type: "rightsizing", costCenter: "AWS" },
      });
    });

    test("POST scan recommendations returns the recommendations of an existing scan", async () => {
      const path = "/v1/cost-guard/scans-recommendations";
      const reply = await emulator.send("POST", path, { body: { scanId: "aws-ebs-idle", groupBy: ["team"] } });
      expect(reply).toMatchObject({ status: 200, body: { recommendations: [{ scanId: "aws-ebs-idle" }] } });
      expect(await emulator.send("POST", path, { body: { scanId: "none" } })).toMatchObject({ status: 404 });
    });
  });
});
