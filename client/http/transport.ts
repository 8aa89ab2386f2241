import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";

import type { AxiosInstance, AxiosStatic } from "axios";

import type { Clock } from "../clock";
import { proxyFor } from "./proxy";

/** One request as it is sent. */
export interface WireRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  /** JSON text; undefined for a request without a body. */
  body: string | undefined;
  /** Ends the request and closes its socket. */
  signal: AbortSignal;
}

/** A complete answer, with any status. */
export interface WireAnswer {
  kind: "answer";
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
}

/** No complete answer came. */
export interface WireFailure {
  kind: "failure";
  /** Whether there was a connection to the service. If not, the service certainly has not seen the request. */
  reached: boolean;
  /** The system's code, such as `ECONNRESET`, or a FailureCode. */
  code: string;
  /** The proxy that the connection was to go through, without its credentials, and the status with which it refused. */
  proxy?: { address: string; status: number | undefined };
}

/** Failures for which the system has no code. */
export type FailureCode =
  | "ABORTED"
  | "ANSWER_BROKEN_OFF"
  | "ANSWER_TIMEOUT"
  | "ANSWER_TOO_LARGE"
  | "CONNECT_TIMEOUT"
  | "PROXY_INVALID"
  | "PROXY_REFUSED"
  | "NETWORK";

/** Sends one request once. Never throws: a failure is an outcome, too. */
export interface Transport {
  send: (request: WireRequest) => Promise<WireAnswer | WireFailure>;
  /** Closes all sockets. */
  close: () => void;
}

/** Bounds of one request. */
export interface TransportLimits {
  /** Longest wait for a connection. */
  connectTimeoutMilliseconds: number;
  /** Longest time from sending to the last byte of the answer. */
  answerTimeoutMilliseconds: number;
  /** Largest answer, after decompression. */
  maxResponseBytes: number;
}

/** Closes an idle socket before a server would (usually after 5 s). */
const idleSocketMilliseconds = 4000;

/** The server closed the connection before it answered. */
const closedCode = /^(?:ECONNRESET|EPIPE)$/;

/** A pool of sockets for each protocol. */
interface Agents {
  http: http.Agent;
  https: https.Agent;
}

/**
 * The transport over HTTP. Only this file uses the HTTP library, and none of the library's objects leave it.
 *
 * The server may close an idle connection at the moment when a request leaves on it, and nothing says whether it carried out the
 * request. So only reads use an idle connection. Each write opens its own.
 */
export class HttpTransport implements Transport {
  #axios: AxiosInstance | undefined;
  readonly #kept: Agents;
  readonly #single: Agents;
  readonly #clock: Clock;
  readonly #limits: TransportLimits;

  constructor(clock: Clock, limits: TransportLimits) {
    const options = { keepAlive: true, timeout: idleSocketMilliseconds, scheduling: "lifo" as const };
    this.#kept = { http: new http.Agent(options), https: new https.Agent(options) };
    this.#single = { http: new http.Agent(), https: new https.Agent() };
    this.#clock = clock;
    this.#limits = limits;
  }

  async send(request: WireRequest): Promise<WireAnswer | WireFailure> {
    if (request.method === "GET") {
      const watch = this.#watch(request);
      const outcome = await this.#sendOn(this.#kept, request, watch);
      const wasClosed = watch.reused && outcome.kind === "failure" && closedCode.test(outcome.code);
      if (!wasClosed) return outcome;
    }
    return this.#sendOn(this.#single, request, this.#watch(request));
  }

  #watch({ signal }: WireRequest): Watch {
    return new Watch(this.#clock, signal, this.#limits);
  }

