/** The OpenAPI 3.1 document of the service, made of the routes and the schemas that the emulator itself checks by. */
import { z } from "zod";
import { errorAnswer } from "../routes/answers";
import type { OpenApiDocument, OpenApiOperation } from "./openapiTypes";
import type { Switches } from "../options";
import type { Route } from "./route";
import { allRoutes } from "../routes/allRoutes";

type Json = Record<string, unknown>;

/** Turns a schema into JSON Schema; the named schemas in it go to the document's components. */
type ToJson = (schema: z.ZodType) => Json;

function converter(components: Json): ToJson {
  return (schema) => {
    const { $defs = {}, ...rest } = relinked(z.toJSONSchema(schema)) as Json;
    for (const [name, definition] of Object.entries($defs as Json)) {
      components[name] = plain(definition as Json);
    }
    return plain(rest);
  };
}

/** A schema without what only stands at the head of one: the document says the dialect, the components the name. */
function plain(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== "$schema" && keyword !== "id"));
}

/** References into the components of the document in place of the definitions beside a schema. */
function relinked(value: unknown): unknown {
  const text = JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as unknown;
}

function parameters({ path, query }: Route, toJson: ToJson): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", minLength: 1 },
  }));
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = toJson(field as z.ZodType);
    return { name, in: "query", ...(description === undefined ? {} : { description }), schema };
  });
  return [...inPath, ...inQuery];
}

const statusTexts: Readonly<Record<number, string>> = {
  400: "Malformed request or missing required parameters",
  401: "Missing or invalid credentials",
  403: "Denied by the ACL of the Virtual Tag",
  404: "The resource does not exist",
  409: "The name is taken",
  410: "The API version has reached its end of life",
  422: "The composition or structure is wrong",
  429: "Rate limit exceeded",
  500: "Unexpected server error",
  503: "Server unavailable",
  504: "Gateway timeout",
};

function responses(route: Route, switches: Switches, toJson: ToJson): Json {
  const json = (schema: z.ZodType): Json => ({ "application/json": { schema: toJson(schema) } });
  const error = switches.errorBody === "standard" ? { content: json(errorAnswer) } : {};
  const success = {
    description: "Success",
    content: route.answer === undefined ? { "text/plain": { schema: { type: "string" } } } : json(route.answer),
  };
  const structure = route.refusals.includes(422) ? [switches.wrongStructureStatus] : [];
  const statuses = [...new Set([400, 401, 429, ...route.refusals, ...structure])].sort((a, b) => a - b);
  return Object.fromEntries([
    [String(route.status ?? 200), success],
    ...statuses.map((status) => [String(status), { description: statusTexts[status] ?? "Error", ...error }]),
  ]) as Json;
}

function operation(route: Route, switches: Switches, toJson: ToJson): OpenApiOperation {
  const given = parameters(route, toJson);
  return {
    operationId: route.operation,
    summary: route.summary,
    tags: [route.group],
    ...(given.length === 0 ? {} : { parameters: given }),
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: toJson(route.body) } } } }),
    responses: responses(route, switches, toJson),
  };
}

/** The document of the service as the switches make it. */
export function openApiOf(switches: Switches): OpenApiDocument {
  const schemas: Json = {};
  const toJson = converter(schemas);
  const routes = allRoutes(switches);
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route, switches, toJson);
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
    servers: [{ url: "/", description: "Where this document comes from" }],
    tags: [...new Set(routes.map(({ group }) => group))].map((name) => ({ name, description: `${name}.` })),
    security: [{ clientId: [], secretKey: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: { clientId: header(switches.clientIdHeader), secretKey: header(switches.secretKeyHeader) },
    },
  };
}
