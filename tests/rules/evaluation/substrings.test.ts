/** The search for many strings at once finds what a search for each finds. */
import fc from "fast-check";
import { Substrings } from "../../../rules/evaluation/substrings";

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
