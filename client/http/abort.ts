import { setMaxListeners } from "node:events";

/** Calls back when the signal is aborted, or at once if it already is. The result removes the callback. */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal?.aborted === true) callback();
  if (signal === undefined || signal.aborted) return () => undefined;
  // A signal may stop any number of operations, but Node.js warns about a leak from the eleventh listener on.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", callback);
  return () => {
    signal.removeEventListener("abort", callback);
  };
}
