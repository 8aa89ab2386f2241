/** The money of a review: the command with a cube, its gates and its reports. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPlan } from "../../../../cli/sources/tagsFile";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import { planCube } from "../../../../cost/cube/plan";
import { focusMapping } from "../../../../cost/mapping/mapping";
import { recordKey } from "../../../../rules/evaluation/record";
import type { Rule } from "../../../../rules/types";
import { smallCube, type SmallRow } from "../../../cost/impact/smallCube";
import type { Ended } from "../../../support/commands/runCommand";
import { planFile, runReview } from "../../studies/review/reviewed";
import { file, folder } from "../../../support/folder";
import { teamIs } from "../../../support/rules";

const key = "AWS:tag:team";

function cubeFile(rows: readonly SmallRow[] = standardRows, keys: readonly string[] = [key]): string {
  return file("cube.json.gz", cubeBytes(smallCube(rows, keys, ["AWS:usage:x"])));
}

const standardRows: SmallRow[] = [
  { keys: { [key]: "a" }, cost: "90" },
  { keys: { [key]: "b" }, cost: "6.5", records: 3 },
  { cost: "3.5" },
];

function tag(name: string, ...rules: Rule[]): object {
  return { id: `id-${name}`, name, rules, defaultValue: "Other" };
}

const before = [tag("Team", teamIs("a"))];
const after = [tag("Team", teamIs("a"), teamIs("b"))];

function review(...args: string[]): Promise<Ended> {
  return runReview(["--before", file("before.json", before), "--after", file("after.json", after), ...args]);
}

interface Json {
  tags: { name: string; change: string; cost?: { moved: string; moves: unknown[] }[]; costUnknown?: string }[];
  gates: { gate: string; tag: string; limit: string; actual: string | null; passed: boolean }[];
  assumptions: string[];
}

test("the JSON has the money of each tag, the gates and the assumptions", async () => {
  const { code, stdout } = await review(
    "--cube",
    cubeFile(),
    "--json",
    "--max-moved",
    "10",
    "--max-unallocated",
    "3.5%",
  );
  const { tags, gates, assumptions } = JSON.parse(stdout) as Json;
  expect(code).toBe(0);
  expect(tags[0]?.cost).toMatchObject([
    { currency: "USD", total: "100", moved: "6.5", moves: [{ from: "Other", to: "b", cost: "6.5", records: 3 }] },
  ]);
  expect(gates).toMatchObject([
    { gate: "max-moved", tag: "Team", limit: "10", actual: "6.5", passed: true },
    { gate: "max-unallocated", tag: "Team", limit: "3.5%", actual: "3.5%", passed: true },
  ]);
  expect(assumptions.join()).toContain("BilledCost");
});

test("without cost data, the JSON has neither cost nor gates", async () => {
  const { stdout } = await review("--json");
  const json = JSON.parse(stdout) as Partial<Json>;
  expect(json.gates).toBeUndefined();
  expect(json.tags?.[0]).not.toHaveProperty("cost");
});

test("a tag that refers to a changed one moves money, too", async () => {
  const follower: Rule = {
    to: "x",
    filters: { costCenter: "Virtual Tags", type: "virtual_tag", key: "id-Team", operator: "is", value: "b" },
  };
  const [one, other] = [before, after].map((tags, index) =>
    file(`tags${index}.json`, [...tags, tag("Product", follower)]),
  );
  const { stdout } = await runReview(["--before", one ?? "", "--after", other ?? "", "--cube", cubeFile(), "--json"]);
  const product = (JSON.parse(stdout) as Json).tags.find(({ name }) => name === "Product");
  expect(product).toMatchObject({ change: "follows", cost: [{ moved: "6.5", moves: [{ from: "Other", to: "x" }] }] });
});

test("failed gates end with 3, are all named, and the reports are complete", async () => {
  const [markdown, html] = [join(folder, "review.md"), join(folder, "review.html")];
  const args = ["--max-moved", "6", "--max-unallocated", "1%", "--unmatched-rules", "--max-unallocated-increase", "0%"];
  const { code, stdout, stderr } = await review("--cube", cubeFile(), "--markdown", markdown, "--html", html, ...args);
  expect(code).toBe(3);
  expect(stderr).toContain("max-moved");
  expect(stderr).toContain("max-unallocated of");
  expect(stderr).not.toContain("unmatched-rules");
  expect(stderr).not.toContain("max-unallocated-increase");
  for (const text of [stdout, readFileSync(markdown, "utf8"), readFileSync(html, "utf8")]) {
    expect(text.replaceAll(/&#(\d+);/gu, (_, number: string) => String.fromCharCode(Number(number)))).toContain(
      "$6.50 of $100.00",
    );
  }
});

test("gates of a file apply to their tags", async () => {
  const gates = file("gates.json", {
    Team: { "max-moved": 1 },
    "*": { "unmatched-rules": true },
  });
  const { code, stdout } = await review("--cube", cubeFile(), "--gates", gates, "--json");
  expect(code).toBe(3);
  expect((JSON.parse(stdout) as Json).gates.map(({ gate, tag: name, passed }) => [gate, name, passed])).toEqual([
    ["max-moved", "Team", false],
    ["unmatched-rules", "Team", true],
  ]);
});

test("a gates file with a misspelled name is an error: its gate would never fail", async () => {
  const gates = file("gates.json", { Tema: { "max-moved": 1 } });
  const { code, stdout, stderr } = await review("--cube", cubeFile(), "--gates", gates);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("Team");
});

/** A cube with the keys of a plan. */
async function cubeOfPlan(plan: string): Promise<string> {
  const { tags } = await readPlan(plan);
  const contents = tags.flatMap(({ before: one, after: other }) =>
    [one, other].filter((content) => content !== undefined),
  );
  const { keys, unmapped, bounds } = planCube(contents, focusMapping);
  const cube = smallCube([{ cost: "5" }], keys.map(recordKey), unmapped);
  const cuts = bounds.map((moment) => new Date(moment).toISOString());
  return file("plan-cube.json.gz", cubeBytes({ ...cube, header: { ...cube.header, cuts } }));
}

