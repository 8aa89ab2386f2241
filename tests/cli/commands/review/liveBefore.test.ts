/** `review --live` counts with what is live, not with what the state says. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reviewCommand } from "../../../../cli/commands/review";
import type { VirtualTag } from "../../../../client";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import type { TagContent } from "../../../../rules/types";
import { smallCube } from "../../../cost/impact/smallCube";
import { account, accountForEachTest } from "../../../support/commands/account";
import { folder } from "../../../support/folder";
import { reference, rule, teamRule } from "../../../support/rules";
import { type PlannedResource, planOf } from "../../sources/planBuilder";

accountForEachTest(reviewCommand);

const team = (...teams: string[]): TagContent => ({
  rules: teams.map((one) => teamRule(one.toUpperCase(), one)),
  defaultValue: "None",
});
const on = ({ id }: VirtualTag, value: string, to = "Yes"): TagContent => ({
  rules: [rule(to, reference(id, "is", [value]))],
  defaultValue: "No",
});
const marked = (resource: string, stack = "shop/prod"): string => `(pulumi ${stack}#${resource})`;
const inputs = (name: string, content: TagContent, more: object = {}): object => ({ name, ...content, ...more });

interface Reviewed {
  tags: Record<string, unknown>[];
  gates: Record<string, unknown>[];
  text: string;
}

/** $90 of team a, $6.50 of team b, and $3.50 without a team. */
async function reviewText(planned: string, ...gates: string[]): Promise<Reviewed> {
  const [plan, cube] = [join(folder(), "plan.json"), join(folder(), "cube.json.gz")];
  writeFileSync(plan, planned);
  const key = "AWS:tag:team";
  const rows = [{ keys: { [key]: "a" }, cost: "90" }, { keys: { [key]: "b" }, cost: "6.5" }, { cost: "3.5" }];
  writeFileSync(cube, cubeBytes(smallCube(rows, [key])));
  const args = ["--plan", plan, "--live", "--cube", cube, ...gates];
  const { stdout: text } = await account.run(args);
  const { stdout } = await account.run([...args, "--json"]);
  return { ...(JSON.parse(stdout) as Omit<Reviewed, "text">), text };
}

/** A tag that is there shows that the account is the stack's. */
async function review(planned: PlannedResource[]): Promise<Reviewed> {
  const { id } = await account.create("Here", team(), marked("here"));
  return reviewText(planOf([{ resource: "here", id, before: inputs("Here", team()) }, ...planned]), "--max-moved", "1");
}

/** What the gate says of the money that a tag moves. */
const movedOf = ({ gates }: Reviewed, name: string): unknown => gates.find(({ tag }) => tag === name)?.["actual"];

test("a tag whose staged version is no longer there, and that Pulumi leaves as it is, keeps what is live", async () => {
  const tag = await account.create("Team", team("a", "b"), marked("team"));
  await account.save(tag, team("a"));
  const type = await account.create("Cost type", on(tag, "B"), marked("type"));
  const reviewed = await review([
    {
      op: "same",
      resource: "team",
      id: tag.id,
      before: inputs("Team", team("a", "b"), { setAsLive: false }),
      after: inputs("Team", team("a", "b")),
    },
    {
      resource: "type",
      id: type.id,
      before: inputs("Cost type", on(tag, "B")),
      after: inputs("Cost type", on(tag, "B", "Sure")),
    },
  ]);
  expect(movedOf(reviewed, "Cost type")).toBe("0");
});

test.each([
  ["declares it: the run saves it again", team("a"), "6.5"],
  ["never had it: nothing is saved", team("a", "b"), undefined],
])("a change that a refresh found was put back since, and the program %s", async (_, declared, moved) => {
  const tag = await account.create("Team", team("a", "b"), marked("team"));
  const found = await account.save(tag, team("a"));
  await account.save(tag, team("a", "b"));
  const reviewed = await review([
    {
      op: "update",
      resource: "team",
      id: tag.id,
      before: inputs("Team", team("a")),
      after: inputs("Team", declared),
      drift: { by: found.createdBy, at: found.createdAt, differs: ["rules"], versionId: found.id },
    },
  ]);
  expect(movedOf(reviewed, "Team")).toBe(moved);
  expect(reviewed.tags).toHaveLength(moved === undefined ? 0 : 1);
});

test("a tag that another stack took over leaves the stack with what is live of it", async () => {
  const tag = await account.create("Team", team("a"), marked("team"));
  await account.save(tag, team("a", "b"), marked("team", "other/prod"));
  const type = await account.create("Cost type", on(tag, "B"), marked("type"));
  const reviewed = await review([
    { op: "delete", resource: "team", id: tag.id, before: inputs("Team", team("a")) },
    {
      resource: "type",
      id: type.id,
      before: inputs("Cost type", on(tag, "B")),
      after: inputs("Cost type", on(tag, "B", "Sure")),
    },
  ]);
  expect([movedOf(reviewed, "Team"), movedOf(reviewed, "Cost type")]).toEqual(["0", "6.5"]);
});

