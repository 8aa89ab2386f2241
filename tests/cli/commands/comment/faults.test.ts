/** Lost answers, rate limits and pushes at the same time: one comment. */
import { type Fault, type SystemName, systems } from "../../../support/pullRequests/service";
import { atSize } from "../../../support/size";
import { type Jobs, startJobs, textsOf } from "./job";

const names = Object.keys(systems) as SystemName[];

let jobs: Jobs;
afterEach(() => jobs.stop());

/** How many times ten pushes meet other faults. */
const seeds = atSize(3, 12);

/** Strikes the first requests with this method, with one fault each. */
function strikeFirst(method: string, ...faults: Fault[]): void {
  const left = [...faults];
  jobs.strike = (one) => (one === method ? left.shift() : undefined);
}

const posts = (): number => jobs.requests.filter((one) => one.startsWith("POST ") && !one.endsWith("/graphql")).length;

describe.each(names)("%s", (system) => {
  test.each(["update", "new"])(
    "%s: after a lost answer, the comment is looked for, and not posted again",
    async (behavior) => {
      jobs = await startJobs(system);
      for (const fault of ["reset after", "502 after", "a page after"] as const) {
        jobs.store.comments = [];
        jobs.requests.length = 0;
        jobs.strike = (method, path) => (method === "POST" && path !== "/graphql" && posts() === 1 ? fault : undefined);
        expect(await jobs.push(fault, ["--behavior", behavior])).toMatchObject({ code: 0 });
        expect({ texts: textsOf(jobs), posts: posts() }).toEqual({ texts: [fault], posts: 1 });
      }
    },
  );

  test("a comment that was not posted is posted again", async () => {
    jobs = await startJobs(system);
    for (const fault of ["reset before", "500 before"] as const) {
      jobs.store.comments = [];
      jobs.requests.length = 0;
      jobs.strike = (method, path) => (method === "POST" && path !== "/graphql" && posts() === 1 ? fault : undefined);
      expect(await jobs.push(fault)).toMatchObject({ code: 0 });
      expect({ texts: textsOf(jobs), posts: posts() }).toEqual({ texts: [fault], posts: 2 });
    }
  });

  test("a comment that appears after the answer was lost is not posted again", async () => {
    jobs = await startJobs(system);
    jobs.strike = (method, path) =>
      method === "POST" && path !== "/graphql" && posts() === 1 ? "reset, later" : undefined;
    expect(await jobs.push("late")).toMatchObject({ code: 0 });
    expect({ texts: textsOf(jobs), posts: posts() }).toEqual({ texts: ["late"], posts: 1 });
  });

  test("a service that never answers ends the command with 2", async () => {
    jobs = await startJobs(system);
    jobs.strike = (method, path) => (method === "POST" && path !== "/graphql" ? "500 before" : undefined);
    expect(await jobs.push("never")).toMatchObject({ code: 2 });
    expect({ texts: textsOf(jobs), posts: posts() }).toEqual({ texts: [], posts: 3 });
    jobs.strike = () => "500 before";
    expect(await jobs.push("never")).toMatchObject({ code: 2, stderr: expect.stringContaining("500") as unknown });
  });

  test("a rate limit is waited for, as long as it says", async () => {
    jobs = await startJobs(system);
    strikeFirst("GET", { status: 429, headers: { "retry-after": "7" } });
    const first = await jobs.push("first");
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining("waiting 7 s") as unknown });
    strikeFirst(
      system === "gitlab" ? "PUT" : "PATCH",
      { status: 429, headers: {} },
      { status: 503, headers: { "retry-after": "9" } },
    );
    const second = await jobs.push("second");
    expect(second).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/waiting 60 s(.|\n)*waiting 9 s/) as unknown,
    });
    strikeFirst("GET", { status: 429, headers: { "retry-after": "3600" } });
    expect(await jobs.push("third")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("rate limit") as unknown,
    });
    expect(textsOf(jobs)).toEqual(["second"]);
  });

  test("a redirect is not followed", async () => {
    jobs = await startJobs(system);
    strikeFirst("GET", { status: 307, headers: { location: "https://elsewhere.example.com/" } });
    expect(await jobs.push("first")).toMatchObject({ code: 2, stderr: expect.stringContaining("307") as unknown });
  });

  test("a comment that somebody deletes before the update is posted again", async () => {
    jobs = await startJobs(system);
    await jobs.push("first");
    jobs.strike = (method) => {
      if (method === "PATCH" || method === "PUT") jobs.store.comments = [];
      return undefined;
    };
    expect(await jobs.push("second")).toMatchObject({ code: 0 });
    expect(textsOf(jobs)).toEqual(["second"]);
  });

  test("a list that lags behind brings about no second comment", async () => {
    jobs = await startJobs(system);
    jobs.store.lagging = [];
    expect(await jobs.push("first")).toMatchObject({ code: 0 });
    expect({ texts: textsOf(jobs), posts: posts() }).toEqual({ texts: ["first"], posts: 1 });
    // It still shows a comment that somebody has deleted.
    jobs.store.lagging = jobs.store.comments.splice(0);
    expect(await jobs.push("second")).toMatchObject({ code: 0 });
    expect(textsOf(jobs)).toEqual(["second"]);
  });

  test("an answer that repeats the token is not shown", async () => {
    jobs = await startJobs(system);
    jobs.strike = () => ({ status: 400, headers: {} });
    expect(await jobs.push("first")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Not with [hidden]") as unknown,
    });
  });

  test("two pushes at the same time leave one comment", async () => {
    jobs = await startJobs(system);
    const ended = await Promise.all(["one", "two", "three"].map((text) => jobs.push(text)));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(textsOf(jobs)).toEqual([expect.stringMatching(/^(?:one|two|three)$/)]);
  });

  test("ten pushes with faults leave one comment", async () => {
    jobs = await startJobs(system);
    for (let seed = 1; seed <= seeds; seed++) {
      const random = randomOf(seed);
      jobs.store.comments = [];
      jobs.store.byOther("LGTM");
      for (let push = 1; push <= 10; push++) {
        jobs.strike = () => (random() < 0.3 ? faults[Math.floor(random() * faults.length)] : undefined);
        const { code } = await jobs.push(`push ${push}`);
        const after = { seed, push, code, texts: textsOf(jobs) };
        expect(after.texts.length).toBeLessThanOrEqual(1);
        // A run that reports success has done it.
        if (code === 0) expect(after).toMatchObject({ texts: [`push ${push}`] });
      }
      jobs.strike = () => undefined;
      await jobs.push("last");
      expect({ seed, texts: textsOf(jobs) }).toEqual({ seed, texts: ["last"] });
    }
  });

  test("ten pushes, of which some are carried out late, leave one comment", async () => {
    jobs = await startJobs(system);
    for (let push = 1; push <= 10; push++) {
      jobs.strike = (method, path) => (method === "POST" && path !== "/graphql" ? "reset, later" : undefined);
      await jobs.push(`push ${push}`);
      if (push % 3 === 0) jobs.store.comments = jobs.store.comments.slice(0, -1);
    }
    jobs.strike = () => undefined;
    expect(await jobs.push("last")).toMatchObject({ code: 0 });
    expect(textsOf(jobs)).toEqual(["last"]);
  });
});

const faults: readonly Fault[] = [
  "reset before",
  "reset after",
  "500 before",
  "502 after",
  "a page after",
  { status: 429, headers: { "retry-after": "1" } },
  { status: 503, headers: {} },
];

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

test.each([
  ["a 403", { status: 403, headers: {}, json: { message: "You have exceeded a secondary rate limit." } }],
  ["an error of GraphQL", { status: 200, headers: {}, json: { errors: [{ type: "RATE_LIMITED", message: "Wait." }] } }],
])("github: a rate limit without headers, as %s, is waited for", async (_, fault) => {
  jobs = await startJobs("github");
  strikeFirst("POST", fault);
  const ended = await jobs.push("first");
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining("waiting 60 s") as unknown });
  expect(textsOf(jobs)).toEqual(["first"]);
});

test("github: a 403 with the headers of a rate limit is waited for", async () => {
  jobs = await startJobs("github");
  const reset = String(Math.ceil(Date.now() / 1000) + 30);
  strikeFirst("POST", { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset } });
  const ended = await jobs.push("first", [], { GITHUB_GRAPHQL_URL: "" });
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/waiting (?:29|30|31) s/) as unknown });
  expect(textsOf(jobs)).toEqual(["first"]);
});
