import { CostAllocationClient, type ClientOptions } from "../../client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import type { Context } from "../../provider/lifecycle";
import { asOther } from "../support/asOther";

/** An account of the service, a lifecycle's context on it, and the hands of another person. */
export interface Account {
  readonly emulator: Emulator;
  readonly context: Context;
  /** What the lifecycle said to the person at the engine, such as `warning: ...`. */
  readonly messages: string[];
  /** Method and path of the writes so far. */
  writes(): string[];
  /** Sends a request as another user of the account, as the application would. Answers `data` of the body. */
  asOther(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/** What an account may have otherwise than most. */
export interface AccountOptions {
  readonly emulator?: EmulatorOptions;
  readonly client?: Partial<ClientOptions>;
  readonly settings?: Partial<Context["settings"]>;
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

/** Starts an emulator and a client on it, until the test ends. */
export async function startAccount(options: AccountOptions = {}): Promise<Account> {
  const emulator = await startEmulator(options.emulator);
  const client = new CostAllocationClient({
    baseUrl: emulator.url,
    clientId: emulator.clientId,
    secretKey: emulator.secretKey,
    requestTimeoutSeconds: 2,
    // Each operation of a test stands for a run of its own, which knows nothing of what an earlier one has read.
    listMaxAgeSeconds: 0,
    ...options.client,
  });
  ends.push(async () => {
    client.close();
    await emulator.stop();
  });
  const messages: string[] = [];
  const { signal } = new AbortController();
  const say = (kind: string) => (message: string) => messages.push(`${kind}: ${message}`);

  return {
    emulator,
    messages,
    context: {
      client,
      settings: { driftPolicy: "overwrite", ...options.settings },
      log: { info: say("info"), warning: say("warning"), status: say("status") },
      claims: new Map(),
      signal,
      request: { signal },
      // No test waits for real: what a pause is for must be there already.
      pause: () => Promise.resolve(),
    },
    writes: () =>
      emulator.control
        .requests()
        .filter(({ method, clientId }) => method !== "GET" && clientId === emulator.clientId)
        .map(({ method, path }) => `${method} ${path}`),
    asOther: (method, path, body) => asOther(emulator, method, path, body),
  };
}
