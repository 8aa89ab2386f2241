/** Requests that a web page may have sent. */
import type { WireRequest } from "../service";

/**
 * Whether a web page may have sent the request: it has an origin, or a host name that someone points to this machine.
 * The control requires no credentials, and the credentials of the service have well-known defaults, so the emulator must
 * not serve web pages.
 */
export function isFromWebPage({ origin, host }: WireRequest["headers"]): boolean {
  return origin !== undefined || typeof host !== "string" || !/^(127\.0\.0\.1|localhost)(:\d+)?$/i.test(host);
}
