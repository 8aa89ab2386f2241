/** `review --live` of replacements that replace nothing in the service: it says what is true. */
import { reviewCommand } from "../../../../cli/commands/review";
import type { VirtualTag } from "../../../../client";
import { unknownValue } from "../../../../stack/state/unknown";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamRule } from "../../../support/rules";
import type { PlannedResource } from "../../sources/planBuilder";
import { liveReview, type Reviewed } from "./liveReview";

accountForEachTest(reviewCommand);

const content = { rules: [teamRule("a", "a")], defaultValue: "None" };
const [mark, otherMark] = ["(pulumi shop/prod#team)", "(pulumi other/prod#team)"];
const referringTo = (key: string): object => ({
  name: "Report",
  rules: [{ to: "x", filters: { costCenter: "Virtual Tags", type: "virtual_tag", key, operator: "exists" } }],
  defaultValue: "None",
});

/** A tag that is there shows that the account is the stack's. */
async function review(planned: PlannedResource[]): Promise<Reviewed> {
  const { id } = await account.create("Here", content, "(pulumi shop/prod#here)");
  return liveReview([{ resource: "here", id, before: { name: "Here", ...content } }, ...planned], "--live");
}

/** The replacement of "Team", to which "Report" refers. */
async function replacing({ id }: VirtualTag): Promise<PlannedResource[]> {
  const refers = referringTo(id);
  const report = await account.create("Report", refers as typeof content, "(pulumi shop/prod#report)");
  const team = { name: "Team", ...content };
  return [
    { op: "replace", resource: "team", id, before: team, after: { ...team, name: "Squad" } },
    { resource: "report", id: report.id, before: refers },
  ];
}

test("a tag of another owner stays", async () => {
  const tag = await account.create("Team", content, otherMark);
  const { tags, text } = await review(await replacing(tag));
  expect(tags).toMatchObject([{ name: "Squad", change: "created", overwrites: { kind: "owner" } }]);
  expect(tags[0]).not.toHaveProperty("replacedId");
  expect(text).not.toContain("deleted");
});

test("a tag that is not in the account any more is created", async () => {
  const tag = await account.create("Team", content, mark);
  const planned = await replacing(tag);
  await account.client.virtualTags.delete(tag.id);
  const { tags } = await review(planned);
  expect(tags[0]).toMatchObject({ name: "Squad", change: "created", overwrites: { kind: "deleted" } });
  expect(tags[0]).not.toHaveProperty("replacedId");
});

test("metadata and references of a tag that is adopted by its name, and keeps its ID", async () => {
  const { id } = await account.create("Team", content);
  const report = await account.create("Report", referringTo(id) as typeof content, "(pulumi shop/prod#report)");
  const metadata = (virtualTagId: string): object => ({ virtualTagId, metadata: { a: { groups: ["g"] } } });
  const adopted: PlannedResource = { resource: "team", after: { name: "Team", ...content, adopt: true } };
  const { tags, metadata: reviewed } = await review([
    adopted,
    {
      resource: "report",
      id: report.id,
      before: referringTo(id),
      after: referringTo(unknownValue),
      dependsOn: { rules: ["team"] },
    },
    {
      op: "replace",
      kind: "VirtualTagMetadata",
      resource: "metadata",
      id,
      before: metadata(id),
      after: metadata(unknownValue),
      dependsOn: { virtualTagId: ["team"] },
    },
  ]);
  expect(tags).toMatchObject([{ name: "Team", id, change: "adopted" }]);
  expect(reviewed).toEqual([]);
});

test("metadata that changes for such a tag is updated", async () => {
  const { id } = await account.create("Team", content);
  await account.client.virtualTagMetadata.put(id, { a: { groups: ["g"] } });
  const metadata = (virtualTagId: string, group: string): object => ({
    virtualTagId,
    metadata: { a: { groups: [group] } },
  });
  const { metadata: reviewed } = await review([
    { resource: "team", after: { name: "Team", ...content, adopt: true } },
    {
      op: "replace",
      kind: "VirtualTagMetadata",
      resource: "metadata",
      id,
      before: metadata(id, "g"),
      after: metadata(unknownValue, "h"),
      dependsOn: { virtualTagId: ["team"] },
    },
  ]);
  expect(reviewed).toMatchObject([{ change: "updated", settings: [], values: [{ value: "a" }], tag: { id } }]);
  expect(reviewed[0]).not.toHaveProperty("overwrites");
});

test.each<[string, string, object]>([
  ["finds it again by its name", "Team", { change: "updated" }],
  ["makes another one by another name", "Squad", { change: "created" }],
])("a replacement of a retained tag leaves it there, and %s", async (_, name, expected) => {
  const tag = await account.create("Team", content, mark);
  const [replaced, report] = await replacing(tag);
  const more = { retainOnDelete: true };
  const { tags } = await review([
    { ...(replaced as PlannedResource), after: { name, ...content, defaultValue: "Other" }, more },
    report as PlannedResource,
  ]);
  expect(tags[0]).toMatchObject({ name, ...expected });
  expect(tags[0]).not.toHaveProperty("replacedId");
  const follows = tags.flatMap((one) => (one["follows"] as { isGone: boolean }[] | undefined) ?? []);
  expect(follows.filter(({ isGone }) => isGone)).toEqual([]);
});

test("an adoption takes a tag from its owner, unless that is the resource itself", async () => {
  await account.create("Other", content, otherMark);
  await account.create("Own", content, "(pulumi shop/prod#own)");
  const adopting = (resource: string, name: string): PlannedResource => ({
    resource,
    after: { name, ...content, adopt: true },
  });
  const { tags } = await review([adopting("other", "Other"), adopting("own", "Own")]);
  expect(tags.map(({ owner }) => owner)).toEqual([{ before: "other/prod#team", after: "shop/prod#other" }, undefined]);
});

const renamed = ({ id }: VirtualTag, adopt: object): PlannedResource[] => [
  {
    op: "replace",
    resource: "team",
    id,
    before: { name: "Team", ...content },
    after: { name: "Squad", ...content, defaultValue: "Other", ...adopt },
  },
];

test("a replacement with another name and adopt overwrites the tag that has the name", async () => {
  const tag = await account.create("Team", content, mark);
  const { createdBy } = await account.create("Squad", content);
  const { tags, text } = await review(renamed(tag, { adopt: true }));
  const overwrites = { kind: "adopted", by: createdBy, parts: ["defaultValue"] };
  expect(tags[0]).toMatchObject({ replacedId: tag.id, takesOver: true, overwrites });
  expect(text).toContain("another tag, which has the name, is taken over");
  expect(text).toContain("An adoption overwrites without stopping.");
  expect(text).not.toContain("a new one with another ID");
});

test("a replacement whose name no other tag has creates one", async () => {
  const tag = await account.create("Team", content, mark);
  const { tags, text } = await review(renamed(tag, { adopt: true }));
  expect(tags[0]).not.toHaveProperty("takesOver");
  expect(text).toContain("a new one with another ID is created");
});
