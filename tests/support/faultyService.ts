import type { MetadataMap, Transport, WireAnswer, WireFailure, WireRequest } from "../../client";
import { defaultLimits, type Limits, resolveOptions, type Switches } from "../../emulator/options";
import { Service } from "../../emulator/service";
import type { StoredTag } from "../../emulator/store/state";

/** What can happen to a request on its way, and whether the service carries it out. */
export const faultKinds = {
  "connection refused": { carriedOut: "never", outcome: { kind: "failure", reached: false, code: "ECONNREFUSED" } },
  "reset before the service reads": {
    carriedOut: "never",
    outcome: { kind: "failure", reached: true, code: "ECONNRESET" },
  },
  "timeout, never carried out": {
    carriedOut: "never",
    outcome: { kind: "failure", reached: true, code: "ANSWER_TIMEOUT" },
  },
  "500 before": { carriedOut: "never", outcome: { kind: "answer", status: 500, headers: {}, text: "" } },
  "503 before, as a page": {
    carriedOut: "never",
    outcome: { kind: "answer", status: 503, headers: {}, text: "<html>busy</html>" },
  },
  "429": { carriedOut: "never", outcome: { kind: "answer", status: 429, headers: { "retry-after": "2" }, text: "" } },
  "reset after the commit": { carriedOut: "now", outcome: { kind: "failure", reached: true, code: "ECONNRESET" } },
  "timeout after the commit": {
    carriedOut: "now",
    outcome: { kind: "failure", reached: true, code: "ANSWER_TIMEOUT" },
  },
  "answer broken off": { carriedOut: "now", outcome: { kind: "failure", reached: true, code: "ANSWER_BROKEN_OFF" } },
  "500 after the commit": { carriedOut: "now", outcome: { kind: "answer", status: 500, headers: {}, text: "" } },
  "504 after the commit": { carriedOut: "now", outcome: { kind: "answer", status: 504, headers: {}, text: "" } },
  "200 with a web page": { carriedOut: "now", outcome: { kind: "answer", status: 200, headers: {}, text: "<html>" } },
  "timeout, carried out a little later": {
    carriedOut: "later",
    outcome: { kind: "failure", reached: true, code: "ANSWER_TIMEOUT" },
  },
} as const satisfies Record<string, { carriedOut: "never" | "now" | "later"; outcome: WireAnswer | WireFailure }>;

/** A kind of fault. */
export type FaultKind = keyof typeof faultKinds;

/** Strikes one request: the n-th write, or the n-th read, counted from 0. */
export interface PlannedFault {
  kind: FaultKind;
  of: "write" | "read";
  nth: number;
}

/** Which of the requests from now on go wrong. */
export class FaultPlan {
  #faults: PlannedFault[] = [];
  #seen = { write: 0, read: 0 };

  /** Plans the faults of the requests from now on. */
  plan(faults: readonly PlannedFault[]): void {
    this.#faults = [...faults];
    this.#seen = { write: 0, read: 0 };
  }

  /** The fault that strikes the next request. To be asked once a request. */
  next(method: string): PlannedFault | undefined {
    const of = method === "GET" ? "read" : "write";
    const nth = this.#seen[of]++;
    return this.#faults.find((fault) => fault.of === of && fault.nth === nth);
  }
}

/** The emulator's service without sockets: thousands of histories need not wait for a network. */
export class FaultyService implements Transport {
  readonly service: Service;
  /** Writes that reached the service, by method. */
  readonly writes: string[] = [];
  readonly #plan = new FaultPlan();
  readonly #late: (() => void)[] = [];

  constructor(switches: Partial<Switches>, limits: Partial<Limits> = { enabled: false }) {
    this.service = new Service(resolveOptions({ switches, limits: { ...defaultLimits, ...limits } }));
    this.service.clock.freeze();
  }

  /** Plans the faults of the requests from now on. */
  plan(faults: readonly PlannedFault[]): void {
    this.#plan.plan(faults);
  }

  /** Time passes; what the service was slow to carry out is carried out. */
  passTime = (milliseconds: number): void => {
    this.service.clock.set(this.service.clock.now() + milliseconds);
    for (const carryOut of this.#late.splice(0)) carryOut();
  };

  send = (request: WireRequest): Promise<WireAnswer | WireFailure> => {
    const planned = this.#plan.next(request.method);
    const carryOut = (): WireAnswer => this.carryOut(request);
    if (planned === undefined) return Promise.resolve(carryOut());
    const { carriedOut, outcome } = faultKinds[planned.kind];
    if (carriedOut === "now") carryOut();
    if (carriedOut === "later") this.#late.push(carryOut);
    return Promise.resolve(outcome);
  };

  close = (): void => undefined;

  /** Carries a request out as it is. */
  carryOut({ method, url, headers, body }: Omit<WireRequest, "signal">): WireAnswer {
    if (method !== "GET") this.writes.push(method);
    const answer = this.service.handle({
      method,
      path: url.pathname,
      search: url.searchParams,
      headers,
      body: Buffer.from(body ?? ""),
      inFlight: 1,
    });
    return { kind: "answer", ...answer };
  }

  /** The tags of the account, as the service keeps them. */
  tags(): StoredTag[] {
    return [...this.service.store.account(this.service.firstCredential.account).tags.values()];
  }

  /** Puts metadata in the place of a tag's, as a person in the application would. */
  enterMetadata(id: string, metadata: MetadataMap): void {
    this.service.store.commit({ op: "setMetadata", account: this.service.firstCredential.account, id, metadata });
  }

  /** Saves content as a person in the application, under another name than ours. */
  editByOther(id: string, content: object): void {
    const account = this.service.firstCredential.account;
    const tag = this.service.store.account(account).tags.get(id);
    if (tag === undefined) return;
    this.service.store.commit({
      op: "saveTag",
      account,
      id,
      version: {
        id: `edit-${tag.versions.length}`,
        createdAt: this.service.clock.now(),
        createdBy: "ines@example.com",
        isLive: true,
        content: JSON.stringify(content),
      },
    });
  }
}
