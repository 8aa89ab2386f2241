/** The sockets of the emulator: reads requests, writes answers, keeps the log. */
import { once } from "node:events";
import * as http from "node:http";
import type { AddressInfo } from "node:net";
import { carryOut, type Victim } from "./faultEffects";
import { Faults, type Fault } from "./faults";
import { RequestLog, type LoggedRequest } from "./requestLog";
import type { Service, WireAnswer, WireRequest } from "../service";

/** What stands behind a path prefix of its own, apart from the service. */
export type ControlHandler = (request: WireRequest) => WireAnswer | Promise<WireAnswer>;

/** Path prefix of the control. */
export const controlPrefix = "/_emulator";

function isControl(path: string): boolean {
  return path === controlPrefix || path.startsWith(`${controlPrefix}/`);
}

/** How long to wait before the next try for a port that is taken, milliseconds. */
const betweenTries = 50;

/** One listening emulator. */
export class Server {
  readonly log = new RequestLog();
  readonly faults = new Faults();
  readonly #service: Service;
  readonly #control: ControlHandler;
  readonly #http: http.Server;
  readonly #inFlight = new Map<string, number>();
  #port = 0;
  #closed = false;
  #refusing: NodeJS.Timeout | undefined;

  constructor(service: Service, control: ControlHandler) {
    this.#service = service;
    this.#control = control;
    this.#http = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      this.#serve(request, response).catch(() => {
        // The client is gone: nobody is left to answer.
        response.destroy();
      });
    });
  }

  /** Starts to listen on 127.0.0.1, and tells the port. */
  async listen(port: number): Promise<number> {
    this.#http.listen(port, "127.0.0.1");
    await once(this.#http, "listening");
    this.#port = (this.#http.address() as AddressInfo).port;
    return this.#port;
  }

  /** Stops listening and cuts every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#refusing);
    await new Promise<void>((resolve) => {
      // It may be closed already, by a fault that refuses connections.
      this.#http.close(() => {
        resolve();
      });
      this.#http.closeAllConnections();
    });
  }

  /** Refuses connections for a while; the control is out of reach over HTTP as well. */
  #refuseFor(milliseconds: number): void {
    if (this.#closed) {
      return;
    }
    clearTimeout(this.#refusing);
    this.#http.close();
    this.#http.closeAllConnections();
    this.#listenAfter(milliseconds);
  }

  /** Listens again later; where another process has taken the port meanwhile, tries until it is free. */
  #listenAfter(milliseconds: number): void {
    this.#refusing = setTimeout(() => {
      this.listen(this.#port).catch(() => {
        this.#listenAfter(betweenTries);
      });
    }, milliseconds);
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { path, search } = target(request);
    const { method = "", headers } = request;
    const wire: WireRequest = { method, path, search, headers, body: Buffer.alloc(0), inFlight: 0 };
    if (isControl(path)) {
      wire.body = await readBody(request, Infinity);
      send(response, await this.#control(wire));
      return;
    }
    // The moments that an answer tells are moments of this clock.
    response.setHeader("date", new Date(this.#service.clock.now()).toUTCString());
    const entry = this.log.add(this.#entry(wire));
    wire.inFlight = this.#countInFlight(entry.clientId ?? "", response);
    const template = entry.route?.slice(method.length + 1);
    const striking = this.faults.striking(method, path, template);
    const victim = { request, response, service: this.#service };
    const suffer = async (when: NonNullable<Fault["when"]>, answer?: WireAnswer): Promise<boolean> =>
      this.#suffer(
        striking.filter((fault) => (fault.when ?? "afterReading") === when),
        { ...victim, answer },
        entry,
      );

    if (await suffer("beforeReading")) {
      return;
    }
    wire.body = await readBody(request, this.#service.settings.maxBodyBytes);
    RequestLog.addBody(entry, wire.body);
    if (await suffer("afterReading")) {
      return;
    }
    const answer = this.#service.handle(wire);
    if (await suffer("afterCommit", answer)) {
      return;
    }
    entry.status = answer.status;
    send(response, answer);
  }

  /** Carries out faults until one ends the request; true when one did. */
  async #suffer(
    faults: readonly Fault[],
    victim: Pick<Victim, "request" | "response" | "service" | "answer">,
    entry: LoggedRequest,
  ): Promise<boolean> {
    for (const fault of faults) {
      (entry.faults ??= []).push(`${fault.kind} ${fault.when ?? "afterReading"}`);
      const ended = await carryOut(fault, {
        ...victim,
        refuseFor: (milliseconds) => {
          this.#refuseFor(milliseconds);
        },
        send: (answer) => {
          entry.status = answer.status;
          send(victim.response, answer);
        },
      });
      if (ended) {
        return true;
      }
    }
    return false;
  }

  /** Counts a request until its connection is done with it. */
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

  /** Whatever stands in that header may be a secret by mistake: only what is known to be none is logged. */
  #shown(clientId: string): string {
    return this.#service.knows(clientId) ? clientId : "(unknown)";
  }

  #entry({ method, path, search, headers }: WireRequest): LoggedRequest {
    const clientId = headers[this.#service.settings.switches.clientIdHeader.toLowerCase()];
    return {
      time: new Date(this.#service.clock.now()).toISOString(),
      method,
      path,
      query: Object.fromEntries(search),
      route: this.#service.find(method, path)?.compiled.name ?? null,
      clientId: typeof clientId === "string" ? this.#shown(clientId) : null,
      status: null,
    };
  }
}

function target(request: http.IncomingMessage): { path: string; search: URLSearchParams } {
  const [path = "", ...query] = (request.url ?? "").split("?");
  return { path, search: new URLSearchParams(query.join("?")) };
}

/** The body, up to one byte more than the limit, so that the service sees that it is too large. The rest is dropped. */
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
