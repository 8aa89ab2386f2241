/** The checks of a review: each has a change in which it finds something, and one in which it finds nothing. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InputTag } from "../../../../cli/sources/inputTag";
import { costOfReview, type ReviewCost } from "../../../../cli/studies/money/reviewCost";
import { sidesOfTags } from "../../../../cli/studies/money/tagSides";
import { type CheckId, checkIds } from "../../../../cli/studies/review/checks/catalogue";
import type { Checked, ReviewFinding } from "../../../../cli/studies/review/checks/check";
import { checkReview, type CheckSettings } from "../../../../cli/studies/review/checks/judge";
import { planOfLists } from "../../../../cli/studies/review/listPlan";
import type { Review, TagFacts } from "../../../../cli/studies/review/review";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import type { GateLimits } from "../../../../cost/impact/gateLimits";
import type { Filter, Rule } from "../../../../rules/types";
import { smallCube } from "../../../cost/impact/smallCube";
import { reference, teamRule } from "../../../support/rules";

const gives = (...values: string[]): Filter => reference("t", "oneOf", values);
const tag = (id: string, name: string, rules: Rule[], defaultValue = "None"): InputTag => ({
  id,
  name,
  rules,
  defaultValue,
});
const team = (...rules: Rule[]): InputTag => tag("t", "Team", rules);
const unit = (...values: string[]): InputTag => tag("u", "Unit", [{ to: "Sales", filters: gives(...values) }]);

const key = "AWS:tag:team";
const cube = smallCube(
  ["a", "b", "c"].map((value) => ({ keys: { [key]: value }, cost: "100", records: 1, bill: "2026-09" })),
  [key],
);

interface Change {
  before: InputTag[];
  after: InputTag[];
  /** Facts of the first tag that changes, which an account would tell. */
  facts?: TagFacts;
  limits?: GateLimits;
}

const quiet: CheckSettings = {
  levels: {},
  gates: { general: {}, byTag: new Map(), levels: new Map(), acknowledged: [] },
  now: 0,
};

function checked({ before, after, facts, limits = {} }: Change, settings: Partial<CheckSettings> = {}): Checked {
  const plan = planOfLists(before, after);
  const found = reviewPlan(plan);
  const tags = found.tags.map((one, index) => (index === 0 ? { ...one, facts: { ...one.facts, ...facts } } : one));
  const review: Review = { ...found, tags, basis: "account" };
  const gates = { general: limits, byTag: new Map() };
  const cost: ReviewCost = costOfReview(review, sidesOfTags(plan, review), cube, { gates, now: 0 });
  const given = { ...quiet, ...settings };
  return checkReview(review, cost, { ...given, gates: { ...given.gates, general: limits } });
}

const findings = (check: CheckId, change: Change, settings?: Partial<CheckSettings>): ReviewFinding[] =>
  checked(change, settings).findings.filter((one) => one.check === check);

const [a, b] = [teamRule("A", "a"), teamRule("B", "b")];
const renamed: Change = { before: [team(a, b), unit("A")], after: [team(teamRule("X", "a"), b), unit("A")] };
const same: Change = { before: [team(a, b), unit("A")], after: [team(a, b), unit("A")] };
const added: Change = { before: [team(a)], after: [team(a, b)] };
const stop = { code: "CA2013", text: "was changed outside Pulumi", isCertain: true };
const overwrites: TagFacts["overwrites"] = {
  kind: "edit",
  by: "ines",
  at: "now",
  parts: ["rules"],
  isCertain: true,
  isOnlySave: true,
};
const always: Rule = {
  to: "All",
  filters: {
    OR: [
      { costCenter: "AWS", key: "team", type: "tag", operator: "exists" },
      { costCenter: "AWS", key: "team", type: "tag", operator: "notExists" },
    ],
  },
};

const twice = tag("u", "Unit", [...unit("A").rules, ...unit("B").rules]);

