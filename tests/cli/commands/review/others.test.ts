/** `review --live` on plans whose tags others have changed: their work is told from the author's. */
import { reviewCommand } from "../../../../cli/commands/review";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import { smallCube } from "../../../cost/impact/smallCube";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamRule } from "../../../support/rules";
import { type PlannedResource, planOf } from "../../sources/planBuilder";
import type { VirtualTag } from "../../../../client";
import { file } from "../../../support/folder";
import { liveReview } from "./liveReview";

accountForEachTest(reviewCommand);

const [a, b] = ["a", "b"].map((team) => teamRule(team, team)) as [
  ReturnType<typeof teamRule>,
  ReturnType<typeof teamRule>,
];
const written = { rules: [a], defaultValue: "None" };
const theirs = { rules: [a], defaultValue: "Theirs" };
const mark = "(pulumi shop/prod#team)";
const update = (
  { id, updatedAt }: VirtualTag,
  after: object = { rules: [a, b], defaultValue: "None" },
): PlannedResource => ({
  resource: "team",
  id,
  ...(updatedAt === undefined ? {} : { updatedAt }),
  before: { name: "Team", ...written },
  after: { name: "Team", ...after },
});

/** The first tag in JSON, and the text for the terminal. */
async function review(
  planned: PlannedResource[],
  ...args: string[]
): Promise<{ tag: Record<string, unknown>; text: string }> {
  const { tags, text } = await liveReview(planned, ...args);
  return { tag: tags[0] ?? {}, text };
}

/** The account's saves are no requests of the command. */
async function edited(content: object, description?: string): Promise<VirtualTag> {
  const tag = await account.create("Team", written, mark);
  await account.save(tag, content as typeof written, description);
  account.emulator.control.clearRequests();
  return tag;
}

/** Makes one of the tag's versions live, as the application does. */
function makeLive(versionId: string | undefined): void {
  const state = account.emulator.control.exportState();
  for (const version of state.accounts.flatMap(({ tags }) => tags).flatMap(({ versions }) => versions))
    version.isLive = version.id === versionId;
  account.emulator.control.importState(state);
}

test("of several changes, nobody is said to have made one that another person may have made", async () => {
  const tag = await edited(theirs);
  await account.save(tag, { ...theirs, rules: [a, b] });
  const [live] = await account.versions(tag);
  account.emulator.control.clearRequests();
  const { tag: reviewed, text } = await review([update(tag)], "--live");
  expect(reviewed).toMatchObject({ overwrites: { isOnlySave: false, parts: ["defaultValue"], isCertain: true } });
  expect(text).toContain(`changes of others (default value), last saved by ${String(live?.createdBy)} at `);
});

test("whoever makes an older version live again is not the one who saved it", async () => {
  const tag = await account.create("Team", theirs);
  await account.save(tag, written, mark);
  const older = (await account.versions(tag)).at(-1);
  makeLive(older?.id);
  account.emulator.control.clearRequests();
  const { tag: reviewed } = await review([update(tag)], "--live");
  expect(reviewed["overwrites"]).toMatchObject({ kind: "edit", isOnlySave: false, parts: ["defaultValue"] });
  expect(reviewed["overwrites"]).not.toHaveProperty("by");
});

test("a staged version that somebody made live, and that the program changes", async () => {
  const tag = await account.create("Team", { ...written, defaultValue: "Before" }, mark);
  await account.save(tag, written, mark, { setAsLive: false });
  const [staged] = await account.versions(tag);
  await account.save(tag, written);
  account.emulator.control.clearRequests();
  const inputs = { name: "Team", ...written, setAsLive: false };
  const planned = (rules: typeof written.rules): PlannedResource => ({
    resource: "team",
    id: tag.id,
    before: inputs,
    after: { name: "Team", ...written, rules },
    more: { outputs: { ...inputs, stagedVersionId: staged?.id } },
  });
  const changed = await review([planned([a, b])], "--live");
  expect(changed.tag).toMatchObject({ overwrites: { kind: "edit", isPromotion: true, parts: ["rules"] } });
  expect(changed.text).toContain("the staged version that somebody else made live (rules)");
  expect((await review([planned([a])], "--live")).tag).not.toHaveProperty("overwrites");
});

