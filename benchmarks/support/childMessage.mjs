import { once } from "node:events";

/**
 * Waits for the next message from a forked process.
 *
 * @template T
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<T>}
 * @throws Error if the process exits without a message.
 */
export async function nextMessage(child) {
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`A benchmark process exited with code ${code} before it sent a result.`);
  });
  const [message] = await Promise.race([once(child, "message"), exited]);
  return message;
}
