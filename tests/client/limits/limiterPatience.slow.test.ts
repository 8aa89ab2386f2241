/** How long a refusal is waited for, whatever was refused or accepted before it. */
import * as fc from "fast-check";

import { Limiter } from "../../../client/limits/limiter";
import type { Route } from "../../../client/limits/routes";
import { FakeClock } from "../fakeClock";

/** One answer of a service that refuses whenever it likes, and says for how long. */
interface Answered {
  route: Route;
  refusedBy: "nobody" | "route" | "account";
  seconds: number;
}

const answered = fc.record<Answered>({
  route: fc.constantFrom<Route[]>("POST /v2/virtual-tags", "PUT /v2/virtual-tags/{id}"),
  refusedBy: fc.constantFrom("nobody", "route", "account"),
  seconds: fc.integer({ min: 1, max: 30 }),
});

/** More than the even pace and the window of any route ask for. */
const longGap = 120_000;

async function heldBack(answers: readonly Answered[], random: number): Promise<number[]> {
  const clock = new FakeClock();
  const limiter = new Limiter(clock, () => random);
  limiter.join(5);
  const { signal } = new AbortController();
  const held: number[] = [];
  for (const { route, refusedBy, seconds } of answers) {
    const permit = await clock.until(limiter.acquire(route, { signal }));
    const remaining = refusedBy === "account" ? "0" : "9";
    const headers = { "retry-after": String(seconds), "x-account-ratelimit-remaining": remaining };
    const answer = refusedBy === "nobody" ? { status: 200, headers: {} } : { status: 429, headers };
    const milliseconds = permit?.answered(answer) ?? NaN;
    held.push(milliseconds);
    await clock.advance(milliseconds + longGap);
  }
  return held;
}

/** For each answer, whether more than three refusals of the route or the account came with nothing accepted between. */
function inRow(answers: readonly Answered[]): boolean[] {
  const counts = new Map<string, number>();
  return answers.map(({ route, refusedBy }) => {
    // Whatever is accepted shows that the account is open, and nothing of other routes.
    for (const of of refusedBy === "route" ? [route] : [route, "account"]) {
      counts.set(of, refusedBy === "nobody" ? 0 : (counts.get(of) ?? 0) + 1);
    }
    const concerned = refusedBy === "account" ? [route, "account"] : [route];
    return concerned.some((of) => (counts.get(of) ?? 0) > 3);
  });
}

test("a refusal is waited for as told, and no longer unless there were more than three in a row", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(answered, { minLength: 1, maxLength: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (answers, random) => {
        const isPatient = inRow(answers);
        (await heldBack(answers, random)).forEach((milliseconds, index) => {
          const { refusedBy, seconds } = answers[index] as Answered;
          const told = refusedBy === "nobody" ? 0 : seconds * 1000;
          expect(milliseconds).toBeGreaterThanOrEqual(told);
          // Up to two seconds are spread by chance, so that not all who were told the same come back at once.
          if (isPatient[index] !== true) expect(milliseconds).toBeLessThanOrEqual(told + 2000);
        });
      },
    ),
  );
});
