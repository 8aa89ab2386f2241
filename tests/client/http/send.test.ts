/** What an operation does between its attempts, on a clock that the test moves. */
import { CostAllocationClient, type WireAnswer, type WireFailure } from "../../../client";
import { FakeClock } from "../fakeClock";

const good: WireAnswer = {
  kind: "answer",
  status: 200,
  headers: {},
  text: JSON.stringify({ requestId: "r1", data: { id: "t1", name: "Team", rules: [], defaultValue: "none" } }),
};
const failure = (reached: boolean): WireFailure => ({ kind: "failure", reached, code: "ECONNRESET" });

let clock: FakeClock;
/** When each attempt was sent, in milliseconds since the first. */
let sent: number[];

beforeEach(() => {
  clock = new FakeClock(0);
  sent = [];
});

/** A client of a service with these outcomes, the last of which it repeats. */
function clientOf(...outcomes: (WireAnswer | WireFailure)[]): CostAllocationClient {
  const send = (): Promise<WireAnswer | WireFailure> => {
    sent.push(clock.elapsed());
    return Promise.resolve(outcomes[Math.min(sent.length, outcomes.length) - 1] ?? good);
  };
  const transport = { close: () => undefined, send };
  return new CostAllocationClient({
    clientId: "client",
    secretKey: "secret",
    baseUrl: "http://localhost",
    random: () => 1,
    clock,
    transport,
  });
}

test("between the attempts, a read waits for 0.5, 1 and 2 s", async () => {
  await clock.until(clientOf(failure(true), failure(true), failure(true), good).virtualTags.get("t1"));
  expect(sent).toEqual([0, 500, 1500, 3500]);
});

test("of a service that can't be reached, the error says what happened, then what to do", async () => {
  const error = await clock.until(clientOf(failure(false)).virtualTags.get("t1")).catch(String);
  expect(error).toMatch(/can't be reached .*\. Check baseUrl/u);
});
