/** A record always has a moment. */
import { analyze, isEquivalent } from "../../../rules/analysis";
import { evaluate } from "../../../rules/evaluation/evaluate";
import type { Condition, Rule, TagContent } from "../../../rules/types";

const team = (operator: string, ...value: string[]): Condition =>
  ({ costCenter: "AWS", key: "team", type: "tag", operator, ...(value.length === 0 ? {} : { value }) }) as Condition;
const rule = (to: string, filters: Condition, timeframe?: object): Rule =>
  ({ to, filters, ...(timeframe === undefined ? {} : { timeframe }) }) as Rule;
const content = (...rules: Rule[]): TagContent => ({ rules, defaultValue: "Shared" });
const y2020 = Date.UTC(2020, 0, 1);

test("timeframes until a moment and from the next one on cover all time", () => {
  const [until, from] = [{ from: null, to: y2020 - 1 }, { from: y2020 }];
  const both = content(rule("A", team("exists"), until), rule("A", team("exists"), from));
  expect(analyze([content(...both.rules, rule("B", team("is", "b")))])).toMatchObject([
    { kind: "never-wins", rule: 2, by: [0, 1] },
  ]);
  expect(isEquivalent(both, content(rule("A", team("exists"))))).toEqual({ equivalent: true });
  const always = content(rule("A", { AND: [] } as never, until), rule("B", { AND: [] } as never, from));
  expect(analyze([always])).toMatchObject([{ kind: "default-unused", by: [0, 1] }]);
});

test("a millisecond between two timeframes is enough for a difference", () => {
  const both = content(
    rule("A", team("exists"), { from: null, to: y2020 - 2 }),
    rule("A", team("exists"), { from: y2020 }),
  );
  expect(isEquivalent(both, content(rule("A", team("exists"))))).toMatchObject({ equivalent: false, at: y2020 - 1 });
});

test.each<[string, TagContent, TagContent, number]>([
  [
    "only records before 2020 change",
    content(rule("New", team("is", "other"), { from: y2020 }), rule("B", team("is", "other"))),
    content(rule("New", team("is", "other"), { from: y2020 }), rule("C", team("is", "other"))),
    Date.UTC(2019, 11, 31),
  ],
  [
    "a rule begins earlier",
    content(rule("A", team("exists"), { from: y2020 })),
    content(rule("A", team("exists"), { from: "2019-01-01" })),
    Date.UTC(2019, 0, 1),
  ],
  [
    "a rule ends earlier",
    content(rule("A", team("exists"), { from: "2018-01-01", to: y2020 })),
    content(rule("A", team("exists"), { from: "2018-01-01", to: "2019-01-01" })),
    Date.UTC(2019, 0, 1) + 1,
  ],
])("a difference has its moment, at the start of a day if possible: %s", (_, before, after, moment) => {
  const result = isEquivalent(before, after);
  if (result.equivalent !== false) throw new Error("no difference");
  const { witness, at } = result;
  expect(at).toBe(moment);
  expect(evaluate(before, witness, { at })).toMatchObject({ decided: true, value: result.before });
  expect(evaluate(after, witness, { at })).toMatchObject({ decided: true, value: result.after });
});

test("a difference at all moments has none", () => {
  const timed = rule("A", team("is", "a"), { from: y2020 });
  const result = isEquivalent(content(timed, rule("B", team("is", "b"))), content(timed, rule("C", team("is", "b"))));
  expect(result).toEqual({ equivalent: false, witness: { "AWS:tag:team": "b" }, before: "B", after: "C" });
});

test("a pair that overlaps in a timeframe has its moment", () => {
  const tag = content(rule("A", team("is", "a"), { from: y2020 }), rule("B", team("exists")));
  const [overlap] = analyze([tag], { pairs: true }).filter(({ kind }) => kind === "overlap");
  expect(overlap).toMatchObject({ witness: { "AWS:tag:team": "a" }, at: y2020 });
});
