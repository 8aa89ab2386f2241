/** Words for a request that did not get to its host. */
import type { WireAnswer, WireFailure } from "./transport";

/** What happened to a request that did not get to a host. */
export function whyNotReached({ proxy }: WireFailure, host: string): string {
  if (proxy === undefined) return `no connection to ${host}`;
  const { address, status } = proxy;
  return status === undefined
    ? `no connection to ${host} through the proxy ${address}`
    : `the proxy ${address} answered ${status}, and nothing was sent to ${host}`;
}

/** What to do about the proxy. Undefined if it may not be the reason. */
export function adviceOnProxy(outcome: WireAnswer | WireFailure | undefined, host: string): string | undefined {
  if (outcome?.kind !== "failure") return undefined;
  const { code, proxy } = outcome;
  if (code === "PROXY_INVALID")
    return "HTTPS_PROXY or ALL_PROXY must be the address of an HTTP proxy: http://host:port.";
  if (proxy?.status === undefined) return undefined;
  return proxy.status === 407
    ? "Set HTTPS_PROXY to http://user:password@host:port, with the special characters of both percent-encoded."
    : `Check whether the proxy may connect to ${host}, or add that host to NO_PROXY.`;
}
