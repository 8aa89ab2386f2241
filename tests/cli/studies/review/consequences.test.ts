/** What a change brings about, the worst first. */
import type { InputTag } from "../../../../cli/sources/inputTag";
import { type Consequence, consequencesOf } from "../../../../cli/studies/review/consequences";
import { planOfLists } from "../../../../cli/studies/review/listPlan";
import type { Review } from "../../../../cli/studies/review/review";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import type { Filter, Rule } from "../../../../rules/types";
import { reference, teamRule } from "../../../support/rules";

const gives = (id: string, ...values: string[]): Filter => reference(id, "oneOf", values);
const tag = (id: string, name: string, rules: Rule[]): InputTag => ({ id, name, rules, defaultValue: "None" });

const environment = (production: string): InputTag =>
  tag("e", "Environment", [teamRule(production, "p"), teamRule("Test", "t")]);
const costType = tag("c", "Cost type", [
  { to: "Run", filters: gives("e", "Production") },
  { to: "Change", filters: gives("e", "Test") },
]);

const reviewOf = (before: InputTag[], after: InputTag[]): Review => reviewPlan(planOfLists(before, after));
const consequences = (before: InputTag[], after: InputTag[]): Consequence[] => consequencesOf(reviewOf(before, after));

test("a renamed value stops the rules of other tags that compare with it", () => {
  expect(consequences([environment("Production"), costType], [environment("Prod"), costType])).toEqual([
    {
      tag: { id: "c", name: "Cost type" },
      kind: "stopped",
      rules: [0],
      finding: "never-matches",
      before: "fine",
      lost: [{ tag: "Environment", id: "e", value: "Production", others: 0 }],
    },
  ]);
});

test("a rule that still matches something else only loses a value", () => {
  const both = tag("c", "Cost type", [{ to: "Run", filters: gives("e", "Production", "Test") }]);
  expect(consequences([environment("Production"), both], [environment("Prod"), both])).toEqual([
    expect.objectContaining({
      kind: "lost",
      rules: [0],
      before: "fine",
      lost: [{ tag: "Environment", id: "e", value: "Production", others: 1 }],
    }),
  ]);
});

test("a rule through two tags stops, too, and names the tag that it compares", () => {
  const third = tag("d", "Third", [{ to: "X", filters: { AND: [gives("c", "Run")] } }]);
  const found = consequences([environment("Production"), costType, third], [environment("Prod"), costType, third]);
  expect(found.map(({ tag: { name }, kind }) => [name, kind])).toEqual([
    ["Cost type", "stopped"],
    ["Third", "stopped"],
  ]);
  expect(found[1]).toMatchObject({ lost: [{ tag: "Cost type", value: "Run" }] });
});

test("a reference to a deleted tag breaks, and comes first", () => {
  const other = tag("o", "Other", [teamRule("A", "a")]);
  const covered = tag("o", "Other", [teamRule("A", "a"), teamRule("B", "a")]);
  const found = consequences([environment("Production"), costType, other], [costType, covered]);
  expect(found).toEqual([
    { tag: { id: "c", name: "Cost type" }, kind: "broken", to: "Environment", toId: "e" },
    expect.objectContaining({ kind: "stopped", rules: [1], finding: "never-wins", before: "absent" }),
  ]);
});

test("what was broken before the change is no consequence of it", () => {
  const changed = (to: string): InputTag => tag("e", "Environment", [teamRule("Prod", "p"), teamRule(to, "t")]);
  expect(consequences([changed("Test"), costType], [changed("Dev"), costType])).toEqual([
    expect.objectContaining({
      kind: "stopped",
      rules: [1],
      lost: [{ tag: "Environment", id: "e", value: "Test", others: 0 }],
    }),
  ]);
});

test("if what a reference gave before is not known, no rule is said to have matched", () => {
  const later = tag("c", "Cost type", [...costType.rules, { to: "Never", filters: gives("e", "Nothing") }]);
  const review = reviewOf([costType], [environment("Prod"), later]);
  expect(consequencesOf(review).filter(({ kind }) => kind === "stopped")).toEqual([
    expect.objectContaining({ rules: [0], before: "notKnown" }),
    expect.objectContaining({ rules: [2], before: "absent" }),
  ]);
});

test("a rule that took no record before does not stop", () => {
  const covered = tag("c", "Cost type", [teamRule("A", "p"), { to: "X", filters: gives("e", "Prod") }]);
  // Before, no record had the value. Now rule 1 takes each of them.
  expect(consequences([environment("Production"), covered], [environment("Prod"), covered])).toEqual([]);
});

test("a comparison that moves in its rule is not lost again", () => {
  const onOther: Filter = { costCenter: "AWS", key: "other", type: "tag", operator: "exists" };
  const rules = (...members: Filter[]): InputTag => tag("c", "Cost type", [{ to: "X", filters: { OR: members } }]);
  const [before, after] = [rules(gives("e", "Nothing"), onOther), rules(onOther, gives("e", "Nothing"))];
  expect(consequences([environment("Prod"), before], [environment("Prod"), after])).toEqual([]);
  // Another value in the same place is.
  const another = rules(gives("e", "Never"), onOther);
  expect(consequences([environment("Prod"), before], [environment("Prod"), another])).toEqual([
    expect.objectContaining({ kind: "lost", lost: [{ tag: "Environment", id: "e", value: "Never", others: 0 }] }),
  ]);
});

test("a rule of an adopted tag that was compared with nothing is not said to be new", () => {
  const rules = [teamRule("A", "a"), teamRule("B", "a")];
  const after = { name: "Team", rules, defaultValue: "None", setAsLive: true, adopt: true as const };
  const planned = { urn: "urn:team", resourceName: "team", op: "create", type: "VirtualTag", after } as const;
  const plan = { tags: [planned], metadata: [], endpoints: [], isComplete: true };
  const before = (live?: Parameters<typeof reviewPlan>[1]): unknown =>
    consequencesOf(reviewPlan(plan, live)).map((one) => one.kind === "stopped" && one.before);
  expect(before()).toEqual(["notKnown"]);
  expect(before(new Map([["urn:team", { result: "missing" }]]))).toEqual(["absent"]);
});

test("what only a promotion brings comes last, and is marked", () => {
  const [staged, live] = [tag("s", "Staged", []), tag("l", "Live", [])];
  const covered = (one: InputTag): InputTag => ({ ...one, rules: [teamRule("A", "a"), teamRule("B", "a")] });
  const review = reviewOf([staged, live], [covered(staged), covered(live)]);
  const tags = review.tags.map((one) =>
    one.id === "s" ? { ...one, facts: { ...one.facts, isStaged: true as const } } : one,
  );
  const found = consequencesOf({ ...review, tags });
  expect(found.map(({ tag: { name }, onlyIf }) => [name, onlyIf])).toEqual([
    ["Live", undefined],
    ["Staged", "staged"],
  ]);
});
