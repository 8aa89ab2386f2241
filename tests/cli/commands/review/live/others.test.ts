/** What others did to a tag since the last run. */
import { reviewCommand } from "../../../../../cli/commands/review";
import type { VirtualTag } from "../../../../../client";
import { account, accountForEachTest } from "../../../../support/commands/account";
import { teamRule } from "../../../../support/rules";
import type { PlannedResource } from "../../../sources/planBuilder";
import { liveReview, type Reviewed } from "../liveReview";
import { cubeBytes } from "../../../../../cost/cube/cubeFile";
import { smallCube } from "../../../../cost/impact/smallCube";
import { file } from "../../../../support/folder";
import { conditionOf } from "../../../../../cli/studies/review/review";

describe("moved by others", () => {
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
    expect(tags).toMatchObject([
      { leavesStack: true, overwrites: { kind: "deleted" } },
      { change: "adopted", live: "missing" },
    ]);
    expect(tags[1]).not.toHaveProperty("id");
    expect(text).toContain("The account has no tag with this name, so it is created.");
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
});

/** `review --live` of creations whose tag is there already: a run made it and was interrupted, or the tag left the stack and stayed. */
describe("taken back", () => {
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
    expect(tags).toMatchObject([{ stop: { code: "CA2006", isCertain: false } }]);
    expect(text).toMatch(/^`pulumi up` may stop at "Team": .* \(CA2006\)$/mu);
    expect(text).not.toContain("An adoption overwrites");
  });
});

/** `review --live` of staged saves of tags that the stack does not have any more: `pulumi up` stops there as well. */
describe("staged elsewhere", () => {
  accountForEachTest(reviewCommand);

  const content = { rules: [teamRule("a", "a")], defaultValue: "None" };

  /** A staged save of "Team". A tag that is there shows that the account is the stack's. */
  async function review({ id }: VirtualTag): Promise<Reviewed> {
    const here = await account.create("Here", content, "(pulumi shop/prod#here)");
    const team = { name: "Team", ...content };
    const planned = [
      { resource: "here", id: here.id, before: { name: "Here", ...content } },
      { resource: "team", id, before: team, after: { ...team, defaultValue: "Staged", setAsLive: false } },
    ];
    return liveReview(planned, "--live");
  }

  test("a tag of another owner", async () => {
    const { tags, text } = await review(await account.create("Team", content, "(pulumi other/prod#team)"));
    const stop = { code: "CA2012", isCertain: true, owner: "other/prod#team" };
    expect(tags).toMatchObject([{ isStaged: true, overwrites: { kind: "owner" }, stop }]);
    expect(text).toMatch(/^`pulumi up` stops at "Team": .* is now owned by other\/prod#team.* \(CA2012\)$/mu);
  });

  test("its money moves only if the staged version goes live, which a save alone does not do", () => {
    const facts = { isStaged: true, stop: { code: "CA2012", text: "", isCertain: true } } as const;
    expect(conditionOf({ key: "urn:team", name: "Team", change: "updated", facts })).toBe("staged");
  });

  test("a tag that is no longer in the account", async () => {
    const tag = await account.create("Team", content, "(pulumi shop/prod#team)");
    await account.client.virtualTags.delete(tag.id);
    const { tags, text } = await review(tag);
    expect(tags).toMatchObject([{ isStaged: true, stop: { code: "CA2011", isCertain: true } }]);
    expect(text).toMatch(/^`pulumi up` stops at "Team": .* was not found: .* \(CA2011\)$/mu);
  });

  test("the stack's own tag, even if others changed it: what is live stays", async () => {
    const tag = await account.create("Team", content, "(pulumi shop/prod#team)");
    await account.save(tag, { ...content, defaultValue: "Theirs" });
    const [reviewed] = (await review(tag)).tags;
    expect(reviewed).not.toHaveProperty("stop");
    expect(reviewed).not.toHaveProperty("overwrites");
  });
});
