/** Builds the OpenAPI document from the routes and the schemas that the emulator validates requests with. */
import { z } from "zod";
import type { Route } from "./http/route";
import type { OpenApiDocument, OpenApiOperation } from "./openApiTypes";
import { allRoutes } from "./routes/allRoutes";
import { errorContent } from "./routes/responseSchemas";
import type { Switches } from "./switches";

type Json = Record<string, unknown>;

type ToJsonSchema = (schema: z.ZodType) => Json;

/** Returns a function that converts a schema to JSON Schema, and adds the named schemas in it to `components`. */
function jsonSchemaConverter(components: Json): ToJsonSchema {
  return (schema) => {
    const { definitions = {}, ...rest } = withComponentReferences(
      z.toJSONSchema(schema, { target: "openapi-3.0" }),
    ) as Json;
    for (const [name, definition] of Object.entries(definitions as Json)) {
      components[name] = withoutRootKeywords(definition as Json);
    }
    return withoutRootKeywords(rest);
  };
}

/** Removes the keywords that belong only at the root of a JSON Schema document. */
function withoutRootKeywords(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== "$schema" && keyword !== "id"));
}

/** Changes references to local definitions into references to the document's components. */
function withComponentReferences(schema: unknown): unknown {
  const text = JSON.stringify(schema)
    .replaceAll('"#/definitions/', '"#/components/schemas/')
    // A reference alone needs no allOf. Some generators make a type of their own of each.
    .replaceAll(/\{"allOf":\[(\{"\$ref":"[^"]*"\})\]\}/g, "$1");
  return JSON.parse(text) as unknown;
}

function parameters({ path, query }: Route, toJsonSchema: ToJsonSchema): Json[] {
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", minLength: 1 },
  }));
  const queryParameters = Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = toJsonSchema(field as z.ZodType);
    return { name, in: "query", ...(description === undefined ? {} : { description }), schema };
  });
  return [...pathParameters, ...queryParameters];
}

const statusDescriptions: Readonly<Record<number, string>> = {
  400: "Malformed request or missing required parameters",
  401: "Missing or invalid credentials",
  403: "Denied by the ACL of the Virtual Tag",
  404: "Resource not found",
  409: "The name is already in use",
  410: "This API version has reached its end of life",
  422: "The tag composition or structure is wrong",
  429: "Rate limit exceeded",
  500: "Unexpected server error",
  503: "Server unavailable",
  504: "Gateway timeout",
};

/** Rate-limit headers. Which of them a response has depends on the limits of the emulator. */
const limitHeaders: Json = {
  ratelimit: { description: "Limit, remaining requests and reset (IETF draft).", schema: { type: "string" } },
  "ratelimit-policy": { description: "Limit and window (IETF draft).", schema: { type: "string" } },
  ...Object.fromEntries(
    [
      ["account", "over all routes"],
      ["endpoint", "of this route"],
    ].flatMap(([scope = "", of = ""]) => [
      [`x-${scope}-ratelimit-limit`, integerHeader(`Requests per minute ${of}.`)],
      [`x-${scope}-ratelimit-remaining`, integerHeader(`Remaining requests ${of}.`)],
      [`x-${scope}-ratelimit-reset`, integerHeader(`When the limit ${of} resets: in seconds, or a Unix time.`)],
    ]),
  ),
};

const retryAfterHeader: Json = {
  description: "When to send the request again: in seconds, or a date.",
  schema: { type: "string" },
};

function integerHeader(description: string): Json {
  return { description, schema: { type: "integer" } };
}

function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers of a response. A request without valid credentials isn't counted. */
function headersOf(status: number): Json {
  const names = [...Object.keys(limitHeaders), ...(status === 429 ? ["retry-after"] : [])];
  return status === 401 ? {} : { headers: headerReferences(names) };
}

function contentOf(schemas: Readonly<Record<string, z.ZodType>>, toJsonSchema: ToJsonSchema): Json {
  const content = Object.entries(schemas).map(([type, schema]) => [type, { schema: toJsonSchema(schema) }]);
  return content.length === 0 ? {} : { content: Object.fromEntries(content) as Json };
}

function responses(route: Route, switches: Switches, toJsonSchema: ToJsonSchema): Json {
  const success: Json = {
    description: "Success",
    ...headersOf(200),
    ...contentOf(
      route.response === undefined ? { "text/plain": z.string() } : { "application/json": route.response },
      toJsonSchema,
    ),
  };
  const statuses = [...new Set([400, 401, 429, ...route.errorStatuses])].sort((a, b) => a - b);
  return Object.fromEntries([
    [String(route.status ?? 200), success],
    ...statuses.map((status) => [
      String(status),
      {
        description: statusDescriptions[status] ?? "Error",
        ...headersOf(status),
        ...contentOf(errorContent(switches), toJsonSchema),
      },
    ]),
  ]) as Json;
}

function operation(route: Route, switches: Switches, toJsonSchema: ToJsonSchema): OpenApiOperation {
  const allParameters = parameters(route, toJsonSchema);
  return {
    operationId: route.operation,
    summary: route.summary,
    ...(route.rate === undefined ? {} : { description: `Limit: ${route.rate} requests per minute and account.` }),
    tags: [route.group],
    ...(allParameters.length === 0 ? {} : { parameters: allParameters }),
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: toJsonSchema(route.body) } } } }),
    responses: responses(route, switches, toJsonSchema),
  };
}

/** Builds the OpenAPI document of the service with these switches. */
export function buildOpenApiDocument(switches: Switches): OpenApiDocument {
  const schemas: Json = {};
  const toJsonSchema = jsonSchemaConverter(schemas);
  const routes = allRoutes(switches);
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route, switches, toJsonSchema);
  }
  const header = (name: string): Json => ({ type: "apiKey", in: "header", name });
  return {
    // Not 3.1: some generators of clients, such as oapi-codegen before 2.6, don't know its nullable types.
    openapi: "3.0.3",
    info: {
      title: "Cost Allocation Service",
      version: "2",
      description: "Virtual Tags, versions, metadata, notification endpoints, key catalog and scans",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: "/", description: "The emulator that returned this document" }],
    tags: [...new Set(routes.map(({ group }) => group))].map((name) => ({ name, description: `${name}.` })),
    security: [{ clientId: [], secretKey: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b))),
      headers: { ...limitHeaders, "retry-after": retryAfterHeader },
      securitySchemes: { clientId: header(switches.clientIdHeader), secretKey: header(switches.secretKeyHeader) },
    },
  };
}