test("of a plan, money is not known for tags that it hides and for adoptions without --live, and their gates fail", async () => {
  const plan = planFile("update");
  const { code, stdout } = await runReview([
    "--plan",
    plan,
    "--cube",
    await cubeOfPlan(plan),
    "--json",
    "--max-moved",
    "1000000",
  ]);
  const { tags, gates } = JSON.parse(stdout) as Json;
  const unknown = tags.flatMap(({ name, costUnknown }) => (costUnknown === undefined ? [] : [[name, costUnknown]]));
  expect(unknown).toEqual([
    // In V1, letter case did not count.
    ["V1 moves", "notCompared"],
    ["Adopted", "notCompared"],
    ["Adopted by ID", "notCompared"],
    ["Hidden", "unreadable"],
  ]);
  expect(gates.filter(({ passed }) => !passed).map(({ tag: name, actual }) => [name, actual])).toEqual([
    ["V1 moves", null],
    ["Adopted", null],
    ["Adopted by ID", null],
    ["Hidden", null],
  ]);
  expect(tags.filter(({ cost }) => cost !== undefined)).toHaveLength(tags.length - unknown.length);
  expect(tags.find(({ name }) => name === "Kept")?.cost).toMatchObject([{ moved: "0" }]);
  expect(tags.find(({ name }) => name === "Gone")?.cost).toMatchObject([{ total: "5" }]);
  expect(code).toBe(3);
});

test("gates refuse a plan that leaves out tags that may follow", async () => {
  const { code, stderr } = await runReview([
    "--plan",
    planFile("without-sames"),
    "--cube",
    cubeFile(),
    "--max-moved",
    "1",
  ]);
  expect(code).toBe(2);
  expect(stderr).toContain("--show-sames");
});

test("tags that refer to each other in a circle have no money", async () => {
  const refersTo = (id: string): Rule => ({
    to: "x",
    filters: { costCenter: "Virtual Tags", type: "virtual_tag", key: id, operator: "exists" },
  });
  const circle = file("circle.json", [tag("A", refersTo("id-B")), tag("B", refersTo("id-A"))]);
  const { code, stdout } = await runReview([
    "--before",
    file("none.json", []),
    "--after",
    circle,
    "--cube",
    cubeFile(),
    "--json",
  ]);
  expect(code).toBe(0);
  expect((JSON.parse(stdout) as Json).tags.map(({ costUnknown }) => costUnknown)).toEqual(["cycle", "cycle"]);
});

