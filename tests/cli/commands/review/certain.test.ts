/** Sentences of a review that must stay true whatever the settings and the service are, which the review does not know. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reviewCommand } from "../../../../cli/commands/review";
import type { VirtualTag } from "../../../../client";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import { smallCube } from "../../../cost/impact/smallCube";
import { type Account, startAccount, teamRule } from "../../../support/commands/account";
import { type PlannedResource, planOf } from "../../sources/planBuilder";
import { folder } from "../../../support/folder";

let account: Account;
beforeEach(async () => {
  account = await startAccount({}, reviewCommand);
});
afterEach(async () => {
  await account.stop();
});

const mark = "(pulumi shop/prod#team)";
const written = { rules: [teamRule("a", "a")], defaultValue: "None" };
const more = { ...written, rules: [...written.rules, teamRule("b", "b")] };

/** The text for the terminal. */
async function review(planned: PlannedResource[], ...args: string[]): Promise<string> {
  const plan = join(folder, "plan.json");
  writeFileSync(plan, planOf(planned));
  account.emulator.control.clearRequests();
  const { stderr, stdout } = await account.run(["--plan", plan, ...args]);
  return `${stdout}${stderr}`;
}

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
    const lines = (await review([update(tag, ignored)], "--live")).split("\n");
    const stops = lines.filter((line) => line.startsWith("`pulumi up` stops before it undoes"));
    expect(stops).toEqual([expect.stringContaining(end)]);
  },
);

test.each<[string, Partial<PlannedResource>, string]>([
  ["a new tag", {}, "may"],
  ["a replaced tag", { op: "replace", id: "t1", before: { name: "Team", ...written } }, "may"],
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
  const cube = join(folder, "certain.json.gz");
  writeFileSync(cube, cubeBytes(smallCube([{ keys: { "AWS:tag:team": "a" }, cost: "1" }], ["AWS:tag:team"])));
  const said = async (...args: string[]): Promise<number> =>
    (await review([update(tag, [])], "--cube", cube, ...args)).split("Gates compare with what the stack's state has.")
      .length - 1;
  expect(await said("--max-moved", "10")).toBe(1);
  expect(await said("--max-moved", "10", "--live")).toBe(0);
  expect(await said()).toBe(0);
});
