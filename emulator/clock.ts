/** The emulator's clock: real time, shifted or frozen at will. */

/** Tells the service what time it is. */
export class Clock {
  #shift = 0;
  #frozenAt: number | undefined;

  /** Unix milliseconds. */
  now(): number {
    return this.#frozenAt ?? Date.now() + this.#shift;
  }

  /** Makes it that time now; a frozen clock stays frozen. */
  set(to: number): void {
    this.#shift = to - Date.now();
    if (this.#frozenAt !== undefined) {
      this.#frozenAt = to;
    }
  }

  /** Stops the time where it is. */
  freeze(): void {
    this.#frozenAt = this.now();
  }

  /** Lets a frozen clock run on from where it stands. */
  resume(): void {
    const now = this.now();
    this.#frozenAt = undefined;
    this.set(now);
  }

  /** Back to real time. */
  reset(): void {
    this.#frozenAt = undefined;
    this.#shift = 0;
  }
}
