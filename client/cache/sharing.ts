import { onAbort } from "../http/abort";
import type { Clock } from "../clock";
import { Cancelled } from "../errors";
import type { Wait } from "../limits/limiter";
import type { Call, SendOptions } from "../http/request";

/** A read that was answered, and as of when. */
export interface Answered<T> {
  result: T;
  /** How many writes of ours had ended when the request was sent: later ones may be missing in the result. */
  epoch: number;
  /** When the request was sent, by {@link Clock.elapsed}. */
  sentAt: number;
}

/** A read on its way. */
interface Reading {
  answer: Promise<Answered<unknown>>;
  /** Undefined until it is sent. */
  sent: { epoch: number; at: number } | undefined;
  callers: number;
  listeners: Set<(wait: Wait) => void>;
  controller: AbortController;
}

/** Sends a call; `onSent` is called whenever the request goes on its way. */
export type Sender = <T>(call: Call<T>, options: SendOptions, onSent?: () => void) => Promise<T>;

/**
 * The same read asked for at the same time is sent once. A read is never joined when a write of ours has ended since it
 * was sent: its answer may be older than that write.
 */
export class SharedReads {
  readonly #send: Sender;
  readonly #clock: Clock;
  readonly #readings = new Map<string, Reading>();
  #epoch = 0;

  constructor(send: Sender, clock: Clock) {
    this.#send = send;
    this.#clock = clock;
  }

  /** How many writes of ours have ended. */
  get epoch(): number {
    return this.#epoch;
  }

  /** A write of ours has ended, whatever became of it. */
  writeEnded(): void {
    this.#epoch++;
  }

  /**
   * Sends a read, or joins it.
   *
   * @param fresh join it only if it was not sent yet
   */
  async read<T>(call: Call<T>, options: SendOptions, fresh = false): Promise<Answered<T>> {
    const key = `${call.method} ${call.path}?${call.query?.toString() ?? ""}`;
    const running = this.#readings.get(key);
    const joined = running !== undefined && this.#isJoinable(running, fresh);
    const reading = joined ? running : this.#start(key, call);
    const answered = (await this.#wait(reading, call, options)) as Answered<T>;
    // Whoever gets an object may change it, and must not change it for the others.
    return joined ? { ...answered, result: structuredClone(answered.result) } : answered;
  }

  #isJoinable(reading: Reading, fresh: boolean): boolean {
    // Its last caller has left it: it ends as cancelled.
    if (reading.controller.signal.aborted) return false;
    return reading.sent === undefined || (!fresh && reading.sent.epoch === this.#epoch);
  }

  #start(key: string, call: Call<unknown>): Reading {
    const controller = new AbortController();
    const listeners: Reading["listeners"] = new Set();
    const options: SendOptions = {
      signal: controller.signal,
      onWait: (wait) => {
        for (const listener of listeners) listener(wait);
      },
    };
    const reading: Omit<Reading, "answer"> = { sent: undefined, callers: 0, listeners, controller };
    const answer = this.#send(call, options, () => {
      reading.sent = { epoch: this.#epoch, at: this.#clock.elapsed() };
    })
      .then((result) => ({ result, epoch: reading.sent?.epoch ?? 0, sentAt: reading.sent?.at ?? 0 }))
      .finally(() => {
        if (this.#readings.get(key) === reading) this.#readings.delete(key);
      });
    const started = Object.assign(reading, { answer });
    this.#readings.set(key, started);
    return started;
  }

  /** Waits for the answer. Who leaves early leaves alone; the last one to leave ends the request. */
  #wait(reading: Reading, call: Call<unknown>, { signal, onWait }: SendOptions): Promise<Answered<unknown>> {
    if (onWait !== undefined) reading.listeners.add(onWait);
    reading.callers++;
    return new Promise((resolve, reject) => {
      const takeBack = onAbort(signal, () => {
        if (onWait !== undefined) reading.listeners.delete(onWait);
        reading.callers--;
        if (reading.callers === 0) reading.controller.abort();
        const { operation, method, path } = call;
        reject(new Cancelled({ operation, method, path, code: "CANCELLED" }));
      });
      reading.answer.then(resolve, reject).finally(takeBack);
    });
  }
}
