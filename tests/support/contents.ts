import fc from "fast-check";
import { presenceOperators, valueOperators } from "../../rules/operators";
import type { Filter, Rule, TagContent, TagValue } from "../../rules/types";

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

const filters: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    valueCondition,
    presenceCondition,
    fc.record({ AND: fc.array(tie("filter"), { maxLength: 3 }) }),
    fc.record({ OR: fc.array(tie("filter"), { maxLength: 3 }) }),
  ),
})).filter;

const values: fc.Arbitrary<TagValue> = fc.oneof(
  text,
  fc.record({ key: text, costCenter: text }),
  fc.record({ key: text, costCenter: text, type: text }),
);

const moment = fc.integer({ min: 100_000_000_000, max: 4_102_444_800_000 });
const timeframes = fc.oneof(
  fc.record({ from: moment }),
  fc.tuple(moment, moment).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
);

const rules: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ to: values, filters }),
  fc.record({ to: values, filters, timeframe: timeframes }),
);

/** Contents of Virtual Tags that the document allows, in all their spellings. */
export const contents: fc.Arbitrary<TagContent> = fc.record({
  rules: fc.array(rules, { maxLength: 5 }),
  defaultValue: values,
});
