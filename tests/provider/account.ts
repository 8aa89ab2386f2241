import { CostAllocationClient, type ClientOptions } from "../../client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import type { Context, Policy } from "../../provider/shared/lifecycle";
import type { Message } from "../../provider/shared/message";
import { RunMemory } from "../../provider/shared/runMemory";
import { asOther } from "../support/asOther";

/** An account of the service, a lifecycle's context on it, and what another user of the account can do. */
export interface Account {
  readonly emulator: Emulator;
  readonly context: Context;
  /** The messages to the person at the engine. */
  readonly messages: (Message & { kind: "info" | "warning" })[];
  /** The codes of the messages. */
  codes(): string[];
  /** Begins another run: it remembers nothing of an earlier one. */
  newRun(): void;
  /** Method and path of the writes so far. */
  writes(): string[];
  /** The body of the last write, whoever sent it. */
  lastBody(): unknown;
  /** Sends a request as another user of the account, as the application would. Answers `data` of the body. */
  asOther(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/** What differs from an ordinary account. */
export interface AccountOptions {
  readonly emulator?: EmulatorOptions;
  readonly client?: Partial<ClientOptions>;
  readonly policy?: Partial<Policy>;
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

/** Starts an emulator without rate limits and a client on it, until the test ends. */
export async function startAccount(options: AccountOptions = {}): Promise<Account> {
  const emulator = await startEmulator({ limits: { enabled: false }, ...options.emulator });
  const client = new CostAllocationClient({
    baseUrl: emulator.url,
    clientId: emulator.clientId,
    secretKey: emulator.secretKey,
    requestTimeoutSeconds: 2,
    // Each operation of a test is a run of its own, which does not know what an earlier one has read.
    listMaxAgeSeconds: 0,
    // Retries come at once: 0 is the shortest that chance allows.
    random: () => -1,
    ...options.client,
  });
  ends.push(async () => {
    client.close();
    await emulator.stop();
  });
  const messages: Account["messages"] = [];
  const { signal } = new AbortController();
  const say = (kind: "info" | "warning") => (message: Message) => messages.push({ kind, ...message });
  const context: Context = {
    client,
    policy: { driftPolicy: "overwrite", referencePolicy: "refuse", ...options.policy },
    log: { info: say("info"), warning: say("warning"), status: () => undefined },
    memory: new RunMemory(),
    request: { signal },
    // No test waits: what a pause is for must be there already.
    pause: () => Promise.resolve(),
  };

  return {
    emulator,
    messages,
    context,
    codes: () => messages.map(({ code }) => code),
    newRun: () => {
      context.memory = new RunMemory();
    },
    writes: () =>
      emulator.control
        .requests()
        .filter(({ method, clientId }) => method !== "GET" && clientId === emulator.clientId)
        .map(({ method, path }) => `${method} ${path}`),
    lastBody: () => emulator.control.requests().findLast(({ method }) => method !== "GET")?.body,
    asOther: (method, path, body) => asOther(emulator, method, path, body),
  };
}

/** Notes that the program declares a tag that is in the state. */
export function declareTag(
  memory: RunMemory,
  urn: string | undefined,
  id: string,
  { former, isReplaced = false }: { former?: string | undefined; isReplaced?: boolean } = {},
): void {
  memory.check(urn, "VirtualTag");
  memory.compare(urn, { kind: "VirtualTag", id, state: {}, former, isReplaced });
}
