/** The service without HTTP connections: it takes a request and returns a response. */
import { randomUUID } from "node:crypto";
import { authenticate, firstCredential } from "./http/authentication";
import { RateLimiter } from "./http/rateLimiter";
import { validateBody, validateQuery } from "./http/requestValidation";
import { compileRoutes, matchRoutes, type Call, type CompiledRoute, type HandlerResponse } from "./http/route";
import { badRequest, errorBody, ServiceError } from "./http/serviceErrors";
import type { ResolvedOptions } from "./options";
import { allRoutes } from "./routes/allRoutes";
import { ServiceClock } from "./serviceClock";
import type { StoredCredential } from "./store/state";
import { Store } from "./store/store";
import type { Switches } from "./switches";

/** Rejects invalid UTF-8. It keeps a byte order mark, which JSON doesn't allow (RFC 8259, section 8.1). */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A request as it was received. */
export interface WireRequest {
  method: string;
  path: string;
  search: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** Requests with the same client ID that have no response yet, including this one. */
  inFlight: number;
}

/** A response as it is sent. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** The route of a request, with the values of its path parameters. */
export interface MatchedRoute {
  compiled: CompiledRoute;
  params: Record<string, string>;
}

/** The routes by their switches, for all emulators of the process: building their schemas takes longer than many requests. */
const routesBySwitches = new Map<string, CompiledRoute[]>();

function routesFor(switches: Switches): CompiledRoute[] {
  const key = JSON.stringify(switches);
  const routes = routesBySwitches.get(key) ?? compileRoutes(allRoutes({ ...switches }));
  routesBySwitches.set(key, routes);
  return routes;
}

/** The service of one emulator. */
export class Service {
  readonly clock = new ServiceClock();
  readonly limiter = new RateLimiter();
  readonly options: ResolvedOptions;
  readonly store: Store;
  /** The credential from the emulator's options. */
  readonly firstCredential: StoredCredential;
  #routes: CompiledRoute[];

  constructor(options: ResolvedOptions) {
    this.options = options;
    this.store = new Store(options.dataFolder);
    this.firstCredential = firstCredential(options);
    this.#routes = routesFor(options.switches);
  }

  /** Applies changed switches to the routes. */
  rebuildRoutes(): void {
    this.#routes = routesFor(this.options.switches);
  }

  /** Whether a credential with this client ID exists. */
  hasCredential(clientId: string): boolean {
    return clientId === this.firstCredential.clientId || this.store.state.credentials.has(clientId);
  }

  /** Finds the route of a request. */
  findRoute(method: string, path: string): MatchedRoute | undefined {
    return matchRoutes(this.#routes, path).find(({ compiled }) => compiled.route.method === method);
  }

  /** Handles a request. It never throws: every error becomes a response. */
  handle(request: WireRequest): WireAnswer {
    const requestId = randomUUID();
    try {
      return this.#handle(request, requestId);
    } catch (error) {
      return this.errorResponse(error, requestId);
    }
  }

  /** Turns an error into a response: 500 for everything but a {@link ServiceError}. */
  errorResponse(error: unknown, requestId: string = randomUUID()): WireAnswer {
    const serviceError =
      error instanceof ServiceError
        ? error
        : new ServiceError(500, "INTERNAL_SERVER_ERROR", error instanceof Error ? error.message : "Unknown error.");
    const { status, code, message, headers } = serviceError;
    const { contentType, text } = errorBody(this.options.switches.errorBody, requestId, code, message);
    return { status, headers: { "content-type": contentType, ...headers }, text };
  }

  #handle(request: WireRequest, requestId: string): WireAnswer {
    const { switches, limits } = this.options;
    // First, so that nobody without credentials learns which paths exist.
    const caller = authenticate(request.headers, switches, this.firstCredential, this.store.state);
    const matched = this.#requireRoute(request);
    const { name, route } = matched.compiled;
    const { inFlight } = request;
    const counted = { account: caller.account, route: name, rate: route.rate, inFlight, now: this.clock.now() };
    const limitHeaders = this.limiter.count(counted, limits);
    const withLimitHeaders = (response: WireAnswer): WireAnswer => ({
      ...response,
      headers: { ...response.headers, ...limitHeaders },
    });
    try {
      const call = this.#validCall(request, matched, caller, requestId);
      return withLimitHeaders(toWire(route.handle(call)));
    } catch (error) {
      return withLimitHeaders(this.errorResponse(error, requestId));
    }
  }

  #validCall(
    request: WireRequest,
    { compiled: { route }, params }: MatchedRoute,
    caller: StoredCredential,
    requestId: string,
  ): Call {
    const { switches } = this.options;
    const query = validateQuery(route.query, request.search);
    const body = route.body === undefined ? undefined : this.#parseBody(request);
    if (route.body !== undefined) {
      validateBody(route.body, body, route.path.startsWith("/v2/") ? switches.wrongStructureStatus : 422);
    }
    const { store, clock } = this;
    return { params, query, body, requestId, caller, account: store.account(caller.account), store, switches, clock };
  }

  #requireRoute({ method, path }: WireRequest): MatchedRoute {
    const matched = this.findRoute(method, path);
    if (matched !== undefined) {
      return matched;
    }
    const methods = matchRoutes(this.#routes, path).map(({ compiled }) => compiled.route.method);
    if (methods.length === 0) {
      throw new ServiceError(404, "NOT_FOUND", `The path ${path} does not exist.`);
    }
    const allow = methods.join(", ");
    throw new ServiceError(405, "METHOD_NOT_ALLOWED", `The path ${path} supports only ${allow}.`, { allow });
  }

  #parseBody({ headers, body }: WireRequest): unknown {
    if (body.length > this.options.maxBodyBytes) {
      throw badRequest(`The request body is larger than ${this.options.maxBodyBytes} bytes.`);
    }
    const contentType = headers["content-type"];
    if (typeof contentType !== "string" || !/^application\/json\s*(;|$)/i.test(contentType)) {
      throw badRequest("The content type must be application/json.");
    }
    let text: string;
    try {
      text = utf8.decode(body);
    } catch {
      throw badRequest("The request body is not valid UTF-8.");
    }
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw badRequest("The request body is not valid JSON.");
    }
  }
}

function toWire({ status = 200, body }: HandlerResponse): WireAnswer {
  if (body === undefined || typeof body === "string") {
    return { status, headers: { "content-type": "text/plain; charset=utf-8" }, text: body ?? "" };
  }
  return { status, headers: { "content-type": "application/json; charset=utf-8" }, text: JSON.stringify(body) };
}
