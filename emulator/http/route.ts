/** What a route of the service is, and how a request finds its own. */
import type { z } from "zod";
import type { Clock } from "../clock";
import type { Switches } from "../options";
import type { StoredAccount, StoredCredential } from "../store/state";
import type { Store } from "../store/store";

/** A request that passed every check and reached its handler. */
export interface Call {
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /** Query parameters as the route's schema reads them. */
  query: Readonly<Record<string, unknown>>;
  /** Body, valid by the route's schema; undefined when the route takes none. */
  body: unknown;
  requestId: string;
  caller: StoredCredential;
  account: StoredAccount;
  store: Store;
  switches: Readonly<Switches>;
  clock: Clock;
}

/** What a handler answers: the body, and the status when it is not 200. */
export interface Answer {
  status?: number;
  /** Sent as JSON; a string is sent as text, undefined as an empty body. */
  body: unknown;
}

/** HTTP methods that the service knows. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One row of the tables of section 4. */
export interface Route {
  method: Method;
  /** Path template, for example `/v2/virtual-tags/{id}`. */
  path: string;
  /** Name of the operation in the OpenAPI document. */
  operation: string;
  /** What it does, in one line. */
  summary: string;
  /** Section of the API document, which is also the tag in the OpenAPI document. */
  group: string;
  /** Requests per minute and account (section 8); undefined where the document gives none. */
  rate?: number;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Body of the success answer; undefined when it is text. */
  answer: z.ZodType | undefined;
  /** Status of the success answer. Default 200. */
  status?: number;
  /** Statuses beyond 400, 401 and 429 that it may answer. */
  refusals: readonly number[];
  handle(call: Call): Answer;
}

/** A path template made ready for matching. */
export interface CompiledRoute {
  route: Route;
  /** The method and the template, as the limits and the log name a route. */
  name: string;
  segments: readonly string[];
}

export function compile(routes: readonly Route[]): CompiledRoute[] {
  return routes.map((route) => ({
    route,
    name: `${route.method} ${route.path}`,
    segments: route.path.split("/"),
  }));
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The path parameters when the path has the template's form, else undefined. An empty parameter is no match. */
export function matchPath(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (template.length !== segments.length) {
    return undefined;
  }
  const params: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith("{")) {
      const value = decoded(segment);
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

/** The routes of a path whatever the method, with the path's parameters. */
export function routesAt(
  routes: readonly CompiledRoute[],
  path: string,
): { compiled: CompiledRoute; params: Record<string, string> }[] {
  const segments = path.split("/");
  return routes.flatMap((compiled) => {
    const params = matchPath(compiled.segments, segments);
    return params === undefined ? [] : [{ compiled, params }];
  });
}
