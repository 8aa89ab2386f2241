/** Every switch, both ways, but those of V1. */
import { createTag, filter, isoDate, longDate, tagBody, tags, uuid, type Reply, type Running } from "../support";
import { both, expectAllPlayed, status } from "./switchRows";

const nobody = "00000000-0000-4000-8000-000000000000";
const v1 = "/v1/virtual-tags";

const wrongRules = { ...tagBody(), rules: [{ to: "a", filters: { AND: [] } }] };
const withFilter = (change: object): object => ({
  ...tagBody(),
  rules: [{ to: "a", filters: { ...filter, ...change } }],
});

describe("credentials and errors", () => {
  const named = (clientId: string, secretKey: string) => (emulator: Running) =>
    status(
      emulator.send("GET", tags, {
        headers: { [clientId]: "emulator", [secretKey]: "emulator-secret" },
        as: { clientId: "x", secretKey: "x" },
      }),
    );
  both("clientIdHeader", named("x-acme-client-id", "x-service-secret-key"), [
    { switches: {}, seen: 401 },
    { switches: { clientIdHeader: "X-Acme-Client-Id" }, seen: 200 },
  ]);
  both("secretKeyHeader", named("x-service-client-id", "x-acme-secret-key"), [
    { switches: {}, seen: 401 },
    { switches: { secretKeyHeader: "X-Acme-Secret-Key" }, seen: 200 },
  ]);

  const message = `There is no Virtual Tag ${nobody}.`;
  const missing = async (emulator: Running): Promise<unknown> => {
    const { body, text, headers } = await emulator.send("GET", `${tags}/${nobody}`);
    return [headers.get("content-type"), body ?? text];
  };
  const json = "application/json; charset=utf-8";
  const plain = "text/plain; charset=utf-8";
  const page = "<html><head><title>VTAG_NOT_FOUND</title></head><body></body></html>";
  both("errorBody", missing, [
    { switches: {}, seen: [json, { requestId: uuid, error: "VTAG_NOT_FOUND", message }] },
    { switches: { errorBody: "message" }, seen: [json, { message }] },
    {
      switches: { errorBody: "nested" },
      seen: [json, { requestId: uuid, error: { code: "VTAG_NOT_FOUND", message } }],
    },
    { switches: { errorBody: "text" }, seen: [plain, message] },
    { switches: { errorBody: "html" }, seen: ["text/html; charset=utf-8", page] },
    { switches: { errorBody: "empty" }, seen: [plain, ""] },
  ]);
  both("notFoundStatus", (emulator) => status(emulator.send("GET", `${tags}/${nobody}`)), [
    { switches: {}, seen: 404 },
    { switches: { notFoundStatus: 400 }, seen: 400 },
  ]);
  both("wrongStructureStatus", (emulator) => status(emulator.send("POST", tags, { body: wrongRules })), [
    { switches: {}, seen: 422 },
    { switches: { wrongStructureStatus: 400 }, seen: 400 },
  ]);
});

