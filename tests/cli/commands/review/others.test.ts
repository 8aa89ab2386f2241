/** `review --live` on plans whose tags others have changed: their work is told from the author's. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reviewCommand } from "../../../../cli/commands/review";
import { type Account, startAccount, teamRule } from "../../../support/commands/account";
import { type PlannedResource, planOf } from "../../sources/planBuilder";
import type { VirtualTag } from "../../../../client";

let account: Account;
let folder: string;
beforeEach(async () => {
  account = await startAccount({}, reviewCommand);
  folder = mkdtempSync(join(tmpdir(), "cost-allocation-others-"));
});
afterEach(async () => {
  await account.stop();
  rmSync(folder, { recursive: true });
});

const [a, b] = ["a", "b"].map((team) => teamRule(team, team)) as [
  ReturnType<typeof teamRule>,
  ReturnType<typeof teamRule>,
];
const written = { rules: [a], defaultValue: "None" };
const theirs = { rules: [a], defaultValue: "Theirs" };
const mark = "(pulumi shop/prod#team)";
const update = ({ id }: VirtualTag, after: object = { rules: [a, b], defaultValue: "None" }): PlannedResource => ({
  resource: "team",
  id,
  before: { name: "Team", ...written },
  after: { name: "Team", ...after },
});

/** The first tag in JSON, and the text for the terminal. */
async function review(
  planned: PlannedResource[],
  ...args: string[]
): Promise<{ tag: Record<string, unknown>; text: string }> {
  const plan = join(folder, "plan.json");
  writeFileSync(plan, planOf(planned));
  const json = await account.run(["--plan", plan, "--json", ...args]);
  const { code, stderr, stdout } = await account.run(["--plan", plan, ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(account.writes()).toBe(0);
  return { tag: (JSON.parse(json.stdout) as { tags: Record<string, unknown>[] }).tags[0] ?? {}, text: stdout };
}

/** The account's saves are no requests of the command. */
async function edited(content: object, description?: string): Promise<VirtualTag> {
  const tag = await account.create("Team", written, mark);
  await account.save(tag, content as typeof written, description);
  account.emulator.control.clearRequests();
  return tag;
}

test("another person's change: who, when and what; the author's changes are those to what is live", async () => {
  const tag = await edited(theirs);
  const [live] = await account.versions(tag);
  const { tag: reviewed, text } = await review([update(tag)], "--live");
  expect(reviewed).toMatchObject({
    overwrites: { kind: "edit", by: live?.createdBy, at: live?.createdAt, parts: ["defaultValue"], isCertain: true },
    rules: { added: 1, unchanged: 1 },
    defaultValue: { before: "Theirs", after: "None" },
  });
  const said = `"Team": reverts ${String(live?.createdBy)}'s change of 2026-03-01 02:00 UTC (default value).`;
  expect(text.split("\n")[1]).toBe(`- ${said}`);
});

test("what the program declares already is not reverted", async () => {
  const tag = await edited(theirs);
  const { tag: reviewed } = await review([update(tag, theirs)], "--live");
  expect(reviewed).toMatchObject({ rules: { unchanged: 1, added: 0 } });
  expect(reviewed).not.toHaveProperty("overwrites");
});

test.each([
  ["an interrupted run of the resource", mark, {}],
  [
    "one of the resource by its new name",
    "(pulumi shop/prod#renamed)",
    { resource: "renamed", resourceBefore: "team" },
  ],
])("%s is nobody else's work", async (_, description, renamed) => {
  const tag = await edited(theirs, description);
  const { tag: reviewed } = await review([{ ...update(tag), ...renamed }], "--live");
  expect(reviewed).toMatchObject({ defaultValue: { before: "Theirs", after: "None" } });
  expect(reviewed).not.toHaveProperty("overwrites");
});

test("a tag that another stack has taken over", async () => {
  const tag = await edited(theirs, "(pulumi other/prod#team)");
  const { tag: reviewed } = await review([update(tag)], "--live");
  expect(reviewed).toMatchObject({
    overwrites: { kind: "owner", owner: "other/prod#team", at: "2026-03-01T02:00:00.000Z" },
  });
});

test("a tag that is not in the account any more; another one shows that the account is the right one", async () => {
  const tag = await edited(written);
  const other = await account.create("Other", written, "(pulumi shop/prod#other)");
  await account.client.virtualTags.delete(tag.id);
  account.emulator.control.clearRequests();
  const same = { resource: "other", id: other.id, before: { name: "Other", ...written } };
  const { tag: reviewed } = await review([update(tag), same], "--live");
  expect(reviewed).toMatchObject({ overwrites: { kind: "deleted" } });
});

test("an adoption overwrites what its last user saved", async () => {
  const tag = await account.create("Team", theirs);
  account.emulator.control.clearRequests();
  const adopt = { resource: "team", after: { name: "Team", ...written, adopt: true } };
  const { tag: reviewed } = await review([adopt], "--live");
  expect(reviewed).toMatchObject({
    overwrites: { kind: "adopted", by: tag.createdBy, at: "2026-03-01T01:00:00.000Z", parts: ["defaultValue"] },
  });
});

test("a tag that nobody changed is not read again, and a follower has what is live", async () => {
  const tag = await edited(theirs);
  const follower = await account.create("Follower", {
    rules: [
      {
        to: "x",
        filters: { costCenter: "Virtual Tags", type: "virtual_tag", key: tag.id, operator: "is", value: ["Theirs"] },
      },
    ],
    defaultValue: "None",
  });
  account.emulator.control.clearRequests();
  const { id, name, rules, defaultValue, updatedAt, updatedBy } = follower;
  const same = { resource: "follower", id, before: { name, rules, defaultValue } };
  const { text } = await review(
    [update(tag), { ...same, more: { outputs: { name, rules, defaultValue, updatedAt, updatedBy } } }],
    "--live",
  );
  // By the state, "Team" never gave the value.
  expect(text).toContain('"Follower": rule 1 no longer matches any record: "Team" no longer gives "Theirs".');
  const read = account.emulator.control.requests().filter(({ path }) => path.includes(id));
  expect(read).toEqual([]);
});

test("without --live, the review says once that it does not know", async () => {
  const tag = await edited(theirs);
  const { tag: reviewed, text } = await review([update(tag)]);
  expect(reviewed).toMatchObject({ overwrites: { kind: "notRead" } });
  expect(text.split("--live")).toHaveLength(2);
});

test("an account that has nothing of the stack is the wrong one, so nothing is said of it", async () => {
  const plan = join(folder, "plan.json");
  writeFileSync(plan, planOf([{ resource: "team", id: "t1", before: { name: "Team", ...written } }]));
  const { code, stdout, stderr } = await account.run(["--plan", plan, "--live"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("none of the 1 resources");
});
