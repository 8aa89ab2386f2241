import * as fc from "fast-check";
import { ExactNumber, parseExactJson, stringifyExactJson } from "../../client/exactJson";
import { anyText } from "../support/contents";

const roundTrip = (text: string): string => stringifyExactJson(parseExactJson(text));

test.each([
  "9007199254740993123",
  "-9007199254740993123",
  "1e400",
  "-1E+400",
  "1e-400",
  "0.1000000000000000055511151231257827",
  "1.10",
  "1.0",
  "1E5",
  "-0",
  "12345678901234567890.12345678901234567890",
])("%s keeps its digits, anywhere", (digits) => {
  for (const text of [digits, `[${digits}]`, `{"a":{"b":[1,${digits},"${digits}"]}}`, `{"${digits}":"\\"${digits}"}`]) {
    expect(roundTrip(text)).toBe(text);
  }
  expect(parseExactJson(` [ ${digits} ] `)).toEqual([new ExactNumber(digits)]);
});

test.each(["0", "1", "-1.5", "1e+21", "123456.789", "9007199254740991"])("%s is an ordinary number", (digits) => {
  expect(parseExactJson(`{"a":${digits}}`)).toEqual({ a: Number(digits) });
});

test("any JSON comes back character by character", () => {
  const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,25})?(?:[eE][+-]?\d{1,4})?$/);
  const texts = anyText.map((text) => JSON.stringify(text));
  // JavaScript moves names that are whole numbers to the front.
  const names = anyText.map((text) => JSON.stringify(`n${text}`));
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("null", "true", "false", "[]", "{}"),
      digits,
      texts,
      fc.array(tie("json")).map((parts) => `[${parts.join(",")}]`),
      fc
        .uniqueArray(fc.tuple(names, tie("json")), { selector: ([name]) => name })
        .map((fields) => `{${fields.map(([name, part]) => `${name}:${part}`).join(",")}}`),
    ),
  }));
  fc.assert(
    fc.property(json, (text) => {
      expect(roundTrip(text)).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test.each(["", "{", "1e", "01", "[1,]", '"a', "{'a':1}", "9007199254740993123 1", "NaN", "--1"])(
  "%j is no JSON",
  (text) => {
    expect(parseExactJson(text)).toBeUndefined();
  },
);

test("what looks like a number in the provider's own form is a text like any other", () => {
  for (const text of ['{"digits":"1, \\"x\\": 2"}', '{"isLosslessNumber":true,"value":"1,2"}', '{"rawJSON":"1,2"}']) {
    expect(roundTrip(text)).toBe(text);
  }
});

test("a number outside of an exact text is its value if JavaScript holds it, and otherwise its digits as a text", () => {
  const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseExactJson(text)));
  expect(plain("[1.10, 1E5, 1.0, -0]")).toEqual([1.1, 100_000, 1, 0]);
  expect(plain("[9007199254740993123, 1e400, 1e-400]")).toEqual(["9007199254740993123", "1e400", "1e-400"]);
  expect(new ExactNumber("1e400").toString()).toBe("1e400");
});

test("a number that nothing but JSON's grammar would accept can't be made", () => {
  for (const digits of ["", "1,2", "x", "1 ", '"', "0x10"]) expect(() => new ExactNumber(digits)).toThrow(RangeError);
});
