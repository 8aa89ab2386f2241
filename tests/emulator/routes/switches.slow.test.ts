/** Every value of every switch that no other file tests. */
import { isoDate, longDate, matching, uuid } from "../matchers";
import { createTag, filter, tagBody, tags, type Reply, type TestEmulator } from "../testEmulator";
import { expectAllValuesTested, status, testSwitch } from "./switchCases";

const unknownId = "00000000-0000-4000-8000-000000000000";
const v1 = "/v1/virtual-tags";

const invalidRules = { ...tagBody(), rules: [{ to: "a", filters: { AND: [] } }] };
const withFilter = (change: object): object => ({
  ...tagBody(),
  rules: [{ to: "a", filters: { ...filter, ...change } }],
});

describe("credentials and errors", () => {
  const withHeaders = (clientId: string, secretKey: string) => (emulator: TestEmulator) =>
    status(
      emulator.send("GET", tags, {
        headers: { [clientId]: "emulator", [secretKey]: "emulator-secret" },
        as: { clientId: "x", secretKey: "x" },
      }),
    );
  testSwitch("clientIdHeader", withHeaders("x-acme-client-id", "x-service-secret-key"), [
    { switches: {}, result: 401 },
    { switches: { clientIdHeader: "X-Acme-Client-Id" }, result: 200 },
  ]);
  testSwitch("secretKeyHeader", withHeaders("x-service-client-id", "x-acme-secret-key"), [
    { switches: {}, result: 401 },
    { switches: { secretKeyHeader: "X-Acme-Secret-Key" }, result: 200 },
  ]);

  const message = matching(new RegExp(unknownId));
  const notFound = async (emulator: TestEmulator): Promise<unknown> => {
    const { body, text, headers } = await emulator.send("GET", `${tags}/${unknownId}`);
    return [headers.get("content-type"), body ?? text];
  };
  const json = "application/json; charset=utf-8";
  const plain = "text/plain; charset=utf-8";
  const page = "<html><head><title>VTAG_NOT_FOUND</title></head><body></body></html>";
  testSwitch("errorBody", notFound, [
    { switches: {}, result: [json, { requestId: uuid, error: "VTAG_NOT_FOUND", message }] },
    { switches: { errorBody: "message" }, result: [json, { message }] },
    {
      switches: { errorBody: "nested" },
      result: [json, { requestId: uuid, error: { code: "VTAG_NOT_FOUND", message } }],
    },
    { switches: { errorBody: "text" }, result: [plain, message] },
    { switches: { errorBody: "html" }, result: ["text/html; charset=utf-8", page] },
    { switches: { errorBody: "empty" }, result: [plain, ""] },
  ]);
  testSwitch("notFoundStatus", (emulator) => status(emulator.send("GET", `${tags}/${unknownId}`)), [
    { switches: {}, result: 404 },
    { switches: { notFoundStatus: 400 }, result: 400 },
  ]);
  testSwitch("wrongStructureStatus", (emulator) => status(emulator.send("POST", tags, { body: invalidRules })), [
    { switches: {}, result: 422 },
    { switches: { wrongStructureStatus: 400 }, result: 400 },
  ]);
});

