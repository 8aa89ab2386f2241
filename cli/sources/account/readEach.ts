/** Reads many items, a few at a time. */
import type { Settings } from "../../../client/settings";
import { showProgress } from "../../console/progress";
import type { Terminal } from "../../console/terminal";

/**
 * Reads something of each item, in order. A few at a time: their responses state the rate limit for the next ones.
 *
 * @param title what is in progress
 * @throws {Error} of the first read that fails
 */
export async function readEach<Item, Result>(
  title: string,
  items: readonly Item[],
  { terminal, maxConcurrency }: { terminal: Terminal } & Pick<Settings, "maxConcurrency">,
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const progress = showProgress(terminal, title, items.length);
  const results: Result[] = [];
  const left = [...items.entries()].reverse();
  const readNext = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [index, item] = next;
      results[index] = await read(item);
      progress.step();
    }
  };
  try {
    await Promise.all(Array.from({ length: maxConcurrency }, readNext));
    return results;
  } finally {
    progress.end();
  }
}
