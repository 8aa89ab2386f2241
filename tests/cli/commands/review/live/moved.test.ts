/** `review --live` of resources that were renamed without an alias and adopt what they had: an adoption does not stop. */
import { reviewCommand } from "../../../../../cli/commands/review";
import type { VirtualTag } from "../../../../../client";
import { account, accountForEachTest } from "../../../../support/commands/account";
import { teamRule } from "../../../../support/rules";
import type { PlannedResource } from "../../../sources/planBuilder";
import { liveReview, type Reviewed } from "../liveReview";

accountForEachTest(reviewCommand);

const content = { rules: [teamRule("a", "a")], defaultValue: "None" };
const theirs = { ...content, defaultValue: "Theirs" };
const mark = "(pulumi shop/prod#team)";

/** A tag that is there shows that the account is the stack's. */
async function review(planned: PlannedResource[]): Promise<Reviewed> {
  const { id } = await account.create("Here", content, "(pulumi shop/prod#here)");
  return liveReview([{ resource: "here", id, before: { name: "Here", ...content } }, ...planned], "--live");
}

const moved = ({ id }: VirtualTag, after = content): PlannedResource[] => [
  { resource: "renamed", after: { name: "Team", ...after, adopt: true } },
  { op: "delete", resource: "team", id, before: { name: "Team", ...content } },
];

test("a change of others is overwritten without stopping", async () => {
  const tag = await account.create("Team", content, mark);
  await account.save(tag, theirs);
  const { tags, text } = await review(moved(tag));
  expect(tags).toMatchObject([
    { change: "updated", isMove: true, overwrites: { kind: "edit", parts: ["defaultValue"] } },
  ]);
  expect(text).toContain("An adoption overwrites without stopping.");
  expect(text).not.toContain("`pulumi up` stops");
});

test("the tag of another owner is taken over", async () => {
  const tag = await account.create("Team", content, mark);
  await account.save(tag, theirs, "(pulumi other/prod#team)");
  const { tags, text } = await review(moved(tag));
  expect(tags).toMatchObject([{ isMove: true, overwrites: { kind: "edit", parts: ["defaultValue"] } }]);
  expect(text).not.toContain("`pulumi up` stops");
});

test("a tag that is no longer in the account is created again", async () => {
  const tag = await account.create("Team", content, mark);
  await account.client.virtualTags.delete(tag.id);
  const { tags, text } = await review(moved(tag));
  expect(tags).toMatchObject([{ change: "created", overwrites: { kind: "deleted" } }]);
  expect(tags[0]).not.toHaveProperty("id");
  expect(text).toContain("no longer in the account, so it is created again");
  expect(text).not.toContain("`pulumi up` stops");
});

test("metadata: what others entered is overwritten, and a merge removes nothing", async () => {
  const { id } = await account.create("Shared", content);
  await account.client.virtualTagMetadata.put(id, { Web: { groups: ["theirs"] }, Api: { groups: ["g"] } });
  const args = { virtualTagId: id, mergeValuesAndMetadata: true };
  const planned: PlannedResource[] = [
    {
      kind: "VirtualTagMetadata",
      resource: "new",
      after: { ...args, metadata: { Web: { groups: ["mine"] } }, adopt: true },
    },
    {
      op: "delete",
      kind: "VirtualTagMetadata",
      resource: "old",
      id,
      before: { ...args, metadata: { Web: { groups: ["was"] }, Api: { groups: ["g"] } } },
    },
  ];
  const { metadata, text } = await review(planned);
  expect(metadata).toMatchObject([
    { change: "updated", values: [{ value: "Web", change: "changed" }], overwrites: { kind: "adopted" } },
  ]);
  expect(metadata[0]?.["values"]).toHaveLength(1);
  expect(text).toContain("An adoption overwrites without stopping.");
  expect(text).not.toContain("`pulumi up` stops");
});
