import type { Switches } from "../../../emulator";
import { start, type Reply, type Running } from "../support";

/** What a test sees with a switch at each of its values, the default first. */
interface Row {
  switches: Partial<Switches>;
  seen: unknown;
}

/** The switches that this file's tests have played. */
const played = new Set<keyof Switches>();

/** Runs the same steps with each row's switches. */
export function both(name: keyof Switches, steps: (emulator: Running) => Promise<unknown>, rows: Row[]): void {
  test.each(rows)(`${name}: $switches`, async ({ switches, seen }) => {
    expect(await steps(await start({ switches }))).toEqual(seen);
  });
  played.add(name);
}

/** Of the switches that are meant, {@link both} must have played each, and no other. */
export async function expectAllPlayed(isMeant: (name: string) => boolean): Promise<void> {
  const { control } = await start();
  expect([...played].sort()).toEqual(Object.keys(control.switches()).filter(isMeant).sort());
}

export const status = async (reply: Promise<Reply>): Promise<number> => (await reply).status;
