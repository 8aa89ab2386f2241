/** `review --live`: what the provider does with a plan is what the review says, also where Pulumi plans something else. */
import { reviewCommand } from "../../../../../cli/commands/review";
import type { VirtualTag } from "../../../../../client";
import { account, accountForEachTest } from "../../../../support/commands/account";
import { teamRule } from "../../../../support/rules";
import { file } from "../../../../support/folder";
import { type PlannedResource, planOf } from "../../../sources/planBuilder";
import { liveReview } from "../liveReview";

accountForEachTest(reviewCommand);

const content = { rules: [teamRule("a", "a")], defaultValue: "None" };
const team = { name: "Team", ...content };
const other = { name: "Other", ...content };
const own = (resource: string, name = "Team"): Promise<VirtualTag> =>
  account.create(name, content, `(pulumi shop/prod#${resource})`);
const changed = (inputs: object): object => ({ ...inputs, defaultValue: "Others" });

async function tagsIn(...planned: PlannedResource[]): Promise<Record<string, unknown>[]> {
  return (await liveReview(planned, "--live")).tags;
}

/** A resource at which the run stops: nobody owns the tag that has its name. */
async function stopping(): Promise<PlannedResource> {
  await account.create("Stop", content);
  return { resource: "stop", after: { name: "Stop", ...content } };
}

describe("a replacement with the same name", () => {
  test.each<[string, string | undefined, Partial<PlannedResource>]>([
    ["of a renamed resource", "(pulumi shop/prod#former)", { resourceBefore: "former" }],
    ["of a tag that the stack adopted and never saved", undefined, {}],
  ])("%s is an update", async (_, mark, more) => {
    const { id } = await account.create("Team", content, mark);
    const [tag] = await tagsIn({ op: "replace", resource: "team", id, before: team, after: changed(team), ...more });
    expect(tag).toMatchObject({ id, change: "updated" });
    expect(tag).not.toHaveProperty("replacedId");
  });

  test("to which the run does not come is an update, too", async () => {
    const { id } = await own("team");
    const after = { ...changed(team), changeDescription: "x" };
    const tags = await tagsIn(await stopping(), {
      ...{ op: "replace", resource: "team", id, before: team, after },
      dependsOn: { rules: ["stop"] },
    });
    expect(tags).toMatchObject([{ id, change: "updated" }, { stop: { code: "CA2001" } }]);
    expect(tags[0]).not.toHaveProperty("replacedId");
  });
});

test("a move to which the run does not come deletes nothing", async () => {
  const { id } = await own("old");
  const tags = await tagsIn(
    await stopping(),
    { op: "delete", resource: "old", id, before: team },
    { resource: "new", after: { ...team, adopt: true }, dependsOn: { rules: ["stop"] } },
  );
  expect(tags).toMatchObject([{ id, change: "updated", isMove: true }, { stop: { code: "CA2001" } }]);
});

test("an adoption to which the run does not come is compared", async () => {
  const { id } = await account.create("Team", content);
  const adoption = { resource: "team", after: { ...changed(team), adopt: true }, dependsOn: { rules: ["stop"] } };
  const tags = await tagsIn(await stopping(), adoption);
  expect(tags.find(({ name }) => name === "Team")).toMatchObject({ id, change: "adopted", live: "compared" });
});

test("an adoption of a tag that another resource has takes nothing", async () => {
  const { id } = await own("team");
  const held = { resource: "team", id, before: team };
  const [tag] = await tagsIn(held, { resource: "two", after: { name: "Two", ...content, adopt: id } });
  expect(tag).toMatchObject({ change: "adopted", stop: { isCertain: true } });
  expect(tag).not.toHaveProperty("owner");
});

test("a tag of which an interrupted run only staged a version is created", async () => {
  const versionMetadata = { changeDescription: "(pulumi shop/prod#team)" };
  await account.client.virtualTags.create({ ...team, versionMetadata }, { setAsLive: false });
  const [created] = await tagsIn({ resource: "team", after: { ...team, setAsLive: false } });
  expect(created).toMatchObject({ change: "created", isStaged: true });
});

test("a tag that the same run imports is not deleted", async () => {
  const { id } = await own("old");
  const imported = { op: "import", resource: "new", id, before: team, after: team };
  expect(await tagsIn(imported, { op: "delete", resource: "old", id, before: team })).toEqual([]);
});

test("without unchanged resources, no stop is certain: one of them may have the tag", async () => {
  const plan = planOf([await stopping()]).replace('"changeSummary":{', '"changeSummary":{"same":1,');
  const { stdout } = await account.run(["--plan", file("plan.json", plan), "--live", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ tags: [{ stop: { code: "CA2001", isCertain: false } }] });
});

test("a tag that a resource of another Provider leaves is not moved", async () => {
  const { id } = await account.create("Other", content);
  const provider = "urn:pulumi:prod::shop::pulumi:providers:costallocation::second::some-id";
  const tags = await tagsIn(
    { op: "delete", resource: "old", id, before: other, more: { provider } },
    { resource: "new", after: { ...other, adopt: true } },
  );
  expect(tags.map(({ change }) => change).sort()).toEqual(["adopted", "deleted"]);
});
