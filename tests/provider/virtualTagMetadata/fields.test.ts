import fc from "fast-check";
import type { MetadataMap } from "../../../client";
import { fieldsOf, inFormOf, metadataOf, sameMetadata, shareOf } from "../../../client/resources/metadataFields";
import { textOf } from "../../../provider/virtualTagMetadata/messages";
import { factsOf, type MergeFacts } from "../../../provider/virtualTagMetadata/facts";

/** What a merge has to do. */
const planOf = (current: MetadataMap, before: MetadataMap, declared: MetadataMap): MergeFacts => {
  const facts = factsOf(current, { before, own: before, declared, isMerge: true, ownsWhole: false, unwritten: [] });
  if (facts.owns !== "fields") throw new Error("A merge owns fields.");
  return facts;
};
const names = fc.constantFrom("Web", "Api", "constructor", "__proto__", 'a "b"]');
const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 });
const entry = fc.record(
  { groups: ids, endpoints: ids, customMetadata: fc.dictionary(names, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }) },
  { requiredKeys: [] },
);
/** `fromEntries` keeps a key named `__proto__`; fast-check's own dictionaries would set the prototype. */
const maps: fc.Arbitrary<MetadataMap> = fc
  .uniqueArray(fc.tuple(names, entry), { maxLength: 4, selector: ([name]) => name })
  .map((entries) => Object.fromEntries(entries));

test("metadata that is taken apart into fields and put together again means the same", () => {
  fc.assert(fc.property(maps, (map) => sameMetadata(metadataOf(fieldsOf(map).values()), map)));
});

test("a map in the spelling of another still means the same; in its own spelling, it does not change", () => {
  fc.assert(
    fc.property(maps, maps, (words, map) => {
      expect(sameMetadata(inFormOf(words, map), map)).toBe(true);
      expect(inFormOf(words, metadataOf(fieldsOf(words).values()))).toEqual(words);
    }),
  );
});

test("the order of a list and empty fields make no difference; everything else does", () => {
  const map: MetadataMap = { Web: { groups: ["a", "b"], customMetadata: { k: [1, 2] } } };
  expect(sameMetadata(map, { Api: { groups: [] }, Web: { customMetadata: { k: [1, 2] }, groups: ["b", "a"] } })).toBe(
    true,
  );
  expect(sameMetadata(map, { Web: { groups: ["a", "b"], customMetadata: { k: [2, 1] } } })).toBe(false);
  expect(sameMetadata(map, { Web: { groups: ["a"], customMetadata: { k: [1, 2] } } })).toBe(false);
  expect(sameMetadata({}, { Web: { customMetadata: { k: null } } })).toBe(false);
});

test("comparing leaves lists in their written order", () => {
  const map: MetadataMap = { Web: { groups: ["b", "a"] } };
  sameMetadata(map, { Web: { groups: ["a", "b"] } });
  expect(map).toEqual({ Web: { groups: ["b", "a"] } });
});

test("a plan does what is declared, keeps what others own, and leaves nothing to do", () => {
  fc.assert(
    fc.property(maps, maps, maps, (current, before, declared) => {
      const { after } = planOf(current, before, declared);
      const again = planOf(after, before, declared);
      expect([again.missing.size, again.surplus.size]).toEqual([0, 0]);
      expect(sameMetadata(shareOf(after, declared), declared)).toBe(true);
      const ours = new Set([...fieldsOf(before).keys(), ...fieldsOf(declared).keys()]);
      const foreign = (map: MetadataMap): MetadataMap =>
        metadataOf([...fieldsOf(map)].flatMap(([path, field]) => (ours.has(path) ? [] : [field])));
      expect(sameMetadata(foreign(after), foreign(current))).toBe(true);
    }),
  );
});

test("fields that the API documentation does not know are kept beside what changes", () => {
  const current = { Web: { groups: ["a"], colour: "red" }, Api: { colour: "blue" } } as MetadataMap;
  const ours = { Web: { groups: ["a"] } };
  const { after } = planOf(current, ours, {});
  expect(after).toEqual({ Web: { colour: "red" }, Api: { colour: "blue" } });
});

test("messages list twenty paths at most, and count the rest", () => {
  const paths = Array.from({ length: 25 }, (_, n) => `metadata["v${n}"].groups`);
  const { text } = textOf(["fieldsExist", { id: "tag-1", paths }]);
  expect(paths.filter((path) => text.includes(path))).toEqual(paths.slice(0, 20));
  expect(text).toContain("and 5 more");
});
