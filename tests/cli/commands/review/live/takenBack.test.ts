/** `review --live` of creations whose tag is there already: a run made it and was interrupted, or the tag left the stack and stayed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reviewCommand } from "../../../../../cli/commands/review";
import { cubeBytes } from "../../../../../cost/cube/cubeFile";
import { smallCube } from "../../../../cost/impact/smallCube";
import { type Account, startAccount } from "../../../../support/commands/account";
import { teamRule } from "../../../../support/rules";
import { folder } from "../../../../support/folder";
import { planOf } from "../../../sources/planBuilder";

let account: Account;
beforeEach(async () => {
  account = await startAccount({}, reviewCommand);
});
afterEach(() => account.stop());

const mark = "(pulumi shop/prod#team)";
const [a, b] = ["a", "b"].map((team) => teamRule(team, team)) as [
  ReturnType<typeof teamRule>,
  ReturnType<typeof teamRule>,
];
const before = { rules: [a, b], defaultValue: "None" };
const after = { rules: [a], defaultValue: "None" };

/** Reviews the creation of "Team". */
async function review(...args: string[]): Promise<{ tags: Record<string, unknown>[]; text: string; code: unknown }> {
  const plan = join(folder, "plan.json");
  writeFileSync(plan, planOf([{ resource: "team", after: { name: "Team", ...after } }]));
  account.emulator.control.clearRequests();
  const { stdout: json } = await account.run(["--plan", plan, "--live", "--json", ...args]);
  const { stdout: text, code } = await account.run(["--plan", plan, "--live", ...args]);
  expect(account.writes()).toBe(0);
  return { tags: (JSON.parse(json) as { tags: Record<string, unknown>[] }).tags, text, code };
}

test("the creation of this resource's own tag is an update of what is live", async () => {
  const { id } = await account.create("Team", before, mark);
  const { tags, text } = await review();
  expect(tags).toMatchObject([{ id, change: "updated", isTakenBack: true, rules: { removed: 1, unchanged: 1 } }]);
  expect(tags[0]).not.toHaveProperty("overwrites");
  expect(text).toContain("`pulumi up` takes it back");
});

test("of several tags with the name, the resource's own one counts", async () => {
  await account.create("Team", before);
  const { id } = await account.create("Team", before, mark);
  expect((await review()).tags).toMatchObject([{ id, change: "updated", isTakenBack: true }]);
});

test("its money was what it is, and not from no value; what follows it is shown", async () => {
  const { id } = await account.create("Team", before, mark);
  const filters = { costCenter: "Virtual Tags", type: "virtual_tag", key: id, operator: "is" } as const;
  await account.create("Cost type", {
    rules: [{ to: "Yes", filters: { ...filters, value: ["b"] } }],
    defaultValue: "No",
  });
  const cube = join(folder, "cube.json.gz");
  const rows = ["a", "b"].map((team) => ({ keys: { "AWS:tag:team": team }, cost: "50" }));
  writeFileSync(cube, cubeBytes(smallCube(rows, ["AWS:tag:team"])));
  const { tags, text, code } = await review("--cube", cube, "--max-unallocated-increase", "0%");
  expect(code).toBe(3);
  expect(tags).toMatchObject([{ name: "Team" }, { name: "Cost type", change: "follows", isOutside: true }]);
  expect(text).toContain('"Team": $50.00 more fall into the default: 0% before, 50% after.');
  expect(text).not.toContain("(no value)");
});

test("what others changed since is undone only with the drift policy", async () => {
  const tag = await account.create("Team", before, mark);
  await account.save(tag, { ...before, defaultValue: "Theirs" });
  const { tags, text } = await review();
  expect(tags).toMatchObject([{ isTakenBack: true, overwrites: { kind: "edit", isCertain: false } }]);
  expect(text).toContain("stops before it undoes a change of others");
  expect(text).not.toContain("An adoption overwrites");
});
