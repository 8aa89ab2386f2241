/** The OpenAPI document: types, defaults and statuses. scripts/emulator-contract.mjs compares it with the emulator's behavior. */
import { openApiDocument, type OpenApiDocument, type Switches } from "../../emulator";
import { emulator, startForTest, tags } from "./testEmulator";

type Json = Record<string, unknown>;

/** Returns the value at a path, and follows references. */
function at(document: OpenApiDocument, path: readonly string[]): unknown {
  const follow = (value: unknown): unknown => {
    const reference = (value as { $ref?: string } | undefined)?.$ref;
    return reference === undefined ? value : at(document, reference.slice(2).split("/"));
  };
  return path.reduce<unknown>((value, part) => follow((value as Json | undefined)?.[part]), document);
}

/** Returns the schema at a path below a response or request body, without references. */
function schemaOf(document: OpenApiDocument, operation: string, part: string, ...below: string[]): unknown {
  const [method = "", path = ""] = operation.split(" ");
  const content = part === "body" ? ["requestBody"] : ["responses", part];
  return at(document, [
    "paths",
    path,
    method.toLowerCase(),
    ...content,
    "content",
    "application/json",
    "schema",
    ...below,
  ]);
}

const one = "/v2/virtual-tags/{id}";
const versions = `${one}/versions`;
const data = ["properties", "data", "properties"];

/** Every object in the document. */
function objectsIn(value: unknown): Json[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Json, ...inner];
}

describe("for code generators", () => {
  test("is OpenAPI 3.0, without the types of 3.1 that generators don't know", () => {
    const document = openApiDocument();
    expect(document.openapi).toBe("3.0.3");
    const types = objectsIn(document).map(({ type }) => type);
    expect(types.filter((type) => Array.isArray(type) || type === "null")).toEqual([]);
    const keywords = new Set(objectsIn(document.components.schemas).flatMap((schema) => Object.keys(schema)));
    for (const unknown of ["const", "propertyNames", "$defs", "definitions", "prefixItems", "examples"]) {
      expect(keywords).not.toContain(unknown);
    }
  });

  test("nextCursor is a nullable string, and a cursor is an opaque string", () => {
    const document = openApiDocument();
    expect(
      schemaOf(document, `GET ${versions}`, "200", "properties", "pagination", "properties", "nextCursor"),
    ).toEqual({
      type: "string",
      nullable: true,
    });
    const parameters = document.paths[versions]?.["get"]?.parameters as { name: string; schema: Json }[];
    expect(parameters.find(({ name }) => name === "cursor")?.schema).toEqual({ type: "string" });
  });

  test("every reference has a target", () => {
    const document = openApiDocument();
    const references = objectsIn(document).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
    expect(references).not.toEqual([]);
    expect(references.filter((reference) => at(document, reference.slice(2).split("/")) === undefined)).toEqual([]);
  });

  test("rules, timeframes and values have the same types in responses as in bodies", () => {
    const document = openApiDocument();
    const inBody = schemaOf(document, `PUT ${one}`, "body", "properties", "rules", "items") as Json;
    const timeframe = schemaOf(
      document,
      `PUT ${one}`,
      "body",
      "properties",
      "rules",
      "items",
      "properties",
      "timeframe",
    );
    expect(timeframe).toMatchObject({ type: "object", required: ["from"], properties: { to: { format: "int64" } } });
    expect(inBody).toMatchObject({
      properties: {
        filters: { $ref: expect.any(String) as unknown },
      },
    });
    for (const [operation, ...below] of [
      [`GET ${one}`, ...data, "rules", "items"],
      [`PUT ${one}`, ...data, "rules", "items"],
      [`GET ${tags}`, ...data, "virtualTags", "items", "properties", "rules", "items"],
      ["GET /v2/virtual-tags/{vtagId}/versions/{id}", ...data, "versionData", "properties", "rules", "items"],
    ] as const) {
      expect(schemaOf(document, operation, "200", ...below)).toEqual(inBody);
    }
    expect(schemaOf(document, `GET ${one}`, "200", ...data, "defaultValue")).toEqual(
      schemaOf(document, `PUT ${one}`, "body", "properties", "defaultValue"),
    );
    const filtersV1 = schemaOf(
      document,
      "GET /v1/virtual-tags/{id}",
      "200",
      "properties",
      "rules",
      "items",
      "properties",
    );
    expect(JSON.stringify(filtersV1)).toContain("FilterV1Read");
  });
});

test("the defaults of parameters and fields", () => {
  const document = openApiDocument();
  const defaultOf = (path: string, method: string, name: string): unknown => {
    const parameters = document.paths[path]?.[method]?.parameters as { name: string; schema: Json }[];
    return parameters.find((parameter) => parameter.name === name)?.schema["default"];
  };
  expect(defaultOf(tags, "post", "setAsLive")).toBe(true);
  expect(defaultOf(one, "put", "setAsLive")).toBe(true);
  expect(defaultOf(versions, "get", "pageSize")).toBe(50);
  expect(defaultOf(versions, "get", "sortDirection")).toBe("desc");
  expect(schemaOf(document, "POST /v1/virtual-tags", "body", "properties", "isCaseSensitive", "default")).toBe(false);
  const merge = ["properties", "mergeValuesAndMetadata", "default"];
  expect(schemaOf(document, `PUT ${one}/metadata`, "body", ...merge)).toBe(false);
  const perValue = openApiDocument({ metadataNesting: "perValue" });
  expect(schemaOf(perValue, `PUT ${one}/metadata`, "body", "additionalProperties", ...merge)).toBe(false);
});

