import { RunMemory } from "../../../provider/shared/runMemory";
import type { Difference } from "../../../provider/shared/lifecycle";
import { urnOf } from "./account";
import { virtualTagMetadataLifecycle as lifecycle } from "../lifecycles";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const inputs = { virtualTagId: "tag-1", metadata: { Web: { groups: ["g"] } }, __resourceUrn: urnOf("one") };
const check = (
  change: object,
  memory = new RunMemory(),
  metadataNesting: "root" | "perValue" = "root",
): ReturnType<typeof lifecycle.check> =>
  lifecycle.check({ ...inputs, ...change }, { memory, settings: { metadataNesting } });
const paths = (change: object, memory?: RunMemory): string[] => check(change, memory).problems.map(({ path }) => path);
const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, n) => [`value ${n}`, {}]));

test.each<[string, object, string[]]>([
  ["no tag", { virtualTagId: undefined }, ["virtualTagId"]],
  ...["..", "a/../b", "Team A", "a?b", "a%2Fb"].map((id): [string, object, string[]] => [
    `the impossible ID ${id}`,
    { virtualTagId: id },
    ["virtualTagId"],
  ]),
  ["no metadata", { metadata: undefined }, ["metadata"]],
  ["an array as metadata", { metadata: [] }, ["metadata"]],
  ["an argument that does not exist", { values: {} }, ["values"]],
  [
    "flags that are not true or false",
    { mergeValuesAndMetadata: "yes", adopt: 1 },
    ["mergeValuesAndMetadata", "adopt"],
  ],
  ["a value with a dot", { metadata: { "v1.2": {} } }, ['metadata["v1.2"]']],
  [
    "a value with the name of the merge flag",
    { metadata: { mergeValuesAndMetadata: {} } },
    ['metadata["mergeValuesAndMetadata"]'],
  ],
  [
    "a value whose name Pulumi loses",
    { metadata: JSON.parse('{"__proto__":{}}') as object },
    ['metadata["__proto__"]'],
  ],
  [
    "a key that Pulumi loses, at any depth",
    {
      metadata: {
        Web: { customMetadata: JSON.parse('{"__proto__":{"polluted":1},"a":[{"__proto__":1}]}') as object },
      },
    },
    ['metadata["Web"]["customMetadata"]["__proto__"]', 'metadata["Web"]["customMetadata"]["a"][0]["__proto__"]'],
  ],
  ["a value that is not an object", { metadata: { Web: "g" } }, ['metadata["Web"]']],
  ["a field that does not exist", { metadata: { Web: { group: ["g"] } } }, ['metadata["Web"].group']],
  ["groups that are not a list", { metadata: { Web: { groups: "g" } } }, ['metadata["Web"].groups']],
  ["an empty ID", { metadata: { Web: { groups: ["g", ""] } } }, ['metadata["Web"].groups[1]']],
  ["an endpoint that is not an ID", { metadata: { Web: { endpoints: [5] } } }, ['metadata["Web"].endpoints[0]']],
  [
    "custom metadata that is not an object",
    { metadata: { Web: { customMetadata: [] } } },
    ['metadata["Web"].customMetadata'],
  ],
  ["more values than the service accepts", { metadata: many(10_001) }, ["metadata"]],
])("refuses %s, and names its path", (_, change, expected) => {
  expect(paths(change)).toEqual(expected);
});

test("accepts 10,000 values, a value that is an empty text, and one with the name of the merge flag if metadataNesting is perValue", () => {
  expect(paths({ metadata: many(10_000) })).toEqual([]);
  expect(paths({ metadata: { "": { groups: ["g"] } } })).toEqual([]);
  expect(check({ metadata: { mergeValuesAndMetadata: {} } }, new RunMemory(), "perValue").problems).toEqual([]);
});

test("a name that Pulumi loses has a code of its own", () => {
  const { problems } = check({ metadata: JSON.parse('{"__proto__":{}}') as object });
  expect(problems).toMatchObject([{ path: 'metadata["__proto__"]', code: "CA3303" }]);
});

test("no problem shows what is in a value", () => {
  const { problems } = check({ metadata: { Web: { groups: [{ key: "s3cr3t" }], customMetadata: "s3cr3t" } } });
  expect(problems).toHaveLength(2);
  expect(JSON.stringify(problems)).not.toContain("s3cr3t");
});

