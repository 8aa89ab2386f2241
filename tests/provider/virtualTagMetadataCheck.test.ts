import type { Claims } from "../../provider/lifecycle";
import { virtualTagMetadataLifecycle as lifecycle } from "../../provider/virtualTagMetadata";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const type = "pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata";
const urn = (name: string): string => `urn:pulumi:dev::bill::${type}::${name}`;
const inputs = { virtualTagId: "tag-1", metadata: { Web: { groups: ["g"] } }, resourceUrn: urn("one") };
const check = (
  change: object,
  claims: Claims = new Map(),
  metadataNesting: "root" | "perValue" = "root",
): ReturnType<typeof lifecycle.check> => lifecycle.check({ ...inputs, ...change }, claims, { metadataNesting });
const paths = (change: object, claims?: Claims): string[] => check(change, claims).problems.map(({ path }) => path);
const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, n) => [`value ${n}`, {}]));

test.each<[string, object, string[]]>([
  ["no tag", { virtualTagId: undefined }, ["virtualTagId"]],
  ["no metadata", { metadata: undefined }, ["metadata"]],
  ["an array as metadata", { metadata: [] }, ["metadata"]],
  ["an argument that does not exist", { values: {} }, ["values"]],
  ["a flag that is none", { mergeValuesAndMetadata: "yes", adopt: 1 }, ["mergeValuesAndMetadata", "adopt"]],
  ["a value with a dot", { metadata: { "v1.2": {} } }, ['metadata["v1.2"]']],
  ["a value without a name", { metadata: { "": {} } }, ['metadata[""]']],
  ["the merge flag's own name", { metadata: { mergeValuesAndMetadata: {} } }, ['metadata["mergeValuesAndMetadata"]']],
  ["a name that Pulumi loses", { metadata: JSON.parse('{"__proto__":{}}') as object }, ['metadata["__proto__"]']],
  [
    "a key that Pulumi loses, at any depth",
    {
      metadata: {
        Web: { customMetadata: JSON.parse('{"__proto__":{"polluted":1},"a":[{"__proto__":1}]}') as object },
      },
    },
    ['metadata["Web"].customMetadata["__proto__"]', 'metadata["Web"].customMetadata["a"][0]["__proto__"]'],
  ],
  ["a value that is no object", { metadata: { Web: "g" } }, ['metadata["Web"]']],
  ["a field that does not exist", { metadata: { Web: { group: ["g"] } } }, ['metadata["Web"].group']],
  ["groups that are no list", { metadata: { Web: { groups: "g" } } }, ['metadata["Web"].groups']],
  ["an empty ID", { metadata: { Web: { groups: ["g", ""] } } }, ['metadata["Web"].groups[1]']],
  ["an endpoint that is no ID", { metadata: { Web: { endpoints: [5] } } }, ['metadata["Web"].endpoints[0]']],
  [
    "custom metadata that is no object",
    { metadata: { Web: { customMetadata: [] } } },
    ['metadata["Web"].customMetadata'],
  ],
  ["more values than the service takes", { metadata: many(10_001) }, ["metadata"]],
])("refuses %s, by its path", (_, change, expected) => {
  expect(paths(change)).toEqual(expected);
});

test("as many values as the service takes pass, and the merge flag's name where it stands inside of each value", () => {
  expect(paths({ metadata: many(10_000) })).toEqual([]);
  expect(check({ metadata: { mergeValuesAndMetadata: {} } }, new Map(), "perValue").problems).toEqual([]);
});

test("what is in a value is never shown", () => {
  const { problems } = check({ metadata: { Web: { groups: [{ key: "s3cr3t" }], customMetadata: "s3cr3t" } } });
  expect(problems).toHaveLength(2);
  expect(JSON.stringify(problems)).not.toContain("s3cr3t");
});