/** A plan that deletes "Team", to which "Report" refers. */
async function deleting(tag: VirtualTag): Promise<PlannedResource[]> {
  const filters = {
    costCenter: "Virtual Tags",
    type: "virtual_tag",
    key: tag.id,
    operator: "is",
    value: ["a"],
  } as const;
  const content = { rules: [{ to: "x", filters: { ...filters, value: ["a"] } }], defaultValue: "None" };
  const report = await account.create("Report", content, "(pulumi shop/prod#report)");
  account.emulator.control.clearRequests();
  const { updatedAt, updatedBy } = tag;
  const state = { name: "Team", ...written };
  return [
    {
      op: "delete",
      resource: "team",
      id: tag.id,
      before: state,
      more: { outputs: { ...state, updatedAt, updatedBy } },
    },
    { resource: "report", id: report.id, before: { name: "Report", ...content } },
  ];
}

test("a deletion leaves a tag to its owner, even if that one has only staged a version", async () => {
  const tag = await account.create("Team", written, mark);
  await account.save(tag, theirs, "(pulumi other/prod#team)", { setAsLive: false });
  const { tag: reviewed, text } = await review(await deleting(tag), "--live");
  expect(reviewed).toMatchObject({ leavesStack: true, overwrites: { kind: "owner", owner: "other/prod#team" } });
  expect(reviewed).not.toHaveProperty("referrers");
  expect(text).toContain('"Team": leaves the stack and stays (owned by "other/prod#team")');
  expect(text).not.toContain("deleted");
});

test("a tag without a mark is deleted only if the stack saved it, so nothing is said as if it was certain", async () => {
  const { tag: reviewed, text } = await review(await deleting(await account.create("Team", written)), "--live");
  expect(reviewed).toMatchObject({ change: "deleted", mayStay: true });
  expect(text).toContain('"Report" refers to "Team", which may be deleted.');
  expect(text).not.toContain("is deleted");
  const own = await account.create("Team", written, mark);
  expect((await review(await deleting(own), "--live")).tag).not.toHaveProperty("mayStay");
});

test("a deletion of a tag that is no longer in the account deletes nothing", async () => {
  const tag = await account.create("Team", written, mark);
  const planned = await deleting(tag);
  await account.client.virtualTags.delete(tag.id);
  account.emulator.control.clearRequests();
  const { tag: reviewed, text } = await review(planned, "--live");
  expect(reviewed).toMatchObject({ change: "updated", leavesStack: true, overwrites: { kind: "deleted" } });
  expect(text).not.toMatch(/deleted|stays/);
});

test("money of a tag that may stay, or at whose deletion it may stop, moves only if it is deleted", async () => {
  const cube = file(
    "cube.json.gz",
    cubeBytes(smallCube([{ keys: { "AWS:tag:team": "a" }, cost: "90" }], ["AWS:tag:team"])),
  );
  const said = async (mayStop: boolean, description?: string): Promise<string> => {
    const planned = await deleting(await account.create("Team", written, description));
    if (!mayStop) await account.client.virtualTags.delete(planned.pop()?.id ?? "");
    account.emulator.control.clearRequests();
    return (await review(planned, "--live", "--cube", cube, "--max-moved", "100")).text;
  };
  const text = await said(false);
  expect(text).toContain('If "Team" is deleted, "Team": $90.00 moves, 100% of the cost.');
  expect(text).toContain("  If it is deleted, it moves $90.00 of $90.00");
  expect(text).toContain('max-moved of "Team", if it is deleted: $90.00 moves');
  expect(await said(true, mark)).toContain("  If it is deleted, it moves $90.00 of $90.00");
  expect(await said(false, mark)).not.toMatch(/[Ii]f .* is deleted/);
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
  expect(text).toContain(
    '"Team" changes: in "Follower", rule 1 no longer matches any record: "Team" no longer gives "Theirs".',
  );
  const read = account.emulator.control.requests().filter(({ path }) => path.includes(id));
  expect(read).toEqual([]);
});

test("an account that has nothing of the stack is the wrong one, so nothing is said of it", async () => {
  const plan = file("plan.json", planOf([{ resource: "team", id: "t1", before: { name: "Team", ...written } }]));
  const { code, stdout, stderr } = await account.run(["--plan", plan, "--live"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("none of the 1 resources");
});
