import fc from "fast-check";
import { plainJson } from "../../../stack/state/plainJson";

const text = (value: object): string => JSON.stringify(plainJson(value));

test.each<[string, object, string]>([
  ["undefined fields", { a: undefined, b: { c: undefined } }, '{"b":{}}'],
  ["functions and symbols", { a: () => 1, b: Symbol("s"), c: 1 }, '{"c":1}'],
  ["undefined in an array", { a: [1, undefined] }, '{"a":[1,null]}'],
  // eslint-disable-next-line no-sparse-arrays -- an element that was never set
  ["a hole in an array", { a: [1, , 2] }, '{"a":[1,null,2]}'],
  ["a Date", { a: new Date(0) }, '{"a":"1970-01-01T00:00:00.000Z"}'],
  ["an invalid Date", { a: new Date(NaN) }, '{"a":null}'],
  ["numbers that JSON lacks", { a: [NaN, Infinity, -Infinity] }, '{"a":[null,null,null]}'],
  [
    "an object of a class",
    {
      a: new (class Team {
        name = "a";
      })(),
    },
    '{"a":{"name":"a"}}',
  ],
  ["an object without a prototype", { a: Object.assign(Object.create(null) as object, { b: 1 }) }, '{"a":{"b":1}}'],
  ["a field named __proto__", JSON.parse('{"__proto__":{"a":1}}') as object, '{"__proto__":{"a":1}}'],
])("%s", (_, value, plain) => {
  expect(text(value)).toBe(plain);
});

test("plain JSON is not copied: that would take long for a large tag", () => {
  const value = { rules: [{ to: "a" }], defaultValue: null, setAsLive: true, count: 1 };
  expect(plainJson(value)).toBe(value);
});

test("JSON stays as it is", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(text(value)).toBe(JSON.stringify(value));
    }),
  );
});

/** Whether a value holds nothing but what JSON has. */
function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return Array.from(value as unknown[]).every(isJson);
  if (typeof value === "object" && value !== null)
    return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
  return value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
}

test("everything else becomes JSON, in the same words as JSON.stringify", () => {
  const anything = fc.anything({ withDate: true, withMap: true, withSet: true, withSparseArray: true });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), anything), (value) => {
      const plain = plainJson(value);
      expect(isJson(plain)).toBe(true);
      expect(JSON.stringify(plain)).toBe(JSON.stringify(value));
    }),
  );
});
