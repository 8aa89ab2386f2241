import fc from "fast-check";
import { presenceOperators, valueOperators } from "../../rules/operators";
import type { Filter, Rule, TagContent, TagValue } from "../../rules/types";

/**
 * A text of any code points, halves of surrogate pairs included, and the first ones more often. For fast-check's own unit "binary", a
 * table of all of them takes a second in each test file.
 */
export const anyText = fc.string({
  unit: fc.oneof(fc.nat({ max: 0x2ff }), fc.nat({ max: 0xffff }), fc.nat({ max: 0x10_ffff })).map(String.fromCodePoint),
});

/** Texts as people and machines write them, the awkward ones included. */
const text = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.constantFrom("__proto__", "constructor", "AND"),
);

const subject = {
  costCenter: fc.constantFrom("AWS", "GCP", "Kubernetes", "Global"),
  key: text,
  type: fc.constantFrom("tag", "billing_dimension", "virtual_tag", "resource"),
};
const displayName = fc
  .option(text, { nil: undefined })
  .map((name) => (name === undefined ? {} : { displayName: name }));

const valueCondition = fc
  .tuple(
    fc.record({
      ...subject,
      operator: fc.constantFrom(...valueOperators),
      value: fc.oneof(text, fc.array(text, { minLength: 1 })),
    }),
    displayName,
  )
  .map(([condition, label]) => ({ ...condition, ...label }));
const presenceCondition = fc.record({ ...subject, operator: fc.constantFrom(...presenceOperators) });

/** @param smallest how many members a group has at least */
const filtersWith = (smallest: number): fc.Arbitrary<Filter> =>
  fc.letrec<{ filter: Filter; members: Filter[] }>((tie) => ({
    filter: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      valueCondition,
      presenceCondition,
      fc.record({ AND: tie("members") }),
      fc.record({ OR: tie("members") }),
    ),
    members: fc.array(tie("filter"), { minLength: smallest, maxLength: 3 }),
  })).filter;

const values: fc.Arbitrary<TagValue> = fc.oneof(
  text,
  fc.record({ key: text, costCenter: text }),
  fc.record({ key: text, costCenter: text, type: text }),
);

/** What contents may have. */
export interface ContentsOptions {
  /** How many members a group has at least. Default: none. */
  smallestGroup?: number;
  /** Moments of timeframes, in Unix milliseconds. Default: 1973 to 2099. */
  moments?: fc.Arbitrary<number>;
}

/** Contents of Virtual Tags that the document allows, in all their spellings. */
export function contentsWith({
  smallestGroup = 0,
  moments = fc.integer({ min: 100_000_000_000, max: 4_102_444_800_000 }),
}: ContentsOptions): fc.Arbitrary<TagContent> {
  const timeframes = fc.oneof(
    fc.record({ from: moments }),
    fc.tuple(moments, moments).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
  );
  const rule = { to: values, filters: filtersWith(smallestGroup) };
  const rules: fc.Arbitrary<Rule> = fc.oneof(fc.record(rule), fc.record({ ...rule, timeframe: timeframes }));
  return fc.record({ rules: fc.array(rules, { maxLength: 5 }), defaultValue: values });
}

/** Contents in which groups may be empty. */
export const contents = contentsWith({});
