/** The limiter by the headers alone, against a model of a service that counts: the judge is the service's own counter. */
import { setMaxListeners } from "node:events";

import * as fc from "fast-check";

import { Limiter } from "../../../client/limits/limiter";
import type { Route } from "../../../client/limits/routes";
import { FakeClock } from "../fakeClock";

const routes = ["POST /v2/virtual-tags", "PUT /v2/virtual-tags/{id}", "GET /v1/endpoints"] as const;

interface Policy {
  name: string;
  limit: number;
  windowSeconds: number;
  sliding: boolean;
}

/** One counter of the service. */
class Counter {
  readonly policy: Policy;
  readonly #phase: number;
  #moments: number[] = [];

  constructor(policy: Policy, phase: number) {
    this.policy = policy;
    this.#phase = phase;
  }

  count(now: number): void {
    this.#moments.push(now);
  }

  /** What is left, and the milliseconds until more of it is. */
  state(now: number): { remaining: number; reset: number } {
    const { limit, windowSeconds, sliding } = this.policy;
    const window = windowSeconds * 1000;
    const start = Math.floor((now - this.#phase) / window) * window + this.#phase;
    this.#moments = this.#moments.filter((moment) => (sliding ? moment > now - window : moment >= start));
    const oldest = this.#moments[0] ?? now;
    const reset = (sliding ? oldest : start) + window - now;
    return { remaining: limit - this.#moments.length, reset };
  }
}

/** How a service is made, and in which headers it tells its limits. */
interface Made {
  minute: number;
  hour: number | undefined;
  account: number | undefined;
  sliding: boolean;
  phase: number;
  /** Which headers tell the route's policies; only the last form can tell two. */
  form: "endpoint" | "draft7" | "draft8";
  /** Whether the plain header repeats the tightest of all limits, beside the endpoint's own. */
  repeats: boolean;
  retryAfter: boolean;
}

class Service {
  refused = 0;
  readonly #made: Made;
  readonly #clock: FakeClock;
  readonly #counters = new Map<string, Counter[]>();
  readonly #account: Counter[];

  constructor(made: Made, clock: FakeClock) {
    this.#made = made;
    this.#clock = clock;
    this.#account = made.account === undefined ? [] : [this.#counter("account", made.account, 60)];
  }

  /** Somebody else's requests on a route. */
  others(route: Route, count: number): void {
    for (let i = 0; i < count; i++) this.#carryOut(route);
  }

  answer(route: Route): { status: number; headers: Record<string, string> } {
    const isAccepted = this.#carryOut(route);
    if (!isAccepted) this.refused++;
    const now = this.#clock.elapsed();
    const usedUp = this.#all(route).filter((counter) => counter.state(now).remaining === 0);
    const seconds = Math.max(0, ...usedUp.map((counter) => Math.ceil(counter.state(now).reset / 1000)));
    const told = this.#made.retryAfter && !isAccepted ? { "retry-after": String(seconds) } : {};
    return { status: isAccepted ? 200 : 429, headers: { ...this.#headers(route, now), ...told } };
  }

  #counter(name: string, limit: number, windowSeconds: number): Counter {
    const { sliding, phase } = this.#made;
    // What a sliding hour says of its reset is of no use to anybody.
    return new Counter({ name, limit, windowSeconds, sliding: sliding && windowSeconds === 60 }, phase);
  }

  #ofRoute(route: Route): Counter[] {
    const { minute, hour, form } = this.#made;
    const known = this.#counters.get(route);
    if (known !== undefined) return known;
    const hours = hour === undefined || form !== "draft8" ? [] : [this.#counter("hour", hour, 3600)];
    const counters = [this.#counter("minute", minute, 60), ...hours];
    this.#counters.set(route, counters);
    return counters;
  }

  #all(route: Route): Counter[] {
    return [...this.#ofRoute(route), ...this.#account];
  }

  #carryOut(route: Route): boolean {
    const now = this.#clock.elapsed();
    const counters = this.#all(route);
    const isFree = counters.every((counter) => counter.state(now).remaining > 0);
    if (isFree) for (const counter of counters) counter.count(now);
    return isFree;
  }

  #headers(route: Route, now: number): Record<string, string> {
    const { form, repeats } = this.#made;
    const ofRoute = this.#ofRoute(route);
    const ofAccount = Object.assign({}, ...this.#account.map((counter) => family("account", counter, now))) as object;
    const [minute] = ofRoute;
    if (minute === undefined) return {};
    if (form === "draft8") {
      const members = ofRoute.map((counter) => {
        const { remaining, reset } = counter.state(now);
        return `"${counter.policy.name}";r=${remaining};t=${Math.ceil(reset / 1000)}`;
      });
      const policies = ofRoute.map(({ policy }) => `"${policy.name}";q=${policy.limit};w=${policy.windowSeconds}`);
      return { ratelimit: members.join(", "), "ratelimit-policy": policies.join(", "), ...ofAccount };
    }
    if (form === "draft7") return { ratelimit: dictionary(minute, now), ...ofAccount };
    const [tightest = minute] = this.#all(route).toSorted(
      (one, other) => one.state(now).remaining - other.state(now).remaining,
    );
    const plain = repeats ? { ratelimit: dictionary(tightest, now) } : {};
    return { ...family("endpoint", minute, now), ...plain, ...ofAccount };
  }
}

function dictionary(counter: Counter, now: number): string {
  const { remaining, reset } = counter.state(now);
  return `limit=${counter.policy.limit}, remaining=${remaining}, reset=${Math.ceil(reset / 1000)}`;
}

function family(scope: string, counter: Counter, now: number): Record<string, string> {
  const { remaining, reset } = counter.state(now);
  return {
    [`x-${scope}-ratelimit-limit`]: String(counter.policy.limit),
    [`x-${scope}-ratelimit-remaining`]: String(remaining),
    [`x-${scope}-ratelimit-reset`]: String(Math.ceil(reset / 1000)),
  };
}

interface Arrival {
  route: Route;
  gap: number;
  there: number;
  back: number;
  /** How many requests somebody else sends just before. */
  others: number;
}

/** What the client was told, and whether it kept to it. */
class Judge {
  readonly problems: string[] = [];
  readonly #closed = new Map<string, number>();

  told(route: Route, status: number, headers: Record<string, string>, now: number): void {
    const close = (what: string, seconds: string | undefined): void => {
      this.#closed.set(what, Math.max(this.#closed.get(what) ?? 0, now + Number(seconds ?? 0) * 1000));
    };
    if (status === 429) close(route, headers["retry-after"]);
    if (headers["x-endpoint-ratelimit-remaining"] === "0") close(route, headers["x-endpoint-ratelimit-reset"]);
    if (headers["x-account-ratelimit-remaining"] === "0") close("account", headers["x-account-ratelimit-reset"]);
    for (const [, seconds] of headers["ratelimit"]?.matchAll(/;r=0;t=(\d+)/g) ?? []) close(route, seconds);
  }

  sent(route: Route, now: number): void {
    for (const what of [route, "account"]) {
      const until = this.#closed.get(what) ?? 0;
      if (now < until) this.problems.push(`${route} was sent ${until - now} ms before ${what} was open`);
    }
  }
}

/** Plays the arrivals to their end; how often the service refused, and what the judge has to say. */
async function play(made: Made, arrivals: readonly Arrival[]): Promise<{ refused: number; problems: string[] }> {
  const clock = new FakeClock();
  const service = new Service(made, clock);
  const judge = new Judge();
  const limiter = new Limiter(clock, () => 0.5);
  limiter.join(5);
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const travel = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(milliseconds, resolve);
    });

  const running = arrivals.map(async ({ route, there, back, others }, index) => {
    await travel(arrivals.slice(0, index + 1).reduce((sum, { gap }) => sum + gap, 0));
    service.others(route, others);
    for (let first = false; ; first = true) {
      const permit = await limiter.acquire(route, { signal, first });
      judge.sent(route, clock.elapsed());
      await travel(there);
      const answer = service.answer(route);
      await travel(back);
      judge.told(route, answer.status, answer.headers, clock.elapsed());
      permit?.answered(answer);
      if (answer.status !== 429) return;
    }
  });
  await clock.until(Promise.all(running));
  return { refused: service.refused, problems: judge.problems };
}

const anyMade = fc.record<Made>({
  minute: fc.integer({ min: 5, max: 40 }),
  hour: fc.option(fc.integer({ min: 10, max: 60 }), { nil: undefined }),
  account: fc.option(fc.integer({ min: 5, max: 60 }), { nil: undefined }),
  sliding: fc.boolean(),
  phase: fc.integer({ min: 0, max: 3_600_000 }),
  form: fc.constantFrom("endpoint", "draft7", "draft8"),
  repeats: fc.boolean(),
  retryAfter: fc.boolean(),
});

/** Numbers of an account that are a route's own at the same time can't be told from a route's that are repeated as the account's. */
const made = anyMade.filter(({ minute, account }) => minute !== account);

const arrivalsOf = (others: fc.Arbitrary<number>): fc.Arbitrary<Arrival[]> =>
  fc.array(
    fc.record<Arrival>({
      route: fc.constantFrom<Route[]>(...routes),
      gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 90_000 })),
      there: fc.integer({ min: 0, max: 2000 }),
      back: fc.integer({ min: 0, max: 2000 }),
      others,
    }),
    { minLength: 1, maxLength: 60 },
  );

test("alone, no window of any policy is exceeded, whatever headers tell of it, and whatever the arrivals", async () => {
  await fc.assert(
    fc.asyncProperty(made, arrivalsOf(fc.constant(0)), async (service, arrivals) => {
      expect(await play(service, arrivals)).toEqual({ refused: 0, problems: [] });
    }),
    { numRuns: 200 },
  );
});

test("with others on the account, nothing is sent while the service says that there is nothing left", async () => {
  await fc.assert(
    fc.asyncProperty(made, arrivalsOf(fc.nat(8)), async (service, arrivals) => {
      expect((await play(service, arrivals)).problems).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
