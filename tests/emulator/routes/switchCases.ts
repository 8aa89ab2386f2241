/** Tests for the values of a switch. */
import type { Switches } from "../../../emulator";
import { switchTable, type SwitchRow } from "../../../emulator/switches";
import { start, type Reply, type TestEmulator } from "../testEmulator";

/** The expected result with one value of a switch. */
interface SwitchCase {
  switches: Partial<Switches>;
  result: unknown;
}

/** The switches with tests, and their tested values. */
const tested = new Map<string, Set<unknown>>();

/** Declares a test for each value of a switch, with the same steps. */
export function testSwitch(
  name: keyof Switches,
  steps: (emulator: TestEmulator) => Promise<unknown>,
  cases: SwitchCase[],
): void {
  test.each(cases)(`${name}: $switches`, async ({ switches, result }) => {
    expect(await steps(await start({ switches }))).toEqual(result);
  });
  const values = cases.map(({ switches }) => (name in switches ? switches[name] : switchTable[name].default));
  tested.set(name, new Set([...(tested.get(name) ?? []), ...values]));
}

/** Expects tests of every value of exactly the switches that match. */
export function expectAllValuesTested(matches: (name: string) => boolean): void {
  const rows: [string, SwitchRow][] = Object.entries(switchTable).filter(([name]) => matches(name));
  expect([...tested.keys()].filter(matches).sort()).toEqual(rows.map(([name]) => name).sort());
  for (const [name, { values }] of rows) {
    const testedValues = tested.get(name) ?? new Set();
    if (typeof values === "string") {
      // An open set needs a test of its default, and of at least one other value.
      expect(testedValues.size).toBeGreaterThan(1);
    } else {
      expect(testedValues).toEqual(new Set(values));
    }
  }
}

/** Returns the status of a response. */
export const status = async (reply: Promise<Reply>): Promise<number> => (await reply).status;
