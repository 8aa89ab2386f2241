/** A progress bar in the status line of the terminal. */
import type { Terminal } from "./terminal";

/** A bar that grows with each step. */
export interface Progress {
  step: () => void;
  /** Removes the bar. */
  end: () => void;
}

const width = 30;

/**
 * Shows a bar, if stderr is a terminal.
 *
 * @param title what is in progress
 * @param total how many steps there are
 */
export function showProgress({ status }: Terminal, title: string, total: number): Progress {
  let done = 0;
  const show = (): void => {
    const filled = total === 0 ? width : Math.floor((done / total) * width);
    status?.(`${title} [${"=".repeat(filled)}${" ".repeat(width - filled)}] ${done}/${total}`);
  };
  show();
  return {
    step: () => {
      done++;
      show();
    },
    end: () => status?.(""),
  };
}
