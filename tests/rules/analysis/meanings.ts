/** Contents of which parts can't be read, and what these parts could mean. */
import fc from "fast-check";
import type { TestCondition, TestFilter, TestRule, TestTag, TestValue } from "./bruteForce";

const base = { costCenter: "AWS", type: "tag" };
const on = (key: string, operator: string, ...value: string[]): TestCondition => ({
  ...base,
  key,
  operator,
  ...(value.length === 0 ? {} : { value }),
});

const filters: readonly TestFilter[] = [
  { AND: [] },
  { OR: [] },
  on("x", "is", "a"),
  on("x", "notIs", "a"),
  on("x", "contains", "b"),
  on("x", "exists"),
  on("x", "notExists"),
  { AND: [on("x", "exists"), on("x", "notContains", "a", "b")] },
];
const timeframes: readonly TestRule["timeframe"][] = [
  undefined,
  { from: 1001 },
  { from: null, to: 1000 },
  { from: 1003, to: 2000 },
];
const values: readonly TestValue[] = ["a", "b", "", "other", { ...base, key: "x" }];

/** A part that can't be read. Two with the same number mean the same. */
const oddFilters: readonly TestFilter[] = [0, 1].map((number) => on("x", `odd${number}`, "a"));
const oddTimeframes = [0, 1].map((number) => ({ from: `odd${number}` }) as unknown as TestRule["timeframe"]);
const oddValues = [0, 1].map((number) => ({ odd: number }) as unknown as TestValue);

/** What each part means that can't be read. */
export interface Meaning {
  filters: readonly TestFilter[];
  timeframes: readonly TestRule["timeframe"][];
  values: readonly TestValue[];
}

/** A random meaning. */
export const meanings: fc.Arbitrary<Meaning> = fc.record({
  filters: fc.tuple(fc.constantFrom(...filters), fc.constantFrom(...filters)),
  timeframes: fc.tuple(fc.constantFrom(...timeframes), fc.constantFrom(...timeframes)),
  values: fc.tuple(fc.constantFrom(...values), fc.constantFrom(...values)),
});

/** Where a content gets parts that can't be read: a stream of small numbers. */
export type Damage = () => number;

/** Where contents get parts that can't be read. */
export const damages: fc.Arbitrary<number[]> = fc.array(fc.nat(19), { minLength: 40, maxLength: 40 });

/** Replaces some parts of a tag by ones that can't be read. */
export function damaged(tag: TestTag, next: Damage): TestTag {
  const odd = <Part>(parts: readonly Part[], part: Part): Part => parts[next()] ?? part;
  const inFilter = (filter: TestFilter): TestFilter => {
    if ("AND" in filter) return odd(oddFilters, { AND: filter.AND.map(inFilter) });
    if ("OR" in filter) return odd(oddFilters, { OR: filter.OR.map(inFilter) });
    return odd(oddFilters, filter);
  };
  const rules = tag.rules.map(({ to, filters: filter, timeframe }): TestRule => {
    const time = odd(oddTimeframes, timeframe);
    return { to: odd(oddValues, to), filters: inFilter(filter), ...(time === undefined ? {} : { timeframe: time }) };
  });
  return { ...tag, rules, defaultValue: odd(oddValues, tag.defaultValue) };
}

/** A tag with a meaning for each part that can't be read. */
export function repaired(tag: TestTag, meaning: Meaning): TestTag {
  const known = <Part>(odd: readonly Part[], meant: readonly Part[], part: Part): Part =>
    odd.includes(part) ? (meant[odd.indexOf(part)] as Part) : part;
  const inFilter = (filter: TestFilter): TestFilter => {
    if ("AND" in filter) return { AND: filter.AND.map(inFilter) };
    if ("OR" in filter) return { OR: filter.OR.map(inFilter) };
    return known(oddFilters, meaning.filters, filter);
  };
  const valueOf = (value: TestValue): TestValue => known(oddValues, meaning.values, value);
  const rules = tag.rules.map(({ to, filters: filter, timeframe }): TestRule => {
    const time = known(oddTimeframes, meaning.timeframes, timeframe);
    return { to: valueOf(to), filters: inFilter(filter), ...(time === undefined ? {} : { timeframe: time }) };
  });
  return { ...tag, rules, defaultValue: valueOf(tag.defaultValue) };
}