describe("tags", () => {
  const get = async (emulator: TestEmulator, id: string): Promise<Reply> => emulator.send("GET", `${tags}/${id}`);

  testSwitch("dates", async (emulator) => (await get(emulator, await createTag(emulator))).at("data.updatedAt"), [
    { switches: {}, result: longDate },
    { switches: { dates: "iso" }, result: isoDate },
  ]);
  testSwitch(
    "keyTypes",
    (emulator) => status(emulator.send("POST", tags, { body: withFilter({ type: "custom_cost" }) })),
    [
      { switches: {}, result: 200 },
      { switches: { keyTypes: "listed" }, result: 422 },
    ],
  );

  const typedDefault = { ...tagBody(), defaultValue: { key: "team", costCenter: "AWS", type: "tag" } };
  const plainDefault = { ...tagBody(), defaultValue: { key: "team", costCenter: "AWS" } };
  const defaultValues = async (emulator: TestEmulator): Promise<unknown> => [
    await status(emulator.send("POST", tags, { body: typedDefault })),
    await status(emulator.send("POST", v1, { body: typedDefault })),
    await status(emulator.send("POST", tags, { body: plainDefault })),
    await status(
      emulator.send("POST", tags, {
        body: { ...tagBody(), rules: [{ to: typedDefault.defaultValue, filters: filter }] },
      }),
    ),
  ];
  testSwitch("defaultValueType", defaultValues, [
    { switches: {}, result: [200, 200, 200, 200] },
    { switches: { defaultValueType: "refused" }, result: [422, 422, 200, 200] },
  ]);

  const ruleCountInList = async (emulator: TestEmulator): Promise<unknown> => {
    await createTag(emulator);
    return (await emulator.send("GET", tags)).at("data.virtualTags.0.rules.length");
  };
  testSwitch("listHasRules", ruleCountInList, [
    { switches: {}, result: 1 },
    { switches: { listHasRules: false }, result: undefined },
  ]);

  const acls = async (emulator: TestEmulator): Promise<unknown> => {
    const created = await emulator.send("POST", tags, { body: tagBody() });
    const fetched = await get(emulator, String(created.at("data.id")));
    const inList = await emulator.send("GET", tags);
    const inV1 = await emulator.send("GET", v1);
    return [
      created.at("data.acl"),
      fetched.at("data.acl"),
      inList.at("data.virtualTags.0.acl"),
      inV1.at("virtualTags.0.acl"),
    ].map((acl) => acl !== undefined);
  };
  testSwitch("aclIn", acls, [
    { switches: {}, result: [false, true, true, true] },
    { switches: { aclIn: "all" }, result: [true, true, true, true] },
    { switches: { aclIn: "none" }, result: [false, false, false, false] },
  ]);

  const saveWithoutDescription = async (emulator: TestEmulator): Promise<unknown> => {
    const created = await emulator.send("POST", tags, { body: tagBody() });
    const versions = await emulator.send("GET", `${tags}/${String(created.at("data.id"))}/versions`);
    return [created.status, versions.at("data.0.changeDescription")];
  };
  testSwitch("changeDescription", saveWithoutDescription, [
    { switches: {}, result: [200, undefined] },
    { switches: { changeDescription: "required" }, result: [400, undefined] },
    { switches: { changeDescription: "defaulted" }, result: [200, "No description"] },
  ]);

  const decomposed = "Cafe\u0301";
  const keptNames = async (emulator: TestEmulator): Promise<unknown> => {
    const body = { ...tagBody(decomposed), versionMetadata: { changeDescription: decomposed } };
    const created = await emulator.send("POST", tags, { body });
    const path = `${tags}/${String(created.at("data.id"))}`;
    const entered = await emulator.send("PUT", `${path}/metadata`, { body: { [decomposed]: { groups: ["g"] } } });
    const endpoint = { type: "email", name: decomposed, configuration: { to: "a@example.com" } };
    return [
      created.at("data.name"),
      (await emulator.send("GET", `${path}/versions`)).at("data.0.changeDescription"),
      ...Object.keys(entered.at("data.metadata") as object),
      (await emulator.send("POST", "/v1/endpoints", { body: endpoint })).at("endpoint.name"),
      (
        await emulator.send("PUT", `/v1/virtual-tags/${String(created.at("data.id"))}`, { body: tagBody(decomposed) })
      ).at("name"),
    ];
  };
  testSwitch("unicodeForm", keptNames, [
    { switches: {}, result: Array.from({ length: 5 }, () => decomposed) },
    { switches: { unicodeForm: "nfc" }, result: Array.from({ length: 5 }, () => "Caf\u00e9") },
  ]);

  const keptDescription = async (emulator: TestEmulator): Promise<unknown> => {
    const body = { ...tagBody(), versionMetadata: { changeDescription: "one, two, three" } };
    const created = await emulator.send("POST", tags, { body });
    const versions = await emulator.send("GET", `${tags}/${String(created.at("data.id"))}/versions`);
    return versions.at("data.0.changeDescription");
  };
  testSwitch("maxChangeDescription", keptDescription, [
    { switches: {}, result: "one, two, three" },
    { switches: { maxChangeDescription: 8 }, result: "one, two" },
  ]);

  const duplicateNames = async (emulator: TestEmulator): Promise<unknown> => {
    const id = await createTag(emulator);
    const other = await createTag(emulator, "Other");
    return Promise.all([
      status(emulator.send("POST", tags, { body: tagBody() })),
      status(emulator.send("PUT", `${tags}/${other}`, { body: tagBody() })),
      status(emulator.send("PUT", `${tags}/${id}`, { body: tagBody() })),
      status(emulator.send("POST", v1, { body: { name: "Team", rules: [], defaultValue: "x" } })),
    ]);
  };
  testSwitch("uniqueNames", duplicateNames, [
    { switches: {}, result: [200, 200, 200, 200] },
    { switches: { uniqueNames: true }, result: [409, 409, 200, 409] },
  ]);

  const duplicateStatus = async (emulator: TestEmulator): Promise<unknown> => {
    emulator.control.setSwitches({ uniqueNames: true });
    const id = await createTag(emulator, "Other");
    await createTag(emulator);
    const replies = [
      await emulator.send("POST", tags, { body: tagBody() }),
      await emulator.send("PUT", `${tags}/${id}`, { body: tagBody() }),
      await emulator.send("POST", v1, { body: { name: "Team", rules: [], defaultValue: "x" } }),
    ];
    return replies.map((reply) => [reply.status, reply.at("error")]);
  };
  const conflict = (code: number): unknown[] => Array.from({ length: 3 }, () => [code, "CONFLICT"]);
  testSwitch("duplicateNameStatus", duplicateStatus, [
    { switches: {}, result: conflict(409) },
    { switches: { duplicateNameStatus: 422 }, result: conflict(422) },
  ]);

  const ruleCounts = (emulator: TestEmulator): Promise<number[]> =>
    Promise.all(
      [2, 3, 1001].map((count) => {
        const rules = Array.from({ length: count }, () => tagBody().rules[0]);
        return status(emulator.send("POST", tags, { body: { ...tagBody(), rules } }));
      }),
    );
  testSwitch("maxRules", ruleCounts, [
    { switches: {}, result: [200, 200, 422] },
    { switches: { maxRules: 2 }, result: [200, 422, 422] },
    { switches: { maxRules: null }, result: [200, 200, 200] },
  ]);

  const rates = async (emulator: TestEmulator): Promise<unknown> => {
    emulator.control.setLimits({ enabled: true });
    const path = `${tags}/${await createTag(emulator)}/versions`;
    const list = await emulator.send("GET", path);
    const one = await emulator.send("GET", `${path}/${String(list.at("data.0.id"))}`);
    return [list, one].map(({ headers }) => headers.get("x-endpoint-ratelimit-limit"));
  };
  testSwitch("versionsLimits", rates, [
    { switches: {}, result: ["50", "100"] },
    { switches: { versionsLimits: "faq" }, result: ["100", "300"] },
  ]);
});

