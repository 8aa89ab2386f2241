/** The variables that a system sets in its jobs. */
import { isLoopback } from "../../../client/settings";
import type { Variables } from "./pullRequest";

/**
 * The values of variables that a job must have. An empty one is not set.
 *
 * @param hints the variables, each with what to do if it is missing
 * @throws {Error} that names every variable that is missing
 */
export function requiredVariables<Name extends string>(
  env: Variables,
  hints: Record<Name, string>,
): Record<Name, string> {
  const names = Object.keys(hints) as Name[];
  const missing = names.filter((name) => valueOf(env, name) === undefined);
  if (missing.length > 0) {
    const list = missing.map((name) => `  ${name}: ${hints[name]}`);
    throw new Error(["Nothing was posted, because these environment variables are not set:", ...list].join("\n"));
  }
  return Object.fromEntries(names.map((name) => [name, valueOf(env, name) ?? ""])) as Record<Name, string>;
}

/** The variables of a job, with what a person says instead. */
export function withGiven(env: Variables, given: Variables): Variables {
  return { ...env, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

/** The value of a variable; undefined if it is empty. */
export function valueOf(env: Variables, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

/**
 * An address of an API, without a slash at its end. Its requests carry a token, so it must be https, as for the client.
 *
 * @throws {Error} that names the variable
 */
export function addressIn(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (url === undefined || !isSafe || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new Error(`${name} must be an https address without a query (http only for loopback addresses).`);
  }
  return url.href.replace(/\/+$/, "");
}

/**
 * A token, which is part of a header.
 *
 * @throws {Error} that names the variable, and not the value
 */
export function tokenIn(name: string, value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new Error(`${name} is not a valid token: it has a space or another character that can't be in a header.`);
}