const cases: Record<CheckId, { finds: Change; nothing: Change }> = {
  "reference-breaks": { finds: { before: same.before, after: [unit("A")] }, nothing: renamed },
  "rule-stops": { finds: renamed, nothing: added },
  "value-gone": {
    finds: { before: [team(a, b), unit("A", "B")], after: [team(teamRule("X", "a"), b), unit("A", "B")] },
    nothing: renamed,
  },
  "value-renamed": {
    finds: renamed,
    nothing: { before: renamed.before, after: [team(teamRule("B", "a"), b), unit("A")] },
  },
  "to-change-as-well": { finds: renamed, nothing: { ...renamed, after: [...renamed.after.slice(0, 1), unit("X")] } },
  "up-stops": { finds: { ...added, facts: { stop } }, nothing: added },
  "undoes-work": { finds: { ...added, facts: { overwrites } }, nothing: added },
  "default-grows": { finds: { before: [team(a, b)], after: [team(a)] }, nothing: added },
  "money-moves": { finds: added, nothing: { before: [team(a, b)], after: [team(b, a)] } },
  "max-moved": {
    finds: { ...added, limits: { "max-moved": "99" } },
    nothing: { ...added, limits: { "max-moved": "100" } },
  },
  "closed-through": {
    finds: { ...added, limits: { "closed-through": "2026-09" } },
    nothing: { before: [], after: [team(a)], limits: { "closed-through": "2026-09" } },
  },
  "max-unallocated": {
    finds: { ...added, limits: { "max-unallocated": "33%" } },
    nothing: { ...added, limits: { "max-unallocated": "34%" } },
  },
  "max-unallocated-increase": {
    finds: { before: [team(a, b)], after: [team(a)], limits: { "max-unallocated-increase": "1%" } },
    nothing: { ...added, limits: { "max-unallocated-increase": "1%" } },
  },
  "unmatched-rules": {
    finds: { before: [team(a)], after: [team(a, teamRule("Z", "z"))], limits: { "unmatched-rules": true } },
    nothing: { ...added, limits: { "unmatched-rules": true } },
  },
  "rule-never-matches": {
    finds: {
      before: [team(a), unit("A")],
      after: [team(a), tag("u", "Unit", [...unit("A").rules, ...unit("Q").rules])],
    },
    nothing: renamed,
  },
  "rule-never-wins": { finds: { before: [team(a)], after: [team(a, teamRule("B", "a"))] }, nothing: added },
  "rule-no-effect": { finds: { before: [team(a)], after: [team(a, teamRule("None", "b"))] }, nothing: added },
  "default-unused": { finds: { before: [team(a)], after: [team(a, always)] }, nothing: added },
};

const docs = join(__dirname, "../../../../docs");

test.each(checkIds)("%s", (id) => {
  expect(findings(id, cases[id].finds)).not.toEqual([]);
  expect(findings(id, cases[id].nothing)).toEqual([]);
  expect(findings(id, same)).toEqual([]);
  const page = readFileSync(join(docs, "checks", `${id}.md`), "utf8");
  expect(page.split("\n").length).toBeLessThanOrEqual(31);
  const [first, example, advice] = page.split(/\n\n## (?:Example|What to do)\s+/u);
  expect(first).toMatch(new RegExp(`^# ${id}\n\n\\S`, "u"));
  expect(example).toMatch(/^```text\n(?!```)\S/u);
  expect(advice).toMatch(/\S/u);
  expect(readFileSync(join(docs, "gates.md"), "utf8")).toContain(`[\`${id}\`](checks/${id}.md)`);
});

test("each page of a check belongs to one", () => {
  const folder = join(docs, "checks");
  expect(existsSync(folder) ? readdirSync(folder).sort() : []).toEqual([...checkIds.map((id) => `${id}.md`)].sort());
});

test("a check that lacks what it needs is skipped, and not passed", () => {
  const review = reviewPlan(planOfLists([team(a)], [team(a, b)]));
  const { checks } = checkReview(review, undefined, quiet);
  const needs = Object.fromEntries(checks.map((one) => [one.id, one.needs ?? one.status]));
  expect(needs).toMatchObject({ "up-stops": "account", "money-moves": "costData", "rule-stops": "passed" });
  expect(checked(added).checks).toContainEqual({ id: "max-moved", status: "skipped", needs: "limit" });
});

