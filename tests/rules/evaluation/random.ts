/** Random rules, records and options, from small domains so that they often meet. */
import fc from "fast-check";
import { type EvaluateOptions, type EvaluationTag, type RecordValue, UNKNOWN } from "../../../rules";
import { presenceOperators, valueOperators } from "../../../rules/operators";
import type { Filter, KeyReference, Rule, TagContent, TagValue } from "../../../rules/types";

const texts = ["", "a", "b", "A", "ab", "aba", "ba", "Ab", "__proto__"];
/** Values of records, and texts of conditions. */
export const text = fc.constantFrom(...texts);
const moment = fc.integer({ min: 0, max: 5 }).map((day) => Date.UTC(2026, 0, 1 + day));

const plainKeys: KeyReference[] = [
  { costCenter: "AWS", type: "tag", key: "team" },
  { costCenter: "AWS", type: "tag", key: "owner" },
  { costCenter: "AWS", type: "resource", key: "owner" },
  { costCenter: "GCP", type: "tag", key: "a:b" },
];
const tagKey = (id: string): KeyReference => ({ costCenter: "Virtual Tags", type: "virtual_tag", key: id });

/** The names of the keys that records can have. */
export const recordKeys = [
  ...plainKeys.map(({ costCenter, type, key }) => `${costCenter}:${type}:${key}`),
  "Virtual Tags:virtual_tag:not-given",
];

/** Filters and values that refer only to these tags, and to one that is not given. */
function contentsWith(tagIds: readonly string[]): fc.Arbitrary<TagContent> {
  const tagKeys = ["not-given", ...tagIds].map(tagKey);
  const key = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...plainKeys) },
    { weight: 1, arbitrary: fc.constantFrom(...tagKeys) },
  );
  const condition = fc.oneof(
    fc
      .tuple(key, fc.constantFrom(...valueOperators), fc.oneof(text, fc.array(text, { maxLength: 3 })))
      .map(([of, operator, value]) => ({ ...of, operator, value })),
    fc.tuple(key, fc.constantFrom(...presenceOperators)).map(([of, operator]) => ({ ...of, operator })),
    { weight: 1, arbitrary: key.map((of) => ({ ...of, operator: "startsWith", value: "a" })) },
  ) as fc.Arbitrary<Filter>;
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      condition,
      fc.record({ AND: fc.array(tie("filter"), { maxLength: 3 }) }),
      fc.record({ OR: fc.array(tie("filter"), { maxLength: 3 }) }),
    ),
  }));
  const value: fc.Arbitrary<TagValue> = fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 2, arbitrary: key },
    { weight: 1, arbitrary: fc.constant({ costCenter: "AWS", key: "owner" }) },
  );
  const timeframe = fc
    .tuple(moment, fc.option(fc.nat(3), { nil: undefined }))
    .map(([from, days]) => ({ from, ...(days === undefined ? {} : { to: from + days * 86_400_000 }) }));
  const rule: fc.Arbitrary<Rule> = fc.record(
    { to: value, filters: filter, timeframe },
    { requiredKeys: ["to", "filters"] },
  );
  return fc.record({ rules: fc.array(rule, { maxLength: 8 }), defaultValue: value });
}

const ids = ["tag-0", "tag-1", "tag-2"];

/** Tags that refer only to tags after them. */
const tags: fc.Arbitrary<EvaluationTag[]> = fc
  .tuple(...ids.map((id, index) => contentsWith(ids.slice(index + 1)).map((content) => ({ id, ...content }))))
  .map((list) => [...list]);

/** A content and options, with other tags. */
export const questions: fc.Arbitrary<{ content: TagContent; options: EvaluateOptions }> = fc.record({
  content: contentsWith(ids),
  options: fc.record(
    {
      tags,
      negativeOnMissing: fc.constantFrom<boolean | "unknown">(true, false, "unknown"),
      caseSensitive: fc.boolean(),
      containsSeveral: fc.constantFrom("any", "all"),
      at: moment,
    },
    { requiredKeys: ["tags"] },
  ),
});

const value: fc.Arbitrary<RecordValue> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constant(UNKNOWN as RecordValue) },
);

/** Rows of records that have the same keys, and the moment of each (NaN if it is unknown). */
export const tables: fc.Arbitrary<{ names: string[]; rows: { values: RecordValue[]; at: number }[] }> = fc
  .subarray(recordKeys)
  .chain((names) =>
    fc.record({
      names: fc.constant(names),
      rows: fc.array(
        fc.record({
          values: fc.array(value, { minLength: names.length, maxLength: names.length }),
          at: fc.oneof(moment, fc.constant(NaN)),
        }),
        { maxLength: 6 },
      ),
    }),
  );