test("thousands of mistakes are told as a page of them", () => {
  expect(paths({ metadata: Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${n}.`, {}])) })).toHaveLength(
    50,
  );
});

test.each<[string, object]>([
  ["the tag", { virtualTagId: unknown }],
  ["all of it", { metadata: unknown }],
  ["a value", { metadata: { Web: unknown } }],
  ["a list", { metadata: { Web: { groups: unknown, endpoints: unknown } } }],
  ["an endpoint", { metadata: { Web: { endpoints: ["e", unknown] } } }],
  ["custom metadata", { metadata: { Web: { customMetadata: unknown } } }],
  ["a flag", { mergeValuesAndMetadata: unknown, adopt: unknown }],
])("lets what is not known yet pass: %s", (_, change) => {
  expect(paths(change)).toEqual([]);
});

describe("two resources on one tag", () => {
  const merge = { mergeValuesAndMetadata: true };
  const [one, two] = [{ resourceUrn: urn("one") }, { resourceUrn: urn("two") }];
  const second = (first: object, next: object): string[] => {
    const claims: Claims = new Map();
    expect(paths({ ...one, ...first }, claims)).toEqual([]);
    return paths({ ...two, ...next }, claims);
  };

  test("may not both own the whole map", () => {
    expect(second({}, {})).toEqual(["virtualTagId"]);
  });

  test("may not own the whole map and parts of it, in either order", () => {
    expect(second({}, merge)).toEqual(["virtualTagId"]);
    expect(second(merge, {})).toEqual(["virtualTagId"]);
  });

  test("may not declare the same value", () => {
    expect(second(merge, { ...merge, metadata: { Api: {}, Web: { endpoints: ["e"] } } })).toEqual(['metadata["Web"]']);
  });

  test.each<[string, object, object]>([
    ["declare other values", merge, { ...merge, metadata: { Api: {} } }],
    ["are on other tags", {}, { virtualTagId: "tag-2" }],
    ["are on a tag that is not known yet", { virtualTagId: unknown }, { virtualTagId: unknown }],
    ["may be in either mode", { mergeValuesAndMetadata: unknown }, {}],
    ["declare what is not known yet", merge, { ...merge, metadata: unknown }],
  ])("pass when they %s", (_, first, next) => {
    expect(second(first, next)).toEqual([]);
  });

  test("may not be on one tag whose ID they spell otherwise: its case makes no difference", () => {
    expect(second({}, { virtualTagId: "TAG-1" })).toEqual(["virtualTagId"]);
  });

  test("are one, when it is checked again", () => {
    expect(second({}, one)).toEqual([]);
    expect(second(merge, { ...merge, ...one })).toEqual([]);
  });
});

describe("diff", () => {
  const state = { ...inputs, metadata: { Web: { groups: ["a", "b"], customMetadata: { k: { x: 1, y: 2 } } } } };
  const diff = (change: object): unknown => lifecycle.diff(state, { ...state, ...change });

  test.each<[string, object]>([
    ["the order of a list", { metadata: { Web: { ...state.metadata.Web, groups: ["b", "a"] } } }],
    ["the order of keys", { metadata: { Web: { ...state.metadata.Web, customMetadata: { k: { y: 2, x: 1 } } } } }],
    ["what says nothing", { metadata: { ...state.metadata, Api: {}, Jobs: { groups: [], customMetadata: {} } } }],
    ["the flag's default", { mergeValuesAndMetadata: false }],
    ["adopt, and the URN", { adopt: true, resourceUrn: urn("renamed") }],
    ["the case of the tag's ID", { virtualTagId: "TAG-1" }],
  ])("%s is none", (_, change) => {
    expect(diff(change)).toBe("none");
  });

  test.each<[string, object]>([
    ["a list", { metadata: { Web: { ...state.metadata.Web, groups: ["a"] } } }],
    ["a custom key", { metadata: { Web: { ...state.metadata.Web, customMetadata: { k: { x: 1 } } } } }],
    ["the mode", { mergeValuesAndMetadata: true }],
    ["what is not known yet", { metadata: { Web: { ...state.metadata.Web, endpoints: [unknown] } } }],
  ])("%s is one, in place", (_, change) => {
    expect(diff(change)).toEqual({ replaces: [], deleteBeforeReplace: true });
  });

  test("another tag is another resource, made after the old one is gone", () => {
    expect(diff({ virtualTagId: "tag-2" })).toEqual({ replaces: ["virtualTagId"], deleteBeforeReplace: true });
  });
});