  async #sendOn(agents: Agents, request: WireRequest, watch: Watch): Promise<WireAnswer | WireFailure> {
    const proxy = proxyFor(request.url);
    // A proxy that refuses the tunnel answers in place of the service, which never saw the request. The end of such an answer may be lost.
    const failure = (code: string): WireFailure => ({
      kind: "failure",
      reached: watch.reached,
      code: watch.reached || watch.status === undefined ? code : "PROXY_REFUSED",
      ...(typeof proxy === "object" && !watch.reached && { proxy: { address: proxy.address, status: watch.status } }),
    });
    try {
      if (request.signal.aborted) return failure("ABORTED");
      if (proxy === "invalid") return failure("PROXY_INVALID");
      const response = await this.#library().request<string>({
        method: request.method,
        url: request.url.href,
        headers: request.headers,
        ...(request.body === undefined ? {} : { data: request.body }),
        ...(proxy === undefined
          ? { proxy: false, httpAgent: agents.http, httpsAgent: agents.https }
          : { proxy, httpsAgent: tunnelAgent(watch.signal) }),
        signal: watch.signal,
        transport: watch,
      } as Parameters<AxiosInstance["request"]>[0]);
      if (!watch.reached) return failure("PROXY_REFUSED");
      return { kind: "answer", status: response.status, headers: plainHeaders(response.headers), text: response.data };
    } catch (error) {
      return failure(watch.endedBy ?? failureCode(error));
    } finally {
      watch.end();
    }
  }

  /** The HTTP library, loaded with the first request. A run without changes sends none, so it doesn't wait for the library. */
  #library(): AxiosInstance {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it with this module
    this.#axios ??= (require("axios") as AxiosStatic).create({
      adapter: "http",
      maxRedirects: 0,
      maxContentLength: this.#limits.maxResponseBytes,
      // Bodies are text on both sides. Others parse them.
      responseType: "text",
      transformRequest: [(body: unknown) => body],
      transformResponse: [(body: unknown) => body],
      validateStatus: () => true,
    });
    return this.#axios;
  }

  close(): void {
    for (const agents of [this.#kept, this.#single]) {
      agents.http.destroy();
      agents.https.destroy();
    }
  }
}

/**
 * What the HTTP library makes the socket of a tunnel with. Without the signal, a proxy that never answers would keep its socket, and so the
 * process, after the request has ended.
 */
function tunnelAgent(signal: AbortSignal): https.Agent {
  const options: https.AgentOptions & { signal: AbortSignal } = { signal };
  return new https.Agent(options);
}

/** Watches how far a request gets, and ends it after its time. */
class Watch {
  reached = false;
  /** Whether the socket had served another request. */
  reused = false;
  /** Of an answer that has begun. */
  status: number | undefined;
  /** Set when this watch ended the request. */
  endedBy: FailureCode | undefined;
  readonly #controller = new AbortController();
  readonly #takeBack: (() => void)[] = [];

  constructor(clock: Clock, caller: AbortSignal, limits: TransportLimits) {
    const abort = (): void => {
      this.#stop("ABORTED");
    };
    caller.addEventListener("abort", abort);
    this.#takeBack.push(
      () => {
        caller.removeEventListener("abort", abort);
      },
      clock.after(limits.connectTimeoutMilliseconds, () => {
        if (!this.reached) this.#stop("CONNECT_TIMEOUT");
      }),
      clock.after(limits.answerTimeoutMilliseconds, () => {
        this.#stop("ANSWER_TIMEOUT");
      }),
    );
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What the HTTP library calls instead of Node's own `request`. */
  readonly request = (
    options: http.RequestOptions,
    callback: (response: http.IncomingMessage) => void,
  ): http.ClientRequest => {
    const secure = options.protocol === "https:";
    const request = (secure ? https : http).request(options, callback);
    request.once("response", ({ statusCode }) => {
      this.status = statusCode;
    });
    request.once("socket", (socket: Socket) => {
      const reach = (): void => {
        this.reached = true;
      };
      this.reused = request.reusedSocket;
      if (request.reusedSocket || (!secure && !socket.connecting)) reach();
      else socket.once(secure ? "secureConnect" : "connect", reach);
    });
    return request;
  };

  end(): void {
    for (const takeBack of this.#takeBack) takeBack();
  }

  #stop(code: FailureCode): void {
    if (this.endedBy !== undefined) return;
    this.endedBy = code;
    this.#controller.abort();
  }
}

function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return "NETWORK";
  if (error.message.includes("maxContentLength")) return "ANSWER_TOO_LARGE";
  const code: unknown = "code" in error ? error.code : undefined;
  if (code === "ERR_BAD_RESPONSE") return "ANSWER_BROKEN_OFF";
  return typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : "NETWORK";
}

function plainHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]: [string, unknown]) => {
      const text = Array.isArray(value) ? value.join(", ") : value;
      return typeof text === "string" ? [[name.toLowerCase(), text]] : [];
    }),
  );
}
