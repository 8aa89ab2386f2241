/** Compiled rules: columns, moments and errors. That results are those of `evaluate` is in agreement.slow.test.ts. */
import fc from "fast-check";
import { type Column, compile, encodeColumn, ReferenceCycleError, type TagContent, UNKNOWN } from "../../../rules";
import { team } from "../../support/rules";
import { Substrings } from "../../../rules/evaluation/substrings";

const name = "AWS:tag:team";
const virtual = (key: string): typeof team => ({ costCenter: "Virtual Tags", type: "virtual_tag", key });
const content: TagContent = {
  rules: [
    { to: "Checkout", filters: { ...team, operator: "is", value: "cart" } },
    { to: "Web", filters: { ...team, operator: "contains", value: "w" }, timeframe: { from: 1_000, to: 2_000 } },
  ],
  defaultValue: team,
};
const column = encodeColumn(["cart", "web", null, UNKNOWN, "x", "cart"]);

/** The values of all rows: `undefined` for undecided ones. */
function valuesOf({
  value,
  values,
}: ReturnType<ReturnType<typeof compile>["evaluate"]>): (string | null | undefined)[] {
  return [...value].map((code) => values[code]);
}

test("a column has each distinct value once", () => {
  expect(column).toEqual({ dictionary: ["cart", "web", null, UNKNOWN, "x"], codes: Int32Array.of(0, 1, 2, 3, 4, 0) });
});

test("the rule and the value of each row", () => {
  const result = compile(content, { at: 1_500 }).evaluate({ [name]: column }, 6);
  expect([...result.rule]).toEqual([0, 1, -1, -2, -1, 0]);
  expect(valuesOf(result)).toEqual(["Checkout", "Web", null, undefined, "x", "Checkout"]);
  expect(result.couldOf(0)).toEqual([]);
  expect(result.couldOf(3)).toEqual([
    { rule: 0, value: "Checkout" },
    { rule: 1, value: "Web" },
    { rule: null, value: UNKNOWN },
  ]);
});

test("a rule can be in question although the value is certain", () => {
  const same: TagContent = { rules: [{ to: "x", filters: { ...team, operator: "exists" } }], defaultValue: "x" };
  const { rule, ruleInQuestion, couldOf } = compile(same).evaluate({ [name]: encodeColumn(["web", UNKNOWN, null]) }, 3);
  expect([...rule]).toEqual([0, -1, -1]);
  expect([...ruleInQuestion]).toEqual([0, 1, 0]);
  expect([0, 1, 2].map(couldOf)).toEqual([
    [],
    [
      { rule: 0, value: "x" },
      { rule: null, value: "x" },
    ],
    [],
  ]);
});

test("at: the option, one moment, or one for each row", () => {
  const compiled = compile(content, { at: 1_500 });
  const web = { [name]: encodeColumn(["web", "web", "web"]) };
  expect(valuesOf(compiled.evaluate(web, 3))).toEqual(["Web", "Web", "Web"]);
  expect(valuesOf(compiled.evaluate(web, 3, new Date(2_001)))).toEqual(["web", "web", "web"]);
  const moments = Float64Array.of(2_000, 2_001, NaN, 0);
  expect(valuesOf(compiled.evaluate(web, 3, moments))).toEqual(["Web", "web", undefined]);
});

test.each([Uint8Array, Uint16Array, Uint32Array, Int32Array])("codes in a %p", (Codes) => {
  const columns = { [name]: { dictionary: ["x", "cart"], codes: Codes.of(1, 0) } };
  expect(valuesOf(compile(content).evaluate(columns, 2))).toEqual(["Checkout", "x"]);
});

test("a dictionary that has a value twice, and nothing in two ways", () => {
  const columns = { [name]: { dictionary: ["cart", "", "cart", null], codes: Uint8Array.of(0, 1, 2, 3) } };
  expect(valuesOf(compile(content).evaluate(columns, 4))).toEqual(["Checkout", null, "Checkout", null]);
});

test("no rows, and no columns", () => {
  expect(valuesOf(compile(content).evaluate({}, 0))).toEqual([]);
  expect(valuesOf(compile(content).evaluate({}, 2))).toEqual([null, null]);
});

