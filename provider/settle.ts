import { NotFound, OutcomeUnknown } from "../client";
import type { Context } from "./lifecycle";

/** How long to wait before each further look, in milliseconds. */
const furtherLooks = [500, 1_500, 4_000];

/**
 * Thrown by the look before a write that has waited, where the write has been carried out already: by a request of a run
 * that was killed, or whose end it did not hear of.
 */
export class AlreadyDone extends Error {
  /** What the write would have brought about. */
  readonly result: unknown;

  constructor(result: unknown) {
    super("This was carried out already.");
    this.result = result;
  }
}

/**
 * Carries a write out. Where its outcome is not known, looks instead of repeating it.
 *
 * @param write the write
 * @param look what the write would have brought about, or undefined when it is not there
 * @throws {OutcomeUnknown} when no look found it: nothing is lost by failing, since the next run looks again
 */
export async function settle<Result>(
  write: () => Promise<Result>,
  look: () => Promise<Result | undefined>,
  context: Pick<Context, "pause">,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof AlreadyDone) return error.result as Result;
    if (!(error instanceof OutcomeUnknown)) throw error;
    const problems: string[] = [];
    const found = await shown(async () => {
      try {
        return await look();
      } catch (problem) {
        problems.push(problem instanceof Error ? problem.message : String(problem));
        return undefined;
      }
    }, context);
    if (found !== undefined) return found;
    const [problem] = problems.slice(-1);
    if (problem === undefined) throw error;
    throw new Error(`${error.message} Looking failed as well: ${problem}`, { cause: error });
  }
}

/**
 * Looks until something shows, a few times with growing pauses: what was written may show up a little later.
 *
 * @param look what is looked for, or undefined while it is not there
 */
export async function shown<Result>(
  look: () => Promise<Result | undefined>,
  { pause }: Pick<Context, "pause">,
): Promise<Result | undefined> {
  for (const milliseconds of [0, ...furtherLooks]) {
    if (milliseconds > 0) await pause(milliseconds);
    const found = await look();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An answer, or undefined when the service says that there is no such thing. */
export async function orGone<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