describe("rate-limit headers", () => {
  beforeEach(startForTest);

  test.each(["all", "draft7", "draft8", "split"] as const)(
    "declares the headers of %s, with their types",
    async (headers) => {
      emulator.control.setLimits({ enabled: true, headers, perRoute: { "GET /v1/endpoints": 1 } });
      const document = emulator.control.openapi();
      for (const status of ["200", "429"]) {
        const reply = await emulator.send("GET", "/v1/endpoints");
        expect(reply.status).toBe(Number(status));
        const sent = [...reply.headers].filter(([name]) => /ratelimit|retry-after/.test(name));
        expect(sent).not.toEqual([]);
        for (const [name, value] of sent) {
          const type = at(document, [
            "paths",
            "/v1/endpoints",
            "get",
            "responses",
            status,
            "headers",
            name,
            "schema",
            "type",
          ]);
          expect([name, type]).toEqual([name, /^\d+$/.test(value) && name !== "retry-after" ? "integer" : "string"]);
        }
      }
    },
  );

  test("only responses that have them declare them", () => {
    const responses = openApiDocument().paths[tags]?.["get"]?.responses ?? {};
    // Requests without credentials aren't counted.
    expect(responses["401"]).not.toHaveProperty("headers");
    expect(responses["200"]).not.toHaveProperty("headers.retry-after");
    expect(responses["429"]).toHaveProperty("headers.retry-after");
  });
});

describe("statuses and bodies follow the switches", () => {
  const statuses = (operation: string, switches: Partial<Switches>): number[] => {
    const [method = "", path = ""] = operation.split(" ");
    return Object.keys(openApiDocument(switches).paths[path]?.[method.toLowerCase()]?.responses ?? {}).map(Number);
  };

  test.each<[string, Partial<Switches>, number[]]>([
    [`GET ${one}`, {}, [200, 400, 401, 403, 404, 429]],
    [`GET ${one}`, { notFoundStatus: 400 }, [200, 400, 401, 403, 429]],
    [`GET ${versions}`, { notFoundStatus: 400 }, [200, 400, 401, 403, 429]],
    ["GET /v1/virtual-tags/{id}", { notFoundStatus: 400 }, [200, 400, 401, 403, 404, 410, 429, 500]],
    ["GET /v1/virtual-tags/{id}", { v1AfterEndOfLife: "serve" }, [200, 400, 401, 403, 404, 429, 500]],
    [`POST ${tags}`, {}, [200, 400, 401, 422, 429]],
    [`POST ${tags}`, { wrongStructureStatus: 400 }, [200, 400, 401, 429]],
    [`POST ${tags}`, { uniqueNames: true }, [200, 400, 401, 409, 422, 429]],
    [`POST ${tags}`, { uniqueNames: true, duplicateNameStatus: 422 }, [200, 400, 401, 422, 429]],
    ["POST /v1/virtual-tags", { uniqueNames: true, v1CreateStatus: 201 }, [201, 400, 401, 409, 410, 422, 429, 500]],
    [`PUT ${one}/metadata`, {}, [200, 400, 401, 403, 404, 429, 503, 504]],
    [`PUT ${one}/metadata`, { notFoundStatus: 400 }, [200, 400, 401, 403, 429, 503, 504]],
    [`PUT ${one}/metadata`, { metadataErrorStatus: 400 }, [200, 400, 401, 429, 503, 504]],
    ["GET /v1/catalog/query-language/values/{costcenter}/{key}", {}, [200, 400, 401, 429]],
    [
      "GET /v1/catalog/query-language/values/{costcenter}/{key}",
      { unknownCatalogKey: "error" },
      [200, 400, 401, 404, 429],
    ],
  ])("%s with %j", (operation, switches, expected) => {
    expect(statuses(operation, switches)).toEqual(expected);
  });

  test.each(["bare", "data", "virtualTag"] as const)("the V1 body is that of v1Body %s only", (v1Body) => {
    const properties = schemaOf(openApiDocument({ v1Body }), "GET /v1/virtual-tags/{id}", "200", "properties") as Json;
    expect(["name", "data", "virtualTag"].filter((name) => name in properties)).toEqual([
      v1Body === "bare" ? "name" : v1Body,
    ]);
  });

  test.each(["standard", "message", "nested", "text", "html", "empty"] as const)(
    "error bodies are %s",
    async (errorBody) => {
      await startForTest();
      emulator.control.setSwitches({ errorBody });
      const { headers } = await emulator.send("GET", `${tags}/x`);
      const content = at(emulator.control.openapi(), ["paths", one, "get", "responses", "404", "content"]);
      const type = headers.get("content-type")?.split(";")[0] ?? "";
      expect(Object.keys(content ?? {})).toEqual(errorBody === "empty" ? [] : [type]);
    },
  );

  test.each([true, false])("listHasRules %s", (listHasRules) => {
    const tag = schemaOf(
      openApiDocument({ listHasRules }),
      `GET ${tags}`,
      "200",
      ...data,
      "virtualTags",
      "items",
    ) as Json;
    expect("rules" in (tag["properties"] as Json)).toBe(listHasRules);
  });

  test.each([
    ["refused", true],
    ["ignored", false],
  ] as const)("v2UnknownFields %s", (v2UnknownFields, isClosed) => {
    const document = openApiDocument({ v2UnknownFields });
    const { additionalProperties } = schemaOf(document, `PUT ${one}`, "body") as Json;
    expect(additionalProperties === false).toBe(isClosed);
  });
});
