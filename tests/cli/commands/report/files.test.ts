/** Reports on the tags of a file or a plan, without an account. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reportCommand } from "../../../../cli/commands/report";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import type { Rule } from "../../../../rules/types";
import { smallCube } from "../../../cost/impact/smallCube";
import { type Ended, runCommand } from "../../../support/commands/runCommand";
import { type PlannedResource, planOf } from "../../sources/planBuilder";
import { file, folder } from "../../../support/folder";
import { teamIs } from "../../../support/rules";

const team = "AWS:tag:team";

const html = (): string => join(folder(), "report.html");

const cubeFile = (keys: readonly string[] = [team]): string =>
  file("cube.json.gz", cubeBytes(smallCube([{ keys: { [team]: "a" }, cost: "90" }, { cost: "10" }], keys)));

const run = (...args: readonly string[]): Promise<Ended> =>
  runCommand(reportCommand, [...args, "--cube", cubeFile(), "--html", html()]);

/** The text of the page, without marks. */
function pageText(): string {
  const page = readFileSync(html(), "utf8").replaceAll(/<(style|nav).*?<\/\1>/gsu, "");
  return page.replaceAll(/<[^>]*>/gu, " ").replaceAll(/\s+/gu, " ");
}

const content = (name: string, ...rules: Rule[]): object => ({ name, rules, defaultValue: "Other" });
const reference = (key: string): object => ({ costCenter: "Virtual Tags", type: "virtual_tag", key });

test("--tags: the money, the findings and the references, and nothing that only the account knows", async () => {
  const tags = [
    { id: "1", ...content("Team", teamIs("Checkout", "a"), teamIs("Never", "a")) },
    { name: "Product", rules: [], defaultValue: reference("1") },
    { name: "Unsaved", rules: [], defaultValue: "x" },
  ];
  const { code, stderr, stdout } = await run("--tags", file("tags.json", tags));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("3 Virtual Tags");
  const text = pageText();
  expect(text).toContain("1. Checkout if AWS tag team is a $90.00");
  expect(text).toContain("Rule 2 never wins");
  // What the tag gives that it refers to.
  expect(text).toContain(" Checkout 90.00% $90.00 ");
  expect(text).toContain("Refers to Team .");
  expect(text).toContain("Referred to by Product .");
  expect(text).not.toMatch(/Owner|ownership|Last change/u);
});

function planFile(...resources: PlannedResource[]): string {
  return file("plan.json", planOf(resources));
}

test("--plan: the tags that reports use after the update, and what is left out", async () => {
  const [before, after] = [content("Team", teamIs("Old", "a")), content("Team", teamIs("New", "a"))];
  const plan = planFile(
    { resource: "team", id: "1", before, after },
    { resource: "gone", id: "2", op: "delete", before: content("Gone", teamIs("x", "a")) },
    {
      resource: "kept",
      id: "3",
      before: content("Kept", teamIs("Live", "a")),
      after: { ...content("Kept", teamIs("Staged", "a")), setAsLive: false },
    },
    { resource: "fresh", after: { ...content("Fresh", teamIs("x", "a")), setAsLive: false } },
    { resource: "product", after: { name: "Product", rules: [], defaultValue: reference("1") } },
  );
  const { code, stderr, stdout } = await run("--plan", plan);
  expect(code).toBe(0);
  expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/"fresh".*staged/u)]);
  expect(stdout).toContain("3 Virtual Tags");
  const text = pageText();
  expect(text).toContain("1. New if AWS tag team is a $90.00");
  expect(text).toContain("1. Live if");
  expect(text).not.toMatch(/Gone|Old|Staged|Fresh/u);
  expect(text).toContain("Referred to by Product .");
});

test("--plan: a reference to a tag without an ID is resolved by its URN", async () => {
  const urn = "urn:pulumi:prod::shop::pulumi-nodejs:dynamic/costallocation:VirtualTag::team";
  const plan = planFile(
    { resource: "team", after: content("Team", teamIs("New", "a")) },
    { resource: "product", after: { name: "Product", rules: [], defaultValue: reference(urn) } },
  );
  expect((await run("--plan", plan)).code).toBe(0);
  expect(pageText()).toContain("Refers to Team .");
  expect(pageText().split(" New 90.00% $90.00 ")).toHaveLength(3);
});

test.each([
  ["--tags", (): string => file("tags.json", JSON.stringify([content("Team", teamIs("x", "a"))]))],
  ["--plan", (): string => planFile({ resource: "team", after: content("Team", teamIs("x", "a")) })],
])("%s: a cube without a key is an error with the command, and nothing is written", async (option, make) => {
  const path = make();
  const args = [option, path, "--cube", cubeFile([]), "--html", html()];
  const { code, stderr } = await runCommand(reportCommand, args);
  expect(code).toBe(2);
  expect(stderr).toMatch(new RegExp(`npx cost-allocation cube .*${option} .*${path}`, "u"));
  expect(existsSync(html())).toBe(false);
});

test.each([
  [["--plan", "a", "--tags", "b"]],
  [["--plan", "a", "--live"]],
  [["--tags", "a", "--live"]],
  [["--tags", "a", "--stack", "dev"]],
  [[]],
])("wrong arguments: %j", async (args) => {
  const { code, stdout } = await run(...args);
  expect({ code: code === 0, stdout }).toEqual({ code: false, stdout: "" });
  expect(existsSync(html())).toBe(false);
});
