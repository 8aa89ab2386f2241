/** `review --live` of staged saves of tags that the stack does not have any more: `pulumi up` stops there as well. */
import { reviewCommand } from "../../../../../cli/commands/review";
import { conditionOf } from "../../../../../cli/studies/review/review";
import type { VirtualTag } from "../../../../../client";
import { account, accountForEachTest } from "../../../../support/commands/account";
import { teamRule } from "../../../../support/rules";
import { liveReview, type Reviewed } from "../liveReview";

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
  expect(text).toContain('`pulumi up` stops at "Team": "other/prod#team" owns it now (CA2012).');
});

test("its money moves only if the staged version goes live, which a save alone does not do", () => {
  const facts = { isStaged: true, stop: { code: "CA2012", isCertain: true } } as const;
  expect(conditionOf({ key: "urn:team", name: "Team", change: "updated", facts })).toBe("staged");
});

test("a tag that is no longer in the account", async () => {
  const tag = await account.create("Team", content, "(pulumi shop/prod#team)");
  await account.client.virtualTags.delete(tag.id);
  const { tags, text } = await review(tag);
  expect(tags).toMatchObject([{ isStaged: true, stop: { code: "CA2011", isCertain: true } }]);
  expect(text).toContain('`pulumi up` stops at "Team": it is no longer in the account (CA2011).');
});

test("the stack's own tag, even if others changed it: what is live stays", async () => {
  const tag = await account.create("Team", content, "(pulumi shop/prod#team)");
  await account.save(tag, { ...content, defaultValue: "Theirs" });
  const [reviewed] = (await review(tag)).tags;
  expect(reviewed).not.toHaveProperty("stop");
  expect(reviewed).not.toHaveProperty("overwrites");
});
