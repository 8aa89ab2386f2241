/** Requests that a web page may have sent. */
import { isIP } from "node:net";
import type { WireRequest } from "../service";

/**
 * Whether a web page may have sent the request: it has an origin, or a host name that someone points to this machine.
 * The control requires no credentials, and the credentials of the service have well-known defaults, so the emulator must
 * not serve web pages.
 */
export function isFromWebPage({ origin, host }: WireRequest["headers"]): boolean {
  if (origin !== undefined || typeof host !== "string") return true;
  const name = host.replace(/:\d+$/u, "");
  // Nobody can point an address to this machine, and in public, nobody owns a name without a dot.
  return isIP(name.replace(/^\[(.*)\]$/u, "$1")) === 0 && !/^[\w-]+$/u.test(name);
}