test("what follows has the edited tag as its cause, and a tag that has to change as well the finding that breaks it", () => {
  const { causes, findings: all } = checked({ ...renamed, limits: { "max-moved": "1" } });
  expect(causes).toEqual([{ id: "t", tag: { id: "t", name: "Team" } }]);
  const [stops, left] = ["rule-stops", "to-change-as-well"].map((id) => all.find(({ check }) => check === id));
  expect(left?.because).toBe(stops?.fingerprint);
  const moved = all.find(({ check, tag: { id } }) => check === "money-moves" && id === "u");
  expect(all.find(({ check, tag: { id } }) => check === "max-moved" && id === "u")?.because).toBe(moved?.fingerprint);
});

describe("a fingerprint", () => {
  const fingerprint = (change: Change, check: CheckId = "rule-stops"): unknown =>
    findings(check, change).map((one) => one.fingerprint);
  const other = teamRule("Other", "o");

  test("stays while the rule and what it follows from do, whatever happens to other rules of the tag", () => {
    const [withMore, edited] = [
      [...unit("A").rules, other],
      [...unit("A").rules, teamRule("More", "m")],
    ];
    const later = {
      before: [team(a, b), tag("u", "Unit", withMore)],
      after: [team(teamRule("X", "a"), b), tag("u", "Unit", edited)],
    };
    expect(fingerprint(later)).toEqual(fingerprint(renamed));
    expect(fingerprint(renamed)).toEqual([expect.stringMatching(/^[\da-f]{12}$/u)]);
  });

  const pairs: [string, CheckId, Change, Change][] = [
    [
      "a rule at another place",
      "money-moves",
      { before: [team(a, b)], after: [team(teamRule("C", "c"), a, b)] },
      { before: [team(a, b)], after: [team(a, teamRule("C", "c"), b)] },
    ],
    [
      "another value that follows",
      "rule-stops",
      renamed,
      { before: renamed.before, after: [team(teamRule("Y", "a"), b), unit("A")] },
    ],
    [
      "another reason to change as well",
      "to-change-as-well",
      renamed,
      { before: [team(a, b), unit("B")], after: [team(a, teamRule("X", "b")), unit("B")] },
    ],
    [
      "another content of the tag that follows",
      "money-moves",
      { before: [team(a, b), unit("A")], after: [team(b), unit("A")] },
      { before: [team(a, b), unit("A", "B")], after: [team(b), unit("A", "B")] },
    ],
    [
      "another content that is live",
      "max-moved",
      { ...added, limits: { "max-moved": "1" }, facts: { live: { result: "compared", live: team(a) } } },
      { ...added, limits: { "max-moved": "1" }, facts: { live: { result: "compared", live: team(b) } } },
    ],
    [
      "a second rule that refers to a deleted tag",
      "reference-breaks",
      { before: same.before, after: [unit("A")] },
      { before: [team(a, b), twice], after: [twice] },
    ],
    [
      "another person's change",
      "up-stops",
      { ...added, facts: { stop } },
      { ...added, facts: { stop: { ...stop, text: "by jo" } } },
    ],
    [
      "other rules that match everything",
      "default-unused",
      { before: [team(a)], after: [team(a, always)] },
      { before: [team(a)], after: [team(b, always)] },
    ],
  ];
  test.each(pairs)("is another one for %s", (_what, check, one, other) => {
    const [first, second] = [fingerprint(one, check), fingerprint(other, check)] as [unknown[], unknown[]];
    expect(first.length * second.length).toBeGreaterThan(0);
    expect(first).not.toEqual(second);
  });

  test("of content that is not known excuses nothing", () => {
    const change: Change = { ...added, facts: { mayFollow: true }, limits: { "max-moved": "1" } };
    const given = findings("max-moved", change)[0]?.fingerprint ?? "";
    const gates = {
      ...quiet.gates,
      acknowledged: [{ fingerprint: given, by: "Ann", reason: "agreed", until: "2999-01-01" }],
    };
    expect(findings("max-moved", change, { gates }).map(({ outcome }) => outcome)).toEqual(["fails"]);
  });

  test("is another one for another value, tag or change", () => {
    const changes = [team(teamRule("Y", "a"), b), team(teamRule("X", "a"), b, other)];
    const moved = changes.map((after) => fingerprint({ before: [team(a, b)], after: [after] }, "money-moves"));
    const all = [fingerprint({ before: [team(a, b)], after: [team(teamRule("X", "a"), b)] }, "money-moves"), ...moved];
    expect(new Set(all.flat()).size).toBe(3);
  });
});

