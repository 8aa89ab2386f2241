import { limitsOf, readGates } from "../../../cost/impact/gateFile";
import { type GateLimits, limitProblem } from "../../../cost/impact/gateLimits";
import { gateResults } from "../../../cost/impact/gates";
import { percentageOf, percentageText, readPercentage } from "../../../cost/impact/share";
import type { Rule, TagContent } from "../../../rules/types";
import { content, cost, data, gate, key, rows } from "./gated";
import { october, type SmallRow } from "./smallCube";
import { teamIs } from "../../support/rules";

test.each([
  ["10", "10", true],
  ["9.999999999999", "10", false],
  ["10%", "10%", true],
  ["9.99%", "10%", false],
])("max-moved %s, with %s moved: credits count with their absolute cost", (limit, actual, passed) => {
  const [result] = gate(cost(data, content("a"), content("a", "b", "c")), { "max-moved": limit });
  expect(result).toEqual({ gate: "max-moved", tag: "Team", currency: "USD", limit, actual, passed });
});

test.each([
  ["10%", true],
  ["9.99%", false],
])("max-unallocated %s of which 10 %% are unallocated", (limit, passed) => {
  expect(gate(cost(data, content(), content("a")), { "max-unallocated": limit })).toMatchObject([
    { actual: "10%", passed },
  ]);
});

test.each([
  ["a tag that becomes sparser", content("a", "b"), content("a"), "5%", false],
  ["a tag that becomes denser", content("a"), content("a", "b"), "-5%", true],
  ["a new tag, before which nothing was allocated", undefined, content("b"), "-5%", true],
  ["a tag that is deleted", content("a"), undefined, "90%", false],
])("max-unallocated-increase: %s", (_, before, after, actual, passed) => {
  expect(gate(cost(data, before, after), { "max-unallocated-increase": "1%" })).toMatchObject([{ actual, passed }]);
});

test("unmatched-rules names the rules that no record of any currency has", () => {
  const both: SmallRow[] = [...rows(["a", "1"]), { keys: { [key]: "b" }, cost: "1", currency: "EUR" }];
  const hinging: Rule = { to: "x", filters: { costCenter: "K8s", type: "label", key: "x", operator: "exists" } };
  const after: TagContent = { rules: [teamIs("a"), teamIs("nobody"), teamIs("b"), hinging], defaultValue: "Other" };
  expect(gate(cost(both, content(), content("a", "nobody", "b")), { "unmatched-rules": true })).toEqual([
    { gate: "unmatched-rules", tag: "Team", limit: "0", actual: "1", rules: [1], passed: false },
  ]);
  // Whether the last rule takes a record is not known.
  expect(gate(cost([...both, { cost: "1" }], content(), after), { "unmatched-rules": true })).toEqual([
    {
      gate: "unmatched-rules",
      tag: "Team",
      limit: "0",
      actual: "1",
      atMost: "2",
      rules: [1],
      maybeRules: [3],
      passed: false,
    },
  ]);
  const undecided: TagContent = { rules: [teamIs("a"), teamIs("b"), hinging], defaultValue: "Other" };
  expect(gate(cost([...both, { cost: "1" }], content(), undecided), { "unmatched-rules": true })).toMatchObject([
    { actual: "0", atMost: "1", rules: [], maybeRules: [2], reason: "notEvaluated", passed: false },
  ]);
  expect(gate(cost(both, content(), content("a", "b")), { "unmatched-rules": true })).toMatchObject([
    { actual: "0", passed: true },
  ]);
});

