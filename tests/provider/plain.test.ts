import fc from "fast-check";
import { toPlain, toPlainObject } from "../../provider/plain";

test.each<[string, unknown, unknown]>([
  ["undefined fields", { a: undefined, b: { c: undefined } }, { b: {} }],
  ["functions and symbols", { a: () => 1, b: Symbol("s"), c: 1 }, { c: 1 }],
  ["undefined in an array", [1, undefined], [1, null]],
  ["bigint", { a: 12n }, { a: "12" }],
  ["Date", { a: new Date(0) }, { a: "1970-01-01T00:00:00.000Z" }],
  ["a Date that is none", { a: new Date(NaN) }, { a: null }],
  ["Map", new Map([["a", 1]]), { a: 1 }],
  [
    "a Map with keys that are no text",
    new Map<unknown, number>([
      [1, 1],
      [Object.create(null), 2],
    ]),
    { "1": 1, "{}": 2 },
  ],
  ["Set", new Set([1]), [1]],
  ["numbers that JSON lacks", [NaN, Infinity, -Infinity], [null, null, null]],
  ["a field named __proto__", JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
])("%s", (_, value, plain) => {
  expect(JSON.stringify(toPlain(value))).toBe(JSON.stringify(plain));
});

test("minus zero is zero, as it is once JSON has been written and read", () => {
  expect(toPlain({ a: [-0] })).toEqual({ a: [0] });
});

test("JSON stays as it is, and everything else becomes JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(toPlain(value))).toBe(JSON.stringify(value));
    }),
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.anything({ withBigInt: true, withDate: true, withMap: true })),
      (value) => {
        const plain = toPlainObject(value);
        expect(JSON.parse(JSON.stringify(plain))).toEqual(plain);
      },
    ),
  );
});
