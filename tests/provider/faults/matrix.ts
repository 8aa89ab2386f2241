/** Histories in which a write meets each kind of fault: how they are played, and counted. */
import fc from "fast-check";
import { type FaultKind, faultKinds, type FaultyService, type PlannedFault } from "../../support/faultyService";
import { runsOf } from "../../support/size";

/** A fault of any kind, at any of the first requests. */
export const anyFault: fc.Arbitrary<PlannedFault> = fc.record({
  kind: fc.constantFrom(...(Object.keys(faultKinds) as FaultKind[])),
  of: fc.constantFrom("write", "write", "read"),
  nth: fc.nat({ max: 3 }),
});

/**
 * Plays the run that is struck, and then as many plain ones as it takes: at most two. An hour goes by after each.
 *
 * @param up one run; `killed` is the struck one where its process ends before the engine has saved anything
 * @param between what happens after a run that did not end well, given how many there were
 */
export async function recover(
  service: FaultyService,
  killedFirst: boolean,
  up: (killed: boolean) => Promise<void>,
  between: (failures: number) => void = () => undefined,
): Promise<void> {
  for (let failures = 0; failures <= 2; failures += 1) {
    const killed = killedFirst && failures === 0;
    const ended = await up(killed).then(
      () => !killed,
      () => false,
    );
    service.passTime(3_600_000);
    service.plan([]);
    if (ended) return;
    between(failures + 1);
  }
  throw new Error("Two plain runs did not put it right.");
}

/** How many histories were played, and how many of them did not end as they must. */
export interface Tally {
  played: number;
  broken: number;
}

/**
 * Has a test for each kind of fault, which plays histories with it.
 *
 * @param full how many in `npm run test:full`, unless FAULT_SEEDS says otherwise: 1000 is for a release
 */
export function testEachFault<Story>(
  full: number,
  stories: (kind: FaultKind) => fc.Arbitrary<Story>,
  play: (story: Story) => Promise<void>,
): Tally {
  const tally = { played: 0, broken: 0 };
  const numRuns = runsOf("FAULT_SEEDS", full / 5, full);
  test.each(Object.keys(faultKinds) as FaultKind[])(
    "%s",
    async (kind) => {
      const history = fc.asyncProperty(stories(kind), async (story) => {
        tally.played += 1;
        tally.broken += 1;
        await play(story);
        tally.broken -= 1;
      });
      await fc.assert(history, { numRuns });
    },
    300_000,
  );
  return tally;
}

/** Says in the end how the histories went: a line for each tally, under a title. */
export function report(title: string, tallies: () => Record<string, Tally>): void {
  afterAll(() => {
    const lines = Object.entries(tallies()).map(
      ([what, { played, broken }]) => `${what}: ${broken} of ${played} histories broken`,
    );
    process.stdout.write(`${title}, ${Object.keys(faultKinds).length} faults each:\n${lines.join("\n")}\n`);
  });
}
