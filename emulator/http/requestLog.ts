/** The log of received requests. It never contains secrets. */

/** A received request. */
export interface LoggedRequest {
  /** Time of the request by the emulator's clock, in ISO 8601. */
  time: string;
  method: string;
  /** Path as sent, without the query. */
  path: string;
  /** Query parameters. */
  query: Record<string, string>;
  /** Method and path template, for example `GET /v2/virtual-tags/{id}`. Null if no route matches. */
  route: string | null;
  /** Client ID in the request, or `(unknown)` if no credential has it. Null if the request has none. */
  clientId: string | null;
  /** Body as JSON with masked webhook addresses, or its length if it isn't JSON. Absent if it is empty. */
  body?: unknown;
  /** Status of the response. Null if there is none, or none yet. */
  status: number | null;
  /** Faults that hit the request, in order, for example `reset afterCommit`. Absent if there are none. */
  faults?: string[];
}

/** The log keeps this many of the last requests. */
const maxEntries = 10_000;

/**
 * Masks `configuration`, because the webhook address of a Slack endpoint is a secret. It may also be in an invalid
 * body, or in a body sent to a wrong path. On other routes, `configuration` has another meaning, such as a tag value.
 */
function maskConfiguration(route: string | null, body: unknown): unknown {
  if (route !== null && route !== "POST /v1/endpoints") {
    return body;
  }
  if (typeof body !== "object" || body === null || !("configuration" in body)) {
    return body;
  }
  return "type" in body && body.type === "email" ? body : { ...body, configuration: { to: "***" } };
}

/** The request log of an emulator. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): LoggedRequest {
    this.#entries.push(entry);
    if (this.#entries.length >= 2 * maxEntries) {
      this.#entries = this.#entries.slice(-maxEntries);
    }
    return entry;
  }

  /** Adds the body to an entry. */
  static addBody(entry: LoggedRequest, body: Buffer): void {
    if (body.length === 0) {
      return;
    }
    const text = body.toString();
    try {
      entry.body = maskConfiguration(entry.route, JSON.parse(text));
    } catch {
      // Nothing in it can be masked reliably, so the log keeps only the length.
      entry.body = `(${body.length} bytes that are not JSON)`;
    }
  }

  /** Returns a copy of the log, oldest request first. */
  entries(): LoggedRequest[] {
    return structuredClone(this.#entries.slice(-maxEntries));
  }

  clear(): void {
    this.#entries = [];
  }
}