test("lists 50 problems at most", () => {
  expect(paths({ metadata: Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${n}.`, {}])) })).toHaveLength(
    50,
  );
});

test.each<[string, object]>([
  ["the tag", { virtualTagId: unknown }],
  ["everything", { metadata: unknown }],
  ["a value", { metadata: { Web: unknown } }],
  ["a list", { metadata: { Web: { groups: unknown, endpoints: unknown } } }],
  ["an endpoint", { metadata: { Web: { endpoints: ["e", unknown] } } }],
  ["custom metadata", { metadata: { Web: { customMetadata: unknown } } }],
  ["a flag", { mergeValuesAndMetadata: unknown, adopt: unknown }],
])("accepts what is unknown until deployment: %s", (_, change) => {
  expect(paths(change)).toEqual([]);
});

describe("two resources on one tag", () => {
  const merge = { mergeValuesAndMetadata: true };
  const [one, two] = [{ __resourceUrn: urnOf("one") }, { __resourceUrn: urnOf("two") }];
  /** The problems of the second resource: their paths, and their codes. */
  const second = (first: object, next: object): [string, string | undefined][] => {
    const memory = new RunMemory();
    expect(paths({ ...one, ...first }, memory)).toEqual([]);
    return check({ ...two, ...next }, memory).problems.map(({ path, code }) => [path, code]);
  };

  test("may not both own the whole map", () => {
    expect(second({}, {})).toEqual([["virtualTagId", "CA3301"]]);
  });

  test("may not own the whole map and parts of it, in either order", () => {
    expect(second({}, merge)).toEqual([["virtualTagId", "CA3301"]]);
    expect(second(merge, {})).toEqual([["virtualTagId", "CA3301"]]);
  });

  test("may not declare the same value", () => {
    const metadata = { Api: {}, Web: { endpoints: ["e"] } };
    expect(second(merge, { ...merge, metadata })).toEqual([['metadata["Web"]', "CA3302"]]);
  });

  test.each<[string, object, object]>([
    ["declare different values", merge, { ...merge, metadata: { Api: {} } }],
    ["belong to different tags", {}, { virtualTagId: "tag-2" }],
    ["belong to tags that are unknown until deployment", { virtualTagId: unknown }, { virtualTagId: unknown }],
    ["may merge or not: that is unknown until deployment", { mergeValuesAndMetadata: unknown }, {}],
    ["declare values that are unknown until deployment", merge, { ...merge, metadata: unknown }],
  ])("are accepted if they %s", (_, first, next) => {
    expect(second(first, next)).toEqual([]);
  });

  test("may not own the same tag in another case of its ID", () => {
    expect(second({}, { virtualTagId: "TAG-1" })).toEqual([["virtualTagId", "CA3301"]]);
  });

  test("are one resource if they have the same URN", () => {
    expect(second({}, one)).toEqual([]);
    expect(second(merge, { ...merge, ...one })).toEqual([]);
  });
});

describe("diff", () => {
  const state = { ...inputs, metadata: { Web: { groups: ["a", "b"], customMetadata: { k: { x: 1, y: 2 } } } } };
  const diff = (change: object): Difference => lifecycle.diff(state, { ...state, ...change });

  test.each<[string, object]>([
    ["the order of a list", { metadata: { Web: { ...state.metadata.Web, groups: ["b", "a"] } } }],
    ["the order of keys", { metadata: { Web: { ...state.metadata.Web, customMetadata: { k: { y: 2, x: 1 } } } } }],
    ["an empty value", { metadata: { ...state.metadata, Api: {}, Jobs: { groups: [], customMetadata: {} } } }],
    ["the flag's default", { mergeValuesAndMetadata: false }],
    ["adopt, and the URN", { adopt: true, __resourceUrn: urnOf("renamed") }],
    ["the case of the tag's ID", { virtualTagId: "TAG-1" }],
  ])("%s makes no difference", (_, change) => {
    expect(diff(change).kind).toBe("none");
  });

  test.each<[string, object]>([
    ["a list", { metadata: { Web: { ...state.metadata.Web, groups: ["a"] } } }],
    ["a custom key", { metadata: { Web: { ...state.metadata.Web, customMetadata: { k: { x: 1 } } } } }],
    ["the mode", { mergeValuesAndMetadata: true }],
    ["what is unknown until deployment", { metadata: { Web: { ...state.metadata.Web, endpoints: [unknown] } } }],
  ])("%s is an update in place", (_, change) => {
    expect(diff(change)).toEqual({ kind: "update", warnings: [], notes: [] });
  });

  test("drift that the program accepts is an update of what the provider remembers only", () => {
    const drifted = { ...state, __memory: { declared: { Web: { groups: ["a"] } } } };
    expect(lifecycle.diff(drifted, state)).toEqual({ kind: "remember", warnings: [], notes: [] });
  });

  test("another tag is a replacement, created after the old one is deleted", () => {
    expect(diff({ virtualTagId: "tag-2" })).toEqual({
      kind: "replace",
      because: ["virtualTagId"],
      warnings: [],
      notes: [],
    });
  });
});
