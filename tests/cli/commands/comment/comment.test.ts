/** `cost-allocation comment` against doubles of the APIs. */
import { writeFileSync } from "node:fs";
import { type SystemName, systems, token } from "../../../support/pullRequests/service";
import { type Jobs, startJobs, textsOf } from "./job";

const names = Object.keys(systems) as SystemName[];

let jobs: Jobs;
afterEach(() => jobs.stop());

const writes = (): string[] =>
  jobs.requests.filter((one) => !/^GET |graphql$/.test(one)).map((one) => one.split(" ")[0] ?? "");

describe.each(names)("%s", (system) => {
  test("a push updates the comment of the last one, on whatever page it is", async () => {
    jobs = await startJobs(system);
    for (let count = 0; count < 250; count++) jobs.store.byOther("LGTM");
    expect(await jobs.push("first")).toMatchObject({ code: 0 });
    for (let count = 0; count < 250; count++) jobs.store.byOther("LGTM");
    expect(await jobs.push("second")).toMatchObject({ code: 0 });
    expect(textsOf(jobs)).toEqual(["second"]);
    expect(writes()).toEqual(["POST", system === "gitlab" ? "PUT" : "PATCH"]);
    expect(jobs.store.own()[0]).toMatch(/^<!-- .* -->\nsecond$/);
  });

  test("an equal text is not sent again", async () => {
    jobs = await startJobs(system);
    await jobs.push("same\n");
    expect(await jobs.push("same\n")).toMatchObject({ code: 0 });
    expect(writes()).toEqual(["POST"]);
  });

  test("each key has its own comment", async () => {
    jobs = await startJobs(system);
    for (const push of ["first", "second"]) {
      await jobs.push(`dev ${push}`, ["--key", "dev"]);
      await jobs.push(`dev/eu ${push}`, ["--key", "dev/eu"]);
    }
    expect(textsOf(jobs)).toEqual(["dev second", "dev/eu second"]);
    const update = system === "gitlab" ? "PUT" : "PATCH";
    expect(writes()).toEqual(["POST", "POST", update, update]);
  });

  test("a comment of another person with the same hidden line stays", async () => {
    jobs = await startJobs(system);
    await jobs.push("first");
    const [forged = ""] = jobs.store.own();
    jobs.store.comments = [];
    jobs.store.byOther(forged);
    await jobs.push("second");
    expect(jobs.store.comments.map(({ body }) => body)).toEqual([forged, forged.replace("first", "second")]);
    expect(await jobs.push(undefined, ["--behavior", "delete"])).toMatchObject({ code: 0 });
    expect(jobs.store.comments.map(({ body }) => body)).toEqual([forged]);
  });

  test("without a file, an old comment says so, and nothing is posted", async () => {
    jobs = await startJobs(system);
    expect(await jobs.push(undefined)).toMatchObject({ code: 0 });
    expect(jobs.store.own()).toEqual([]);
    await jobs.push("first");
    expect(await jobs.push(undefined)).toMatchObject({ code: 0 });
    expect(textsOf(jobs)).toEqual([expect.stringContaining("Nothing to report")]);
    expect(textsOf(jobs)[0]).toMatch(/\]\(https:\/\/[^)]+17\)|\]\(http:\/\/127[^)]+=17\)/);
  });

  test("new posts another one, delete removes all of them", async () => {
    jobs = await startJobs(system);
    for (const text of ["first", "second", "second"]) {
      expect(await jobs.push(text, ["--behavior", "new"])).toMatchObject({ code: 0 });
    }
    expect(textsOf(jobs)).toEqual(["first", "second", "second"]);
    await jobs.push("other key", ["--key", "other"]);
    expect(await jobs.push("unused", ["--behavior", "delete"])).toMatchObject({ code: 0 });
    expect(textsOf(jobs)).toEqual(["other key"]);
  });

  test("a push after a change to update keeps the earlier posts", async () => {
    jobs = await startJobs(system);
    await jobs.push("first", ["--behavior", "new"]);
    await jobs.push("second", ["--behavior", "new"]);
    await jobs.push("third");
    await jobs.push("fourth");
    expect(textsOf(jobs)).toEqual(["first", "fourth"]);
    await jobs.push("fifth", ["--behavior", "new"]);
    await jobs.push("sixth");
    expect(textsOf(jobs)).toEqual(["first", "sixth", "fifth"]);
  });

  test("a review of another stack is not overwritten", async () => {
    jobs = await startJobs(system);
    const review = (stack: string, text: string): string => `<!-- cost-allocation review ${stack} -->\n${text}`;
    await jobs.push(review("app/dev", "first"));
    expect(await jobs.push(review("app/dev", "second"))).toMatchObject({ code: 0 });
    expect(await jobs.push(review("app/prod", "other"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--key") as unknown,
    });
    expect(textsOf(jobs)).toEqual(["second"]);
  });

  test("a file that is no review may begin with another hidden line each day", async () => {
    jobs = await startJobs(system);
    for (const day of ["Monday", "Tuesday"]) {
      expect(await jobs.push(`<!-- report of ${day} -->\n${day}`)).toMatchObject({ code: 0 });
    }
    expect(textsOf(jobs)).toEqual(["Tuesday"]);
  });

  test("a review of another stack that was posted at the same time is not deleted", async () => {
    jobs = await startJobs(system);
    await jobs.push("<!-- cost-allocation review app/dev -->\nfirst");
    const [first = ""] = jobs.store.own();
    jobs.store.post(first.replace("app/dev", "app/prod"));
    jobs.store.post(first);
    await jobs.push("<!-- cost-allocation review app/dev -->\nsecond");
    expect(jobs.store.own()).toEqual([first.replace("first", "second"), first.replace("app/dev", "app/prod")]);
  });

  test("a text that is too long ends before a heading", async () => {
    jobs = await startJobs(system);
    const part = (number: number): string => `### Part ${number}\n\n${"ü".repeat(999)}\n\n`;
    const parts = Array.from({ length: 600 }, (_, number) => part(number));
    expect(await jobs.push(parts.join(""))).toMatchObject({ code: 0 });
    const [text = ""] = textsOf(jobs);
    const count = text.split("### Part").length - 1;
    expect(text.startsWith(parts.slice(0, count).join(""))).toBe(true);
    expect(text.slice(parts.slice(0, count).join("").length)).toMatch(/^\n_Shortened.*\]\(http.*17\) has all\._\n$/);
    const most = { github: 65_536, gitlab: 1_000_000, azure: 150_000 }[system];
    expect(Buffer.byteLength(text)).toBeGreaterThan(most - 3000);
    expect(text).toContain(` ${{ github: "65,536", gitlab: "1,000,000", azure: "150,000" }[system]} characters`);
  });

  test("a wrong token is an error, and nothing is posted", async () => {
    jobs = await startJobs(system);
    const variable = { github: "GITHUB_TOKEN", gitlab: "GITLAB_TOKEN", azure: "SYSTEM_ACCESSTOKEN" }[system];
    const ended = await jobs.push("first", [], { [variable]: "another-token" });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(variable) as unknown });
    expect(ended.stderr).not.toContain("another-token");
    expect(jobs.requests).toHaveLength(1);
  });

  test("a token without the right gets an error that names it", async () => {
    jobs = await startJobs(system, { mayWrite: false });
    const right = { github: "pull-requests: write", gitlab: "scope `api`", azure: '"Contribute to pull requests"' }[
      system
    ];
    expect(await jobs.push("first")).toMatchObject({ code: 2, stderr: expect.stringContaining(right) as unknown });
  });

  test("every missing variable is named at once", async () => {
    jobs = await startJobs(system);
    const optional = ["GITHUB_GRAPHQL_URL", "GITHUB_SERVER_URL", "GITHUB_RUN_ID", "CI_JOB_URL", "BUILD_BUILDID"];
    const required = Object.keys(jobs.env).filter((name) => !optional.includes(name));
    const { code, stderr } = await jobs.push("first", [], Object.fromEntries(required.map((name) => [name, " "])));
    expect({ code, missing: required.filter((name) => !stderr.includes(`  ${name}: `)) }).toEqual({
      code: 2,
      missing: [],
    });
    expect(jobs.requests).toEqual([]);
    const without = await jobs.push("first", [], Object.fromEntries(optional.map((name) => [name, ""])));
    expect(without).toMatchObject({ code: 0 });
  });

  test("no token goes to an address that is not encrypted", async () => {
    jobs = await startJobs(system);
    const variable = { github: "GITHUB_API_URL", gitlab: "CI_API_V4_URL", azure: "SYSTEM_COLLECTIONURI" }[system];
    const ended = await jobs.push("first", [], { [variable]: "http://ci.example.com/api" });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(variable) as unknown });
  });
});

