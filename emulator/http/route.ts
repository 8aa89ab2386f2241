/** Routes: what they consist of, and how to find the route of a request. */
import type { z } from "zod";
import type { ServiceClock } from "../serviceClock";
import type { StoredAccount, StoredCredential } from "../store/state";
import type { Store } from "../store/store";
import type { Switches } from "../switches";

/** A valid request, as a handler receives it. */
export interface Call {
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /** Query parameters, parsed by the route's schema. */
  query: Readonly<Record<string, unknown>>;
  /** Body, validated by the route's schema. Undefined if the route has no body. */
  body: unknown;
  requestId: string;
  caller: StoredCredential;
  account: StoredAccount;
  store: Store;
  switches: Readonly<Switches>;
  clock: ServiceClock;
}

/** What a handler returns. */
export interface HandlerResponse {
  /** Default 200. */
  status?: number;
  /** Sent as JSON. A string is sent as plain text, and undefined as an empty body. */
  body: unknown;
}

/** HTTP methods that the service supports. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One route of the API. */
export interface Route {
  method: Method;
  /** Path template, for example `/v2/virtual-tags/{id}`. */
  path: string;
  /** ID of the operation in the OpenAPI document. */
  operation: string;
  /** One line for the OpenAPI document. */
  summary: string;
  /** Tag in the OpenAPI document. */
  group: string;
  /** Requests per minute and account. Undefined if the document gives no rate. */
  rate?: number;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Body of a successful response. Undefined if it is plain text. */
  response: z.ZodType | undefined;
  /** Status of a successful response. Default 200. */
  status?: number;
  /** Error statuses that the route may return besides 400, 401 and 429. */
  errorStatuses: readonly number[];
  handle(call: Call): HandlerResponse;
}

/** A route with its path template split into segments. */
export interface CompiledRoute {
  route: Route;
  /** Method and path template, as used by the rate limits and the request log. */
  name: string;
  segments: readonly string[];
}

/** Prepares routes for {@link matchRoutes}. */
export function compileRoutes(routes: readonly Route[]): CompiledRoute[] {
  return routes.map((route) => ({
    route,
    name: `${route.method} ${route.path}`,
    segments: route.path.split("/"),
  }));
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Returns the path parameters, or undefined if the path doesn't match. A path parameter can't be empty. */
function matchPath(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) {
    return undefined;
  }
  const params: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith("{")) {
      const value = decodeSegment(segment);
      if (value === undefined || value === "") {
        return undefined;
      }
      params[part.slice(1, -1)] = value;
    } else if (part !== segment) {
      return undefined;
    }
  }
  return params;
}

/** Finds the routes whose template matches a path, for all methods. */
export function matchRoutes(
  routes: readonly CompiledRoute[],
  path: string,
): { compiled: CompiledRoute; params: Record<string, string> }[] {
  const segments = path.split("/");
  return routes.flatMap((compiled) => {
    const params = matchPath(compiled.segments, segments);
    return params === undefined ? [] : [{ compiled, params }];
  });
}
