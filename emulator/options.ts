/** The options of an emulator, and their defaults. */
import { defaultSwitches, type Switches } from "./switches";

export { defaultSwitches, type Switches };

/** How the emulator limits requests, and what its rate-limit headers look like. */
export interface Limits {
  /**
   * Whether the emulator limits requests. Default true. If false, the rate-limit headers say that 1,000,000 of
   * 1,000,000 requests remain, so that a client that follows them never waits. `headers: "none"` turns them off.
   */
  enabled: boolean;
  /**
   * Requests per minute and account for a route, such as `"GET /v2/virtual-tags/{id}"`, or `"*"` for every route.
   * Default `{}`: the rates in the API documentation, and 50 for routes without one.
   */
  perRoute: Readonly<Record<string, number>>;
  /** Requests per minute and account over all routes, or null for no limit. Default null. */
  perAccount: number | null;
  /** Concurrent requests per client ID, or null for no limit. Default null. */
  concurrent: number | null;
  /**
   * Which rate-limit headers a response has. Default `all`.
   * - `draft7`: `ratelimit` as in draft 7 of the IETF (`limit=100, remaining=0, reset=12`)
   * - `draft8`: `ratelimit` as in draft 8 (`"default";r=0;t=12`), with `ratelimit-policy`
   * - `split`: `x-account-ratelimit-*` and `x-endpoint-ratelimit-*`
   * - `all`: the headers of `draft7` and `split`
   * - `none`: none
   */
  headers: "draft7" | "draft8" | "split" | "all" | "none";
  /** What the `*-reset` headers contain: seconds until the reset, or the time of the reset. Default `seconds`. */
  reset: "seconds" | "epochSeconds" | "epochMilliseconds";
  /** What `Retry-After` contains on a 429 response. Default `seconds`. */
  retryAfter: "seconds" | "date" | "none";
}

/** The value of each limit that you don't set. */
export const defaultLimits: Readonly<Limits> = {
  enabled: true,
  perRoute: {},
  perAccount: null,
  concurrent: null,
  headers: "all",
  reset: "seconds",
  retryAfter: "seconds",
};

/** Options of {@link startEmulator}. */
export interface EmulatorOptions {
  /**
   * Address to listen on. Default `127.0.0.1`. With another one, such as `0.0.0.0`, everybody who can reach this machine can read and change
   * what the emulator has.
   */
  host?: string;
  /** Port. Default 0: a free port. */
  port?: number;
  /** Folder where the emulator keeps its data across restarts. Default: none, the data is kept in memory. */
  dataFolder?: string;
  /**
   * File with the copy of an account, as `cost-allocation export --snapshot` writes it. The first credential's account then starts with
   * what the copy has. A data folder must be empty. Default: none, the account starts empty.
   */
  copyFile?: string;
  /** Client ID of the first credential. Default `emulator`. */
  clientId?: string;
  /** Secret key of the first credential. Default `emulator-secret`. */
  secretKey?: string;
  /** Account of the first credential. Default `account-1`. */
  account?: string;
  /** Email address of the first credential's user, shown in `createdBy`. Default `emulator@example.com`. */
  user?: string;
  /** What the emulator does where the API documentation doesn't say. Default: see {@link Switches}. */
  switches?: Partial<Switches>;
  /** Rate limits. Default: those in the API documentation, see {@link Limits}. */
  limits?: Partial<Limits>;
  /** Maximum size of a request body, in bytes. Default 10 MiB. */
  maxBodyBytes?: number;
}

/** The options with all defaults applied. */
export interface ResolvedOptions {
  host: string;
  port: number;
  dataFolder: string | undefined;
  copyFile: string | undefined;
  clientId: string;
  secretKey: string;
  account: string;
  user: string;
  switches: Switches;
  limits: Limits;
  maxBodyBytes: number;
}

/** Applies the defaults to the options. */
export function resolveOptions(options: EmulatorOptions): ResolvedOptions {
  return {
    host: options.host ?? "127.0.0.1",
    port: options.port ?? 0,
    dataFolder: options.dataFolder,
    copyFile: options.copyFile,
    clientId: options.clientId ?? "emulator",
    secretKey: options.secretKey ?? "emulator-secret",
    account: options.account ?? "account-1",
    user: options.user ?? "emulator@example.com",
    switches: { ...defaultSwitches, ...options.switches },
    limits: { ...defaultLimits, ...options.limits },
    maxBodyBytes: options.maxBodyBytes ?? 10 * 1024 * 1024,
  };
}
