import { messageOf } from "../rules/shared/messageOf";
import { NotFound, OutcomeUnknown } from "./errors";

/** What is needed to look for the outcome of a write. */
interface Waiting {
  /** Waits for this many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
}

/** How long to wait before each further look, in milliseconds. */
const furtherLooks = [500, 1_500, 4_000];

/**
 * Carries out a write. If its outcome is unknown, looks for its result instead of writing again.
 *
 * @param write the write
 * @param look looks for the result of the write; undefined if it was not carried out
 * @throws {OutcomeUnknown} if it was not found. The next run looks again, so nothing is lost
 */
export async function settle<Result>(
  write: () => Promise<Result>,
  look: () => Promise<Result | undefined>,
  waiting: Waiting,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    let problem: string | undefined;
    const found = await lookUntilFound(async () => {
      try {
        problem = undefined;
        return await look();
      } catch (failure) {
        problem = messageOf(failure);
        return undefined;
      }
    }, waiting);
    if (found !== undefined) return found;
    if (problem === undefined) throw error;
    throw new Error(`${error.message} Checking whether it was carried out failed as well: ${problem}`, {
      cause: error,
    });
  }
}

/**
 * The outcome of a write is unknown, and reads that were sent after it did not show its result. The service may still carry it out
 * late, so only a write that may be done twice can be retried, never a POST.
 */
export class NotSeenAfterwards extends Error {
  override readonly name = "NotSeenAfterwards";
  /** The error for a caller that gives up. */
  readonly outcome: OutcomeUnknown;

  constructor(outcome: OutcomeUnknown) {
    super(outcome.message, { cause: outcome });
    this.outcome = outcome;
  }
}

/**
 * Carries out a write that may be done twice: a PUT or a DELETE, never a POST. A second PUT of a tag adds an equal version to its
 * history.
 *
 * @throws {NotSeenAfterwards} if its result was not found
 */
export async function settleIdempotent<Result>(
  write: () => Promise<Result>,
  look: () => Promise<Result | undefined>,
  waiting: Waiting,
): Promise<Result> {
  try {
    return await settle(write, look, waiting);
  } catch (error) {
    throw error instanceof OutcomeUnknown ? new NotSeenAfterwards(error) : error;
  }
}

/** Looks a few times, with growing pauses, because a write may show with a delay. */
export async function lookUntilFound<Result>(
  look: () => Promise<Result | undefined>,
  { pause }: Waiting,
): Promise<Result | undefined> {
  for (const milliseconds of [0, ...furtherLooks]) {
    if (milliseconds > 0) await pause(milliseconds);
    const found = await look();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The answer, or undefined if the service answers that it was not found. */
export async function orNotFound<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
