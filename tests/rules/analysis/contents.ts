/** Small contents whose rules often overlap, contradict or cover each other. */
import fc from "fast-check";
import type { TestCondition, TestFilter, TestRule, TestTag, TestValue } from "./bruteForce";

const base = { costCenter: "AWS", type: "tag" };
export const idOf = (index: number): string => `0000000${index}-0000-0000-0000-000000000000`;

const text = fc.constantFrom("a", "b", "ab", "ba", "aba");
const wholes = fc.uniqueArray(fc.constantFrom("a", "b", "ab", "c"), { minLength: 1, maxLength: 2 });
const part = fc.uniqueArray(fc.constantFrom("a", "b", "ab"), { minLength: 1, maxLength: 2 });

function conditions(keys: readonly TestCondition["key"][], tagsBefore: number): fc.Arbitrary<TestCondition> {
  const own = fc.constantFrom(...keys).map((key) => ({ ...base, key }));
  const others = fc
    .nat({ max: Math.max(0, tagsBefore - 1) })
    .map((index) => ({ costCenter: "Virtual Tags", type: "virtual_tag", key: idOf(index) }));
  const subject =
    tagsBefore === 0 ? own : fc.oneof({ arbitrary: own, weight: 2 }, { arbitrary: others, weight: tagsBefore });
  return fc.oneof(
    fc
      .tuple(subject, fc.constantFrom("is", "oneOf", "notIs", "notOneOf"), wholes)
      .map(([key, operator, value]) => ({ ...key, operator, value })),
    fc
      .tuple(subject, fc.constantFrom("contains", "notContains"), part)
      .map(([key, operator, value]) => ({ ...key, operator, value })),
    fc
      .tuple(
        subject,
        fc.constantFrom("is", "contains"),
        text.filter((one) => one.length < 3),
      )
      .map(([key, operator, value]) => ({ ...key, operator, value })),
    fc.tuple(subject, fc.constantFrom("exists", "notExists")).map(([key, operator]) => ({ ...key, operator })),
  );
}

function filters(keys: readonly string[], tagsBefore: number): fc.Arbitrary<TestFilter> {
  return fc.letrec<{ filter: TestFilter }>((tie) => ({
    filter: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { arbitrary: conditions(keys, tagsBefore), weight: 3 },
      { arbitrary: fc.record({ AND: fc.array(tie("filter"), { maxLength: 3 }) }), weight: 1 },
      { arbitrary: fc.record({ OR: fc.array(tie("filter"), { maxLength: 3 }) }), weight: 1 },
    ),
  })).filter;
}

function values(keys: readonly string[], tagsBefore: number): fc.Arbitrary<TestValue> {
  const own = fc.constantFrom(...keys).map((key) => ({ ...base, key }));
  const tag = fc
    .nat({ max: Math.max(0, tagsBefore - 1) })
    .map((index) => ({ costCenter: "Virtual Tags", type: "virtual_tag", key: idOf(index) }));
  return fc.oneof(
    { arbitrary: fc.constantFrom<TestValue>("a", "b", "c"), weight: 8 },
    { arbitrary: fc.constant<TestValue>(""), weight: 1 },
    { arbitrary: own, weight: 3 },
    { arbitrary: tagsBefore === 0 ? own : tag, weight: 1 + tagsBefore },
  );
}

const moment = fc.constantFrom(1000, 1001, 1003, 2000);
const timeframe = fc.oneof(
  { arbitrary: fc.constant({}), weight: 5 },
  { arbitrary: moment.map((from) => ({ timeframe: { from } })), weight: 1 },
  { arbitrary: moment.map((to) => ({ timeframe: { from: null, to } })), weight: 1 },
  { arbitrary: fc.tuple(moment, moment).map(([from, to]) => ({ timeframe: { from, to } })), weight: 1 },
);

function rules(keys: readonly string[], tagsBefore: number): fc.Arbitrary<TestRule> {
  return fc
    .tuple(values(keys, tagsBefore), filters(keys, tagsBefore), timeframe)
    .map(([to, filter, time]) => ({ to, filters: filter, ...time }));
}

function tag(index: number, keys: readonly string[], most: number): fc.Arbitrary<TestTag> {
  return fc.record({
    id: fc.constant(idOf(index)),
    name: fc.constant(`Tag ${index}`),
    rules: fc.array(rules(keys, index), { maxLength: most }),
    defaultValue: values(keys, index),
  });
}

/** Four tags, each of which may refer to those before it. */
export const testChains: fc.Arbitrary<TestTag[]> = fc
  .tuple(...[0, 1, 2, 3].map((index) => tag(index, ["x"], 3)))
  .map((tags) => [...tags]);

/** One tag, or two of which the second may refer to the first. */
export const testTags: fc.Arbitrary<TestTag[]> = fc.oneof(
  tag(0, ["x"], 6).map((one) => [one]),
  tag(0, ["x", "y"], 5).map((one) => [one]),
  fc.tuple(tag(0, ["x", "y"], 3), tag(1, ["x", "y"], 4)).map((both) => both),
);

/** A content and one that is similar. */
export const testChanges: fc.Arbitrary<{ tags: TestTag[]; before: TestTag; after: TestTag }> = fc
  .oneof({ arbitrary: testTags, weight: 4 }, { arbitrary: testChains, weight: 1 })
  .chain((tags) => {
    const before = tags.at(-1) as TestTag;
    const index = tags.length - 1;
    const count = before.rules.length;
    const position = fc.nat({ max: Math.max(0, count - 1) });
    const moved = fc.tuple(position, position).map(([from, to]) => {
      const list = [...before.rules];
      const [rule] = list.splice(from, 1);
      return rule === undefined ? before : { ...before, rules: list.toSpliced(to, 0, rule) };
    });
    const removed = position.map((at) => ({ ...before, rules: before.rules.toSpliced(at, 1) }));
    const replaced = fc
      .tuple(position, rules(["x", "y"], index))
      .map(([at, rule]) => ({ ...before, rules: before.rules.toSpliced(at, 1, rule) }));
    const added = fc
      .tuple(position, rules(["x"], index))
      .map(([at, rule]) => ({ ...before, rules: before.rules.toSpliced(at, 0, rule) }));
    const other = values(["x", "y"], index).map((defaultValue) => ({ ...before, defaultValue }));
    return fc
      .oneof(moved, removed, replaced, added, other)
      .map((after) => ({ tags: tags.slice(0, -1), before, after }));
  });
