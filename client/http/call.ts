/** What a request to the service is made of. */
import { type CostAllocationError, InvalidInput, type Issue, type Missing } from "../errors";
import type { Reservation, Wait } from "../limits/turn";
import type { Route } from "../limits/routes";
import { encodeSegment } from "./path";

/** One operation of the service, ready to be sent. */
export interface Call<T> {
  /** The client's method, for messages: `virtualTags.create`. */
  operation: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  route: Route;
  /** Path below the base address; its segments are encoded. */
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  /** Makes the body's text. Default: `JSON.stringify`. */
  stringify?: (body: unknown) => string;
  /** Whether it changes something. A POST that only asks a question does not. */
  write: boolean;
  /** Reads the body of a success: as JSON (undefined if it is none) and as text. Throws `UnreadableAnswer`. */
  read: (body: unknown, text: string) => T;
  /** What a 404 means. Without it, a 404 is an unexpected answer. */
  missing?: Missing;
  /** Lists what a 404 says is missing, to confirm a 404 or 400 without a code of the service. */
  confirmMissing?: Call<readonly { id: string }[]>;
  /**
   * Reads the tag, to find out what a 400 without a code of the service means. For routes whose status for a missing or denied tag
   * the API documentation does not give. Default: `confirmMissing` decides.
   */
  confirmTag?: Call<unknown>;
  /** What to look for if the outcome of a write is unknown. */
  look?: { bodyName?: string; tagId?: string };
  /** Texts of the body that must never appear in a message, in any encoding. */
  secrets?: readonly string[];
  /** Values of the body that may be secrets: a sentence of the service that repeats one is dropped. Used by errors only. */
  values?: () => string[];
}

/** Options of every operation. */
export interface SendOptions {
  /** Ends the operation and closes its connection. */
  signal?: AbortSignal | undefined;
  /** Called for each wait of a second or more. */
  onWait?: ((wait: Wait) => void) | undefined;
  /**
   * Called for each read that was answered, with the moment when its request was sent, by `client.elapsed()`. Another caller may
   * have sent it.
   */
  onSent?: ((at: number) => void) | undefined;
}

/** Options of a reservation. */
export interface ReserveOptions extends SendOptions {
  /** How long to wait at most, as a moment by `client.elapsed()`. Default: `deadlineSeconds` from now. */
  until?: number | undefined;
}

/** Options of every write. */
export interface WriteOptions extends SendOptions {
  /**
   * The reservation for the write, from `client.reserve`. The write is then sent once. Instead of a retry it fails with
   * `RetryLater`, so that the caller can read again first.
   */
  reservation?: Reservation | undefined;
  /** Latest moment to send the write, by `client.elapsed()`; after it, the write fails with `RetryLater`. Default: none. */
  sendBefore?: number | undefined;
}

/** Sends the calls of the resources' modules. */
export interface Caller {
  /** Sends a write, or a read that must not be shared. */
  send: <T>(call: Call<T>, options: WriteOptions) => Promise<T>;
  /** Sends a read, or joins the same read if it is under way and none of our writes has ended since. */
  read: <T>(call: Call<T>, options: SendOptions) => Promise<T>;
}

/** What a resource's module says about an operation. `toCall` adds the rest. */
export type Operation<T> = Omit<Call<T>, "method" | "path" | "write"> & {
  /** Values of the route's parameters, by name. */
  parameters?: Readonly<Record<string, string>>;
  /** Path to use instead of the route's, for routes whose path is a setting. */
  path?: string;
  /** Whether it changes something. Default: true for everything but GET. */
  write?: boolean;
};

/**
 * Completes an operation to a call.
 *
 * @throws {InvalidInput} if a parameter can't be part of a path
 */
export function toCall<T>({ parameters = {}, path: given, ...operation }: Operation<T>): Call<T> {
  const [method, template] = methodAndPath(operation.route);
  const path =
    given ??
    template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const segment = encodeSegment(parameters[name] ?? "");
      if (segment !== undefined) return segment;
      throw invalidInput(operation.operation, operation.route, [
        { path: name, message: 'must be a string that can be part of a path: not empty, "." or ".."' },
      ]);
    });
  return { write: method !== "GET", ...operation, method, path };
}

/** The parts of a route. */
export function methodAndPath(route: Route): [Call<unknown>["method"], string] {
  return route.split(" ") as [Call<unknown>["method"], string];
}

/** The error for input that the client refuses before it sends anything. */
export function invalidInput(operation: string, route: Route, issues: readonly Issue[]): CostAllocationError {
  const [method, path] = methodAndPath(route);
  return new InvalidInput({ operation, method, path, code: "INVALID_INPUT" }, "the input is not valid:", issues);
}