test("the columns stay as they are, for the next content", () => {
  const columns = { [name]: { dictionary: Object.freeze(["cart", null]), codes: Uint8Array.of(0, 1) } };
  const other: TagContent = { rules: [], defaultValue: "none" };
  const [first, second] = [compile(content), compile(other)];
  expect(valuesOf(first.evaluate(columns, 2))).toEqual(["Checkout", null]);
  expect(valuesOf(second.evaluate(columns, 2))).toEqual(["none", "none"]);
  expect(valuesOf(first.evaluate(columns, 2))).toEqual(["Checkout", null]);
});

test("keys: also those of referenced tags, but not the tags themselves", () => {
  const tags = [
    { id: "a", rules: [], defaultValue: virtual("b") },
    { id: "b", rules: [], defaultValue: team },
    { id: "c", rules: [], defaultValue: { costCenter: "GCP", type: "tag", key: "unused" } },
  ];
  const refers: TagContent = {
    rules: [{ to: { costCenter: "AWS", key: "owner" }, filters: { ...virtual("lost"), operator: "exists" } }],
    defaultValue: virtual("a"),
  };
  const { keys, evaluate } = compile(refers, { tags });
  expect(keys).toEqual([virtual("lost"), { costCenter: "AWS", key: "owner" }, team]);
  const lost = { "Virtual Tags:virtual_tag:lost": encodeColumn([null, null]) };
  expect(valuesOf(evaluate({ ...lost, [name]: encodeColumn(["cart", "web"]) }, 2))).toEqual(["cart", "web"]);
});

test("cycles are found before any row", () => {
  const tags = [{ id: "a", rules: [], defaultValue: virtual("a") }];
  expect(() => compile({ rules: [], defaultValue: virtual("a") }, { tags })).toThrow(ReferenceCycleError);
});

test.each<[string, Column, Parameters<ReturnType<typeof compile>["evaluate"]>[2], typeof Error]>([
  ["fewer codes than rows", { dictionary: ["x"], codes: Uint8Array.of(0) }, 0, RangeError],
  ["a code without a value", { dictionary: ["x"], codes: Uint8Array.of(0, 1) }, 0, RangeError],
  ["a negative code", { dictionary: ["x"], codes: Int32Array.of(0, -1) }, 0, RangeError],
  ["a value that is no string", { dictionary: [3 as never], codes: Uint8Array.of(0, 0) }, 0, TypeError],
  ["fewer moments than rows", encodeColumn(["x", "x"]), Float64Array.of(0), RangeError],
  ["a moment that is none", encodeColumn(["x", "x"]), "soon", TypeError],
])("%s is an error", (_, bad, at, expected) => {
  expect(() => compile(content).evaluate({ [name]: bad }, 2, at)).toThrow(expected);
});

/** The search for many strings at once finds what a search for each finds. */
describe("substrings", () => {
  function found(strings: readonly string[], text: string): string[] {
    const list: string[] = [];
    new Substrings(strings).find(text, (index) => list.push(strings[index] as string));
    return list.sort();
  }

  test.each<[string[], string, string[]]>([
    [[], "abc", []],
    [[""], "", [""]],
    [["", "a"], "b", [""]],
    [["he", "she", "hers", "his"], "ushers", ["he", "hers", "she"]],
    [["a", "aa", "aaa"], "aa", ["a", "aa"]],
    [["bc", "abcd", "c"], "abce", ["bc", "c"]],
    [["c", "xbc", "abcd"], "abce", ["c"]],
    [["\ud83d"], "😀", ["\ud83d"]],
  ])("%j in %j: %j", (strings, text, expected) => {
    expect(found(strings, text)).toEqual(expected);
  });

  test("random strings", () => {
    const text = fc.array(fc.constantFrom("a", "b"), { maxLength: 6 }).map((letters) => letters.join(""));
    const strings = fc.uniqueArray(text, { maxLength: 8 });
    const property = fc.property(strings, fc.array(text, { maxLength: 3 }), (searched, parts) => {
      const inText = parts.join("");
      expect(found(searched, inText)).toEqual(searched.filter((one) => inText.includes(one)).sort());
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  test("a second search reports again", () => {
    const search = new Substrings(["a"]);
    let times = 0;
    for (const text of ["aa", "ba"]) search.find(text, () => (times += 1));
    expect(times).toBe(2);
  });
});