/** "Team" changes or leaves, and "Cost type" refers to it and stays as it is. */
async function withFollower(
  after?: TagContent,
): Promise<{ made: VirtualTag; type: VirtualTag; planned: PlannedResource[] }> {
  const made = await account.create("Team", team("a"), marked("team"));
  const type = await account.create("Cost type", on(made, "B"), marked("type"));
  const planned = [
    {
      resource: "team",
      id: made.id,
      before: inputs("Team", team("a")),
      ...(after === undefined ? { op: "delete" } : { after: inputs("Team", after) }),
    },
    { resource: "type", id: type.id, before: inputs("Cost type", on(made, "B")) },
  ];
  return { made, type, planned };
}

test("a tag that is not in the account follows nothing", async () => {
  const { type, planned } = await withFollower(team("a", "b"));
  await account.client.virtualTags.delete(type.id);
  const { tags } = await review(planned);
  expect(tags).toMatchObject([{ name: "Team" }]);
  expect(tags).toHaveLength(1);
});

test.each([
  { what: "that the program only reads", differs: { op: "read" } },
  {
    what: "of another account",
    differs: { more: { provider: "urn:pulumi:prod::shop::pulumi:providers:pulumi-nodejs::sandbox::1" } },
  },
])("a tag $what follows with the content that the plan has of it", async ({ differs }) => {
  const { made, planned } = await withFollower(team("a", "b"));
  const [change, type] = planned as [PlannedResource, PlannedResource];
  const after = inputs("Cost type", on(made, "B"));
  const { tags } = await review([change, { ...type, op: "same", after, ...differs }]);
  expect(tags).toMatchObject([{ name: "Team" }, { name: "Cost type", change: "follows" }]);
});

test("of a tag that is not in the account, nobody knows what it gives", async () => {
  const { made, planned } = await withFollower(undefined);
  const type = planned[1] as PlannedResource;
  await account.client.virtualTags.delete(made.id);
  const reviewed = await review([
    planned[0] as PlannedResource,
    { ...type, after: inputs("Cost type", on(made, "Z")) },
  ]);
  expect(reviewed.text).toContain('"Cost type": $0.00 to $100.00 may move');
  expect(reviewed.gates).toMatchObject([
    { tag: "Cost type", passed: false },
    { tag: "Team", actual: "0", passed: true },
  ]);
  expect(reviewed.tags.find(({ name }) => name === "Cost type")).toMatchObject({ effect: { kind: "not-decided" } });
});

test("a tag that was deleted, and that the program changes, is not compared with its last state", async () => {
  const { made, planned } = await withFollower(team("a", "b"));
  await account.client.virtualTags.delete(made.id);
  const reviewed = await review([planned[0] as PlannedResource]);
  expect(reviewed.tags[0]).toMatchObject({ name: "Team", change: "updated", live: "missing" });
  expect(reviewed.tags[0]).not.toHaveProperty("rules");
  expect(reviewed.text).not.toContain("no tag with this ID");
  expect(movedOf(reviewed, "Team")).toBe("100");
});

test("a tag that these credentials may not read: its state is not what is live", async () => {
  const { made, type, planned } = await withFollower(team("a", "b"));
  const nobody = { type: "private" as const, users: ["ines@example.com"], groups: [] };
  account.emulator.control.setAcl({ id: type.id, acl: { read: nobody, write: nobody } });
  const follower = await review(planned);
  expect(follower.tags[1]).toMatchObject({ name: "Cost type", change: "unreadable", live: "notRead" });
  expect(follower.gates).toContainEqual(expect.objectContaining({ tag: "Cost type", actual: null, passed: false }));
  account.emulator.control.setAcl({ id: made.id, acl: { read: nobody, write: nobody } });
  const changed = await review(planned);
  expect(changed.tags[0]).toMatchObject({ name: "Team", change: "updated", live: "notRead" });
  expect(changed.tags[0]).not.toHaveProperty("rules");
  expect(changed.gates).toContainEqual(expect.objectContaining({ tag: "Team", actual: null, passed: false }));
});

test("the deletion of a tag with a staged version shows what is live", async () => {
  const tag = await account.create("Team", team("a"), marked("team"));
  await account.save(tag, team("a", "b"), marked("team"), { setAsLive: false });
  const before = inputs("Team", team("a", "b"), { setAsLive: false });
  const reviewed = await review([{ op: "delete", resource: "team", id: tag.id, before }]);
  expect(reviewed.tags).toMatchObject([{ change: "deleted", rules: { removed: 1 }, live: "compared" }]);
  expect(reviewed.text).toContain("Its staged version is deleted, too.");
});

test("a replacement that deletes nothing, and that adopts a tag if there is one", async () => {
  const tag = await account.create("Team", team("a"), marked("team", "other/prod"));
  const before = inputs("Team", team("a"), { adopt: true });
  const after = inputs("Squad", team("b"), { adopt: true });
  const reviewed = await review([{ op: "replace", resource: "team", id: tag.id, before, after }]);
  expect(reviewed.tags).toMatchObject([{ change: "adopted", live: "missing" }]);
  expect(reviewed.text).not.toContain("use --live");
});

test("of a plan without unchanged tags, nobody knows that no money moves", async () => {
  const tag = await account.create("Team", team("a"), marked("team"));
  const before = inputs("Team", team("a"));
  const after = inputs("Team", team("a", "q"));
  const plan = planOf([{ op: "replace", resource: "team", id: tag.id, before, after }]);
  const { text } = await reviewText(plan.replace('"changeSummary":{', '"changeSummary":{"same":1,'));
  expect(text).toContain("No money moves, as far as it is known.");
});
