import { type ClientOptions, CostAllocationClient } from "../../client";
import type { Context } from "../../provider/lifecycle";
import { FakeClock } from "../client/fakeClock";
import type { FaultyService } from "./faultyService";

/** What one run of the engine on the account can use: a fresh process, with nothing read yet. */
export interface Run {
  context: Context;
  messages: string[];
  /** Lets an operation go on until it ends, timers included. */
  until: <T>(operation: Promise<T>) => Promise<T>;
}

/** What a run may have otherwise than most. */
export interface RunParts {
  /** The run's time. Default: a clock of its own, from the service's present on. */
  clock?: FakeClock;
  /** What is done to changes that others made. Default `overwrite`. */
  driftPolicy?: Context["settings"]["driftPolicy"];
  /** What the provider believes of the service's merge of metadata. Default `values`. */
  metadataMerge?: Context["settings"]["metadataMerge"];
  /** Told when the run has paused. Default: as much time passes in the service. */
  passTime?: (milliseconds: number) => void;
}

/** Starts a run. */
export function startRun(
  service: FaultyService,
  settings: Partial<ClientOptions> = {},
  {
    clock = new FakeClock(service.service.clock.now()),
    driftPolicy = "overwrite",
    metadataMerge = "values",
    passTime = service.passTime,
  }: RunParts = {},
): Run {
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
        passTime(milliseconds);
        resolve();
      });
    });
  return {
    messages,
    until: (operation) => clock.until(operation),
    context: {
      client,
      settings: { driftPolicy, metadataMerge },
      log: { info: say, warning: say, status: () => undefined },
      claims: new Map(),
      signal,
      request: { signal },
      pause,
    },
  };
}
