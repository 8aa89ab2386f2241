/** The service without its sockets: a request in, an answer out, every check in the order the service makes them. */
import { randomUUID } from "node:crypto";
import { Clock } from "./clock";
import { authenticate, firstCredential } from "./http/credentials";
import { badRequest, errorBody, ServiceError } from "./http/errors";
import { Limiter } from "./http/limits";
import type { Settings } from "./options";
import { compile, routesAt, type Answer, type Call, type CompiledRoute } from "./http/route";
import { allRoutes } from "./routes/allRoutes";
import type { StoredCredential } from "./store/state";
import { Store } from "./store/store";
import { checkBody, checkQuery } from "./http/validate";

/** Refuses what is no UTF-8, and leaves a byte order mark in place: JSON has none (RFC 8259, section 8.1). */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A request as it came over the wire. */
export interface WireRequest {
  method: string;
  path: string;
  search: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** Requests of the same client ID that are not answered yet, this one included. */
  inFlight: number;
}

/** An answer as it goes over the wire. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** The place of a request among the routes. */
export interface Found {
  compiled: CompiledRoute;
  params: Record<string, string>;
}

/** The service of one emulator. */
export class Service {
  readonly clock = new Clock();
  readonly limiter = new Limiter();
  readonly settings: Settings;
  readonly store: Store;
  readonly #first: StoredCredential;
  #routes: CompiledRoute[];

  constructor(settings: Settings) {
    this.settings = settings;
    this.store = new Store(settings.dataFolder);
    this.#first = firstCredential(settings);
    this.#routes = compile(allRoutes(settings.switches));
  }

  /** The credential that the options name. */
  get firstCredential(): StoredCredential {
    return this.#first;
  }

  /** To be called when the switches have changed. */
  rebuildRoutes(): void {
    this.#routes = compile(allRoutes(this.settings.switches));
  }

  /** Whether there is a credential of that client ID. */
  knows(clientId: string): boolean {
    return clientId === this.#first.clientId || this.store.state.credentials.has(clientId);
  }

  /** The route of a request, if there is one. */
  find(method: string, path: string): Found | undefined {
    return routesAt(this.#routes, path).find(({ compiled }) => compiled.route.method === method);
  }

  /** Carries the request out. Never throws: whatever goes wrong is an answer. */
  handle(request: WireRequest): WireAnswer {
    const requestId = randomUUID();
    try {
      return this.#carryOut(request, requestId);
    } catch (error) {
      return this.refusal(error, requestId);
    }
  }

  /** The answer for an error: the service's own, or 500 for anything else. */
  refusal(error: unknown, requestId: string = randomUUID()): WireAnswer {
    const known =
      error instanceof ServiceError
        ? error
        : new ServiceError(500, "INTERNAL_SERVER_ERROR", error instanceof Error ? error.message : "unknown");
    const { contentType, text } = errorBody(this.settings.switches.errorBody, requestId, known.code, known.message);
    return { status: known.status, headers: { "content-type": contentType, ...known.headers }, text };
  }

  #carryOut(request: WireRequest, requestId: string): WireAnswer {
    const { switches, limits } = this.settings;
    const { compiled, params } = this.#route(request);
    const caller = authenticate(request.headers, switches, this.#first, this.store.state);
    const { name, route } = compiled;
    const { inFlight } = request;
    const counted = { account: caller.account, route: name, rate: route.rate, inFlight, now: this.clock.now() };
    const limitHeaders = this.limiter.count(counted, limits);
    try {
      const answer = wireAnswer(route.handle(this.#call(request, { compiled, params }, caller, requestId)));
      return { ...answer, headers: { ...answer.headers, ...limitHeaders } };
    } catch (error) {
      const refusal = this.refusal(error, requestId);
      return { ...refusal, headers: { ...refusal.headers, ...limitHeaders } };
    }
  }

  #call(request: WireRequest, { compiled, params }: Found, caller: StoredCredential, requestId: string): Call {
    const { switches } = this.settings;
    const { route } = compiled;
    const query = checkQuery(route.query, request.search);
    const body = route.body === undefined ? undefined : this.#readBody(request);
    if (route.body !== undefined) {
      checkBody(route.body, body, route.path.startsWith("/v2/") ? switches.wrongStructureStatus : 422);
    }
    const { store, clock } = this;
    return { params, query, body, requestId, caller, account: store.account(caller.account), store, switches, clock };
  }

  #route({ method, path }: WireRequest): Found {
    const found = this.find(method, path);
    if (found !== undefined) {
      return found;
    }
    const allowed = routesAt(this.#routes, path).map(({ compiled }) => compiled.route.method);
    if (allowed.length === 0) {
      throw new ServiceError(404, "NOT_FOUND", `There is nothing at ${path}.`);
    }
    const allow = allowed.join(", ");
    throw new ServiceError(405, "METHOD_NOT_ALLOWED", `${path} takes ${allow} only.`, { allow });
  }

  #readBody({ headers, body }: WireRequest): unknown {
    if (body.length > this.settings.maxBodyBytes) {
      throw badRequest(`The body is larger than ${this.settings.maxBodyBytes} bytes.`);
    }
    const contentType = headers["content-type"];
    if (typeof contentType !== "string" || !/^application\/json\s*(;|$)/i.test(contentType)) {
      throw badRequest("The content type must be application/json.");
    }
    let text: string;
    try {
      text = utf8.decode(body);
    } catch {
      throw badRequest("The body is not UTF-8.");
    }
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw badRequest("The body is not JSON.");
    }
  }
}

function wireAnswer({ status = 200, body }: Answer): WireAnswer {
  if (body === undefined || typeof body === "string") {
    return { status, headers: { "content-type": "text/plain; charset=utf-8" }, text: body ?? "" };
  }
  return { status, headers: { "content-type": "application/json; charset=utf-8" }, text: JSON.stringify(body) };
}
