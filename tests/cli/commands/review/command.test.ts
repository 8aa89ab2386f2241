/** The command's inputs, its errors, and --live. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { VirtualTag } from "../../../../client";
import { planText } from "../../sources/planText";
import { type Account, startAccount } from "../../../support/commands/account";
import { teamRule } from "../../../support/rules";
import { file, folder } from "../../../support/folder";
import { planFile, runReview } from "../../studies/review/reviewed";

let account: Account;
beforeAll(async () => {
  account = await startAccount();
});
afterAll(() => account.stop());

test.each<[string, string[], string]>([
  ["no input", [], "--plan"],
  ["two inputs", ["--plan", "a", "--stack", "b"], "--plan"],
  ["--before alone", ["--before", "a"], "--after"],
  ["stdin twice", ["--before", "-", "--after", "-"], "stdin"],
  ["--refresh without --stack", ["--plan", "a", "--refresh"], "--stack"],
  ["--live with files", ["--before", "a", "--after", "b", "--live"], "--live"],
  ["an unknown option", ["--nope"], "--nope"],
  ["an argument", ["--plan", "a", "b"], "argument"],
])("wrong arguments: %s", async (_what, args, part) => {
  const { code, stdout, stderr } = await runReview(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^error: /);
  expect(stderr).toContain(part);
});

test.each<[string, string, string]>([
  ["an empty plan", "", "empty"],
  ["no JSON", "{]", "plan.json"],
  ["a list", "[]", "plan.json"],
  ["a preview that failed", readFileSync(planFile("failed"), "utf8"), "(CA1101)"],
])("%s is an error, and no report is written", async (_what, content, part) => {
  const report = join(folder, "report.md");
  const { code, stdout, stderr } = await runReview(["--plan", file("plan.json", content), "--markdown", report]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(part);
  expect(existsSync(report)).toBe(false);
});

test("a report that can't be written is an error, and leaves no file behind", async () => {
  const missing = join(folder, "missing", "report.html");
  const { code, stderr } = await runReview(["--plan", planFile("update"), "--html", missing]);
  expect(code).toBe(2);
  expect(stderr).toContain("report.html");
  const readable = join(folder, "folder");
  expect(await runReview(["--plan", planFile("update"), "--markdown", folder])).toMatchObject({ code: 2 });
  expect(readdirSync(folder).filter((name) => name.includes(".tmp"))).toEqual([]);
  expect(existsSync(readable)).toBe(false);
});

const declared = { name: "Adopted", rules: [teamRule("Web", "web")], defaultValue: "None" };

/** A plan with one resource. */
function planOf(inputs: object, old?: { id: string; inputs: object }): string {
  const urn = "urn:pulumi:dev::app::pulumi-nodejs:dynamic/costallocation:VirtualTag::x";
  const state = { urn, type: "pulumi-nodejs:dynamic/costallocation:VirtualTag" };
  const newState = { ...state, inputs: { ...declared, ...inputs } };
  const step =
    old === undefined
      ? { op: "create", urn, newState }
      : { op: "update", urn, newState, oldState: { ...state, ...old } };
  return file("plan.json", planText([step]));
}

async function live(plan: string): Promise<Record<string, unknown>> {
  const { url, clientId, secretKey } = account.emulator;
  const { code, stdout, stderr } = await runReview(["--plan", plan, "--live", "--json"], {
    COST_ALLOCATION_BASE_URL: url,
    COST_ALLOCATION_CLIENT_ID: clientId,
    COST_ALLOCATION_SECRET_KEY: secretKey,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(account.writes()).toBe(writes);
  return (JSON.parse(stdout) as { tags: Record<string, unknown>[] }).tags[0] ?? {};
}

let writes = 0;
async function created(name: string, rules = declared.rules): Promise<VirtualTag> {
  const tag = await account.create(name, { rules, defaultValue: "None" });
  writes = account.writes();
  return tag;
}

test("--live compares an adoption with the account, and only reads", async () => {
  const tag = await created("Adopted", [teamRule("Web", "web"), teamRule("Shop", "shop")]);
  const adopted = { change: "adopted", live: "compared", rules: { removed: 1, unchanged: 1 } };
  expect(await live(planOf({ adopt: true }))).toMatchObject(adopted);
  expect(await live(planOf({ adopt: tag.id, name: "New" }))).toMatchObject({ ...adopted, renamedFrom: "Adopted" });
  expect(await live(planOf({ adopt: true, name: "Nobody" }))).toMatchObject({ live: "missing" });
  expect(await live(planOf({ adopt: "7f9c24e8-3b12-4fef-91e0-0c2d4a5b6c7d" }))).toMatchObject({ live: "missing" });
  expect(await live(planOf({ adopt: "../x" }))).toMatchObject({ live: "missing" });
  await created("Twice");
  await created("Twice");
  expect(await live(planOf({ adopt: true, name: "Twice" }))).toMatchObject({ live: "several" });
});

test("--live compares a promotion with what is live, not with what was staged", async () => {
  const tag = await created("Staged");
  const staged = [...declared.rules, teamRule("Shop", "shop")];
  await account.save(tag, { rules: staged, defaultValue: "None" }, undefined, { setAsLive: false });
  writes = account.writes();
  const inputs = { name: "Staged", rules: staged };
  const plan = planOf(inputs, { id: tag.id, inputs: { ...declared, ...inputs, setAsLive: false } });
  expect(await live(plan)).toMatchObject({ change: "promoted", live: "compared", rules: { added: 1, unchanged: 1 } });
});

test("--live without credentials is an error", async () => {
  const { code, stderr } = await runReview(["--plan", planOf({ adopt: true }), "--live"]);
  expect(code).toBe(2);
  expect(stderr).toContain("COST_ALLOCATION_CLIENT_ID");
});
