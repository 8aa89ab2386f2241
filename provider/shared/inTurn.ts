import type { CostAllocationClient } from "../../client";

/** For each account of this process: the subjects in work, and when the last work on each ends. */
const turns = new WeakMap<CostAllocationClient, Map<string, Promise<unknown>>>();

/**
 * Runs work after all earlier work on the same subject has ended or failed. The service has no compare-and-set, so only one
 * operation at a time may read and then write, at least in this process.
 *
 * @param client the client of the account; work on different accounts doesn't wait
 * @param subject what is read and written, such as one tag's metadata
 */
export async function inTurn<Result>(
  client: CostAllocationClient,
  subject: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const subjects = turns.get(client) ?? new Map<string, Promise<unknown>>();
  turns.set(client, subjects);
  const before = subjects.get(subject) ?? Promise.resolve();
  const mine = before.then(work, work);
  subjects.set(subject, mine);
  try {
    return await mine;
  } finally {
    if (subjects.get(subject) === mine) subjects.delete(subject);
  }
}
