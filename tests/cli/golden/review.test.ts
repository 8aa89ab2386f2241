/** What `review` shows: in each format once, and then in those whose words differ. */
import { join } from "node:path";
import { type PlannedResource, plannedUrn, planOf } from "../sources/planBuilder";
import { type GoldenAccount, type GoldenTag, savedAt, startGoldenAccount, tagId } from "./account";
import type { Declared } from "../../../rules/types";
import { condition, content, manyRules, nestedRule, reference, rule, teamRule } from "../../support/rules";
import { everything, tag } from "./everyChange";
import { type GoldenRun, openGoldens } from "./golden";
import { hostileNames } from "./names";

const goldens = openGoldens("review");
const { at, compareRun, file } = goldens;

/** Runs the command for the terminal and a comment. */
const compareWords = (name: string, args: readonly string[], more: Partial<GoldenRun> = {}): Promise<void> =>
  compareRun({
    name: `${name}/terminal`,
    command: "review",
    args: [...args, "--markdown", at("comment.md")],
    colors: true,
    ...more,
    writes: { [`${name}/comment.md`]: at("comment.md"), ...more.writes },
  });

/** The same, and a page. */
const comparePage = (name: string, args: readonly string[], more: Partial<GoldenRun> = {}): Promise<void> =>
  compareWords(name, [...args, "--html", at("page.html")], {
    ...more,
    writes: { [`${name}/page.html`]: at("page.html") },
  });

