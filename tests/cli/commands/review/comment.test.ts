/** `cost-allocation review --comment`: the review and its comment in one step. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import { smallCube } from "../../../cost/impact/smallCube";
import type { Ended } from "../../../support/commands/runCommand";
import {
  type PullRequestService,
  startPullRequest,
  type SystemName,
  systems,
} from "../../../support/pullRequests/service";
import { planFile, runReview } from "../../studies/review/reviewed";
import { file, folder } from "../../../support/folder";
import { teamIs } from "../../../support/rules";

let service: PullRequestService;
afterEach(async () => {
  await service.stop();
});

const key = "AWS:tag:team";

/** Reviews a rule for a team that costs 6.5. */
function review(...args: string[]): Promise<Ended> {
  const tags = (rules: object[]): string => JSON.stringify([{ id: "t", name: "Team", rules, defaultValue: "Other" }]);
  const cube = cubeBytes(smallCube([{ keys: { [key]: "b" }, cost: "6.5" }, { cost: "93.5" }], [key], ["AWS:usage:x"]));
  const inputs = ["--before", file("before.json", tags([])), "--after", file("after.json", tags([teamIs("b")]))];
  return runReview([...inputs, "--cube", file("cube.json.gz", cube), ...args], service.env);
}

test("--comment-behavior: a new comment, with the last one hidden", async () => {
  service = await startPullRequest("github");
  for (let push = 0; push < 2; push++)
    expect(await review("--comment", "github", "--comment-behavior", "hide-and-new")).toMatchObject({ code: 0 });
  expect(service.store.comments.map(({ isHidden }) => isHidden)).toEqual([true, false]);
});

test("--json with a file writes the object, and the text is printed", async () => {
  service = await startPullRequest("github");
  const path = join(folder(), "review.json");
  const { stdout } = await review("--json", path);
  expect(stdout).toContain("Team");
  const { stdout: object } = await review("--json");
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(JSON.parse(object));
});

test.each(Object.keys(systems) as SystemName[])("%s: one comment, updated by each push", async (system) => {
  service = await startPullRequest(system);
  expect(await review("--comment", system)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Team") as unknown,
  });
  expect(service.store.own()).toEqual([expect.stringContaining("### Virtual Tags")]);
  // A push that moves too little says so, instead of leaving the old comment as it was.
  expect(await review("--comment", system, "--comment-threshold", "7")).toMatchObject({ code: 0 });
  expect(service.store.own()).toEqual([expect.stringMatching(/No tag moves 7 or more in any currency\.\n/)]);
  expect(service.store.own()[0]).not.toMatch(/gate|Nothing to report/);
  await review("--comment", system, "--comment-threshold", "7", "--max-moved", "50");
  expect(service.store.own()[0]).toContain("Every gate passes.");
});

test("a failed gate is posted, and ends the command with 3", async () => {
  service = await startPullRequest("github");
  expect(await review("--comment", "github", "--max-moved", "1")).toMatchObject({ code: 3 });
  expect(service.store.own()).toEqual([expect.stringContaining("max-moved")]);
});

test("two stacks with one key are refused, and have one comment each with their own keys", async () => {
  service = await startPullRequest("gitlab");
  const plan = (name: string, ...args: string[]): Promise<Ended> =>
    runReview(["--plan", planFile(name), "--comment", "gitlab", ...args], service.env);
  expect(await review("--comment", "gitlab")).toMatchObject({ code: 0 });
  expect(await plan("update")).toMatchObject({ code: 2, stderr: expect.stringContaining("--comment-key") as unknown });
  expect(await plan("update", "--comment-key", "app")).toMatchObject({ code: 0 });
  expect(service.store.own()).toHaveLength(2);
});

test("missing variables are named before anything is read", async () => {
  service = await startPullRequest("azure");
  const ended = await runReview(["--plan", join(folder(), "none.json"), "--comment", "azure"]);
  expect(ended).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("SYSTEM_ACCESSTOKEN") as unknown,
  });
  expect(service.requests).toEqual([]);
});

test.each([
  [["--comment", "bitbucket"], "bitbucket"],
  [["--comment", "github", "--comment-key", "a b"], "--comment-key"],
  [["--number", "7"], "--comment"],
  [["--comment", "gitlab", "--comment-behavior", "hide-and-new"], "GitHub"],
  [["--comment", "github", "--comment-behavior", "delete"], "--comment-behavior"],
  [["--comment", "gitlab", "--number", "7", "--repository", "acme/costs"], "--repository"],
  [["--comment-behavior", "new"], "--comment-behavior needs"],
])("wrong arguments: %j", async (args, named) => {
  service = await startPullRequest("github");
  expect(await review(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(named) as unknown });
});