describe("github", () => {
  test("the author is the person, if the token is a person's", async () => {
    jobs = await startJobs("github", { isPerson: true });
    await jobs.push("first");
    await jobs.push("second");
    expect(textsOf(jobs)).toEqual(["second"]);
  });

  /** What GraphQL answers to each request. */
  const graphSays = (status: number, json?: object): void => {
    jobs.strike = (_, path) => (path === "/graphql" ? { status, headers: {}, json } : undefined);
  };

  test("the author is the bot of the jobs, if GraphQL refuses to say it", async () => {
    jobs = await startJobs("github");
    graphSays(403);
    await jobs.push("first");
    graphSays(200, { errors: [{ type: "FORBIDDEN", message: "Resource not accessible by integration" }] });
    await jobs.push("second");
    await jobs.push("third", [], { GITHUB_GRAPHQL_URL: "" });
    expect(textsOf(jobs)).toEqual(["third"]);
  });

  test.each([
    [502, undefined],
    [200, { errors: [{ message: "Something went wrong." }] }],
    [200, { data: { viewer: null } }],
  ])("nothing is posted if GraphQL can't say the author: %d %j", async (status, json) => {
    jobs = await startJobs("github");
    graphSays(status, json);
    expect(await jobs.push("first")).toMatchObject({ code: 2 });
    expect(jobs.store.own()).toEqual([]);
  });

  test("a comment that is deleted before it is hidden is no error", async () => {
    jobs = await startJobs("github");
    await jobs.push("first", ["--behavior", "hide-and-new"]);
    const json = {
      data: { viewer: { login: "github-actions" } },
      errors: [{ type: "NOT_FOUND", message: "Could not resolve." }],
    };
    graphSays(200, json);
    expect(await jobs.push("second", ["--behavior", "hide-and-new"])).toMatchObject({ code: 0 });
  });

  test("another error of GraphQL gets no advice about rights", async () => {
    jobs = await startJobs("github");
    await jobs.push("first", ["--behavior", "hide-and-new"]);
    graphSays(200, { data: { viewer: { login: "github-actions" } }, errors: [{ message: "Something went wrong." }] });
    const { code, stderr } = await jobs.push("second", ["--behavior", "hide-and-new"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("Something went wrong") as string });
    expect(stderr).not.toContain("pull-requests");
  });

  test("hide-and-new shows the last one only", async () => {
    jobs = await startJobs("github");
    for (const text of ["first", "second", "third"]) {
      expect(await jobs.push(text, ["--behavior", "hide-and-new"])).toMatchObject({ code: 0 });
    }
    expect(textsOf(jobs)).toEqual(["third"]);
    expect(jobs.store.comments).toHaveLength(3);
  });

  test("what GraphQL refuses is an error", async () => {
    jobs = await startJobs("github");
    await jobs.push("first", ["--behavior", "hide-and-new"]);
    graphSays(200, { errors: [{ type: "FORBIDDEN", message: `Not with ${token}.` }] });
    const ended = await jobs.push("second", ["--behavior", "hide-and-new"]);
    expect(ended).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Not with \[hidden\].*pull-requests: write/) as unknown,
    });
    // The next push hides both.
    jobs.strike = () => undefined;
    expect(await jobs.push("third", ["--behavior", "hide-and-new"])).toMatchObject({ code: 0 });
    expect(textsOf(jobs)).toEqual(["third"]);
  });

  test("an event that is not of a pull request is an error", async () => {
    jobs = await startJobs("github");
    writeFileSync(jobs.env["GITHUB_EVENT_PATH"] ?? "", JSON.stringify({ issue: { number: 7 } }));
    expect(await jobs.push("first")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/GITHUB_EVENT_PATH.*--number/) as unknown,
    });
  });

  const workflowRun = { head_sha: "5ha", head_branch: "cheaper", head_repository: { owner: { login: "forker" } } };

  test("a job of workflow_run finds the pull request of the branch, also from a fork", async () => {
    jobs = await startJobs("github");
    const event = { workflow_run: { ...workflowRun, pull_requests: [] } };
    writeFileSync(jobs.env["GITHUB_EVENT_PATH"] ?? "", JSON.stringify(event));
    expect(await jobs.push("first")).toMatchObject({ code: 0 });
    expect(textsOf(jobs)).toEqual(["first"]);
  });

  test.each([
    ["another commit, because somebody has pushed since", { ...workflowRun, head_sha: "0ld" }],
    ["another branch, because the pull request is closed", { ...workflowRun, head_branch: "closed" }],
    ["no branch", { head_sha: "5ha" }],
  ])("a job of workflow_run with %s posts nothing, and names --number", async (_, run) => {
    jobs = await startJobs("github");
    writeFileSync(jobs.env["GITHUB_EVENT_PATH"] ?? "", JSON.stringify({ workflow_run: run }));
    expect(await jobs.push("first")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--number") as unknown,
    });
    expect(writes()).toEqual([]);
  });
});

