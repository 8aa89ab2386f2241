/** What a plan undoes of the work of others, by what a refresh found. */
import { parsePlan } from "../../../../cli/sources/plan/plan";
import { overwrittenIn } from "../../../../cli/studies/review/overwritten";
import type { Overwritten } from "../../../../cli/studies/review/review";
import { type PlannedResource, plannedUrn, planOf } from "../../sources/planBuilder";
import { teamRule } from "../../../support/rules";

const [a, b, c, d] = ["a", "b", "c", "d"].map((team) => teamRule(team, team));
const of = (rules: unknown[], more: object = {}): object => ({ name: "Team", rules, defaultValue: "None", ...more });

/** A stack wrote rules a and b, and another person changed them. */
const found = { resource: "team", id: "t1", drift: { by: "ines@example.com", at: "2026-11-23T16:06:00Z" } };
const edit = (parts: string[], isCertain = true): object => ({
  kind: "edit",
  by: "ines@example.com",
  at: "2026-11-23T16:06:00Z",
  // A refresh does not tell how many there were.
  isOnlySave: false,
  parts,
  isCertain,
});
const undoneBy = (planned: Omit<PlannedResource, "resource">): Overwritten | undefined =>
  overwrittenIn(parsePlan(planOf([{ ...found, ...planned }]))).get(plannedUrn("team"));

const theirs = of([a, b], { defaultValue: "Theirs" });

test.each<[string, object, object, object, object | undefined]>([
  ["the default value goes back", of([a, b]), theirs, of([a, b]), edit(["defaultValue"])],
  [
    "it is theirs, and the author changes a rule",
    of([a, b]),
    theirs,
    of([a, c], { defaultValue: "Theirs" }),
    undefined,
  ],
  ["it goes back, and the author changes a rule", of([a, b]), theirs, of([a, c]), edit(["defaultValue"])],
  ["a rule that they added is missing", of([a, b]), of([a, b, c]), of([a, b]), edit(["rules"])],
  ["a rule that they added stays, with another", of([a, b]), of([a, b, c]), of([d, a, b, c]), undefined],
  ["a rule that they removed is back", of([a, b]), of([a]), of([a, b]), edit(["rules"])],
  ["a rule that they removed stays removed", of([a, b]), of([a]), of([a, c]), undefined],
  ["their order goes back", of([a, b, c]), of([c, a, b]), of([a, b, c, d]), edit(["rules"])],
  ["their order stays", of([a, b, c]), of([c, a, b]), of([c, a, d, b]), undefined],
  ["the name goes back", of([a]), of([a], { name: "Theirs" }), of([a]), edit(["name"])],
  ["the program declares all of it", of([a, b]), theirs, theirs, undefined],
  ["a staged save leaves it live", of([a, b]), theirs, of([a, b], { setAsLive: false }), undefined],
])("%s", (_, unrefreshed, before, after, expected) => {
  expect(undoneBy({ unrefreshed, before, after })).toEqual(expected);
});

test("what the stack had written is not known after an earlier refresh, so nothing is certain", () => {
  expect(undoneBy({ before: theirs, after: of([a, c]) })).toEqual(edit(["rules", "defaultValue"], false));
  expect(undoneBy({ before: theirs, after: theirs })).toBeUndefined();
});

test("a deletion takes their change with it", () => {
  expect(undoneBy({ op: "delete", unrefreshed: of([a, b]), before: theirs })).toEqual(edit(["defaultValue"]));
});

test("a tag that the refresh did not find is created again", () => {
  expect(undoneBy({ op: "create", unrefreshed: of([a]), after: of([a]) })).toEqual({ kind: "deleted" });
});

test("a secret hides what is undone, and not who made it", () => {
  const secret = of([], { rules: "[secret]" });
  expect(undoneBy({ unrefreshed: secret, before: secret, after: secret })).toEqual(edit([], false));
});

test("without a refresh, nothing is known; a new tag has no changes of others", () => {
  const team = { resource: "team", id: "t1", before: of([a]), after: of([b]) };
  const kinds = (...planned: PlannedResource[]): unknown[] =>
    [...overwrittenIn(parsePlan(planOf(planned))).values()].map(({ kind }) => kind);
  expect(kinds(team)).toEqual(["notRead"]);
  expect(kinds({ ...team, unrefreshed: of([a]) })).toEqual([]);
  expect(kinds({ resource: "new", after: of([a]) })).toEqual([]);
});
