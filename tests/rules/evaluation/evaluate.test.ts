/** What `evaluate` returns: for every operator and option, and which rule wins. */
import {
  evaluate,
  type EvaluateOptions,
  type Evaluation,
  type EvaluationRecord,
  type RecordValue,
  UNKNOWN,
} from "../../../rules";
import { operators } from "../../../rules/operators";
import type { Condition, Filter, Operator, Rule, TagContent, TagValue } from "../../../rules/types";
import { condition, team } from "../../support/rules";

const owner = { costCenter: "AWS", type: "tag", key: "owner" };

const is = (value: string, key: object = {}): Condition => condition("is", value, key);

function content(
  ...rules: readonly (readonly [to: TagValue, filters: Filter, timeframe?: Rule["timeframe"]])[]
): TagContent {
  return {
    rules: rules.map(([to, filters, timeframe]) => ({
      to,
      filters,
      ...(timeframe === undefined ? {} : { timeframe }),
    })),
    defaultValue: "default",
  };
}

/** Whether a filter matches: true, false or "unknown". */
function matches(filters: Filter, value: RecordValue | undefined, options: EvaluateOptions = {}): unknown {
  const result = evaluate(content(["yes", filters]), { "AWS:tag:team": value }, options);
  return result.decided ? result.rule === 0 : "unknown";
}

const unknown = "unknown";
type Expected = boolean | typeof unknown;

describe("operators", () => {
  const rows: [Operator, string | readonly string[] | undefined, RecordValue | undefined, Expected][] = [
    ["is", "cart", "cart", true],
    ["is", "cart", "carts", false],
    ["is", ["cart", "pay"], "pay", true],
    ["notIs", "cart", "cart", false],
    ["notIs", "cart", "carts", true],
    ["notIs", ["cart", "pay"], "pay", false],
    ["oneOf", ["cart", "pay"], "pay", true],
    ["oneOf", ["cart", "pay"], "paycheck", false],
    ["oneOf", "cart", "cart", true],
    ["oneOf", [], "cart", false],
    ["notOneOf", ["cart", "pay"], "pay", false],
    ["notOneOf", ["cart", "pay"], "web", true],
    ["notOneOf", [], "cart", true],
    ["contains", "art", "cart", true],
    ["contains", "cart", "art", false],
    ["contains", ["x", "art"], "cart", true],
    ["contains", "", "cart", true],
    ["contains", [], "cart", false],
    ["notContains", "art", "cart", false],
    ["notContains", "x", "cart", true],
    ["notContains", ["x", "art"], "cart", false],
    ["exists", undefined, "cart", true],
    ["notExists", undefined, "cart", false],
    ["is", "__proto__", "__proto__", true],
  ];
  test.each(rows)("%s %j, record %j: %s", (operator, value, of, expected) => {
    expect(matches(condition(operator, value), of)).toBe(expected);
  });

  const onMissing: Record<Operator, boolean> = {
    is: false,
    oneOf: false,
    contains: false,
    exists: false,
    notIs: true,
    notOneOf: true,
    notContains: true,
    notExists: true,
  };
  test.each(operators)("%s on a missing and on an unknown value", (operator) => {
    const value = operator.endsWith("xists") ? undefined : "cart";
    for (const missing of [null, "", undefined]) {
      expect(matches(condition(operator, value), missing)).toBe(onMissing[operator]);
    }
    expect(matches(condition(operator, value), UNKNOWN)).toBe(unknown);
    expect(evaluate(content(["yes", condition(operator, value)]), {}).decided).toBe(true);
  });

  test.each(["is", "oneOf", "notIs", "notOneOf"] as const)('%s "" never equals a missing value', (operator) => {
    expect(matches(condition(operator, ""), "")).toBe(operator.startsWith("not"));
  });

  test("an operator or a value that the API does not have is unknown", () => {
    expect(matches({ ...team, operator: "startsWith", value: "c" } as never, "cart")).toBe(unknown);
    expect(matches({ ...team, operator: "is", value: 3 } as never, "3")).toBe(unknown);
    expect(matches({ ...team, operator: "is" } as never, null)).toBe(unknown);
    expect(matches({ AND: "x" } as never, "cart")).toBe(unknown);
    expect(matches(null as never, "cart")).toBe(unknown);
  });
});