describe("a gate whose figure is not known fails", () => {
  const all: GateLimits = {
    "max-moved": "1000",
    "max-unallocated": "100%",
    "max-unallocated-increase": "100%",
    "unmatched-rules": true,
  };

  test.each(["unreadable", "notCompared", "cycle"] as const)("%s", (reason) => {
    const results = gate(reason, all);
    expect(results).toHaveLength(4);
    expect(results.every(({ actual, passed, reason: why }) => actual === null && !passed && why === reason)).toBe(true);
  });

  test("without cost data", () => {
    expect(gate(cost([], content(), content("a")), all).map(({ reason, passed }) => [reason, passed])).toEqual(
      Array.from({ length: 4 }, () => ["noData", false]),
    );
  });

  const hinging: Rule = {
    to: "x",
    filters: { costCenter: "K8s", type: "label", key: "x", operator: "exists" },
  };
  const withHinging = (...values: string[]): TagContent => ({
    ...content(),
    rules: [...content(...values).rules, hinging],
  });

  const renamed: TagContent = { ...content(), rules: [teamIs("a"), { ...hinging, to: "y" }] };

  // The same value, whatever the label is.
  const toOther: TagContent = { ...content("a"), rules: [teamIs("a"), { ...hinging, to: "Other" }] };

  // Of the cost, "a" is 90 %, "b" and "c" are 5 % each.
  test.each([
    ["max-unallocated", "9%", content("a"), withHinging("a"), "0%", "10%", "notEvaluated"],
    ["max-unallocated", "10%", content("a"), withHinging("a"), "0%", "10%", "passed"],
    ["max-unallocated", "9%", content("a"), toOther, "0%", "10%", "notEvaluated"],
    ["max-moved", "9", content("a"), withHinging("a"), "0", "10", "notEvaluated"],
    ["max-moved", "9%", content("a"), withHinging("a"), "0%", "10%", "notEvaluated"],
    ["max-moved", "10%", content("a"), withHinging("a"), "0%", "10%", "passed"],
    ["max-moved", "10", content("a"), withHinging("a"), "0", "10", "passed"],
    ["max-moved", "9", withHinging("a"), renamed, "0", "10", "notEvaluated"],
    ["max-moved", "9", withHinging("a"), withHinging("a", "b"), "0", "5", "passed"],
    ["max-moved", "0", content("a"), toOther, "0", undefined, "passed"],
    // The same rules decide about it on both sides, so it does not move, and is reported apart.
    ["max-moved", "9", withHinging("a"), withHinging("a"), "0", undefined, "passed"],
    ["max-unallocated-increase", "1%", content("a"), withHinging("a"), "-10%", "0%", "passed"],
    ["max-unallocated-increase", "1%", withHinging("a"), withHinging("a"), "0%", undefined, "passed"],
    ["max-unallocated-increase", "1%", withHinging("a", "b"), withHinging("a"), "0%", "5%", "notEvaluated"],
    ["max-unallocated-increase", "1%", withHinging("a"), content("a"), "0%", "10%", "notEvaluated"],
    ["max-unallocated-increase", "0%", toOther, content("a"), "0%", "10%", "notEvaluated"],
    ["max-unallocated-increase", "0%", toOther, toOther, "0%", undefined, "passed"],
    ["max-unallocated-increase", "9%", withHinging("a"), renamed, "-10%", "10%", "notEvaluated"],
    ["max-unallocated-increase", "5%", withHinging("a"), content(), "90%", "100%", "failed"],
  ] as const)(
    "%s %s, if money that can't be evaluated decides",
    (name, limit, before, after, actual, atMost, outcome) => {
      const [result] = gate(cost(data, before, after), { [name]: limit });
      const seen = result?.passed === true ? "passed" : (result?.reason ?? "failed");
      expect([result?.actual, result?.atMost, seen]).toEqual([actual, atMost, outcome]);
    },
  );
});

test("each currency has its own figures, and absent limits are no gates", () => {
  const both: SmallRow[] = [...rows(["a", "1"]), { keys: { [key]: "a" }, cost: "9", currency: "EUR" }];
  const results = gate(cost(both, content(), content("a")), { "max-moved": "5" });
  expect(results.map(({ currency, passed }) => [currency, passed])).toEqual([
    ["EUR", false],
    ["USD", true],
  ]);
  const twice: SmallRow[] = [...data, { keys: { [key]: "b" }, cost: "1", currency: "EUR" }];
  const shares = gate(cost(twice, content("a"), content("a", "b")), { "max-moved": "50%" });
  expect(shares.map(({ actual, passed }) => [actual, passed])).toEqual([
    ["100%", false],
    ["5%", true],
  ]);
  expect(gate(cost(both, content(), content("a")), {})).toEqual([]);
  expect(gate("unreadable", { "unmatched-rules": false })).toEqual([]);
});

test.each([
  ["max-moved", "10000", true],
  ["max-moved", "0.5", true],
  ["max-moved", "10%", true],
  ["max-moved", "-10%", false],
  ["max-moved", "-1", false],
  ["max-moved", "ten", false],
  ["max-moved", "10,000", false],
  ["max-unallocated", "5%", true],
  ["max-unallocated", "0.25%", true],
  ["max-unallocated", "5", false],
  ["max-unallocated-increase", "-1%", false],
  ["unmatched-rules", true, true],
  ["unmatched-rules", "yes", false],
] as const)("the limit of %s can be %s: %s", (name, limit, isValid) => {
  expect(limitProblem(name, limit) === undefined).toBe(isValid);
});

describe("a gates file", () => {
  test("has gates for each tag, which win over the general ones", () => {
    const file = { "*": { "max-unallocated": "5%" }, Team: { "max-moved": 20_000, "max-unallocated": false } };
    const settings = readGates(file, { "max-moved": "10", "unmatched-rules": true });
    expect(limitsOf(settings, "Other")).toEqual({
      "max-moved": "10",
      "max-unallocated": "5%",
      "unmatched-rules": true,
    });
    expect(limitsOf(settings, "Team")).toEqual({ "max-moved": "20000", "unmatched-rules": true });
    expect(limitsOf(settings, "*")).toEqual(limitsOf(settings, "Other"));
    expect(limitsOf(readGates({ constructor: { "max-moved": "1" } }, {}), "constructor")).toEqual({ "max-moved": "1" });
  });

  test.each([
    [[], "object"],
    [{ Team: "5%" }, "Team"],
    [{ Team: { "max-unalocated": "5%" } }, "max-unalocated"],
    [{ Team: { "max-unallocated": 5 } }, "percentage"],
    [{ Team: { "max-moved": -1 } }, "amount"],
  ])("is refused: %j", (file, part) => {
    expect(() => readGates(file, {})).toThrow(part);
  });
});