describe("--comment-threshold", () => {
  test.each([
    ["100", [], false],
    ["6.5", [], true],
    ["100", ["--max-moved", "1"], true],
  ] as const)("%s %j: a comment is written: %s", async (threshold, gates, isWritten) => {
    const markdown = file("review.md", "from before");
    await review("--cube", cubeFile(), "--markdown", markdown, "--comment-threshold", threshold, ...gates);
    expect(existsSync(markdown)).toBe(isWritten);
  });

  test("a comment is written if the plan lacks tags that may follow", async () => {
    const [plan, markdown] = [planFile("without-sames"), join(folder, "review.md")];
    const cube = await cubeOfPlan(plan);
    const { code, stderr } = await runReview([
      ...["--plan", plan, "--cube", cube, "--markdown", markdown, "--comment-threshold", "100"],
    ]);
    expect({ code, stderr, isWritten: existsSync(markdown) }).toEqual({ code: 0, stderr: "", isWritten: true });
  });
});

test("a cube without a key that the rules need is an error with the key and the command", async () => {
  const [cube, report] = [cubeFile([{ cost: "1" }], []), join(folder, "review.md")];
  const own = await review("--cube", cube, "--markdown", report);
  expect(own).toMatchObject({ code: 2, stdout: "" });
  expect(own.stderr).toContain(key);
  expect(own.stderr).toContain("--data");
  const plan = await runReview(["--plan", planFile("update"), "--cube", cube, "--markdown", report]);
  expect(plan.code).toBe(2);
  expect(plan.stderr).toContain("npx cost-allocation cube --data");
  expect(plan.stderr).toContain(`--plan ${planFile("update")}`);
  expect(existsSync(report)).toBe(false);
});

test.each<[string, () => string[], string]>([
  ["a cube that does not exist", () => ["--cube", join(folder, "none.gz")], "none.gz"],
  ["a file that is no cube", () => ["--cube", file("cube.json.gz", "{}")], "cube.json.gz"],
  ["a cube without records", () => ["--cube", cubeFile([])], "no records"],
  ["gates that are no JSON", () => ["--cube", cubeFile(), "--gates", file("gates.json", "{")], "gates.json"],
  [
    "unknown gates",
    () => ["--cube", cubeFile(), "--gates", file("gates.json", { Team: { "max-move": "1" } })],
    "max-move",
  ],
])("%s is an error, and nothing is written", async (_what, args, part) => {
  const report = join(folder, "review.md");
  const { code, stdout, stderr } = await review(...args(), "--markdown", report);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(part);
  expect(existsSync(report)).toBe(false);
});

test.each<[string, string[], string]>([
  ["gates without cost data", ["--max-moved", "1"], "--cube"],
  ["--gates without cost data", ["--gates", "g.json"], "--cube"],
  ["a cube and data", ["--cube", "a", "--data", "b"], "--data"],
  ["a mapping for a cube", ["--cube", "a", "--mapping", "b"], "--mapping"],
  ["a threshold without a comment", ["--cube", "a", "--comment-threshold", "1"], "--markdown"],
  ["a threshold that is no amount", ["--cube", "a", "--markdown", "b", "--comment-threshold", "much"], "amount"],
  ["a share without a percent sign", ["--cube", "a", "--max-unallocated", "5"], "percentage"],
  ["an amount that is none", ["--cube", "a", "--max-moved", "much"], "amount"],
])("wrong arguments: %s", async (_what, args, part) => {
  const { code, stdout, stderr } = await review(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(part);
});

test("names from the account and the cost data do nothing in any format", async () => {
  const name = '</code><script>alert("1")</script> | @team \u001b[31m $x$ \u202e';
  const hostile = [tag("Team", teamIs(name, "a"))];
  const [markdown, html] = [join(folder, "review.md"), join(folder, "review.html")];
  const rows = [{ keys: { [key]: "a" }, cost: "1", currency: "<b>|$x$" }];
  const { code, stdout } = await runReview([
    ...["--before", file("before.json", before), "--after", file("after.json", hostile)],
    ...["--cube", cubeFile(rows), "--markdown", markdown, "--html", html],
  ]);
  expect(code).toBe(0);
  expect(stdout).not.toContain("\u001b");
  const page = readFileSync(html, "utf8");
  expect(page).not.toMatch(/<script|<b>|\u202e/u);
  expect(page).toContain("<svg");
  const comment = readFileSync(markdown, "utf8").replaceAll(/^```[\s\S]*?^```/gmu, "");
  expect(comment).not.toMatch(/<script|<b>|@team|\$x\$/u);
});
