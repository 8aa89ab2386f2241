/** The budget of a proof. Steps are counted instead of time, so that a result is the same on every machine. */

/** The budget is used up. */
export class OutOfSteps extends Error {
  override readonly name = "OutOfSteps";
}

/** One error for all cases: recording a stack trace takes longer than a step, and nobody reads it. */
const outOfSteps = new OutOfSteps();

/** Counts steps down: one for each comparison that a search makes. */
export class Steps {
  #left: number;
  #ofQuestion = Infinity;

  /** @param total how many steps all questions together may take */
  constructor(total: number) {
    this.#left = total;
  }

  /**
   * Counts steps.
   *
   * @throws {OutOfSteps} if the budget of the question or of all of them is used up
   */
  spend(steps: number): void {
    this.#left -= steps;
    this.#ofQuestion -= steps;
    if (this.#left < 0 || this.#ofQuestion < 0) throw outOfSteps;
  }

  /**
   * Gives up.
   *
   * @throws {OutOfSteps} as if the budget were used up
   */
  giveUp(): never {
    throw outOfSteps;
  }

  /**
   * Answers a question within a budget.
   *
   * @returns undefined if the question can't be answered within it
   */
  within<Answer>(most: number, question: () => Answer): { answer: Answer } | undefined {
    this.#ofQuestion = most;
    try {
      return { answer: question() };
    } catch (error) {
      if (error instanceof OutOfSteps) return undefined;
      throw error;
    } finally {
      this.#ofQuestion = Infinity;
    }
  }
}
