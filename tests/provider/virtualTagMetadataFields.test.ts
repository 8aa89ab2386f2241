import fc from "fast-check";
import type { MetadataMap } from "../../client";
import {
  fieldsOf,
  inWordsOf,
  metadataOf,
  pathsIn,
  sameMetadata,
  valuesIn,
} from "../../provider/virtualTagMetadataFields";
import { mapAfter, planMerge, shareOf } from "../../provider/virtualTagMetadataPlan";

const names = fc.constantFrom("Web", "Api", "constructor", "__proto__", 'a "b"]');
const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 });
const entry = fc.record(
  { groups: ids, endpoints: ids, customMetadata: fc.dictionary(names, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }) },
  { requiredKeys: [] },
);
/** `fromEntries` keeps `__proto__`, which fast-check's own dictionaries make a prototype of. */
const maps: fc.Arbitrary<MetadataMap> = fc
  .uniqueArray(fc.tuple(names, entry), { maxLength: 4, selector: ([name]) => name })
  .map((entries) => Object.fromEntries(entries));

test("taking apart and putting together changes nothing in meaning", () => {
  fc.assert(fc.property(maps, (map) => sameMetadata(metadataOf(fieldsOf(map).values()), map)));
});

test("in other words, a map says the same; in its own words, it is itself", () => {
  fc.assert(
    fc.property(maps, maps, (words, map) => {
      expect(sameMetadata(inWordsOf(words, map), map)).toBe(true);
      expect(inWordsOf(words, metadataOf(fieldsOf(words).values()))).toEqual(words);
    }),
  );
});

test("sameness is of meaning: order and emptiness do not count, all else does", () => {
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

test("a plan brings about what is declared, leaves what is not ours, and has nothing left to do afterwards", () => {
  fc.assert(
    fc.property(maps, maps, maps, (current, before, declared) => {
      const after = mapAfter(current, planMerge(current, { before, own: before, declared }));
      const again = planMerge(after, { before, own: before, declared });
      expect([again.missing.size, again.surplus.size]).toEqual([0, 0]);
      expect(sameMetadata(shareOf(after, declared), declared)).toBe(true);
      const ours = new Set([...fieldsOf(before).keys(), ...fieldsOf(declared).keys()]);
      const foreign = (map: MetadataMap): MetadataMap =>
        metadataOf([...fieldsOf(map)].flatMap(([path, field]) => (ours.has(path) ? [] : [field])));
      expect(sameMetadata(foreign(after), foreign(current))).toBe(true);
    }),
  );
});

test("what the document does not know is kept, where it stands beside what changes", () => {
  const current = { Web: { groups: ["a"], colour: "red" }, Api: { colour: "blue" } } as MetadataMap;
  const ours = { Web: { groups: ["a"] } };
  const after = mapAfter(current, planMerge(current, { before: ours, own: ours, declared: {} }));
  expect(after).toEqual({ Web: { colour: "red" }, Api: { colour: "blue" } });
});

test("messages name values and paths, twenty of them at most", () => {
  const fields = fieldsOf(Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`v${n}`, { groups: ["g"] }])));
  expect(valuesIn(fields)).toMatch(/^"v0", "v1", .* and 5 more$/);
  expect(pathsIn(fields)).toMatch(/^metadata\["v0"\]\.groups, .* and 5 more$/);
});
