import { type ClientOptions, CostAllocationClient } from "../../../client";
import type { Context } from "../../../provider/lifecycle";
import { FakeClock } from "../../client/fakeClock";
import type { FaultyService } from "./service";

/** What one run of the engine on the account can use: a fresh process, with nothing read yet. */
export interface Run {
  context: Context;
  messages: string[];
  /** Lets an operation go on until it ends, timers included. */
  until: <T>(operation: Promise<T>) => Promise<T>;
}

/** Starts a run. */
export function startRun(service: FaultyService, settings: Partial<ClientOptions> = {}): Run {
  const clock = new FakeClock(service.service.clock.now());
  const { signal } = new AbortController();
  const messages: string[] = [];
  const say = (message: string): void => {
    messages.push(message);
  };
  const client = new CostAllocationClient({
    clientId: "emulator",
    secretKey: "emulator-secret",
    baseUrl: "http://127.0.0.1",
    clock,
    transport: service,
    random: () => 0.5,
    ...settings,
  });
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(milliseconds, () => {
        service.passTime(milliseconds);
        resolve();
      });
    });
  return {
    messages,
    until: (operation) => clock.until(operation),
    context: {
      client,
      settings: { outsideChanges: "overwrite" },
      log: { info: say, warning: say, status: () => undefined },
      claims: new Map(),
      signal,
      request: { signal },
      pause,
      now: () => service.service.clock.now(),
    },
  };
}
