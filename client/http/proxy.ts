/** The proxy of a request, from the environment. */
import { BlockList, isIP } from "node:net";
import { unescape } from "node:querystring";
import { domainToASCII } from "node:url";
import { isLoopback } from "../settings";

/** An HTTP proxy, as the HTTP library expects it. */
export interface Proxy {
  protocol: string;
  host: string;
  port: number;
  /** Host and port, for messages. */
  address: string;
  auth?: { username: string; password: string };
}

/** Chooses the proxy of an https address. "invalid": the environment names one that can't be used. */
export function proxyFor(url: URL, env = process.env): Proxy | "invalid" | undefined {
  const variable = (name: string): string => (env[name] || env[name.toUpperCase()] || "").trim();
  const given = variable("https_proxy") || variable("all_proxy");
  // Loopback addresses may use http, and a proxy could then read the credentials.
  if (given === "" || isLoopback(url.hostname) || isExempt(url, variable("no_proxy"))) return undefined;
  const address = given.includes("://") ? given : `http://${given}`;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return "invalid";
  const { protocol, hostname, host, port, username, password, pathname, search, hash } = new URL(address);
  // A password with a plain / or # ends the address too early, and messages would show its first part as a port.
  if (`${pathname}${search}${hash}`.includes("@")) return "invalid";
  const auth = { username: unescape(username), password: unescape(password) };
  const proxy = { protocol, host: hostname, port: Number(port), address: host };
  return username === "" && password === "" ? proxy : { ...proxy, auth };
}

/** Whether `NO_PROXY` covers an address. An entry is `*`, a network, or a domain or an IP address with or without a port. */
function isExempt({ hostname, port }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === "*") return true;
    const [, place = "", itsPort] = isIP(entry) > 0 ? [entry, entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
    if (itsPort !== undefined && Number(itsPort) !== Number(port || 443)) return false;
    const [, address = "", bits] = /^\[?(.*?)\]?(?:\/(\d+))?$/.exec(place) ?? [];
    if (isIP(address) > 0) return isIn(host, address, bits);
    // A domain covers its subdomains. With a dot in front, it covers only these.
    const domain = domainToASCII(place.replace(/^\*?\.|\.$/g, ""));
    return domain !== "" && (/^\*?\./.test(place) ? host : `.${host}`).endsWith(`.${domain}`);
  });
}

function isIn(host: string, address: string, bits: string | undefined): boolean {
  const network = new BlockList();
  try {
    network.addSubnet(address, Number(bits ?? (isIP(address) === 6 ? 128 : 32)), familyOf(address));
  } catch {
    return false; // More bits than such an address has.
  }
  return isIP(host) > 0 && network.check(host, familyOf(host));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