describe("percentages", () => {
  test("are exact, and never rounded below a limit that they exceed", () => {
    const five = readPercentage("5%") ?? 0n;
    expect(percentageText(percentageOf(1n, 3n))).toBe("33.33%");
    expect(percentageOf(1n, 3n) > 33_333_333_333_333n).toBe(true);
    const above = percentageOf(50_000_001n, 1_000_000_000n);
    expect(above > five).toBe(true);
    expect(percentageText(above, five)).toBe("5.0000001%");
    expect(percentageText(five, five)).toBe("5%");
    expect(percentageText(percentageOf(-1n, 20n))).toBe("-5%");
    expect(percentageOf(1n, 0n)).toBe(0n);
  });
});

describe("onlyNew", () => {
  const onlyNew = true;
  const unmatched = { "unmatched-rules": true, onlyNew } as const;

  test("a rule without records counts only if the change brings it", () => {
    const before = content("a", "nobody");
    expect(gate(cost(data, before, content("a", "nobody", "b")), unmatched)).toEqual([
      { gate: "unmatched-rules", tag: "Team", limit: "0", actual: "0", rules: [], onlyNew, passed: true },
    ]);
    expect(gate(cost(data, before, content("a", "nobody", "none")), unmatched)).toMatchObject([
      { actual: "1", rules: [2], passed: false },
    ]);
    // An earlier rule takes its records now.
    const covered: TagContent = { ...before, rules: [teamIs("a"), { ...teamIs("a"), to: "again" }] };
    expect(gate(cost(data, content("b"), covered), unmatched)).toMatchObject([{ rules: [1], passed: false }]);
  });

  test("a rule that took records before, and none now, counts", () => {
    const [first, second] = [teamIs("a"), teamIs("b")];
    const before: TagContent = { rules: [second], defaultValue: "Other" };
    const all: Rule = { to: "all", filters: { costCenter: "AWS", type: "tag", key: "team", operator: "exists" } };
    const after: TagContent = { rules: [all, first, second], defaultValue: "Other" };
    expect(gate(cost(data, before, after), unmatched)).toMatchObject([{ rules: [1, 2], passed: false }]);
  });

  test("a rule that took records of one currency before, and none of another, counts", () => {
    const [first, second] = [teamIs("a"), teamIs("b")];
    const money = [...rows(["b", "1"]), ...rows(["a", "1"]).map((row) => ({ ...row, currency: "EUR" }))];
    const before: TagContent = { rules: [second], defaultValue: "Other" };
    const after: TagContent = { rules: [{ ...second, to: "again" }, first, second], defaultValue: "Other" };
    expect(gate(cost(money, before, after), unmatched)).toMatchObject([{ rules: [2], passed: false }]);
  });

  test.each([
    ["as much as before", content("a"), content("a"), true],
    ["less than before", content("a"), content("a", "b"), true],
    ["more than before", content("a", "b"), content("a"), false],
  ])("max-unallocated: the default takes too much, %s", (_, before, after, passed) => {
    const [result] = gate(cost(data, before, after), { "max-unallocated": "1%", onlyNew });
    expect(result).toMatchObject({ passed });
    expect(result?.onlyNew).toBe(passed ? true : undefined);
  });

  test("a new tag was not wrong before", () => {
    const created = { name: "Team", cost: cost(data, undefined, content("a", "nobody")), isNew: true };
    expect(gateResults(created, { "max-unallocated": "1%", ...unmatched }, october)).toMatchObject([
      { passed: false },
      { rules: [1], passed: false },
    ]);
  });

  test("what is within its limit needs no excuse, and what is not known fails", () => {
    const [fine] = gate(cost(data, content("a"), content("a")), { "max-unallocated": "50%", onlyNew });
    expect(fine).not.toHaveProperty("onlyNew");
    expect(gate("unreadable", { "max-unallocated": "1%", ...unmatched })).toMatchObject([
      { passed: false },
      { passed: false },
    ]);
  });

  test("money that moves counts, whatever was before", () => {
    const [result] = gate(cost(data, content("a"), content("a", "b")), { "max-moved": "1", onlyNew });
    expect(result).toMatchObject({ passed: false });
  });

  test("the file says it for a tag, or for all", () => {
    const gates = readGates({ "*": { onlyNew: true }, Team: { onlyNew: false } }, { "unmatched-rules": true });
    expect(limitsOf(gates, "Team")).toEqual({ "unmatched-rules": true });
    expect(limitsOf(gates, "Other")).toEqual({ "unmatched-rules": true, onlyNew: true });
    expect(() => readGates({ "*": { onlyNew: "yes" } }, {})).toThrow('"*": onlyNew must be true or false');
  });
});
