import { SingleFlight } from "../../../client/cache/singleFlight";
import { FakeClock } from "../fakeClock";

test("each caller of a shared read may change its result", async () => {
  let sent = 0;
  const answer = { name: "Team" };
  const reads = new SingleFlight((call) => {
    sent += 1;
    return Promise.resolve(call.read(answer, ""));
  }, new FakeClock());
  const call = {
    operation: "virtualTags.get",
    method: "GET" as const,
    route: "GET /v2/virtual-tags/{id}" as const,
    path: "/v2/virtual-tags/t1",
    write: false,
    read: (json: unknown) => json,
  };
  const results = await Promise.all([1, 2, 3].map(async () => (await reads.read(call, {})).result));
  expect(sent).toBe(1);
  expect(results).toEqual([answer, answer, answer]);
  expect(new Set(results).size).toBe(3);
});
