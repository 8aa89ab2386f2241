/** The paths of `ignoreChanges`. */
import { withIgnored } from "../../../stack/facts/ignored";

const written = {
  rules: [
    { to: "A", at: 1 },
    { to: "B", at: 2 },
  ],
  "a b": { c: "x" },
  kept: 1,
};
const live = {
  rules: [
    { to: "C", at: 3 },
    { to: "D", at: 4 },
    { to: "E", at: 5 },
  ],
  "a b": { c: "y" },
  other: 2,
};

test.each<[string, object]>([
  ["rules", { ...written, rules: live.rules }],
  ["rules[1].to", { ...written, rules: [written.rules[0], { to: "D", at: 2 }] }],
  [
    "rules[*].to",
    {
      ...written,
      rules: [
        { to: "C", at: 1 },
        { to: "D", at: 2 },
      ],
    },
  ],
  ["rules[2]", written],
  ["rules[0].none.deeper", written],
  ["rules.to", written],
  ['["a b"].c', { ...written, "a b": live["a b"] }],
  ["*", { rules: live.rules, "a b": live["a b"], kept: 1 }],
  ["other", written],
  ["kept", written],
  ["rules[", written],
  ["__proto__", written],
])("%s", (path, expected) => {
  expect(withIgnored(written, live, [path])).toEqual(expected);
});

test("paths add up", () => {
  expect(withIgnored(written, live, ["rules[0].to", "rules[1].at"]).rules).toEqual([
    { to: "C", at: 1 },
    { to: "B", at: 4 },
  ]);
});
