import { once } from "node:events";

/**
 * What a forked process tells next.
 *
 * @template T
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<T>}
 * @throws Error when it ends without a word.
 */
export async function told(child) {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`A process of the benchmark ended with ${code} before it told anything.`);
  });
  const [message] = await Promise.race([once(child, "message"), ended]);
  return message;
}
