/** The YAML on the pages is valid, and the ready-made files of all systems do the same. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingDefinitions } from "../../../client/settings";
import { blocksOf, pages, root, textOf } from "../pages";
import { action, component, dryRun, jobs, template, yamlBlocksOf } from "./readyMade";

test.each(pages.filter((page) => textOf(page).includes("```yaml")))("%s", (page) => {
  for (const block of yamlBlocksOf(page)) expect(block).toEqual(expect.any(Object));
});

test("the page has the commands of every job", () => {
  expect(Object.keys(jobs)).toEqual(["dry-run", "preview", "up", "drift"]);
  expect(Object.values(jobs).map(({ length }) => length)).toEqual([1, 1, 2, 1]);
  expect(dryRun).toContain("pulumi destroy");
});

test("a review in GitHub Actions takes 15 lines", () => {
  const [workflow] = blocksOf("docs/pipelines.md").filter(({ words }) => words[0] === "yaml");
  expect(workflow?.text.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
});

test("the ready-made files run the same script, but for the system", () => {
  const script = action().script.replace("--comment github", "--comment");
  expect(component().script.replace("--comment gitlab", "--comment")).toBe(script);
  expect(template().script.replace("set -eu\n", "").replace("--comment azure", "--comment")).toBe(script);
  expect([action(), component(), template()].map(({ installation }) => installation)).toEqual([
    "npm ci",
    "npm ci --cache .npm",
    "npm ci",
  ]);
});

test("the ready-made files have the same inputs, with the same defaults", () => {
  const shared = ["stack", "plan", "live", "cube", "gates", "comment", "comment-key"];
  const defaults = [action(), component(), template()].map(({ inputs }) => shared.map((name) => String(inputs[name])));
  expect(defaults).toEqual(Array(3).fill(["", "", "true", "", "", "true", "review"]));
  for (const { env } of [action(), component(), template()]) {
    expect(env({ stack: "app", comment: false })).toEqual({
      REVIEW_STACK: "app",
      REVIEW_PLAN: "",
      REVIEW_LIVE: "true",
      REVIEW_CUBE: "",
      REVIEW_GATES: "",
      REVIEW_COMMENT: "false",
      REVIEW_COMMENT_KEY: "review",
    });
  }
});

test("the page has every input", () => {
  const listed = [...textOf("docs/pipelines.md").matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) +\|/gmu)]
    .flatMap(({ 1: names = "" }) => names.split(", "))
    .map((name) => name.replaceAll("`", ""));
  const inputs = [action(), component(), template()].flatMap((one) => Object.keys(one.inputs));
  expect(inputs.filter((name) => !listed.includes(name))).toEqual([]);
});

test("what the action uses is pinned by a commit", () => {
  expect(action().uses).toEqual([expect.stringMatching(/^actions\/upload-artifact@[0-9a-f]{40}$/)]);
});

test("the name of the artifact has no slash of the key", () => {
  const folder = mkdtempSync(join(tmpdir(), "cost-allocation-artifact-"));
  const output = join(folder, "output");
  const env = { ...process.env, REVIEW_COMMENT_KEY: "acme/costs/prod", GITHUB_OUTPUT: output };
  execFileSync("bash", ["-c", action().naming], { env });
  expect(readFileSync(output, "utf8")).toBe("name=cost-allocation-acme--costs--prod\n");
  rmSync(folder, { recursive: true });
  expect(action().artifact).toBe("${{ steps.artifact.outputs.name }}");
  const azure = readFileSync(join(root, "templates/azure/review.yml"), "utf8");
  expect(azure).toContain("artifact: cost-allocation-${{ replace(parameters.commentKey, '/', '--') }}");
});

test("the environment variables on the page are settings", () => {
  const named = textOf("docs/pipelines.md").match(/COST_ALLOCATION_[A-Z_]*[A-Z]/g) ?? [];
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !settingDefinitions.some(({ env }) => env === name))).toEqual([]);
});
