import { CostAllocationClient } from "../../client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import type { Context } from "../../provider/lifecycle";

/** An account of the service, a lifecycle's context on it, and the hands of another person. */
export interface Account {
  emulator: Emulator;
  context: Context;
  /** What the lifecycle said to the person at the engine, such as `warning: ...`. */
  messages: string[];
  /** Method and path of the writes so far. */
  writes(): string[];
  /** Sends a request as another user of the account, as the application would. Answers `data` of the body. */
  asOther(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Starts an emulator and a client on it. */
export async function startAccount(
  settings: Partial<Context["settings"]> = {},
  options: EmulatorOptions = {},
): Promise<Account> {
  const emulator = await startEmulator(options);
  const other = emulator.control.addCredential({ user: "ines@example.com" });
  const client = new CostAllocationClient({
    baseUrl: emulator.url,
    clientId: emulator.clientId,
    secretKey: emulator.secretKey,
    requestTimeoutSeconds: 2,
    // Each operation of a test stands for a run of its own, which knows nothing of what an earlier one has read.
    listMaxAgeSeconds: 0,
  });
  const messages: string[] = [];
  const { signal } = new AbortController();
  const say = (kind: string) => (message: string) => messages.push(`${kind}: ${message}`);

  return {
    emulator,
    messages,
    context: {
      client,
      settings: { outsideChanges: "overwrite", ...settings },
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
    asOther: async (method, path, body) => {
      const response = await fetch(`${emulator.url}${path}`, {
        method,
        headers: {
          "x-service-client-id": other.clientId,
          "x-service-secret-key": other.secretKey,
          "content-type": "application/json",
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as { data: Record<string, unknown> };
      if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
      return answer.data;
    },
    stop: async () => {
      client.close();
      await emulator.stop();
    },
  };
}
