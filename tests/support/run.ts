import { type ClientOptions, CostAllocationClient } from "../../client";
import type { Context, Policy } from "../../provider/shared/lifecycle";
import type { Message } from "../../provider/shared/message";
import { RunMemory } from "../../provider/shared/runMemory";
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
  driftPolicy?: Policy["driftPolicy"];
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
    passTime = service.passTime,
  }: RunParts = {},
): Run {
  const { signal } = new AbortController();
  const messages: string[] = [];
  const say = ({ text }: Message): void => {
    messages.push(text);
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
      policy: { driftPolicy, referencePolicy: "refuse" },
      log: { info: say, warning: say, status: () => undefined },
      memory: new RunMemory(),
      request: { signal },
      pause,
    },
  };
}
