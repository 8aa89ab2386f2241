/** Random rules over random records: the sums of a row-by-row loop. */
import fc from "fast-check";
import { evaluationInput } from "../../../cost/cube/evaluationInput";
import { impactOf } from "../../../cost/impact/impact";
import { evaluate, type EvaluationTag, type TagContent } from "../../../rules";
import { questions } from "../../rules/evaluation/random";
import { atSize } from "../../support/size";
import { type SmallRow, smallCube } from "./smallCube";

const held = ["AWS:tag:team", "GCP:tag:a:b"];
const unmapped = ["AWS:tag:owner", "AWS:resource:owner"];

const text = fc.constantFrom(null, "a", "b", "ab", "A");

const row = fc
  .record({
    provider: fc.constantFrom("AWS", "Google Cloud", null),
    currency: fc.constantFrom("USD", "EUR"),
    at: fc.integer({ min: 0, max: 5 }).map((day) => Date.UTC(2026, 0, 1 + day)),
    team: text,
    other: text,
    cost: fc.integer({ min: -1000, max: 1000 }),
    records: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ provider, currency, at, team, other, cost, records }): SmallRow => ({
    provider,
    currency,
    at,
    // Records of another cost center have no value.
    keys: {
      ...(provider === "AWS" ? { "AWS:tag:team": team } : {}),
      ...(provider === "Google Cloud" ? { "GCP:tag:a:b": other } : {}),
    },
    cost: (cost / 100).toFixed(2),
    records,
  }));

type Content = TagContent | undefined;

/** In cents. */
function loop(
  rows: readonly SmallRow[],
  before: Content,
  after: Content,
  tagsBefore: EvaluationTag[],
  tagsAfter: EvaluationTag[],
): unknown {
  const unknown = Symbol.for("pulumi-cost-allocation.UNKNOWN") as never;
  const valueIn = (
    content: Content,
    tags: EvaluationTag[],
    { keys, provider, at }: SmallRow,
  ): string | null | undefined => {
    if (content === undefined) return null;
    const record = {
      ...keys,
      ...(provider === "AWS" ? Object.fromEntries(unmapped.map((name) => [name, unknown])) : {}),
    };
    const result = evaluate(content, record, { tags, at });
    return result.decided ? result.value : undefined;
  };
  const moved: Record<string, number> = {};
  const values: Record<string, number> = {};
  for (const one of rows) {
    const [from, to] = [valueIn(before, tagsBefore, one), valueIn(after, tagsAfter, one)];
    const cents = Math.round(Number(one.cost) * 100);
    const add = (sums: Record<string, number>, key: unknown[], amount: number): void => {
      const name = JSON.stringify([one.currency, ...key]);
      sums[name] = (sums[name] ?? 0) + amount;
    };
    if (from !== undefined && to !== undefined && from !== to) add(moved, [from, to], cents);
    add(values, ["after", to ?? (to === undefined ? ["undecided"] : null)], cents);
    add(values, ["before", from ?? (from === undefined ? ["undecided"] : null)], cents);
  }
  return { moved, values };
}

test("a change moves what a loop over the records says, and no money is lost", () => {
  const change = fc.record({
    one: questions,
    other: questions,
    side: fc.constantFrom("both", "created", "deleted"),
    rows: fc.array(row, { maxLength: 12 }),
  });
  fc.assert(
    fc.property(change, ({ one, other, side, rows }) => {
      const [before, after] = [
        side === "created" ? undefined : one.content,
        side === "deleted" ? undefined : other.content,
      ];
      const [tagsBefore, tagsAfter] = [one.options.tags, other.options.tags].map((tags) => [...(tags ?? [])]) as [
        EvaluationTag[],
        EvaluationTag[],
      ];
      const cube = smallCube(rows, held, unmapped);
      const impacts = impactOf({ before, after, tagsBefore, tagsAfter }, cube, evaluationInput(cube));
      const cents = (amount: bigint): number => Number(amount) / 1e10;
      const moved: Record<string, number> = {};
      const values: Record<string, number> = {};
      for (const { currency, moves, values: sums, notEvaluated, ruleNotKnown, total, byDefault, rules } of impacts) {
        for (const { from, to, money } of moves) moved[JSON.stringify([currency, from, to])] = cents(money.cost);
        for (const sideName of ["before", "after"] as const) {
          for (const sum of sums)
            if (sum[sideName].records > 0)
              values[JSON.stringify([currency, sideName, sum.value])] = cents(sum[sideName].cost);
          if (notEvaluated[sideName].records > 0)
            values[JSON.stringify([currency, sideName, ["undecided"]])] = cents(notEvaluated[sideName].cost);
          const parts = [...sums.map((sum) => sum[sideName]), notEvaluated[sideName]];
          const byRule = [...rules.map((rule) => rule[sideName]), byDefault[sideName], ruleNotKnown[sideName]];
          for (const all of [parts, byRule]) {
            expect(all.reduce((sum, { cost }) => sum + cost, 0n)).toBe(total.cost);
            expect(all.reduce((sum, { records }) => sum + records, 0)).toBe(total.records);
          }
        }
      }
      expect({ moved, values }).toEqual(loop(rows, before, after, tagsBefore, tagsAfter));
    }),
    { numRuns: atSize(80, 500) },
  );
});
