/** Gates over records with unknown values: what a gate says must hold for every way to fill them in. */
import fc from "fast-check";
import { evaluationInput } from "../../../cost/cube/evaluationInput";
import type { GateLimits } from "../../../cost/impact/gateLimits";
import { gateResults, type GateResult } from "../../../cost/impact/gates";
import { impactOf } from "../../../cost/impact/impact";
import type { TagChange } from "../../../cost/impact/sides";
import { evaluate, type EvaluationRecord, type TagContent } from "../../../rules";
import { questions } from "../../rules/evaluation/random";
import { atSize } from "../../support/size";
import { smallCube, type SmallRow } from "./smallCube";

const held = "AWS:tag:team";
const unmapped = ["AWS:tag:owner", "AWS:resource:owner"];
const notGiven = "Virtual Tags:virtual_tag:not-given";
/** In place of an unknown value. The rules mention the first ones, but not the last. */
const fillings = [null, "a", "ab", "zz"];
/** What an operator of another version may mean. */
const operators = ["contains", "notContains", "is"];
/** What a key without a type may mean. */
const types = ["tag", "resource"];

const row = fc
  .record({
    provider: fc.constantFrom("AWS", "AWS", "Google Cloud"),
    at: fc.integer({ min: 0, max: 5 }).map((day) => Date.UTC(2026, 0, 1 + day)),
    bill: fc.constantFrom("2026-01", "2026-02"),
    team: fc.constantFrom(null, "a", "b", "ab"),
    cost: fc.integer({ min: -3, max: 9 }),
  })
  .map(({ provider, at, bill, team, cost }): SmallRow => ({
    provider,
    at,
    bill,
    keys: provider === "AWS" ? { [held]: team } : {},
    cost: String(cost),
    records: 2,
  }));

const change = fc
  .record({
    one: questions,
    other: questions,
    kept: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    kind: fc.constantFrom("fewer", "fewer", "more", "other", "created", "deleted"),
    hasSameTags: fc.constantFrom(true, true, false),
  })
  .map(({ one, other, kept, kind, hasSameTags }): TagChange => {
    const { content } = one;
    const fewer = { ...content, rules: content.rules.filter((_, index) => kept[index]) };
    const contents: Record<typeof kind, [TagContent | undefined, TagContent | undefined]> = {
      fewer: [content, fewer],
      more: [fewer, content],
      other: [content, other.content],
      created: [undefined, content],
      deleted: [content, undefined],
    };
    const [before, after] = contents[kind];
    const tagsBefore = one.options.tags ?? [];
    return { before, after, tagsBefore, tagsAfter: hasSameTags ? tagsBefore : (other.options.tags ?? []) };
  });

/** The rule of a record and its value, where everything is known. */
interface Known {
  rule: number | null;
  value: string | null;
}

function knownIn(
  content: TagContent | undefined,
  tags: TagChange["tagsBefore"],
  record: EvaluationRecord,
  at: number,
): Known {
  if (content === undefined) return { rule: null, value: null };
  const result = evaluate(content, record, { tags, at });
  if (!result.decided) throw new Error("There is another unknown value.");
  return result;
}

/** Every way to fill in the values that the cost data can't tell. */
function worldsOf({ provider, keys }: SmallRow, text: string): EvaluationRecord[] {
  const names = [...(provider === "AWS" ? unmapped : []), notGiven].filter((name) =>
    text.includes(name.split(":")[2] ?? ""),
  );
  return names.reduce<EvaluationRecord[]>(
    (worlds, name) => worlds.flatMap((world) => fillings.map((value) => ({ ...world, [name]: value }))),
    [{ ...keys }],
  );
}

interface Range {
  least: number;
  most: number;
}

interface Figures {
  moved: Range;
  /** What moves in the bill of January. */
  closed: Range;
  byDefault: Range;
  increase: Range;
  /** For each rule after, whether it takes some record in all worlds, and in some. */
  takes: { always: boolean; sometimes: boolean }[];
}

const gross = (of: SmallRow): number => Math.abs(Number(of.cost));

/** What the figures can be. Each record has its own values, so the extremes of records add up. */
function figuresIn({ before, after, tagsBefore, tagsAfter }: TagChange, rows: readonly SmallRow[]): Figures {
  const text = JSON.stringify([before, after, tagsBefore, tagsAfter]);
  const none = (): Range => ({ least: 0, most: 0 });
  const figures: Figures = {
    moved: none(),
    closed: none(),
    byDefault: none(),
    increase: none(),
    takes: (after?.rules ?? []).map(() => ({ always: false, sometimes: false })),
  };
  const add = (sum: Range, flags: readonly number[], of: SmallRow): void => {
    sum.least += Math.min(...flags) * gross(of);
    sum.most += Math.max(...flags) * gross(of);
  };
  for (const of of rows) {
    const sides = worldsOf(of, text).map((record) => ({
      from: knownIn(before, tagsBefore, record, of.at ?? NaN),
      to: knownIn(after, tagsAfter, record, of.at ?? NaN),
    }));
    const moves = sides.map(({ from, to }) => Number(from.value !== to.value));
    add(figures.moved, moves, of);
    if (of.bill === "2026-01") add(figures.closed, moves, of);
    add(
      figures.byDefault,
      sides.map(({ to }) => Number(to.rule === null)),
      of,
    );
    add(
      figures.increase,
      sides.map(({ from, to }) => Number(to.rule === null) - Number(from.rule === null)),
      of,
    );
    for (const [rule, takes] of figures.takes.entries()) {
      takes.always ||= sides.every(({ to }) => to.rule === rule);
      takes.sometimes ||= sides.some(({ to }) => to.rule === rule);
    }
  }
  return figures;
}