/** Runs the command for a program. */
const compareJson = (name: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> =>
  compareRun({ name: `${name}/json`, command: "review", args: [...args, "--json"], env });

/** Runs the command with arguments that end it with an error. */
const compareError = (name: string, ...args: readonly string[]): Promise<void> =>
  compareRun({ name: `errors/${name}`, command: "review", args });

let account: GoldenAccount;
beforeAll(async () => {
  const live = content([teamRule("Live", "live"), teamRule("A", "a")]);
  account = await startGoldenAccount({
    tags: [
      ...stackTags(),
      { name: "Adopted", versions: [{ content: live }] },
      { name: "By ID before", versions: [{ content: live }] },
      { name: "Promoted", versions: [{ content: live }, { content: content([teamRule("A", "a")]), isLive: false }] },
      { name: "Twice", versions: [{ content: live }] },
      { name: "Twice", versions: [{ content: live }] },
      { name: "Reallocation", versions: [{ content: { ...live, rules: [{ to: 5 }] as never } }] },
    ],
  });
});
afterAll(() => account.stop());

/** How many tags the stack has: those of `everything`. */
const inStack = 19;

/** The account's tags of the stack, as it left them. Somebody else has changed one since. */
function stackTags(): GoldenTag[] {
  return Array.from({ length: inStack }, (_, index) => {
    const planned = everything.find(
      ({ id, kind = "VirtualTag" }) => id === tagId(index + 1) && kind !== "VirtualTagMetadata",
    );
    const { name = `Tag ${index}`, rules, defaultValue } = (planned?.before ?? {}) as Partial<Declared>;
    const left = content(Array.isArray(rules) ? rules : [], defaultValue);
    const changeDescription = `(pulumi shop/prod#${planned?.resource ?? "other"})`;
    // V1 leaves no mark.
    const own = { content: left, ...(planned?.kindBefore === "VirtualTagV1" ? {} : { changeDescription }) };
    const theirs = { content: { ...left, defaultValue: "Unassigned" }, createdBy: "sam@example.com" };
    const metadata = name === "Same" ? { A: { groups: ["g", "theirs"] } } : {};
    return { name, metadata, versions: name === "Team" ? [own, theirs] : [own] };
  });
}

const planFile = (name: string): string => join(__dirname, "..", "sources", "plans", `${name}.json`);

test("every kind of change, with --live", async () => {
  const adopting = ["Twice", "Reallocation"].map((name): PlannedResource => ({
    resource: name,
    after: tag(name, [teamRule("A", "a")], { adopt: true }),
  }));
  const missing: PlannedResource = { resource: "gone", after: tag("Gone", [], { adopt: tagId(99) }) };
  // They are in the account beside the tags of the stack.
  const ids: Record<string, Partial<PlannedResource>> = {
    "adopted-id": { after: tag("Adopted by ID", [teamRule("A", "a")], { adopt: tagId(inStack + 2) }) },
    promoted: { id: tagId(inStack + 3) },
    updated: { updatedAt: savedAt(2, 1) },
  };
  const stack = everything.map((planned) => ({ ...planned, ...ids[planned.resource] }));
  const plan = file("live.json", planOf([...stack, ...adopting, missing]));
  const args = ["--plan", plan, "--live"];
  await comparePage("live", args, { env: account.env });
  await compareJson("live", args, account.env);
});

test.each(["update", "renamed", "without-sames"])("the engine's plan %s", async (name) => {
  const args = ["--plan", planFile(name)];
  await compareWords(`engine-${name}`, args);
  // A plan that is not complete.
  if (name === "without-sames") await compareJson(`engine-${name}`, args);
});

test("lists from files", async () => {
  const lists = [
    [{ id: "1", ...tag("Team", [teamRule("A", "a")]) }, tag("Old", [teamRule("A", "a")])],
    [
      { id: "1", ...tag("Renamed", [teamRule("A", "a2")]) },
      { id: "2", ...tag("New", [nestedRule]) },
    ],
  ].map((list, index) => file(`list${index}.json`, list));
  await compareWords("files", ["--before", lists[0] ?? "", "--after", lists[1] ?? ""]);
});

test.each([
  ["none", []],
  ["one", [everything[4] as PlannedResource]],
])("a plan with few tags: %s", (name, resources) =>
  compareWords(`few-${name}`, ["--plan", file(`few-${name}.json`, planOf(resources))]),
);

test("more rows than a comment holds", async () => {
  const many = Array.from({ length: 500 }, (_, index): PlannedResource => ({
    resource: `tag${index}`,
    op: "delete",
    id: tagId(index + 1),
    before: tag(`${hostileNames.long} ${index}`, manyRules(1)),
  }));
  const args = ["--plan", file("many.json", planOf(many)), "--markdown", at("many.md")];
  await compareRun({ name: "many/terminal", command: "review", args, writes: { "many/comment.md": at("many.md") } });
});

test("what is proved, and what is not", async () => {
  const findings = Array.from({ length: 8 }, (_, index) => teamRule(`Never ${index}`, "a"));
  const timed = (to: string): object =>
    tag("Timed", [
      rule("A", condition("is", "a"), { from: "2026-01-01" }),
      rule(to, condition("is", "a")),
      ...findings,
    ]);
  const plan = planOf([
    { resource: "findings", after: tag("Findings", [teamRule("A", "a"), ...findings]) },
    { resource: "timed", id: tagId(1), before: timed("B"), after: timed("C") },
    {
      resource: "depends",
      id: tagId(2),
      before: tag("Depends", [rule("A", reference(tagId(98), "is", "a")), teamRule("B", "b")]),
      after: tag("Depends", [rule("A", reference(tagId(99), "is", "a")), teamRule("B", "b")]),
    },
    {
      resource: "no-value",
      id: tagId(3),
      before: tag("No value", [teamRule({ costCenter: "AWS", type: "tag", key: "Environment" }, "a")]),
      after: tag("No value", [teamRule("A", "a")]),
    },
    {
      resource: "same-result",
      id: tagId(4),
      before: tag("Same result", [teamRule("A", "a"), teamRule("A", "b")]),
      after: tag("Same result", [teamRule("A", "a", "b")]),
    },
    {
      resource: "staged",
      id: tagId(5),
      before: tag("Staged", [teamRule("A", "a")]),
      after: tag("Staged", [teamRule("A", "a", "a")], { setAsLive: false, defaultValue: "Elsewhere" }),
    },
    {
      resource: "urn",
      id: tagId(6),
      before: tag("URN", [rule("A", reference(plannedUrn("timed"), "is", "B"))]),
      after: tag("URN", [rule("A", reference(tagId(1), "is", "B"))]),
    },
  ]);
  await compareWords("proofs", ["--plan", file("proofs.json", plan)]);
});

test("errors", async () => {
  await compareError("failed-preview", "--plan", planFile("failed"));
  await compareError("no-plan", "--plan", file("list.json", []));
  await compareError("arguments", "--before", "a");
  await compareError("no-credentials", "--plan", planFile("create"), "--live");
  await compareError("unwritable", "--plan", planFile("create"), "--html", at("absent/page.html"));
});

test("every golden file is compared", goldens.end);
