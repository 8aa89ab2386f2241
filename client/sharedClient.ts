import { CostAllocationClient } from "./client";
import { systemClock } from "./clock";
import { Credentials } from "./http/credentials";
import { Limiter } from "./limits/limiter";
import { checkOptions, type ClientOptions } from "./options";

/** Options of a shared client: no caller may stop it for the others. */
export type SharedClientOptions = Omit<ClientOptions, "signal" | "clock" | "random" | "transport">;

interface Shared {
  client: CostAllocationClient;
  listeners: Set<NonNullable<ClientOptions["onWait"]>>;
}

/** By a fingerprint that only this process can make, and all settings. */
const clients = new Map<string, Shared>();

/** By the fingerprint and the address. They outlive their clients: the service goes on counting. */
const limiters = new Map<string, Limiter>();

/**
 * The client of this process for these options. The same credentials, address and settings give the same client; with
 * other settings, a client that keeps the account's limits together with the first, and no more than the least
 * `maxConcurrency` of both in flight. Each caller's `onWait` is told about the waits of all that share its client.
 *
 * A client lives until it is closed; the next call then makes a new one.
 */
export function sharedClient(options: SharedClientOptions): CostAllocationClient {
  const { clientId, secretKey, clientIdHeader, secretKeyHeader, ...settings } = checkOptions(options);
  const source = options.credentialSource ?? "";
  const credentials = new Credentials({ clientId, secretKey, clientIdHeader, secretKeyHeader, source });
  const account = `${credentials.fingerprint()} ${settings.baseUrl}`;
  const key = `${account} ${JSON.stringify({ ...settings, source })}`;

  const shared = clients.get(key) ?? makeShared(key, options, limiterOf(account));
  if (options.onWait !== undefined) shared.listeners.add(options.onWait);
  return shared.client;
}

function limiterOf(account: string): Limiter {
  const limiter = limiters.get(account) ?? new Limiter(systemClock, Math.random);
  limiters.set(account, limiter);
  return limiter;
}

function makeShared(key: string, options: SharedClientOptions, limiter: Limiter): Shared {
  const listeners: Shared["listeners"] = new Set();
  const onWait: ClientOptions["onWait"] = (wait) => {
    for (const listener of listeners) listener(wait);
  };
  const client = new CostAllocationClient({ ...options, onWait }, limiter);
  const shared = { client, listeners };
  const close = client.close.bind(client);
  client.close = () => {
    if (clients.get(key) === shared) clients.delete(key);
    close();
  };
  clients.set(key, shared);
  return shared;
}
