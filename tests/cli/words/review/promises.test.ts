/** Sentences of a review that must stay true whatever the settings and the service are, which the review does not know. */
import { reviewCommand } from "../../../../cli/commands/review";
import type { VirtualTag } from "../../../../client";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import { smallCube } from "../../../cost/impact/smallCube";
import { account, accountForEachTest } from "../../../support/commands/account";
import { file } from "../../../support/folder";
import { reference, rule, teamRule } from "../../../support/rules";
import { liveReview } from "../../commands/review/liveReview";
import type { PlannedResource } from "../../sources/planBuilder";

accountForEachTest(reviewCommand);

const mark = "(pulumi shop/prod#team)";
const written = { rules: [teamRule("a", "a")], defaultValue: "None" };
const more = { ...written, rules: [...written.rules, teamRule("b", "b")] };

/** The text for the terminal. */
const review = async (planned: PlannedResource[], ...args: string[]): Promise<string> =>
  (await liveReview(planned, ...args)).text;

const update = ({ id }: VirtualTag, ignored: string[]): PlannedResource => {
  const inputs = ignored.length === 0 ? {} : { __ignoreChanges: ignored };
  return {
    resource: "team",
    id,
    before: { name: "Team", ...written, ...inputs },
    after: { name: "Team", ...more, ...inputs },
  };
};

test.each([
  [[], ", unless `costallocation:driftPolicy` is `overwrite`."],
  [["rules"], ", unless `costallocation:driftPolicy` is `overwrite`."],
  [["defaultValue"], ", whatever `costallocation:driftPolicy` is. Run `pulumi refresh` first."],
  [["*"], ", whatever `costallocation:driftPolicy` is. Run `pulumi refresh` first."],
])(
  "a change of the default value by others, with ignoreChanges %j: whether the policy lets it through",
  async (ignored, end) => {
    const tag = await account.create("Team", written, mark);
    await account.save(tag, { ...written, defaultValue: "Theirs" });
    const planned = update(tag, ignored);
    const { before } = planned;
    const found = {
      ...planned,
      before: { ...before, defaultValue: "Theirs" },
      unrefreshed: before,
      drift: { by: "x" },
    };
    const lines = (await review([found as PlannedResource])).split("\n");
    const stops = lines.filter((line) => line.startsWith("`pulumi up` stops before it undoes"));
    expect(stops).toEqual([expect.stringContaining(end)]);
    // With the account, the provider itself says so.
    const { tags } = await liveReview([planned], "--live");
    const isCertain = end.startsWith(", whatever");
    expect(tags).toMatchObject([{ stop: { code: isCertain ? "CA2019" : "CA2013", isCertain } }]);
  },
);

test.each<[string, Partial<PlannedResource>, string]>([
  ["a new tag", {}, "may"],
  ["a replaced tag", { op: "replace", id: "t1", before: { name: "Squad", ...written } }, "may"],
  ["a tag that exists", { id: "t1", before: { name: "Team", ...written } }, "does not"],
])("a staged save of %s: whether it goes live", async (_, planned, goesLive) => {
  const text = await review([{ resource: "team", after: { name: "Team", ...more, setAsLive: false }, ...planned }]);
  const [, said] = /Staged: the save (.*)/u.exec(text) ?? [];
  expect(said).toMatch(goesLive === "may" ? /^may go live, / : /^doesn't go live, /);
});

test("a staged adoption saves the first version only if no tag has the name", async () => {
  const after = { name: "Team", ...more, setAsLive: false, adopt: true };
  const may = "Staged: the save may go live";
  expect(await review([{ resource: "team", after }])).toContain(may);
  expect(await review([{ resource: "team", after }], "--live")).toContain(may);
  await account.create("Team", written);
  expect(await review([{ resource: "team", after }], "--live")).toContain("Staged: the save doesn't go live");
});

test("gates without the account say once that they compare with the stack's state, and not with what is live", async () => {
  const tag = await account.create("Team", written, mark);
  const cube = file(
    "cube.json.gz",
    cubeBytes(smallCube([{ keys: { "AWS:tag:team": "a" }, cost: "1" }], ["AWS:tag:team"])),
  );
  const said = async (...args: string[]): Promise<number> =>
    (await review([update(tag, [])], "--cube", cube, ...args)).split("Gates compare with what the stack's state has.")
      .length - 1;
  expect(await said("--max-moved", "10")).toBe(1);
  expect(await said("--max-moved", "10", "--live")).toBe(0);
  expect(await said()).toBe(0);
});

describe("a reference that is live while the account lists a staged version without it", () => {
  const notKnown = "Not known: whether more tags outside this stack follow, by live rules that a staged version hides";

  test("the review says once that it does not see it, and sends no request for it", async () => {
    account.emulator.control.setSwitches({ stagedRead: "latest" });
    const tag = await account.create("Team", written, mark);
    const follows = rule("x", reference(tag.id, "is", "a"));
    const hidden = await account.create("Cost type", { rules: [follows], defaultValue: "No" });
    await account.save(hidden, written, undefined, { setAsLive: false });
    const { text, requests } = await liveReview([update(tag, [])], "--live");
    expect(text.split(notKnown).length - 1).toBe(1);
    expect(requests.filter((path) => path.includes(hidden.id))).toEqual([]);
  });

  test("nothing is said if the account has no other tag, or nothing changes", async () => {
    const tag = await account.create("Team", written, mark);
    expect(await review([update(tag, [])], "--live")).not.toContain(notKnown);
    await account.create("Cost type", written);
    const same = { resource: "team", id: tag.id, before: { name: "Team", ...written } };
    expect(await review([same], "--live")).not.toContain(notKnown);
  });
});