describe("paths and catalog", () => {
  testSwitch(
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
      { switches: {}, result: [404, 404, 404, 404] },
      { switches: { legacyPaths: true }, result: [200, 200, 200, 200] },
    ],
  );
  const unknownKey = async (emulator: TestEmulator): Promise<unknown> => {
    const replies = await Promise.all(
      ["/v1/catalog/query-language/values/AWS/teem", "/v2/query-language/values/AWS/teem"].map((path) =>
        emulator.send("GET", path),
      ),
    );
    const known = await emulator.send("GET", "/v2/query-language/values/AWS/team?type=resource");
    return [...replies, known].map((reply) => [reply.status, reply.at("values") ?? reply.at("data.values")]);
  };
  testSwitch("unknownCatalogKey", unknownKey, [
    {
      switches: {},
      result: [
        [200, []],
        [200, []],
        [200, []],
      ],
    },
    {
      switches: { unknownCatalogKey: "error" },
      result: [
        [404, undefined],
        [404, undefined],
        [200, []],
      ],
    },
  ]);
  testSwitch("queryLanguageV2", (emulator) => status(emulator.send("GET", "/v2/query-language/keys")), [
    { switches: {}, result: 200 },
    { switches: { queryLanguageV2: false }, result: 404 },
  ]);
  testSwitch("scansPath", (emulator) => status(emulator.send("GET", "/v1/scans")), [
    { switches: {}, result: 404 },
    { switches: { scansPath: "/v1/scans" }, result: 200 },
  ]);
  testSwitch(
    "recommendationsPath",
    (emulator) => status(emulator.send("POST", "/v2/advice", { body: { scanId: "aws-ebs-idle" } })),
    [
      { switches: {}, result: 404 },
      { switches: { recommendationsPath: "/v2/advice" }, result: 200 },
    ],
  );
});

test("every value of every other switch has a test", () => {
  expectAllValuesTested((name) => !/^(v1|v2|staged|metadata)/.test(name));
});
