import fc from "fast-check";
import { valuesIn, wireContent } from "../../../client/resources/ruleBodies";
import { isSatisfiedBy } from "../../../rules/canonical";
import type { Filter, Rule } from "../../../rules/types";
import { contents } from "../../support/contents";

const subject = { costCenter: "AWS", key: "team", type: "tag" };
const sent = (filters: Filter): Filter | undefined =>
  wireContent({ rules: [{ to: "A", filters }], defaultValue: "d" }).rules[0]?.filters;

test.each<[string, Filter, Filter]>([
  [
    "one string becomes an array",
    { ...subject, operator: "is", value: "a" },
    { ...subject, operator: "is", value: ["a"] },
  ],
  [
    "an array stays, in its order",
    { ...subject, operator: "oneOf", value: ["b", "a"] },
    { ...subject, operator: "oneOf", value: ["b", "a"] },
  ],
  [
    "a presence operator has no value",
    { ...subject, operator: "exists", value: [] } as unknown as Filter,
    { ...subject, operator: "exists" },
  ],
  [
    "a label stays",
    { ...subject, operator: "exists", displayName: "Team" },
    { ...subject, operator: "exists", displayName: "Team" },
  ],
  [
    "the same inside groups",
    { AND: [{ OR: [{ ...subject, operator: "contains", value: "a" }] }] },
    { AND: [{ OR: [{ ...subject, operator: "contains", value: ["a"] }] }] },
  ],
])("%s", (_, written, expected) => {
  expect(sent(written)).toEqual(expected);
});

test("moments become Unix milliseconds, and an open end stays open", () => {
  const rule: Rule = { to: "A", filters: { ...subject, operator: "exists" }, timeframe: { from: "2026-01-01" } };
  expect(wireContent({ rules: [rule], defaultValue: "d" }).rules[0]?.timeframe).toEqual({ from: 1_767_225_600_000 });
});

test("what is not a rule of the API documentation stays as it is", () => {
  const odd = [null, "a rule", { to: "A", filters: "none", timeframe: null }] as unknown as Rule[];
  expect(wireContent({ rules: odd, defaultValue: "d" }).rules).toEqual([null, "a rule", { to: "A", filters: "none" }]);
});

test("the values of a tag are what it assigns and compares with, never what names something", () => {
  const filters = { ...subject, displayName: "Label", operator: "oneOf" as const, value: ["one", "two"] };
  const rules: Rule[] = [
    { to: "Web", filters: { AND: [filters] }, timeframe: { from: 1_700_000_000_000 } },
    { to: { key: "other", costCenter: "Global" }, filters: { ...subject, operator: "exists" } },
  ];
  const versionMetadata = { changeDescription: "why" };
  expect(valuesIn({ name: "Team", rules, defaultValue: "Shared", versionMetadata })).toEqual([
    "Web",
    "one",
    "two",
    "Shared",
    "why",
  ]);
});

test("what is sent means what was written", () => {
  fc.assert(
    fc.property(contents, (content) => {
      expect(isSatisfiedBy(content, wireContent(content))).toBe(true);
      expect(wireContent(wireContent(content))).toEqual(wireContent(content));
    }),
  );
});
