/** `review --live` of creations whose tag is there already: a run made it and was interrupted, or the tag left the stack and stayed. */
import { reviewCommand } from "../../../../../cli/commands/review";
import { cubeBytes } from "../../../../../cost/cube/cubeFile";
import { smallCube } from "../../../../cost/impact/smallCube";
import { account, accountForEachTest } from "../../../../support/commands/account";
import { teamRule } from "../../../../support/rules";
import { file } from "../../../../support/folder";
import { liveReview, type Reviewed } from "../liveReview";

accountForEachTest(reviewCommand);

const mark = "(pulumi shop/prod#team)";
const [a, b] = ["a", "b"].map((team) => teamRule(team, team)) as [
  ReturnType<typeof teamRule>,
  ReturnType<typeof teamRule>,
];
const before = { rules: [a, b], defaultValue: "None" };
const after = { rules: [a], defaultValue: "None" };

/** Reviews the creation of "Team". */
const review = (...args: string[]): Promise<Reviewed> =>
  liveReview([{ resource: "team", after: { name: "Team", ...after } }], "--live", ...args);

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
  const rows = ["a", "b"].map((team) => ({ keys: { "AWS:tag:team": team }, cost: "50" }));
  const cube = file("cube.json.gz", cubeBytes(smallCube(rows, ["AWS:tag:team"])));
  const { tags, text } = await review("--cube", cube);
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
