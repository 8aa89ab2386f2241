import type { Emulator, EmulatorState } from "../../../emulator";
import type { Stack } from "../../support/stack";
import { type Moment, moments, type Signal, signals } from "./strike";
import type { Workspace } from "../../support/workspace";

/** One way to stop a run. */
export type Cell = readonly [moment: Moment, signal: Signal];

/** The ways that are played: with KILL_MATRIX=full all there are, else the usual ones. */
export function cellsOf(usual: readonly Cell[]): readonly Cell[] {
  if (process.env["KILL_MATRIX"] !== "full") return usual;
  return (Object.keys(moments) as Moment[]).flatMap((moment) =>
    (Object.keys(signals) as Signal[]).map((signal): Cell => [moment, signal]),
  );
}

/** `describe` where the engine, a Go program, handles these signals, and shell scripts run: on POSIX systems. */
export const onPosix = process.platform === "win32" ? describe.skip : describe;

/** Where each cell begins. */
export interface Beginning {
  readonly emulator: Emulator;
  readonly workspace: Workspace;
  readonly stack: Stack;
  /** What the service has. */
  readonly account: EmulatorState;
  /** What the stack exports. */
  readonly checkpoint: string;
}

/** Brings account and stack back to where each cell begins. */
export async function rewind({ emulator, workspace, stack, account, checkpoint }: Beginning): Promise<void> {
  emulator.control.clearFaults();
  emulator.control.importState(account);
  workspace.write("checkpoint.json", checkpoint);
  (await stack.pulumi(["stack", "import", "--file", "checkpoint.json", "--force"])).ok();
  emulator.control.clearRequests();
}

/** Plain re-runs until one succeeds: how many it took. */
export async function rerun(stack: Stack, operation: "up" | "destroy"): Promise<number> {
  for (const run of [1, 2]) {
    if ((await stack.start(operation).result).code === 0) return run;
  }
  throw new Error("Two plain re-runs did not put it right.");
}
