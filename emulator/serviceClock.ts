/** The clock of the emulated service. It shows real time until you set or freeze it. */
export class ServiceClock {
  #offset = 0;
  #frozenAt: number | undefined;

  /** The current time, in Unix milliseconds. */
  now(): number {
    return this.#frozenAt ?? Date.now() + this.#offset;
  }

  /** Sets the current time, in Unix milliseconds. A frozen clock stays frozen. */
  set(to: number): void {
    this.#offset = to - Date.now();
    if (this.#frozenAt !== undefined) {
      this.#frozenAt = to;
    }
  }

  /** Stops the clock at the current time. */
  freeze(): void {
    this.#frozenAt = this.now();
  }

  /** Starts a frozen clock again, from the time that it shows. */
  resume(): void {
    const now = this.now();
    this.#frozenAt = undefined;
    this.set(now);
  }

  /** Returns to real time. */
  reset(): void {
    this.#frozenAt = undefined;
    this.#offset = 0;
  }
}
