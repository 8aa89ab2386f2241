import { setMaxListeners } from "node:events";

/** Calls back once the signal is aborted, at once if it is; the answer takes it back. */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal?.aborted === true) callback();
  if (signal === undefined || signal.aborted) return () => undefined;
  // A signal may stop any number of operations; Node warns of a leak from the eleventh on.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", callback);
  return () => {
    signal.removeEventListener("abort", callback);
  };
}
