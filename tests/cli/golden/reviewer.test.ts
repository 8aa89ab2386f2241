/** The first lines of a comment, as a reviewer reads them who did not write the change: what breaks, whose money moves, whose work is lost. */
import { cubeBytes } from "../../../cost/cube/cubeFile";
import type { Rule, TagContent } from "../../../rules/types";
import { smallCube } from "../../cost/impact/smallCube";
import type { PlannedResource } from "../sources/planBuilder";
import { planOf } from "../sources/planBuilder";
import { type GoldenAccount, savedAt, startGoldenAccount, tagId, user } from "./account";
import { content, reference, rule, teamRule } from "../../support/rules";
import { openGoldens } from "./golden";

const { at, compareRun, end, file } = openGoldens("reviewer");
const colleague = "sam@example.com";

const on = (id: string, to: string, value: string): Rule => rule(to, reference(id, "is", value));

/** The tags of the stack, by their names in the program; the last one is not in the stack. */
const before: Record<string, [name: string, content: TagContent]> = {
  environment: ["Environment", content([teamRule("Production", "web", "shop"), teamRule("Test", "lab")])],
  costType: ["Cost type", content([on(tagId(1), "Change", "Test"), on(tagId(1), "Run", "Production")])],
  businessUnit: ["Business unit", content([on(tagId(1), "Sales", "Production"), teamRule("Research", "lab")])],
  team: ["Team", content([teamRule("Web", "web"), teamRule("Shop", "shop")])],
  split: ["Old split", content([teamRule("A", "web")])],
  department: ["Department", content([on(tagId(5), "Retail", "A")])],
  report: ["Monthly report", content([on(tagId(1), "Live systems", "Production")])],
};
const after: Record<string, TagContent | undefined> = {
  environment: content([teamRule("Prod", "web", "shop"), teamRule("Test", "lab")]),
  team: content([teamRule("Web", "web"), teamRule("Shop", "shop"), teamRule("Lab", "lab")]),
  split: undefined,
};

let account: GoldenAccount;
beforeAll(async () => {
  account = await startGoldenAccount({
    tags: Object.entries(before).map(([resource, [name, live]]) => {
      const left = { content: live, changeDescription: `(pulumi shop/prod#${resource})` };
      const theirs = { content: { ...live, defaultValue: "To be assigned" }, createdBy: colleague };
      return {
        name,
        versions:
          resource === "team" ? [left, theirs] : [resource === "report" ? { content: live, createdBy: user } : left],
      };
    }),
  });
});
afterAll(() => account.stop());

test("a change that the reader did not write", async () => {
  const stack = Object.entries(before).slice(0, -1);
  const plan = stack.map(([resource, [name, old]], index): PlannedResource => {
    const now = after[resource];
    const planned = { resource, id: tagId(index + 1), before: { name, ...old }, updatedAt: savedAt(index + 1, 1) };
    if (!(resource in after)) return planned;
    return now === undefined ? { ...planned, op: "delete" } : { ...planned, after: { name, ...now } };
  });
  const key = "AWS:tag:team";
  const rows = [
    { keys: { [key]: "web" }, cost: "6000" },
    { keys: { [key]: "shop" }, cost: "3000" },
    { keys: { [key]: "lab" }, cost: "900" },
    { cost: "100" },
  ];
  const cube = file("cube.json.gz", cubeBytes(smallCube(rows, [key])));
  const args = ["--plan", file("plan.json", planOf(plan)), "--live", "--cube", cube, "--markdown", at("comment.md")];
  await compareRun({
    name: "terminal",
    command: "review",
    args,
    env: account.env,
    writes: { "comment.md": at("comment.md") },
  });
});

test("every golden file is compared", end);
