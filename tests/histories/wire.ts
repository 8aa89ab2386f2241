/** What lies between a run and the service: time on the way, faults, and the moment at which the process dies. */
import type { Transport, WireAnswer, WireFailure, WireRequest } from "../../client";
import type { FakeClock } from "../client/fakeClock";
import { faultKinds, FaultPlan, type FaultyService, type PlannedFault } from "../support/faultyService";

/** A fault, and how late a request is carried out that is so. */
export type HistoryFault = PlannedFault & { late: "soon" | "after the run" };

/** What ends a run before its time: at which of its requests, and whether what is on its way by then still arrives. */
export interface End {
  by: "kill" | "stop";
  at: number;
  arrives: boolean;
}

/** Sees each request that the service carries out. */
export type Observer = (request: WireRequest, carryOut: () => WireAnswer) => WireAnswer;

/** How long an answer is waited for, milliseconds: the client's default. */
const answerTimeout = 60_000;

/** The way of one run's requests. */
export class Wire implements Transport {
  /** Resolves when the process is killed. */
  readonly killed: Promise<void>;
  readonly #service: FaultyService;
  readonly #clock: FakeClock;
  readonly #plan = new FaultPlan();
  readonly #end: End | undefined;
  readonly #observe: Observer;
  readonly #onStop: () => void;
  readonly #onSend: (request: number) => void;
  #kill: () => void = () => undefined;
  #isKilled = false;
  #sent = 0;
  #random: number;
  /** Requests that have not arrived yet. */
  #onTheWay = new Set<() => void>();
  #late: (() => void)[] = [];
  /** Faults that struck. */
  struck = 0;

  constructor(
    service: FaultyService,
    clock: FakeClock,
    how: { faults: readonly HistoryFault[]; end: End | undefined; seed: number },
    on: { carryOut: Observer; stop: () => void; send?: (request: number) => void },
  ) {
    this.#service = service;
    this.#clock = clock;
    this.#plan.plan(how.faults);
    this.#end = how.end;
    this.#random = how.seed;
    this.#observe = on.carryOut;
    this.#onStop = on.stop;
    this.#onSend = on.send ?? (() => undefined);
    this.killed = new Promise((resolve) => {
      this.#kill = resolve;
    });
  }

  /** Whether the run was killed. */
  isKilled(): boolean {
    return this.#isKilled;
  }

  send = async (request: WireRequest): Promise<WireAnswer | WireFailure> => {
    if (this.isKilled()) return new Promise(() => undefined);
    const planned = this.#plan.next(request.method) as HistoryFault | undefined;
    this.struck += planned === undefined ? 0 : 1;
    const arrival = this.#arrival(request, planned);
    this.#onSend(this.#sent);
    if (this.#end?.at === this.#sent++) this.#meetTheEnd(this.#end);
    const outcome = await arrival;
    const isTimeout = outcome.kind === "failure" && outcome.code === "ANSWER_TIMEOUT";
    await this.#travel(isTimeout ? answerTimeout : undefined);
    return this.isKilled() ? new Promise(() => undefined) : outcome;
  };

  close = (): void => undefined;

  /** The run is over; what the service was slow to carry out is carried out. */
  passed(): void {
    for (const carryOut of this.#late.splice(0)) carryOut();
  }

  /** The request gets to the service, and its outcome is there; not yet for the client to see. */
  #arrival(request: WireRequest, planned: HistoryFault | undefined): Promise<WireAnswer | WireFailure> {
    const carryOut = (): WireAnswer => {
      this.#service.service.clock.set(Math.max(this.#service.service.clock.now(), this.#clock.now()));
      return this.#observe(request, () => this.#service.carryOut(request));
    };
    return new Promise((resolve) => {
      const arrive = (): void => {
        if (!this.#onTheWay.delete(arrive)) return;
        if (planned === undefined) {
          resolve(carryOut());
          return;
        }
        const { carriedOut, outcome } = faultKinds[planned.kind];
        if (carriedOut === "now") carryOut();
        if (carriedOut === "later") this.#carryOutLate(carryOut, planned.late);
        resolve(outcome);
      };
      this.#onTheWay.add(arrive);
      void this.#travel().then(arrive);
    });
  }

  #carryOutLate(carryOut: () => void, late: HistoryFault["late"]): void {
    const once = (): void => {
      const index = this.#late.indexOf(once);
      if (index < 0) return;
      this.#late.splice(index, 1);
      carryOut();
    };
    this.#late.push(once);
    if (late === "soon") this.#clock.after(answerTimeout + 1_000, once);
  }

  #meetTheEnd({ by, arrives }: End): void {
    if (by === "stop") {
      this.#onStop();
      return;
    }
    this.#isKilled = true;
    const onTheWay = [...this.#onTheWay];
    if (arrives) for (const arrive of onTheWay) arrive();
    this.#onTheWay.clear();
    this.#kill();
  }

  /** Some milliseconds, another number of them each time. */
  #travel(milliseconds = 5 + (this.#next() % 90)): Promise<void> {
    return new Promise((resolve) => this.#clock.after(milliseconds, resolve));
  }

  #next(): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#random >>> 8;
  }
}
