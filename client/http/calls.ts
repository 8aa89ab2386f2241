import { type CostAllocationError, InvalidInput, type Issue } from "../errors";
import { encodeSegment } from "./path";
import type { Call, SendOptions } from "./request";
import type { Route } from "../limits/routes";

/** How a resource's module gets its calls carried out. */
export interface Caller {
  /** Sends a write, or whatever must not be shared. */
  send: <T>(call: Call<T>, options: SendOptions) => Promise<T>;
  /** Sends a read, or joins the same read when it is on its way and not outdated by a write of ours. */
  read: <T>(call: Call<T>, options: SendOptions) => Promise<T>;
}

/** What a resource's module says about an operation; the rest of a call follows from it. */
export type Operation<T> = Omit<Call<T>, "method" | "path" | "write"> & {
  /** Values of the route's parameters, by name. */
  parameters?: Readonly<Record<string, string>>;
  /** Path in place of the route's, for routes whose path is a setting. */
  path?: string;
  /** Whether it changes something; by default, whatever is not a GET. */
  write?: boolean;
};

/**
 * Completes an operation to a call: method and path follow from its route.
 *
 * @throws {InvalidInput} when a parameter can't stand in a path
 */
export function toCall<T>({ parameters = {}, path: given, ...operation }: Operation<T>): Call<T> {
  const [method, template] = operation.route.split(" ") as [Call<T>["method"], string];
  const path =
    given ??
    template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const segment = encodeSegment(parameters[name] ?? "");
      if (segment !== undefined) return segment;
      throw invalidInput(operation.operation, operation.route, [
        { path: name, message: "must be a text that can stand in a path, and not empty, . or .." },
      ]);
    });
  return { write: method !== "GET", ...operation, method, path };
}

/** The error for input that the client itself refuses. Nothing was sent. */
export function invalidInput(operation: string, route: Route, issues: readonly Issue[]): CostAllocationError {
  const [method = "", path = ""] = route.split(" ");
  return new InvalidInput({ operation, method, path, code: "INVALID_INPUT" }, "the input is not valid:", issues);
}
