/** CSV: read by another reader, each value is what was written, and none is a formula. */
import fc from "fast-check";
import { csvText } from "../../../cli/document/csv";
import { readIndependently } from "../../cost/csv/independentReader";

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["  =1", "'  =1"],
  ["＝1", "'＝1"],
  ["\t=1", "\\u0009=1"],
  ["\r=1", "\\u000d=1"],
  ["a;=1", "a;'=1"],
  ["a\n=1", "a\\u000a=1"],
  ["a-b=c", "a-b=c"],
  ['say "hi", you', 'say "hi", you'],
  ["", ""],
])("the text %j is written as %j", (text, written) => {
  expect(readIndependently(csvText(["a", "b"], [[text, null]]))).toEqual([
    ["a", "b"],
    [written, ""],
  ]);
});

test("numbers stay numbers, also negative ones, and nothing else is one", () => {
  expect(csvText(["a", "b"], [[{ number: "-12.5" }, { number: "0.000000000001" }]])).toBe(
    "a,b\r\n-12.5,0.000000000001\r\n",
  );
  expect(() => csvText(["a"], [[{ number: "-1+cmd" }]])).toThrow();
});

test("no text of random characters is a formula or breaks out of its cell, whatever separates cells", () => {
  const text = fc.string({
    unit: fc.constantFrom("=", "+", "-", "@", ";", ",", '"', "'", "\t", "\r", "\n", " ", "a", "1", "＝", "\u00a0"),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
      const csv = csvText(["x", "y"], rows);
      const read = readIndependently(csv) ?? [];
      expect(read.map((row) => row.length)).toEqual([2, ...rows.map(() => 2)]);
      for (const cell of read.flat()) expect(cell).not.toMatch(/^\s*[=+\-@＝]/u);
      // Where semicolons separate cells, the text is split in another way.
      for (const cell of csv.split("\r\n").flatMap((line) => line.split(";")))
        expect(cell).not.toMatch(/^[\s"]*[=+\-@＝]/u);
    }),
  );
});
