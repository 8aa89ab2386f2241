/** `review --live` of tags whose name another tag has: `pulumi up` stops there, so nothing is said as if it was certain. */
import { reviewCommand } from "../../../../../cli/commands/review";
import type { VirtualTag } from "../../../../../client";
import { cubeBytes } from "../../../../../cost/cube/cubeFile";
import { smallCube } from "../../../../cost/impact/smallCube";
import { account, accountForEachTest } from "../../../../support/commands/account";
import { teamRule } from "../../../../support/rules";
import { file } from "../../../../support/folder";
import type { PlannedResource } from "../../../sources/planBuilder";
import { liveReview, type Reviewed } from "../liveReview";

accountForEachTest(reviewCommand);

const content = { rules: [teamRule("a", "a")], defaultValue: "None" };
const creation: PlannedResource = { resource: "team", after: { name: "Team", ...content } };
const own = (resource: string, name: string): Promise<VirtualTag> =>
  account.create(name, content, `(pulumi shop/prod#${resource})`);
const renamed = (resource: string, { id, name }: VirtualTag, after: string, more = {}): PlannedResource => ({
  resource,
  id,
  before: { name, ...content },
  after: { name: after, ...content, ...more },
});

const review = (planned: PlannedResource[], ...args: string[]): Promise<Reviewed> =>
  liveReview(planned, "--live", ...args);

test("a tag that nobody owns", async () => {
  await account.create("Team", content);
  const { tags, text } = await review([creation]);
  expect(tags).toMatchObject([{ change: "created", stop: { code: "CA2001", isCertain: true } }]);
  expect(text).toMatch(/^`pulumi up` stops at "Team": Virtual Tag "Team" .* already exists\..* \(CA2001\)$/mu);
});

test("a tag of another resource, also one that this run deletes, because deletions come last", async () => {
  const { id } = await own("old", "Team");
  const { tags, text } = await review([
    creation,
    { op: "delete", resource: "old", id, before: { name: "Team", ...content } },
  ]);
  const created = tags.find(({ change }) => change === "created");
  expect(created).toMatchObject({ stop: { code: "CA2002", isCertain: true, owner: "shop/prod#old" } });
  expect(text).toMatch(/^`pulumi up` stops at "Team": .* is owned by shop\/prod#old\. \(CA2002\)$/mu);
});

test("several tags", async () => {
  await account.create("Team", content);
  await account.create("Team", content);
  expect((await review([creation])).tags).toMatchObject([{ stop: { code: "CA2003", isCertain: true } }]);
});

test("a free name, and an adoption", async () => {
  expect((await review([creation])).tags[0]).not.toHaveProperty("stop");
  await account.create("Team", content);
  const adoption = { resource: "team", after: { name: "Team", ...content, adopt: true } };
  expect((await review([adoption])).tags[0]).not.toHaveProperty("stop");
});

test("money moves only if it is saved", async () => {
  await account.create("Team", content);
  const rows = [{ keys: { "AWS:tag:team": "a" }, cost: "90" }];
  const cube = file("cube.json.gz", cubeBytes(smallCube(rows, ["AWS:tag:team"])));
  const { text } = await review([creation], "--cube", cube, "--max-moved", "100");
  expect(text).toContain('If `pulumi up` saves "Team", "Team": $90.00 moves, 100% of the cost.');
  expect(text).toContain("If `pulumi up` saves it, it moves $90.00");
  expect(text).toContain('max-moved of "Team", if `pulumi up` saves it: $90.00');
});

test("another name that another tag has", async () => {
  const tag = await own("team", "Team");
  await account.create("Squad", content);
  const { tags, text } = await review([renamed("team", tag, "Squad")]);
  expect(tags).toMatchObject([{ stop: { code: "CA2022", isCertain: true } }]);
  expect(text).toMatch(
    /^`pulumi up` stops at "Squad": Virtual Tag "Team" .* can't be renamed to "Squad": .* \(CA2022\)$/mu,
  );
});

test("tags that exchange their names", async () => {
  const [a, b] = [await own("a", "A"), await own("b", "B")];
  const { tags } = await review([renamed("a", a, "B"), renamed("b", b, "A")]);
  expect(tags).toMatchObject([
    { stop: { code: "CA2022", isCertain: true } },
    { stop: { code: "CA2022", isCertain: true } },
  ]);
});

test("a name that the same run takes from another tag may be free by then", async () => {
  const a = await own("a", "A");
  const { tags } = await review([{ resource: "team", after: { name: "A", ...content } }, renamed("a", a, "B")]);
  const stops = new Map(tags.map(({ name, stop }) => [name, stop]));
  // The creation comes before the other name is saved, or after it.
  expect(stops.get("A")).toMatchObject({ code: "CA2021", isCertain: false });
  expect(stops.get("B")).toBeUndefined();
});

test("a tag that has the new name already", async () => {
  const tag = await own("team", "Team");
  await account.save({ ...tag, name: "Squad" }, content);
  // The run saves nothing.
  expect((await review([renamed("team", tag, "Squad")])).tags).toEqual([]);
});
