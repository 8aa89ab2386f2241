import type { Clock } from "../clock";
import { Cancelled } from "../errors";
import { onAbort } from "../http/abort";
import type { Call, SendOptions } from "../http/call";
import type { Wait } from "../limits/turn";

/** The result of a read, and as of when it is true. */
export interface Answered<T> {
  result: T;
  /** How many of our writes had ended when the request was sent. The result may miss later ones. */
  epoch: number;
  /** When the request was sent, by {@link Clock.elapsed}. */
  sentAt: number;
}

/** A read under way. */
interface Flight {
  answer: Promise<Answered<unknown>>;
  /** When it was sent; undefined before that. */
  sent: { epoch: number; at: number } | undefined;
  callers: number;
  listeners: Set<(wait: Wait) => void>;
  controller: AbortController;
}

/** Sends a call. `onSent` is called each time the request leaves. */
export type Sender = <T>(call: Call<T>, options: SendOptions, onSent?: () => void) => Promise<T>;

/**
 * Sends a read once for all callers that want the same at the same time. A caller never joins a read that was sent before one of
 * our writes ended, because its answer may not show that write.
 */
export class SingleFlight {
  readonly #send: Sender;
  readonly #clock: Clock;
  readonly #flights = new Map<string, Flight>();
  #epoch = 0;

  constructor(send: Sender, clock: Clock) {
    this.#send = send;
    this.#clock = clock;
  }

  /** How many of our writes have ended. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Notes that one of our writes has ended, whatever its outcome. */
  writeEnded(): void {
    this.#epoch++;
  }

  /**
   * Sends a read, or joins the same read.
   *
   * @param maxAgeSeconds joins a read that was sent at most this long ago; 0 joins only one that was not sent yet
   */
  async read<T>(call: Call<T>, options: SendOptions, maxAgeSeconds = Infinity): Promise<Answered<T>> {
    const key = `${call.method} ${call.path}?${call.query?.toString() ?? ""}`;
    const running = this.#flights.get(key);
    const canJoin = running !== undefined && this.#canJoin(running, maxAgeSeconds);
    const flight = canJoin ? running : this.#start(key, call);
    const answered = (await this.#wait(flight, call, options)) as Answered<T>;
    options.onSent?.(answered.sentAt);
    return answered;
  }

  #canJoin({ controller, sent }: Flight, maxAgeSeconds: number): boolean {
    // Its last caller has left, so it will end as cancelled.
    if (controller.signal.aborted) return false;
    if (sent === undefined) return true;
    return maxAgeSeconds > 0 && sent.epoch === this.#epoch && this.#clock.elapsed() - sent.at <= maxAgeSeconds * 1000;
  }

  #start(key: string, call: Call<unknown>): Flight {
    const controller = new AbortController();
    const listeners: Flight["listeners"] = new Set();
    const options: SendOptions = {
      signal: controller.signal,
      onWait: (wait) => {
        for (const listener of listeners) listener(wait);
      },
    };
    const flight: Omit<Flight, "answer"> = { sent: undefined, callers: 0, listeners, controller };
    const answer = this.#send(call, options, () => {
      flight.sent = { epoch: this.#epoch, at: this.#clock.elapsed() };
    })
      .then((result) => ({ result, epoch: flight.sent?.epoch ?? 0, sentAt: flight.sent?.at ?? 0 }))
      .finally(() => {
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
      });
    const started = Object.assign(flight, { answer });
    this.#flights.set(key, started);
    return started;
  }

  /** Waits for the answer. When a caller leaves early, the request continues for the others. The last one to leave ends it. */
  #wait(flight: Flight, call: Call<unknown>, { signal, onWait }: SendOptions): Promise<Answered<unknown>> {
    if (onWait !== undefined) flight.listeners.add(onWait);
    flight.callers++;
    return new Promise((resolve, reject) => {
      const takeBack = onAbort(signal, () => {
        if (onWait !== undefined) flight.listeners.delete(onWait);
        flight.callers--;
        if (flight.callers === 0) flight.controller.abort();
        const { operation, method, path } = call;
        reject(new Cancelled({ operation, method, path, code: "CANCELLED" }));
      });
      flight.answer.then(resolve, reject).finally(takeBack);
    });
  }
}
