import { CostAllocationClient } from "./client";
import { systemClock } from "./clock";
import { Credentials } from "./http/credentials";
import { Limiter } from "./limits/limiter";
import { checkOptions, type ClientOptions } from "./options";

/** Options of a shared client. It has no signal, because no caller may stop it for the others. */
export type SharedClientOptions = Omit<ClientOptions, "signal" | "clock" | "random" | "transport">;

/** By the fingerprint of the credentials, the address and all settings. */
const clients = new Map<string, CostAllocationClient>();

/** By the fingerprint and the address. They outlive their clients, because the service continues to count. */
const limiters = new Map<string, Limiter>();

/**
 * The client of this process for these options. The same credentials, address and settings return the same client, which keeps the
 * first caller's `onWait`. With other settings, it is another client. Both share the account's limits, and the lowest
 * `maxConcurrency` applies.
 *
 * A client lives until it is closed; the next call then makes a new one.
 */
export function sharedClient(options: SharedClientOptions): CostAllocationClient {
  const { clientId, secretKey, clientIdHeader, secretKeyHeader, ...settings } = checkOptions(options);
  const source = options.credentialSource ?? "";
  const credentials = new Credentials({ clientId, secretKey, clientIdHeader, secretKeyHeader, source });
  const account = `${credentials.fingerprint()} ${settings.baseUrl}`;
  const key = `${account} ${JSON.stringify({ ...settings, source })}`;
  const known = clients.get(key);
  if (known !== undefined) return known;

  const limiter = limiters.get(account) ?? new Limiter(systemClock, Math.random);
  limiters.set(account, limiter);
  const client = new CostAllocationClient(options, { limiter });
  const close = client.close.bind(client);
  client.close = () => {
    if (clients.get(key) === client) clients.delete(key);
    close();
  };
  clients.set(key, client);
  return client;
}
