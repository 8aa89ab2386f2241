import type { CostAllocationClient } from "../../client";

/** For each account of this process: the subjects that are worked on, and the end of the last work that was asked for. */
const turns = new WeakMap<CostAllocationClient, Map<string, Promise<unknown>>>();

/**
 * Does something after everything that was asked for earlier on the same subject has ended, well or not. The service has no
 * compare-and-set: what reads and then writes must be alone, at least in this process.
 *
 * @param client of the account; two accounts never wait for each other
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