test("a check does not pass for a tag of which not all is known", () => {
  const review = reviewPlan(planOfLists(renamed.before, [team(a, b), unit("B")]));
  const hidden: Review = {
    ...review,
    tags: [{ key: "u", name: "Unit", change: "unreadable", facts: {} }, ...review.tags],
  };
  const result = (levels: CheckSettings["levels"]): unknown =>
    checkReview(hidden, undefined, { ...quiet, levels }).checks.find(({ id }) => id === "reference-breaks");
  const undecided = (outcome: string): object => ({
    status: "undecided",
    undecided: [{ tag: { name: "Unit" }, outcome }],
  });
  expect(result({})).toMatchObject(undecided("shown"));
  expect(result({ "reference-breaks": "fail" })).toMatchObject(undecided("fails"));
});

test("money does not stand still for a tag of which it is not known", () => {
  const circle = (id: string, to: string): InputTag => tag(id, id, [{ to: "x", filters: reference(to, "is", "x") }]);
  const { checks } = checked({ before: [team(a), unit("A")], after: [circle("t", "u"), circle("u", "t")] });
  expect(checks.find(({ id }) => id === "money-moves")).toMatchObject({ status: "undecided", undecided: [{}, {}] });
});

describe("what a finding does", () => {
  const outcome = (settings: Partial<CheckSettings>, change = renamed, id: CheckId = "rule-stops"): unknown =>
    findings(id, change, settings).map((one) => one.outcome);
  const byTag = (levels: Record<string, "fail" | "warn" | false>, name = "Unit"): CheckSettings["gates"] => ({
    ...quiet.gates,
    levels: new Map([[name, levels]]),
  });

  test.each<[string, Partial<CheckSettings>, string]>([
    ["nothing by itself", {}, "shown"],
    ["fails by an option", { levels: { "rule-stops": "fail" } }, "fails"],
    ["warns by an option", { levels: { "rule-stops": "warn" } }, "warns"],
    ["fails by its tag", { gates: byTag({ "rule-stops": "fail" }) }, "fails"],
    ["fails by all tags", { gates: byTag({ "rule-stops": "fail" }, "*") }, "fails"],
    ["nothing by its tag", { levels: { "rule-stops": "fail" }, gates: byTag({ "rule-stops": false }) }, "shown"],
    ["nothing by another tag", { gates: byTag({ "rule-stops": "fail" }, "other") }, "shown"],
  ])("%s", (_title, settings, expected) => {
    expect(outcome(settings)).toEqual([expected]);
  });

  test("an acknowledged change fails nothing, until its end; what fits nothing is told", () => {
    const change = { ...added, limits: { "max-moved": "1" } };
    const fingerprint = findings("max-moved", change)[0]?.fingerprint ?? "";
    const acknowledged = { fingerprint, by: "Ann", reason: "agreed", until: "1970-01-01" };
    const gates = { ...quiet.gates, acknowledged: [acknowledged, { ...acknowledged, fingerprint: "0".repeat(12) }] };
    const result = checked(change, { gates });
    expect(outcome({ gates }, change, "max-moved")).toEqual(["acknowledged"]);
    expect(result.gates).toMatchObject([
      { result: { gate: "max-moved", passed: true, acknowledged: true, acknowledgment: { by: "Ann" } } },
    ]);
    expect(result.unused).toEqual(["0".repeat(12)]);
    expect(outcome({ gates, now: 86_400_000 }, change, "max-moved")).toEqual(["fails"]);
  });
});
