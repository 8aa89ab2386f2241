import fc from "fast-check";
import { isSatisfiedBy } from "../../rules/canonical";
import { asSent } from "../../rules/sent";
import type { Filter } from "../../rules/types";
import { contents } from "../support/contents";

const subject = { costCenter: "AWS", key: "team", type: "tag" };
const sent = (filters: Filter): Filter | undefined =>
  asSent({ rules: [{ to: "A", filters }], defaultValue: "d" }).rules[0]?.filters;

test.each<[string, Filter, Filter]>([
  ["a text becomes an array", { ...subject, operator: "is", value: "a" }, { ...subject, operator: "is", value: ["a"] }],
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
    "in groups as well",
    { AND: [{ OR: [{ ...subject, operator: "contains", value: "a" }] }] },
    { AND: [{ OR: [{ ...subject, operator: "contains", value: ["a"] }] }] },
  ],
])("%s", (_, written, expected) => {
  expect(sent(written)).toEqual(expected);
});

test("what is sent means what was written", () => {
  fc.assert(
    fc.property(contents, (content) => {
      expect(isSatisfiedBy(content, asSent(content))).toBe(true);
      expect(asSent(asSent(content))).toEqual(asSent(content));
    }),
  );
});