describe("options", () => {
  const negative: Operator[] = ["notIs", "notOneOf", "notContains"];
  test.each([
    [true, true],
    [false, false],
    ["unknown", unknown],
  ] as const)("negativeOnMissing %j: %j", (negativeOnMissing, expected) => {
    for (const operator of negative) {
      expect(matches(condition(operator, "x"), null, { negativeOnMissing })).toBe(expected);
      expect(matches(condition(operator, "x"), "cart", { negativeOnMissing })).toBe(true);
    }
    expect(matches(condition("notExists"), null, { negativeOnMissing })).toBe(true);
    expect(matches(condition("is", "x"), null, { negativeOnMissing })).toBe(false);
  });

  test.each([
    [is("CART"), "cart", true],
    [is("cart"), "CaRt", true],
    [condition("contains", "AR"), "cart", true],
    [condition("notOneOf", ["Cart"]), "cart", false],
    [is("ÄRGER"), "ärger", true],
  ] as const)("caseSensitive: false, %j on %j: %j", (filter, value, expected) => {
    expect(matches(filter, value, { caseSensitive: false })).toBe(expected);
    expect(matches(filter, value)).toBe(!expected);
  });

  test("caseSensitive never concerns keys, and the value keeps its case", () => {
    const record = { "aws:tag:team": "cart", "AWS:tag:owner": "Ines" };
    const of = (filters: Filter): Evaluation => evaluate(content([owner, filters]), record, { caseSensitive: false });
    expect(of(is("cart"))).toMatchObject({ value: "default" });
    expect(of(is("INES", owner))).toMatchObject({ value: "Ines" });
  });

  test.each([
    ["any", ["ca", "rt"], "cart", true],
    ["any", ["ca", "x"], "cart", true],
    ["all", ["ca", "rt"], "cart", true],
    ["all", ["ca", "x"], "cart", false],
    ["all", [], "cart", false],
  ] as const)(
    "containsSeveral %j: %j in %j is %j, and notContains the opposite",
    (containsSeveral, values, of, expected) => {
      expect(matches(condition("contains", values), of, { containsSeveral })).toBe(expected);
      expect(matches(condition("notContains", values), of, { containsSeveral })).toBe(!expected);
    },
  );

  test("at that is no moment, and a value that is no string, are errors", () => {
    expect(() => evaluate(content(), {}, { at: "tomorrow" })).toThrow(TypeError);
    expect(() => evaluate(content(), {}, { at: new Date(NaN) })).toThrow(TypeError);
    expect(() => matches(is("3"), 3 as never)).toThrow(TypeError);
  });
});

describe("groups", () => {
  const [cart, other, open] = [is("cart"), is("other"), is("x", owner)];
  const record: EvaluationRecord = { "AWS:tag:team": "cart", "AWS:tag:owner": UNKNOWN };
  const truthOf = (filters: Filter): unknown => {
    const result = evaluate(content(["yes", filters]), record);
    return result.decided ? result.rule === 0 : unknown;
  };
  test.each<[Filter, Expected]>([
    [{ AND: [] }, true],
    [{ OR: [] }, false],
    [{ AND: [cart, cart] }, true],
    [{ AND: [cart, other] }, false],
    [{ AND: [open, cart] }, unknown],
    [{ AND: [open, other] }, false],
    [{ OR: [open, cart] }, true],
    [{ OR: [open, other] }, unknown],
    [{ OR: [other, other] }, false],
    [{ AND: [{ OR: [other, cart] }, { OR: [open, cart] }] }, true],
  ])("%j: %j", (filters, expected) => {
    expect(truthOf(filters)).toBe(expected);
  });
});

describe("which rule wins", () => {
  const record: EvaluationRecord = { "AWS:tag:team": "cart", "AWS:tag:owner": UNKNOWN };
  const open = is("x", owner);

  test("the first match, with the conditions that matched", () => {
    const filters: Filter = { AND: [is("cart"), { OR: [is("no"), condition("exists"), condition("contains", "a")] }] };
    expect(evaluate(content(["no", is("no")], ["A", filters], ["B", is("cart")]), record)).toEqual({
      decided: true,
      value: "A",
      rule: 1,
      because: [is("cart"), condition("exists"), condition("contains", "a")],
    });
  });

  test("the default, for no reason", () => {
    const none = { decided: true, value: "default", rule: null, because: [] };
    expect(evaluate(content(["no", is("no")]), record)).toEqual(none);
    expect(evaluate(content(), {})).toEqual(none);
  });

  test("an unknown rule makes the result undecided, with all rules in question", () => {
    expect(evaluate(content(["A", open], ["no", is("no")], ["B", is("cart")], ["C", is("cart")]), record)).toEqual({
      decided: false,
      value: null,
      could: [
        { rule: 0, value: "A" },
        { rule: 2, value: "B" },
      ],
      because: [open],
    });
    expect(evaluate(content(["A", open]), record)).toMatchObject({
      could: [
        { rule: 0, value: "A" },
        { rule: null, value: "default" },
      ],
    });
  });

  test("an unknown rule after the first match does not matter", () => {
    expect(evaluate(content(["A", is("cart")], ["B", open]), record)).toMatchObject({ value: "A", rule: 0 });
  });

  test("unknown rules with the value of the rule that certainly matches leave the value decided", () => {
    const result = evaluate(content(["A", open], ["A", open], ["A", is("cart")]), record);
    expect(result).toEqual({ decided: true, value: "A", rule: 2, because: [is("cart")] });
    expect(evaluate(content(["default", open]), record)).toMatchObject({ value: "default", rule: null });
    expect(evaluate(content(["A", open], ["B", open], ["A", is("cart")]), record).decided).toBe(false);
  });
});

