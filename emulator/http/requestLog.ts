/** The log of the requests that came in: what a test asserts on. Credentials never get into it. */

/** One request. */
export interface LoggedRequest {
  /** When it came, ISO 8601, by the emulator's clock. */
  time: string;
  method: string;
  /** Path as it was sent, without the query. */
  path: string;
  /** Query parameters. */
  query: Record<string, string>;
  /** Method and path template of the route, `GET /v2/virtual-tags/{id}`; null when there is none. */
  route: string | null;
  /** The client ID it was sent with, `(unknown)` when there is no such credential; null when there was none. */
  clientId: string | null;
  /** Body as JSON (as text when it is not JSON), with the address of a Slack endpoint masked; absent when empty. */
  body?: unknown;
  /** Status of the answer; null when there was none (a fault cut the connection, or it is not answered yet). */
  status: number | null;
  /** What placed faults did to it, in order; absent when nothing. */
  faults?: string[];
}

/** How many of the last requests are kept. */
const kept = 10_000;

/**
 * A Slack webhook address is a credential; so is whatever stands in its place in a body with a mistake, or in a body that
 * was sent to a wrong path. Elsewhere `configuration` can be anybody's word, for example a tag value.
 */
function masked(route: string | null, body: unknown): unknown {
  if (route !== null && route !== "POST /v1/endpoints") {
    return body;
  }
  if (typeof body !== "object" || body === null || !("configuration" in body)) {
    return body;
  }
  return "type" in body && body.type === "email" ? body : { ...body, configuration: { to: "***" } };
}

/** The log, oldest request first. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): LoggedRequest {
    this.#entries.push(entry);
    if (this.#entries.length >= 2 * kept) {
      this.#entries = this.#entries.slice(-kept);
    }
    return entry;
  }

  /** Adds the body to an entry once it is read. */
  static addBody(entry: LoggedRequest, body: Buffer): void {
    if (body.length === 0) {
      return;
    }
    const text = body.toString();
    try {
      entry.body = masked(entry.route, JSON.parse(text));
    } catch {
      // Not JSON, so nothing in it can be told apart and masked: only that it was there is kept.
      entry.body = `(${body.length} bytes that are not JSON)`;
    }
  }

  entries(): LoggedRequest[] {
    return structuredClone(this.#entries.slice(-kept));
  }

  clear(): void {
    this.#entries = [];
  }
}