describe("tags", () => {
  const get = async (emulator: Running, id: string): Promise<Reply> => emulator.send("GET", `${tags}/${id}`);

  both("dates", async (emulator) => (await get(emulator, await createTag(emulator))).at("data.updatedAt"), [
    { switches: {}, seen: longDate },
    { switches: { dates: "iso" }, seen: isoDate },
  ]);
  both("v2StringValues", (emulator) => status(emulator.send("POST", tags, { body: withFilter({ value: "a" }) })), [
    { switches: {}, seen: 422 },
    { switches: { v2StringValues: true }, seen: 200 },
  ]);
  both("keyTypes", (emulator) => status(emulator.send("POST", tags, { body: withFilter({ type: "custom_cost" }) })), [
    { switches: {}, seen: 200 },
    { switches: { keyTypes: "listed" }, seen: 422 },
  ]);

  const typedDefault = { ...tagBody(), defaultValue: { key: "team", costCenter: "AWS", type: "tag" } };
  const plainDefault = { ...tagBody(), defaultValue: { key: "team", costCenter: "AWS" } };
  const defaultValues = async (emulator: Running): Promise<unknown> => [
    await status(emulator.send("POST", tags, { body: typedDefault })),
    await status(emulator.send("POST", v1, { body: typedDefault })),
    await status(emulator.send("POST", tags, { body: plainDefault })),
    await status(
      emulator.send("POST", tags, {
        body: { ...tagBody(), rules: [{ to: typedDefault.defaultValue, filters: filter }] },
      }),
    ),
  ];
  both("defaultValueType", defaultValues, [
    { switches: {}, seen: [200, 200, 200, 200] },
    { switches: { defaultValueType: "refused" }, seen: [422, 422, 200, 200] },
  ]);

  const stagedCreate = async (emulator: Running): Promise<unknown> => {
    const id = await createTag(emulator, "Team", "a", "?setAsLive=false");
    return (await emulator.send("GET", `${tags}/${id}/versions`)).at("data.0.isLive");
  };
  both("stagedCreateIsLive", stagedCreate, [
    { switches: {}, seen: false },
    { switches: { stagedCreateIsLive: true }, seen: true },
  ]);

  const stagedRead = async (emulator: Running): Promise<unknown> => {
    const id = await createTag(emulator, "Team", "live");
    await emulator.send("PUT", `${tags}/${id}?setAsLive=false`, { body: tagBody("Team", "staged") });
    return (await get(emulator, id)).at("data.rules.0.to");
  };
  both("stagedRead", stagedRead, [
    { switches: {}, seen: "live" },
    { switches: { stagedRead: "latest" }, seen: "staged" },
  ]);

  const listed = async (emulator: Running): Promise<unknown> => {
    await createTag(emulator);
    return (await emulator.send("GET", tags)).at("data.virtualTags.0.rules.length");
  };
  both("listHasRules", listed, [
    { switches: {}, seen: 1 },
    { switches: { listHasRules: false }, seen: undefined },
  ]);

  const acls = async (emulator: Running): Promise<unknown> => {
    const created = await emulator.send("POST", tags, { body: tagBody() });
    const got = await get(emulator, String(created.at("data.id")));
    const inList = await emulator.send("GET", tags);
    const inV1 = await emulator.send("GET", v1);
    return [
      created.at("data.acl"),
      got.at("data.acl"),
      inList.at("data.virtualTags.0.acl"),
      inV1.at("virtualTags.0.acl"),
    ].map((acl) => acl !== undefined);
  };
  both("aclIn", acls, [
    { switches: {}, seen: [false, true, true, true] },
    { switches: { aclIn: "all" }, seen: [true, true, true, true] },
    { switches: { aclIn: "none" }, seen: [false, false, false, false] },
  ]);

  const undescribed = async (emulator: Running): Promise<unknown> => {
    const created = await emulator.send("POST", tags, { body: tagBody() });
    const versions = await emulator.send("GET", `${tags}/${String(created.at("data.id"))}/versions`);
    return [created.status, versions.at("data.0.changeDescription")];
  };
  both("changeDescription", undescribed, [
    { switches: {}, seen: [200, undefined] },
    { switches: { changeDescription: "required" }, seen: [400, undefined] },
    { switches: { changeDescription: "defaulted" }, seen: [200, "No description"] },
  ]);

  const twice = async (emulator: Running): Promise<unknown> => {
    const id = await createTag(emulator);
    const other = await createTag(emulator, "Other");
    return Promise.all([
      status(emulator.send("POST", tags, { body: tagBody() })),
      status(emulator.send("PUT", `${tags}/${other}`, { body: tagBody() })),
      status(emulator.send("PUT", `${tags}/${id}`, { body: tagBody() })),
      status(emulator.send("POST", v1, { body: { name: "Team", rules: [], defaultValue: "x" } })),
    ]);
  };
  both("uniqueNames", twice, [
    { switches: {}, seen: [200, 200, 200, 200] },
    { switches: { uniqueNames: true }, seen: [409, 409, 200, 409] },
  ]);

  const many = (emulator: Running): Promise<number[]> =>
    Promise.all(
      [2, 3, 1001].map((count) => {
        const rules = Array.from({ length: count }, () => tagBody().rules[0]);
        return status(emulator.send("POST", tags, { body: { ...tagBody(), rules } }));
      }),
    );
  both("maxRules", many, [
    { switches: {}, seen: [200, 200, 422] },
    { switches: { maxRules: 2 }, seen: [200, 422, 422] },
    { switches: { maxRules: null }, seen: [200, 200, 200] },
  ]);

  const rate = async (emulator: Running): Promise<unknown> => {
    emulator.control.setLimits({ enabled: true });
    const id = await createTag(emulator);
    return (await emulator.send("GET", `${tags}/${id}/versions`)).headers.get("x-endpoint-ratelimit-limit");
  };
  both("versionsLimits", rate, [
    { switches: {}, seen: "50" },
    { switches: { versionsLimits: "faq" }, seen: "100" },
  ]);
});

