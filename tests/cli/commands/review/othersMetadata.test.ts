/** `review --live` on metadata that others have changed: their work is told from the author's. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reviewCommand } from "../../../../cli/commands/review";
import type { VirtualTag } from "../../../../client";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import { smallCube } from "../../../cost/impact/smallCube";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamRule } from "../../../support/rules";
import { folder } from "../../../support/folder";
import type { PlannedResource } from "../../sources/planBuilder";
import { notedReview } from "./liveReview";

let team: VirtualTag;
const content = { rules: [teamRule("a", "a")], defaultValue: "None" };
accountForEachTest(reviewCommand);
beforeEach(async () => {
  team = await account.create("Team", content, "(pulumi shop/prod#team)");
  await account.client.virtualTagMetadata.put(team.id, { a: { customMetadata: { owner: "they" } } });
});

const owner = (name: string): object => ({
  virtualTagId: team.id,
  metadata: { a: { customMetadata: { owner: name } } },
});
const update = (more: Partial<PlannedResource> = {}): PlannedResource => ({
  resource: "metadata",
  kind: "VirtualTagMetadata",
  id: team.id,
  before: owner("we"),
  after: owner("we all"),
  ...more,
});

async function review(planned: PlannedResource, ...args: string[]): Promise<{ metadata: object; text: string }> {
  const tag: PlannedResource = { resource: "team", id: team.id, before: { name: "Team", ...content } };
  const { metadata, text, notes } = await notedReview([tag, planned], ...args);
  // A comment that is not due is left out with a note.
  expect(notes.replace(/^.* is not written\. .*\n$/u, "")).toBe("");
  return { metadata: metadata[0] ?? {}, text };
}

test("the fields, at the beginning too, and the change from what is live", async () => {
  const { metadata, text } = await review(update(), "--live");
  expect(metadata).toMatchObject({
    overwrites: { kind: "edit", paths: ['metadata["a"].customMetadata["owner"]'], isCertain: true },
    values: [{ value: "a", fields: [{ before: "they", after: "we all" }] }],
  });
  expect(text.split("\n")[1]).toContain('Metadata of "Team": reverts changes of others or of an interrupted run');
  expect(text).toContain("costallocation:driftPolicy");
});

test("no comment is left out that names them, and none is due without them", async () => {
  const [cube, markdown] = [join(folder(), "cube.json.gz"), join(folder(), "review.md")];
  writeFileSync(cube, cubeBytes(smallCube([{ cost: "5" }], ["AWS:tag:team"])));
  const comment = ["--live", "--cube", cube, "--markdown", markdown, "--comment-threshold", "100"];
  await review(update(), ...comment);
  expect(existsSync(markdown)).toBe(true);
  await review(update({ after: owner("they") }), ...comment);
  expect(existsSync(markdown)).toBe(false);
});

test("without --live, the review says that it does not know", async () => {
  const { metadata, text } = await review(update());
  expect(metadata).toMatchObject({ overwrites: { kind: "notRead" } });
  expect(text).toContain("whether this overwrites changes of others");
});

test("metadata that can't be read, or is in another account", async () => {
  const path = `/v2/virtual-tags/${team.id}/metadata`;
  const foreign = { more: { provider: "urn:pulumi:prod::shop::pulumi:providers:pulumi-nodejs::other::1" } };
  expect((await review(update(foreign), "--live")).metadata).toMatchObject({ overwrites: { kind: "notKnown" } });
  expect(account.emulator.control.requests().filter((request) => request.path === path)).toEqual([]);
  account.emulator.control.placeFault({ method: "GET", path, kind: "status", status: 403, times: 9 } as never);
  expect((await review(update(), "--live")).metadata).toMatchObject({ overwrites: { kind: "notKnown" } });
});

test("an adoption of metadata overwrites what others entered, without stopping", async () => {
  const created = { kind: "VirtualTagMetadata", resource: "metadata", after: { ...owner("we"), adopt: true } } as const;
  const { metadata, text } = await review(created, "--live");
  expect(metadata).toMatchObject({ overwrites: { kind: "adopted", isCertain: true } });
  expect(text).toContain("An adoption overwrites without stopping.");
});
