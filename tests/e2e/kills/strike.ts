import type { Emulator, Fault } from "../../../emulator";
import { runs } from "../../support/processTree";
import type { Running } from "../../support/running";
import type { Stack } from "../../support/stack";

/** When a signal can meet a request. */
export const moments = {
  "before send": { method: "GET", when: "beforeReading" },
  "in flight": { method: "write", when: "afterReading" },
  "after commit, before the answer": { method: "write", when: "afterCommit" },
  "after the answer": { method: "write", when: undefined },
} as const;
/** One of them. */
export type Moment = keyof typeof moments;

/** Everything that can end a run. */
export const signals = {
  "SIGINT once": (running: Running) => {
    running.signal("SIGINT");
  },
  "SIGINT twice": (running: Running) => {
    running.signal("SIGINT");
    running.signal("SIGINT");
  },
  SIGTERM: (running: Running) => {
    running.signal("SIGTERM");
  },
  "SIGKILL of the CLI": (running: Running) => {
    running.signal("SIGKILL");
  },
  "SIGKILL of the provider": (running: Running) => {
    for (const { pid } of running.hosts()) process.kill(pid, "SIGKILL");
  },
} as const;
/** One of them. */
export type Signal = keyof typeof signals;

/** How long the emulator holds a request back, so that a signal meets it there. */
const heldMilliseconds = 4_000;

/** Waits until something holds, by looking again and again. */
async function until(holds: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`In a minute it did not come to: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Holds the requests of the moment back, starts the operation, and gives the signal once they have all come. */
export async function strike(
  { emulator, stack }: { emulator: Emulator; stack: Stack },
  operation: "up" | "destroy",
  moment: Moment,
  signal: Signal,
  expected: number,
): Promise<void> {
  const { method, when } = moments[moment];
  const methods = method === "write" ? (["POST", "PUT", "DELETE"] as const) : (["GET"] as const);
  const ofMoment = (): { status: number | null }[] =>
    emulator.control.requests().filter((request) => methods.some((one) => one === request.method));
  if (when !== undefined) {
    const hold: Fault = { kind: "slow", when, milliseconds: heldMilliseconds };
    for (const one of methods) emulator.control.placeFault({ ...hold, method: one });
  }
  const running = stack.start(operation);
  await until(
    () => ofMoment().filter(({ status }) => when !== undefined || status !== null).length >= expected,
    `${expected} requests ${moment}`,
  );
  const hosts = running.hosts();
  // After the last answer, they may have ended.
  if (when !== undefined && hosts.length === 0) throw new Error("No process of the provider was found.");
  signals[signal](running);
  await running.result;
  // A provider whose engine was killed ends by itself; until then it could go on writing.
  await until(() => !hosts.some(runs), "the end of the provider");
  emulator.control.clearFaults();
  if (signal === "SIGKILL of the CLI" || signal === "SIGINT twice") await stack.pulumi(["cancel", "--yes"]);
}