describe("a key as value", () => {
  const all: Filter = { AND: [] };
  const valueFor = (to: TagValue, record: Record<string, RecordValue>): Evaluation =>
    evaluate(content([to, all]), record);

  test.each([
    ["ines", "ines"],
    ["", null],
    [null, null],
  ])("of a record with %j: %j", (value, expected) => {
    expect(valueFor(owner, { "AWS:tag:owner": value })).toMatchObject({ decided: true, value: expected, rule: 0 });
  });

  test("that the record lacks: null", () => {
    expect(valueFor(owner, {})).toMatchObject({ decided: true, value: null });
  });

  test("that is unknown: undecided", () => {
    const could = [{ rule: 0, value: UNKNOWN }];
    expect(valueFor(owner, { "AWS:tag:owner": UNKNOWN })).toEqual({ decided: false, value: null, could, because: [] });
  });

  test.each<[string, Record<string, RecordValue>, RecordValue]>([
    ["the only type", { "AWS:resource:owner": "r", "AWS:tag:xowner": "x", "GCP:tag:owner": "g" }, "r"],
    ["two types, one missing", { "AWS:resource:owner": "", "AWS:tag:owner": "t" }, "t"],
    ["two types, the same value", { "AWS:resource:owner": "t", "AWS:tag:owner": "t" }, "t"],
    ["two types, different values", { "AWS:resource:owner": "r", "AWS:tag:owner": "t" }, UNKNOWN],
    ["two types, one unknown", { "AWS:resource:owner": "r", "AWS:tag:owner": UNKNOWN }, UNKNOWN],
    ["no type", { "AWS::owner": "x" }, null],
    ["another key that ends the same", { "AWS:tag:a:owner": "x" }, null],
  ])("without a type: %s", (_, record, expected) => {
    const reference = { costCenter: "AWS", key: "owner" };
    // The service may return null.
    for (const to of [reference, { ...reference, type: null as never }]) {
      const result = valueFor(to, record);
      expect(result.decided ? result.value : UNKNOWN).toBe(expected);
    }
  });
});

/** When rules with a timeframe match. */
describe("timeframes", () => {
  function content(...[to, filters, timeframe]: [string, Rule["filters"], unknown]): Parameters<typeof evaluate>[0] {
    return { rules: [{ to, filters, timeframe: timeframe as never }], defaultValue: "default" };
  }

  const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)];
  const atMoment = (at: EvaluateOptions["at"], timeframe: unknown = { from, to }): unknown => {
    const result = evaluate(content("yes", { AND: [] }, timeframe), {}, { at });
    return result.decided ? result.rule === 0 : "unknown";
  };
  test.each<[EvaluateOptions["at"], boolean | "unknown"]>([
    [from - 1, false],
    [from, true],
    [to, true],
    [to + 1, false],
    ["2026-01-01", true],
    ["2025-12-31T23:59:59.999Z", false],
    ["2026-01-01T00:30:00+01:00", false],
    ["2026-02-01T00:00:00Z", true],
    [new Date(to), true],
    [undefined, "unknown"],
  ])("at %s: %s", (at, expected) => {
    expect(atMoment(at)).toBe(expected);
  });

  test("without an end, with dates as texts, and what the service may return", () => {
    expect(atMoment(to * 2, { from })).toBe(true);
    expect(atMoment(from - 1, { from, to: null })).toBe(false);
    expect(atMoment("2026-01-15", { from: "2026-01-15", to: "2026-01-15" })).toBe(true);
    expect(atMoment(from, null)).toBe(true);
    expect(atMoment(from, { from: "soon" })).toBe("unknown");
    expect(atMoment(from, "soon")).toBe("unknown");
    expect(atMoment(to + 1, { from: "soon", to })).toBe(false);
  });

  test("a rule whose filter does not match does not depend on the moment", () => {
    expect(evaluate(content("A", { OR: [] }, { from }), {}).decided).toBe(true);
  });
});
