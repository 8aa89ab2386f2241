/** `review --live` of tags in the plan that the account doesn't show: the rest is reviewed, and their part is not known. */
import { reviewCommand } from "../../../../cli/commands/review";
import type { VirtualTag } from "../../../../client";
import { unknownValue } from "../../../../stack/state/unknown";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamContent, teamRule } from "../../../support/rules";
import type { PlannedResource } from "../../sources/planBuilder";
import { liveReview, type Reviewed } from "./liveReview";

accountForEachTest(reviewCommand);

const tag = (name: string, more: object = {}): object => ({ name, ...teamContent("A"), ...more });

async function review(planned: PlannedResource[]): Promise<Pick<Reviewed, "tags" | "text">> {
  const { tags, text } = await liveReview([{ resource: "new", after: tag("New") }, ...planned], "--live");
  return { tags: tags.filter(({ name }) => name !== "New"), text };
}

const refuse = (path: string, status: number): void => {
  account.emulator.control.placeFault({ method: "GET", path, kind: "status", status, times: 100 } as never);
};

describe.each([403, 404, 418])("status %d", (status) => {
  const make = async (path: (id: string) => string): Promise<VirtualTag> => {
    const made = await account.create("Team", { rules: [teamRule("Live", "a")], defaultValue: "None" });
    refuse(path(made.id), status);
    return made;
  };

  test("an adoption by name, whose versions can't be read", async () => {
    await make((id) => `/v2/virtual-tags/${id}/versions`);
    const { tags } = await review([{ resource: "team", after: tag("Team", { adopt: true }) }]);
    expect(tags).toMatchObject([{ change: "adopted", live: "notRead", overwrites: { kind: "notKnown" } }]);
    expect(tags[0]).not.toHaveProperty("changes");
  });

  test("a tag whose staged content goes live", async () => {
    const { id } = await make((of) => `/v2/virtual-tags/${of}/versions`);
    const staged = tag("Team", { setAsLive: false });
    const { tags } = await review([{ resource: "team", id, before: staged, after: tag("Team") }]);
    expect(tags).toMatchObject([{ change: "promoted", live: "notRead", overwrites: { kind: "notKnown" } }]);
  });
});

test("an adoption by an ID that these credentials may not read", async () => {
  const { id } = await account.create("Team", { rules: [], defaultValue: "None" });
  refuse(`/v2/virtual-tags/${id}`, 403);
  // The list has the tag itself.
  refuse(`/v2/virtual-tags/${id}/versions`, 403);
  const { tags } = await review([{ resource: "team", after: tag("Team", { adopt: id }) }]);
  expect(tags).toMatchObject([{ change: "adopted", adopts: id, live: "notRead" }]);
});

test.each([unknownValue, "[secret]"])("an adoption by the ID %s, which the plan does not show", async (adopt) => {
  const { tags, text } = await review([{ resource: "team", after: tag("Team", { adopt }) }]);
  expect(tags).toMatchObject([{ change: "adopted", live: "notRead", overwrites: { kind: "notKnown" } }]);
  expect(text).not.toContain(adopt);
});

test("tags of another Provider, whose account may be another one", async () => {
  const { id } = await account.create("Team", { rules: [], defaultValue: "None" });
  const more = { provider: "urn:pulumi:prod::shop::pulumi:providers:pulumi-nodejs::other::1" };
  const staged = tag("Team", { setAsLive: false });
  const { tags } = await review([
    { resource: "adopted", after: tag("Team", { adopt: id }), more },
    { resource: "staged", id, before: staged, after: tag("Team"), more },
  ]);
  expect(tags).toMatchObject([
    { change: "promoted", live: "notRead", overwrites: { kind: "notKnown" } },
    { change: "adopted", live: "notRead", overwrites: { kind: "notKnown" } },
  ]);
});

test("a tag that the plan may adopt by its name, although it hides the content, is not outside", async () => {
  const { id } = await account.create("Base", { rules: [], defaultValue: "None" }, "(pulumi shop/prod#base)");
  const filters = { costCenter: "Virtual Tags", type: "virtual_tag", key: id, operator: "exists" } as const;
  await account.create("Team", { rules: [{ to: "x", filters }], defaultValue: "None" });
  const base = { name: "Base", rules: [], defaultValue: "None" };
  const { tags } = await review([
    { resource: "base", id, before: base, after: { ...base, defaultValue: "Other" } },
    { resource: "team", after: { name: "Team", rules: "[secret]", adopt: true } },
  ]);
  expect(tags.map(({ name, change }) => [name, change])).toEqual([
    ["Base", "updated"],
    ["Team", "unreadable"],
  ]);
});
