/** Builds the OpenAPI document from the routes and the schemas that the emulator validates requests with. */
import { z } from "zod";
import type { Route } from "./http/route";
import type { OpenApiDocument, OpenApiOperation } from "./openApiTypes";
import { allRoutes } from "./routes/allRoutes";
import { errorResponse } from "./routes/responseSchemas";
import type { Switches } from "./switches";

type Json = Record<string, unknown>;

type ToJsonSchema = (schema: z.ZodType) => Json;

/** Returns a function that converts a schema to JSON Schema, and adds the named schemas in it to `components`. */
function jsonSchemaConverter(components: Json): ToJsonSchema {
  return (schema) => {
    const { $defs = {}, ...rest } = withComponentReferences(z.toJSONSchema(schema)) as Json;
    for (const [name, definition] of Object.entries($defs as Json)) {
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
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
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

function responses(route: Route, switches: Switches, toJsonSchema: ToJsonSchema): Json {
  const json = (schema: z.ZodType): Json => ({ "application/json": { schema: toJsonSchema(schema) } });
  const error = switches.errorBody === "standard" ? { content: json(errorResponse) } : {};
  const success = {
    description: "Success",
    content: route.response === undefined ? { "text/plain": { schema: { type: "string" } } } : json(route.response),
  };
  const structureStatus = route.errorStatuses.includes(422) ? [switches.wrongStructureStatus] : [];
  const statuses = [...new Set([400, 401, 429, ...route.errorStatuses, ...structureStatus])].sort((a, b) => a - b);
  return Object.fromEntries([
    [String(route.status ?? 200), success],
    ...statuses.map((status) => [String(status), { description: statusDescriptions[status] ?? "Error", ...error }]),
  ]) as Json;
}

function operation(route: Route, switches: Switches, toJsonSchema: ToJsonSchema): OpenApiOperation {
  const allParameters = parameters(route, toJsonSchema);
  return {
    operationId: route.operation,
    summary: route.summary,
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
    openapi: "3.1.0",
    info: {
      title: "Cost Allocation Service",
      version: "2",
      summary: "Virtual Tags, versions, metadata, notification endpoints, key catalog and scans",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The emulator that returned this document" }],
    tags: [...new Set(routes.map(({ group }) => group))].map((name) => ({ name, description: `${name}.` })),
    security: [{ clientId: [], secretKey: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: { clientId: header(switches.clientIdHeader), secretKey: header(switches.secretKeyHeader) },
    },
  };
}
