/** The paths of changes that a preview of the plugin shows. */
import fc from "fast-check";
import { sameMetadata } from "../../client/resources/metadataFields";
import type { MetadataMap } from "../../client/wire";
import { detailedDiff } from "../../plugin/detailedDiff";
import { isSatisfiedBy } from "../../rules/canonical";
import type { TagContent } from "../../rules/types";
import { notificationEndpointFields } from "../../stack/state/notificationEndpoint";
import { fromSchemaForm, inSchemaForm } from "../../stack/state/schemaForm";
import { unknownValue } from "../../stack/state/unknown";
import { virtualTagFields } from "../../stack/state/virtualTag";
import { virtualTagMetadataFields } from "../../stack/state/virtualTagMetadata";
import { contents } from "../support/contents";
import { nestedContent } from "../support/nestedContent";
import { condition, rule, teamIs, teamRule } from "../support/rules";
import { atSize } from "../support/size";

type Properties = Record<string, unknown>;

const tagOf = (...rules: object[]): Properties => inSchemaForm({ name: "Team", rules, defaultValue: "None" });
const changesOf = (before: Properties, after: Properties): Properties =>
  Object.fromEntries(detailedDiff(virtualTagFields, before, after));
const [a, b, c, d] = ["a", "b", "c", "d"].map((team) => teamIs(team)) as [object, object, object, object];

test.each<[string, object[], object[], Properties]>([
  ["equal", [a, b], [a, b], {}],
  ["two swapped", [a, b], [b, a], { "rules[0]": "delete", "rules[1]": "add" }],
  ["one of two equal rules", [a, a, b], [a, b], { "rules[1]": "delete" }],
  [
    "two swapped around one that stays",
    [a, b, c],
    [c, b, a],
    Object.fromEntries(
      [0, 2].flatMap((index) =>
        [`rules[${index}].to`, `rules[${index}].filters.value[0]`].map((path) => [path, "update"]),
      ),
    ),
  ],
  [
    "a type that the service has filled in, beside another change",
    [{ ...a, to: { key: "k", costCenter: "AWS", type: "tag" } }],
    [b, { ...a, to: { key: "k", costCenter: "AWS" } }],
    { "rules[0]": "add" },
  ],
  [
    "another rule in a place",
    [a, b],
    [teamIs("x"), b],
    { "rules[0].to": "update", "rules[0].filters.value[0]": "update" },
  ],
  [
    "one leaves a place where another comes",
    [a, b, c],
    [d, b],
    { "rules[0].to": "update", "rules[0].filters.value[0]": "update", "rules[2]": "delete" },
  ],
  [
    "an operator",
    [a],
    [rule("a", condition("exists"))],
    { "rules[0].filters.operator": "update", "rules[0].filters.value": "delete" },
  ],
  [
    "one and several",
    [a],
    [rule("a", { AND: [condition("is", "a")] })],
    {
      "rules[0].filters.AND": "add",
      ...Object.fromEntries(
        ["costCenter", "key", "type", "operator", "value"].map((name) => [`rules[0].filters.${name}`, "delete"]),
      ),
    },
  ],
  [
    "the order of what is no set",
    [rule("a", condition("contains", ["x", "y"]))],
    [rule("a", condition("contains", ["y", "x"]))],
    {
      "rules[0].filters.value[0]": "delete",
      "rules[0].filters.value[1]": "add",
    },
  ],
  ["a set in another order, written twice", [teamRule("a", "x", "y")], [teamRule("a", "y", "x", "x")], {}],
  ["a rule that is null", [a, null as never, b], [a, b], { "rules[1]": "delete" }],
  ["a rule instead of null", [null as never, b], [a, b], { "rules[0]": "update" }],
  ["an unknown value", [a], [{ ...a, to: unknownValue }], { "rules[0].to": "update" }],
  ["an unknown rule", [a, b], [unknownValue as never, b], { "rules[0]": "update" }],
])("rules: %s", (_, before, after, expected) => {
  expect(changesOf(tagOf(...before), tagOf(...after))).toEqual(expected);
});