/** The change with each meaning of what the API leaves open. */
function meaningsOf(of: TagChange): TagChange[] {
  const withMeanings = (text: string, part: string, meanings: readonly string[]): string[] =>
    text.includes(part) ? meanings.map((meaning) => text.replaceAll(part, meaning)) : [text];
  const withTypes = types.map((type) => `"costCenter":"AWS","type":"${type}","key":"owner"`);
  return withMeanings(JSON.stringify(of), "startsWith", operators)
    .flatMap((text) => withMeanings(text, '"costCenter":"AWS","key":"owner"', withTypes))
    .map((text) => ({
      before: undefined,
      after: undefined,
      ...(JSON.parse(text) as Omit<TagChange, "before" | "after">),
    }));
}

function hull(ranges: readonly Range[]): Range {
  return { least: Math.min(...ranges.map(({ least }) => least)), most: Math.max(...ranges.map(({ most }) => most)) };
}

/** Whether the gate passes with the least and with the most that the figure can be. */
function expectTrue(result: GateResult, { least, most }: Range, limit: number): void {
  const seen = { ...result, least, most };
  if (result.passed) expect({ ...seen, holds: most <= limit }).toMatchObject({ holds: true });
  else if (result.reason === undefined) expect({ ...seen, holds: least > limit }).toMatchObject({ holds: true });
  // Percentages are rounded to two places.
  const slack = result.gate.startsWith("max-unallocated") ? 0.01 : 0;
  expect(Number.parseFloat(result.actual ?? "")).toBeLessThanOrEqual(least + slack);
  expect(Number.parseFloat(result.atMost ?? result.actual ?? "")).toBeGreaterThanOrEqual(most - slack);
}

test("a gate that passes does so for all values that the unknown ones can have, and one that certainly fails does not", () => {
  const limits = fc.record({ moved: fc.constantFrom("0", "3", "9"), share: fc.constantFrom("0%", "25%", "60%") });
  const seen = new Set<string>();
  fc.assert(
    fc.property(change, fc.array(row, { minLength: 1, maxLength: 4 }), limits, (of, rows, { moved, share }) => {
      const all: GateLimits = {
        "max-moved": moved,
        "closed-through": "2026-01",
        "max-unallocated": share,
        "max-unallocated-increase": share,
        "unmatched-rules": true,
      };
      const cube = smallCube(rows, [held], unmapped);
      const results = gateResults({ name: "Team", cost: impactOf(of, cube, evaluationInput(cube)) }, all, 0);
      const figures = meaningsOf(of).map((one) => figuresIn(one, rows));
      const total = rows.reduce((sum, one) => sum + gross(one), 0);
      const percent = ({ least, most }: Range): Range =>
        total === 0 ? { least: 0, most: 0 } : { least: (least / total) * 100, most: (most / total) * 100 };
      const unmatched = figures.map(({ takes }) => ({
        least: takes.filter(({ sometimes }) => !sometimes).length,
        most: takes.filter(({ always }) => !always).length,
      }));
      const ranges = {
        "max-moved": hull(figures.map((one) => one.moved)),
        "closed-through": hull(figures.map((one) => one.closed)),
        "max-unallocated": percent(hull(figures.map(({ byDefault }) => byDefault))),
        "max-unallocated-increase": percent(hull(figures.map(({ increase }) => increase))),
        "unmatched-rules": hull(unmatched),
      };
      const allowed = Number(share.slice(0, -1));
      const unallocated = { "max-unallocated": allowed, "max-unallocated-increase": allowed };
      const most = { "max-moved": Number(moved), "closed-through": 0, "unmatched-rules": 0 };
      for (const result of results) {
        // Without a record of January, the gate fails, and has no figure.
        if (result.reason === "monthNotInData") continue;
        seen.add(`${result.gate} ${result.passed ? "passed" : (result.reason ?? "failed")}`);
        expectTrue(result, ranges[result.gate], { ...unallocated, ...most }[result.gate]);
      }
      const isTold = rows.some(({ bill }) => bill === "2026-01");
      expect(results.some(({ reason }) => reason === "monthNotInData")).toBe(!isTold);
    }),
    { numRuns: atSize(100, 300) },
  );
  // Otherwise the property says nothing.
  for (const gate of [
    "max-moved",
    "closed-through",
    "max-unallocated",
    "max-unallocated-increase",
    "unmatched-rules",
  ]) {
    expect([...seen]).toEqual(expect.arrayContaining([`${gate} passed`, `${gate} notEvaluated`, `${gate} failed`]));
  }
});
