import { CostAllocationClient } from "./client";
import { Credentials } from "./credentials";
import { checkOptions, type ClientOptions } from "./options";

/** Options of a shared client: no caller may stop it for the others. */
export type SharedClientOptions = Omit<ClientOptions, "signal" | "clock" | "random" | "transport">;

interface Shared {
  client: CostAllocationClient;
  listeners: Set<NonNullable<ClientOptions["onWait"]>>;
}

/** Keyed by a fingerprint that only this process can make. */
const clients = new Map<string, Shared>();

/**
 * The client of this process for these options: the same credentials, address and settings give the same client, so
 * that all callers together keep the account's limits. Each caller's `onWait` is told about the waits of all.
 *
 * It lives until it is closed; the next call then makes a new one.
 */
export function sharedClient(options: SharedClientOptions): CostAllocationClient {
  const { clientId, secretKey, clientIdHeader, secretKeyHeader, ...settings } = checkOptions(options);
  const source = options.credentialSource ?? "";
  const credentials = new Credentials({ clientId, secretKey, clientIdHeader, secretKeyHeader, source });
  const key = `${credentials.fingerprint()} ${JSON.stringify({ ...settings, source })}`;

  const shared = clients.get(key) ?? makeShared(key, options);
  if (options.onWait !== undefined) shared.listeners.add(options.onWait);
  return shared.client;
}

function makeShared(key: string, options: SharedClientOptions): Shared {
  const listeners: Shared["listeners"] = new Set();
  const client = new CostAllocationClient({
    ...options,
    onWait: (wait) => {
      for (const listener of listeners) listener(wait);
    },
  });
  const close = client.close.bind(client);
  client.close = () => {
    clients.delete(key);
    close();
  };
  const shared = { client, listeners };
  clients.set(key, shared);
  return shared;
}