test.each<[string, Properties, Properties, Properties]>([
  ["a name in another Unicode form", { name: "é" }, { name: "e\u0301" }, {}],
  [
    "a text and a key",
    { defaultValue: "x" },
    { defaultValueKey: { key: "k", costCenter: "AWS" } },
    { defaultValue: "delete", defaultValueKey: "add" },
  ],
  ["arguments with their defaults", {}, { setAsLive: true, adopt: false }, {}],
  ["arguments with their defaults that are left out now", { setAsLive: true, adopt: false }, {}, {}],
  ["other values than the defaults", { adopt: true }, { setAsLive: false }, { setAsLive: "add", adopt: "delete" }],
  ["a value that is no default, left out now", { setAsLive: false }, {}, { setAsLive: "delete" }],
  ["a default instead of another value", { adopt: false }, { adopt: true }, { adopt: "update" }],
  ["adopt and an ID", { adopt: true }, { adoptId: "x" }, { adopt: "delete", adoptId: "add" }],
  [
    "a list of values that is unknown now",
    tagOf(teamRule("a", "x", "y")),
    tagOf({ ...teamRule("a", "x"), filters: condition("oneOf", unknownValue) }),
    { "rules[0].filters.value": "update" },
  ],
  [
    "a change of what a dynamic front has saved, where the engine would find no path",
    { rules: [{ ...a, to: { key: "k", costCenter: "AWS" } }], defaultValue: "x" },
    { rules: [{ ...a, to: undefined, toKey: { key: "other", costCenter: "AWS" } }], defaultValue: "y" },
    {},
  ],
  ["what can't be compared, because it is nested too deep", { ...nestedContent(5000) }, { ...nestedContent(4000) }, {}],
  ["a state without rules", {}, { rules: tagOf(a)["rules"] }, { rules: "add" }],
  ["all rules are unknown", tagOf(a), { ...tagOf(), rules: unknownValue }, { rules: "update" }],
  ["what the provider adds", { __ignoreChanges: ["rules"] }, {}, {}],
  [
    "arguments that a dynamic front has saved",
    { rules: [{ ...a, to: { key: "k", costCenter: "AWS" } }], defaultValue: { key: "k", costCenter: "AWS" } },
    {
      rules: [{ ...a, to: undefined, toKey: { key: "k", costCenter: "AWS" } }],
      defaultValueKey: { key: "k", costCenter: "AWS" },
    },
    {},
  ],
])("a tag: %s", (_, before, after, expected) => {
  expect(changesOf(before, after)).toEqual(expected);
});

test.each<[string, Properties, Properties, Properties]>([
  [
    "a value less, and one more",
    { A: { groups: ["x"] }, B: { groups: ["x"] } },
    { "c.d": { groups: ["x"] }, B: { groups: ["x"] } },
    { "metadata.A": "delete", 'metadata["c.d"]': "add" },
  ],
  ["what is empty is absent", { A: { groups: [], customMetadata: {} } }, { B: {} }, {}],
  ["a list in another order", { A: { groups: ["x", "y"] } }, { A: { groups: ["y", "x", "x"] } }, {}],
  [
    "one more in it",
    { A: { endpoints: ["x"] } },
    { A: { endpoints: ["y", "x"] } },
    { "metadata.A.endpoints[0]": "add" },
  ],
  [
    "a first list",
    { A: { endpoints: [], groups: ["x"] } },
    { A: { endpoints: ["y"], groups: ["x"] } },
    { "metadata.A.endpoints": "add" },
  ],
  [
    "a list less, and an empty one",
    { A: { groups: ["x"], endpoints: ["y"] } },
    { A: { groups: [], endpoints: ["y"] } },
    { "metadata.A.groups": "delete" },
  ],
  [
    "names with quotes",
    { 'a "b"': { customMetadata: { "": 1 } } },
    { 'a "b"': { customMetadata: { "": 2 } } },
    { 'metadata["a \\"b\\""].customMetadata[""]': "update" },
  ],
  [
    "a name that the engine can't read in a path",
    { "a.\\": { groups: ["x"] }, B: { groups: ["x"] } },
    { "a.\\": { groups: ["y"] } },
    { metadata: "update" },
  ],
  [
    "a custom value, of which the engine shows the parts",
    { A: { customMetadata: { groups: { x: [1, 2], y: 3 } } } },
    { A: { customMetadata: { groups: { y: 3, x: [2, 1] } } } },
    { "metadata.A.customMetadata.groups": "update" },
  ],
])("metadata: %s", (_, before, after, expected) => {
  const found = detailedDiff(virtualTagMetadataFields, { metadata: before }, { metadata: after });
  expect(Object.fromEntries(found)).toEqual(expected);
});

test("a flag that is false is absent, also beside another change", () => {
  const [before, after] = [
    { metadata: {} },
    { metadata: { A: { groups: ["x"] } }, mergeValuesAndMetadata: false, adopt: false },
  ];
  expect(Object.fromEntries(detailedDiff(virtualTagMetadataFields, before, after))).toEqual({ "metadata.A": "add" });
});

test("an endpoint's flag that is false is absent", () => {
  expect(detailedDiff(notificationEndpointFields, { allowSameName: false }, {}).size).toBe(0);
});

test("a destination is one path, which is a secret as a whole", () => {
  const [before, after] = ["a@b.example", "c@b.example"].map((to) => ({
    type: "email",
    name: "Mail",
    configuration: { to },
  })) as Properties[] as [Properties, Properties];
  expect(Object.fromEntries(detailedDiff(notificationEndpointFields, before, after))).toEqual({
    configuration: "update",
  });
});