describe("metadata", () => {
  const put = async (emulator: Running, bodies: object[]): Promise<unknown> => {
    const path = `${tags}/${await createTag(emulator)}/metadata`;
    const statuses = [];
    for (const body of bodies) {
      statuses.push(await status(emulator.send("PUT", path, { body })));
    }
    return [...statuses, Object.keys((await emulator.send("GET", path)).at("data.metadata") as object)];
  };
  const nested = (value: string, mergeValuesAndMetadata: boolean): object => ({ [value]: { mergeValuesAndMetadata } });
  both("metadataNesting", (emulator) => put(emulator, [{ a: {} }, { b: {}, mergeValuesAndMetadata: true }]), [
    { switches: {}, seen: [200, 200, ["a", "b"]] },
    { switches: { metadataNesting: "perValue" }, seen: [200, 400, ["a"]] },
  ]);
  both(
    "metadataNesting",
    (emulator) =>
      put(emulator, [
        nested("a", false),
        nested("b", true),
        nested("c", false),
        { ...nested("d", true), ...nested("e", false) },
      ]),
    [
      { switches: { metadataNesting: "perValue" }, seen: [200, 200, 200, 400, ["c"]] },
      { switches: {}, seen: [400, 400, 400, 400, []] },
    ],
  );

  const merge = async (emulator: Running): Promise<unknown> => {
    const path = `${tags}/${await createTag(emulator)}/metadata`;
    await emulator.send("PUT", path, { body: { a: { groups: ["x"], endpoints: ["e"] } } });
    const body = { a: { groups: ["y"] }, mergeValuesAndMetadata: true };
    return (await emulator.send("PUT", path, { body })).at("data.metadata.a");
  };
  both("metadataMergeLists", merge, [
    { switches: {}, seen: { groups: ["x", "y"], customMetadata: {}, endpoints: ["e"] } },
    { switches: { metadataMergeLists: "replace" }, seen: { groups: ["y"], customMetadata: {}, endpoints: ["e"] } },
  ]);
  both("metadataMergeValues", merge, [
    { switches: {}, seen: { groups: ["x", "y"], customMetadata: {}, endpoints: ["e"] } },
    { switches: { metadataMergeValues: "replace" }, seen: { groups: ["y"], customMetadata: {}, endpoints: [] } },
  ]);
});

describe("paths", () => {
  both(
    "legacyPaths",
    async (emulator) => {
      const path = `${v1}/${await createTag(emulator)}/metadata`;
      return Promise.all([
        status(emulator.send("GET", path)),
        status(emulator.send("PUT", path, { body: { a: {} } })),
        status(emulator.send("GET", "/v1/megabill/query-language/keys")),
        status(emulator.send("GET", "/v1/megabill/query-language/values/AWS/team")),
      ]);
    },
    [
      { switches: {}, seen: [404, 404, 404, 404] },
      { switches: { legacyPaths: true }, seen: [200, 200, 200, 200] },
    ],
  );
  both("queryLanguageV2", (emulator) => status(emulator.send("GET", "/v2/query-language/keys")), [
    { switches: {}, seen: 200 },
    { switches: { queryLanguageV2: false }, seen: 404 },
  ]);
  both("scansPath", (emulator) => status(emulator.send("GET", "/v1/scans")), [
    { switches: {}, seen: 404 },
    { switches: { scansPath: "/v1/scans" }, seen: 200 },
  ]);
  both(
    "recommendationsPath",
    (emulator) => status(emulator.send("POST", "/v2/advice", { body: { scanId: "aws-ebs-idle" } })),
    [
      { switches: {}, seen: 404 },
      { switches: { recommendationsPath: "/v2/advice" }, seen: 200 },
    ],
  );
});

test("no switch but those of V1 is without a test", () => expectAllPlayed((name) => !name.startsWith("v1")));
