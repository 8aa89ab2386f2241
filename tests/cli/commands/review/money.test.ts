/** The money of a review: exit codes, what a comment depends on, and wrong arguments. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import { content, key, rows } from "../../../cost/impact/gated";
import { smallCube } from "../../../cost/impact/smallCube";
import type { Ended } from "../../../support/commands/runCommand";
import { file, folder } from "../../../support/folder";
import { type PlannedResource, planOf } from "../../sources/planBuilder";
import { runReview } from "../../studies/review/reviewed";

const before = content("a");
const after = content("a", "b");

const cube = (): string[] => {
  const cubed = smallCube(rows(["a", "90"], ["b", "6.5"], ["c", "3.5"]), [key]);
  return ["--cube", file("cube.json.gz", cubeBytes(cubed))];
};

/** Reviews a tag whose new rule moves 6.5 % of the cost. */
function review(args: readonly string[], now?: string): Promise<Ended> {
  const lists = [before, after].map((of, index) => file(`tags${index}.json`, [{ id: "1", name: "Team", ...of }]));
  const given = ["--before", lists[0] ?? "", "--after", lists[1] ?? "", ...args];
  return runReview(given, {}, now === undefined ? undefined : Date.parse(now));
}

/** Whether a review of a plan without the unchanged tags writes its comment, and how it ends. */
async function withoutSames(...args: string[]): Promise<Ended & { isWritten: boolean }> {
  const team: PlannedResource = { resource: "team", id: "1", before: { name: "T", ...before } };
  const plan = planOf([{ ...team, after: { name: "T", ...after } }]);
  const path = file("plan.json", plan.replace('"changeSummary":{', '"changeSummary":{"same":1,'));
  const markdown = join(folder(), "review.md");
  const ended = await runReview(["--plan", path, ...cube(), "--markdown", markdown, ...args]);
  return { ...ended, isWritten: existsSync(markdown) };
}

const acknowledged = { by: "Ann", reason: "agreed", until: "2026-12-31" };

test.each([
  ["warns", { level: "warn" }, "2026-12-01T00:00:00Z", 0],
  ["is acknowledged, on the last day", { acknowledged }, "2026-12-31T23:59:59.999Z", 0],
  ["was acknowledged until yesterday", { acknowledged }, "2027-01-01T00:00:00Z", 3],
])("a gate that %s: the exit code, and the comment is written", async (_, setting, now, code) => {
  const [gates, markdown] = [{ Team: { "max-moved": { limit: "5%", ...setting } } }, join(folder(), "review.md")];
  const comment = ["--markdown", markdown, "--comment-threshold", "100"];
  const ended = await review([...cube(), "--gates", file("gates.json", gates), ...comment], now);
  expect({ code: ended.code, isWritten: existsSync(markdown) }).toEqual({ code, isWritten: true });
});

test("gates refuse a plan that leaves out tags that may follow", async () => {
  const stderr = expect.stringContaining("--show-sames") as string;
  expect(await withoutSames("--max-moved", "1")).toMatchObject({ code: 2, stderr, isWritten: false });
});

describe("--comment-threshold", () => {
  test.each([
    ["100", [], false],
    ["6.5", [], true],
    ["6.6%", [], false],
    ["6.5%", [], true],
    ["100", ["--max-moved", "1"], true],
  ] as const)("%s %j: a comment is written: %s", async (threshold, gates, isWritten) => {
    const markdown = file("review.md", "from before");
    await review([...cube(), "--markdown", markdown, "--comment-threshold", threshold, ...gates]);
    expect(existsSync(markdown)).toBe(isWritten);
  });

  test("a comment is written if the plan lacks tags that may follow", async () => {
    expect(await withoutSames("--comment-threshold", "100")).toMatchObject({ code: 0, stderr: "", isWritten: true });
  });
});

test.each<[string, () => string[], string]>([
  ["a cube that does not exist", () => ["--cube", join(folder(), "none.gz")], "none.gz"],
  ["gates that are no JSON", () => [...cube(), "--gates", file("gates.json", "{")], "gates.json"],
])("%s is an error, and nothing is written", async (_what, args, part) => {
  const report = join(folder(), "review.md");
  const { code, stdout, stderr } = await review([...args(), "--markdown", report]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(part);
  expect(existsSync(report)).toBe(false);
});

test.each<[string, string[], string]>([
  ["gates without cost data", ["--max-moved", "1"], "--cube"],
  ["a restatement without cost data", ["--restatement", "x.csv"], "--cube"],
  ["billing periods without cost data", ["--billing-periods", "a.csv"], "--cube"],
  ["a cube and data", ["--cube", "a", "--data", "b"], "--data"],
  ["a mapping for a cube", ["--cube", "a", "--mapping", "b"], "--mapping"],
  ["a threshold without a comment", ["--cube", "a", "--comment-threshold", "1"], "--markdown"],
  ["a threshold that is no amount", ["--cube", "a", "--markdown", "b", "--comment-threshold", "much"], "amount"],
  ["a share without a percent sign", ["--cube", "a", "--max-unallocated", "5"], "percentage"],
  ["an amount that is none", ["--cube", "a", "--max-moved", "much"], "amount"],
  ["a day as a month", ["--cube", "a", "--closed-through", "2026-09-30"], "month"],
])("wrong arguments: %s", async (_what, args, part) => {
  const { code, stdout, stderr } = await review(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(part);
});