/** The steps of a path, as the engine reads them. */
function stepsOf(path: string): (string | number)[] {
  const steps = path.matchAll(/\["((?:\\"|[^"])*)"\]|\[(\d+)\]|([^.[]+)/gu);
  return [...steps].map(([, quoted, index, name]) =>
    index === undefined ? (name ?? quoted?.replaceAll('\\"', '"') ?? "") : Number(index),
  );
}

/** A change, by the steps to it. */
type Step = readonly [steps: (string | number)[], change: string];

/** What is before, with the changes of these paths and nothing else. */
function applied(before: unknown, after: unknown, changes: readonly Step[]): unknown {
  if (changes.length === 0) return before;
  if (changes.some(([steps]) => steps.length === 0)) {
    expect(changes).toHaveLength(1); // No path is part of another.
    return changes[0]?.[1] === "delete" ? undefined : after;
  }
  const below = new Set(changes.map(([[step = ""]]) => step));
  const part = (step: string | number): unknown => {
    const own = changes.flatMap(([[first, ...rest], change]): Step[] => (first === step ? [[rest, change]] : []));
    return applied((before as Properties)[step], (after as Properties)[step], own);
  };
  if (!Array.isArray(before)) {
    const names = [...new Set([...Object.keys(before as object), ...below])].map(String);
    return Object.fromEntries(names.map((name) => [name, part(name)]).filter(([, value]) => value !== undefined));
  }
  const added = new Set(changes.flatMap(([steps, change]) => (steps.length === 1 && change === "add" ? steps : [])));
  const kept = before.filter((_, index) => !below.has(index) || added.has(index));
  const replaced = [...below].filter((step) => !added.has(step)).map(part);
  const length = kept.length + added.size + replaced.filter((value) => value !== undefined).length;
  return Array.from({ length }, (_, index): unknown => (below.has(index) ? part(index) : undefined) ?? kept.shift());
}

/** Contents before and after a change: rules of two contents, in any order, some twice, and some changed in part. */
const edits = fc
  .tuple(contents, contents, fc.infiniteStream(fc.nat()))
  .map(([before, other, numbers]): [TagContent, TagContent] => {
    const next = (end: number): number => (numbers.next().value as number) % end;
    const pool = [...before.rules, ...other.rules];
    const rules = before.rules.flatMap((one) => {
      const another = pool[next(pool.length)] ?? one;
      return (
        [
          [one],
          [one],
          [one],
          [],
          [another, one],
          [another],
          [{ ...one, to: another.to }],
          [{ ...one, filters: another.filters }],
        ][next(8)] ?? []
      );
    });
    return [before, { rules, defaultValue: next(4) === 0 ? other.defaultValue : before.defaultValue }];
  });

test("the paths of a tag are all that differs: with them, what is before means what is after", () => {
  let counted = 0;
  fc.assert(
    fc.property(edits, ([one, other]) => {
      const [before, after] = [one, other].map((content) => inSchemaForm({ ...content })) as [Properties, Properties];
      const found = detailedDiff(virtualTagFields, before, after);
      // A save is never without a path.
      if (!isSatisfiedBy(other, one)) {
        expect(found.size).toBeGreaterThan(0);
        counted += 1;
      }
      const steps = [...found].map(([path, change]): Step => [stepsOf(path), change]);
      const result = fromSchemaForm(applied(before, after, steps) as Properties) as unknown as TagContent;
      expect(isSatisfiedBy(other, result)).toBe(true);
    }),
    { numRuns: atSize(100, 1500) },
  );
  expect(counted).toBeGreaterThan(30);
});

const name = fc.constantFrom("A", "B", "a.b", 'a"b', "a\\b", "x y", "é");
const ids = fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 3 });
const metadata = fc.dictionary(
  name,
  fc.record(
    { groups: ids, endpoints: ids, customMetadata: fc.dictionary(name, fc.constantFrom(1, "x", null, [1], { a: 1 })) },
    { requiredKeys: [] },
  ),
) as fc.Arbitrary<MetadataMap>;

test("the paths of metadata are all that differs", () => {
  fc.assert(
    fc.property(metadata, metadata, (before, after) => {
      const found = detailedDiff(virtualTagMetadataFields, { metadata: before }, { metadata: after });
      expect(found.size === 0).toBe(sameMetadata(before, after));
      const steps = [...found].map(([path, change]): Step => [stepsOf(path), change]);
      const result = applied({ metadata: before }, { metadata: after }, steps) as { metadata: MetadataMap };
      expect(sameMetadata(result.metadata, after)).toBe(true);
    }),
    { numRuns: atSize(100, 1500) },
  );
});
