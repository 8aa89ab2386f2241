/** The HTTP server of an emulator. */
import { once } from "node:events";
import * as http from "node:http";
import type { AddressInfo } from "node:net";
import type { Service, WireAnswer, WireRequest } from "../service";
import { applyFault, type FaultTarget } from "./faultEffects";
import { Faults, type Fault } from "./faults";
import { RequestLog, type LoggedRequest } from "./requestLog";
import { ServiceError } from "./serviceErrors";
import { isFromWebPage } from "./webPage";

/** Handles the requests under {@link controlPrefix}. */
export type ControlHandler = (request: WireRequest) => WireAnswer | Promise<WireAnswer>;

/** The path prefix for requests that control the emulator itself. */
export const controlPrefix = "/_emulator";

function isControlPath(path: string): boolean {
  return path === controlPrefix || path.startsWith(`${controlPrefix}/`);
}

/** Delay before the server tries again to open a port that is in use. */
const retryMilliseconds = 50;

/** Receives requests, applies faults and keeps the request log. */
export class Server {
  readonly log = new RequestLog();
  readonly faults = new Faults();
  readonly #service: Service;
  readonly #control: ControlHandler;
  readonly #http: http.Server;
  readonly #inFlight = new Map<string, number>();
  #port = 0;
  #closed = false;
  #reopening: NodeJS.Timeout | undefined;

  constructor(service: Service, control: ControlHandler) {
    this.#service = service;
    this.#control = control;
    this.#http = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      this.#serve(request, response).catch(() => {
        // The client closed the connection.
        response.destroy();
      });
    });
  }

  /** Listens on the host of the options. Returns the port. */
  async listen(port: number): Promise<number> {
    this.#http.listen(port, this.#service.options.host);
    await once(this.#http, "listening");
    this.#port = (this.#http.address() as AddressInfo).port;
    return this.#port;
  }

  /** Stops listening, and closes all connections. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reopening);
    await new Promise<void>((resolve) => {
      // The callback ignores the error of a server that a `refused` fault has closed already.
      this.#http.close(() => {
        resolve();
      });
      this.#http.closeAllConnections();
    });
  }

  /** Refuses connections for this long, including those to the control. */
  #refuseConnections(milliseconds: number): void {
    if (this.#closed) {
      return;
    }
    clearTimeout(this.#reopening);
    this.#http.close();
    this.#http.closeAllConnections();
    this.#listenAfter(milliseconds);
  }

  /** Listens again after a delay. If the port is in use by then, it keeps trying. */
  #listenAfter(milliseconds: number): void {
    this.#reopening = setTimeout(() => {
      this.listen(this.#port).catch(() => {
        this.#listenAfter(retryMilliseconds);
      });
    }, milliseconds);
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { path, search } = parseUrl(request);
    const { method = "", headers } = request;
    const wire: WireRequest = { method, path, search, headers, body: Buffer.alloc(0), inFlight: 0 };
    if (isControlPath(path)) {
      wire.body = await readBody(request, Infinity);
      send(response, await this.#control(wire));
      return;
    }
    // By the emulator's clock, because clients compare other times in the response with this header.
    response.setHeader("date", new Date(this.#service.clock.now()).toUTCString());
    const entry = this.log.add(this.#logEntry(wire));
    if (isFromWebPage(headers)) {
      const answer = this.#service.errorResponse(
        new ServiceError(
          403,
          "FORBIDDEN",
          "Web pages can't use the emulator. Send no Origin, and 127.0.0.1 or another address as the Host.",
        ),
      );
      entry.status = answer.status;
      send(response, answer);
      return;
    }
    wire.inFlight = this.#countInFlight(entry.clientId ?? "", response);
    const template = entry.route?.slice(method.length + 1);
    const faults = this.faults.take(method, path, template);
    const endsWithFault = async (when: NonNullable<Fault["when"]>, answer?: WireAnswer): Promise<boolean> =>
      this.#applyFaults(
        faults.filter((fault) => (fault.when ?? "afterReading") === when),
        { request, response, service: this.#service, answer },
        entry,
      );

    if (await endsWithFault("beforeReading")) {
      return;
    }
    wire.body = await readBody(request, this.#service.options.maxBodyBytes);
    RequestLog.addBody(entry, wire.body);
    if (await endsWithFault("afterReading")) {
      return;
    }
    const answer = this.#service.handle(wire);
    if (await endsWithFault("afterCommit", answer)) {
      return;
    }
    entry.status = answer.status;
    send(response, answer);
  }

  /** Applies faults until one of them ends the request. Returns whether one did. */
  async #applyFaults(
    faults: readonly Fault[],
    target: Pick<FaultTarget, "request" | "response" | "service" | "answer">,
    entry: LoggedRequest,
  ): Promise<boolean> {
    for (const fault of faults) {
      (entry.faults ??= []).push(`${fault.kind} ${fault.when ?? "afterReading"}`);
      const ended = await applyFault(fault, {
        ...target,
        refuseConnections: (milliseconds) => {
          this.#refuseConnections(milliseconds);
        },
        send: (answer) => {
          entry.status = answer.status;
          send(target.response, answer);
        },
      });
      if (ended) {
        return true;
      }
    }
    return false;
  }

  /** Counts the requests of a client ID that have no response yet. */
  #countInFlight(clientId: string, response: http.ServerResponse): number {
    const count = (this.#inFlight.get(clientId) ?? 0) + 1;
    this.#inFlight.set(clientId, count);
    response.once("close", () => {
      const left = (this.#inFlight.get(clientId) ?? 1) - 1;
      if (left === 0) {
        this.#inFlight.delete(clientId);
      } else {
        this.#inFlight.set(clientId, left);
      }
    });
    return count;
  }

  /** Hides an unknown client ID, because it may be a secret in the wrong header. */
  #loggedClientId(clientId: string): string {
    return this.#service.hasCredential(clientId) ? clientId : "(unknown)";
  }

  #logEntry({ method, path, search, headers }: WireRequest): LoggedRequest {
    const clientId = headers[this.#service.options.switches.clientIdHeader.toLowerCase()];
    return {
      time: new Date(this.#service.clock.now()).toISOString(),
      method,
      path,
      query: Object.fromEntries(search),
      route: this.#service.findRoute(method, path)?.compiled.name ?? null,
      clientId: typeof clientId === "string" ? this.#loggedClientId(clientId) : null,
      status: null,
    };
  }
}

function parseUrl(request: http.IncomingMessage): { path: string; search: URLSearchParams } {
  const [path = "", ...query] = (request.url ?? "").split("?");
  return { path, search: new URLSearchParams(query.join("?")) };
}

/** Reads the body. Drops the rest of a body that exceeds the limit, which the service rejects because of its length. */
async function readBody(request: http.IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (length <= limit) {
      chunks.push(chunk);
      length += chunk.length;
    }
  }
  return Buffer.concat(chunks);
}

function send(response: http.ServerResponse, { status, headers, text }: WireAnswer): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) });
  response.end(text);
}