describe("a pull request that a person names", () => {
  test.each([
    ["github", ["GITHUB_REPOSITORY", "GITHUB_EVENT_PATH"], ["--number", "7", "--repository", "o/r"]],
    ["gitlab", ["CI_PROJECT_ID", "CI_MERGE_REQUEST_IID"], ["--number", "7", "--project", "5"]],
    [
      "azure",
      ["SYSTEM_TEAMPROJECT", "BUILD_REPOSITORY_ID", "SYSTEM_PULLREQUEST_PULLREQUESTID"],
      ["--number", "7", "--project", "Cloud costs", "--repository", "5a0e"],
    ],
  ] as const)("%s: instead of the job's variables, and it wins over them", async (system, variables, args) => {
    jobs = await startJobs(system);
    const set = (value: string): Record<string, string> => Object.fromEntries(variables.map((name) => [name, value]));
    expect(await jobs.push("first", args, set(""))).toMatchObject({ code: 0 });
    expect(await jobs.push("second", args, { ...set("99"), CI_MERGE_REQUEST_PROJECT_ID: "99" })).toMatchObject({
      code: 0,
    });
    expect(textsOf(jobs)).toEqual(["second"]);
    const ended = await jobs.push("third", [], set(""));
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("--number") as unknown });
  });
});

test("gitlab: a merge request from a fork is one of the project that it goes to", async () => {
  jobs = await startJobs("gitlab");
  expect(await jobs.push("first", [], { CI_PROJECT_ID: "6", CI_MERGE_REQUEST_PROJECT_ID: "5" })).toMatchObject({
    code: 0,
  });
  expect(textsOf(jobs)).toEqual(["first"]);
});

test.each([
  [["--gitlab"], "one of"],
  [["--behavior", "hide-and-new", "--key", "a--b"], "--key"],
  [["--key", "a\n-->"], "--key"],
  [["--key", ""], "--key"],
  [["--number", "07"], "--number"],
  [["--number", "7/../8"], "--number"],
  [["--number", "7", "--project", "5"], "--project"],
  [["--repository", "acme/costs"], "--number"],
])("wrong arguments: %j", async (args, named) => {
  jobs = await startJobs("github");
  expect(await jobs.push("first", args)).toMatchObject({ code: 2, stderr: expect.stringContaining(named) as unknown });
  expect(jobs.requests).toEqual([]);
});
