import * as pulumi from "@pulumi/pulumi";
import { tagValidator } from "../../rules/validate";
import type { FilterArgs } from "../../sdk";
import { allOf, anyOf, dimension, key, tag, virtualTagKey } from "../../sdk";
import { value } from "./mockEngine";

const subject = { costCenter: "AWS", key: "team", type: "tag" };

test.each([
  ["is", tag("AWS", "team").is("a"), { ...subject, operator: "is", value: ["a"] }],
  ["notIs", tag("AWS", "team").notIs("a"), { ...subject, operator: "notIs", value: ["a"] }],
  ["oneOf", tag("AWS", "team").oneOf(["a", "b"]), { ...subject, operator: "oneOf", value: ["a", "b"] }],
  ["notOneOf", tag("AWS", "team").notOneOf(["a"]), { ...subject, operator: "notOneOf", value: ["a"] }],
  ["contains", tag("AWS", "team").contains("a"), { ...subject, operator: "contains", value: ["a"] }],
  ["notContains", tag("AWS", "team").notContains("a"), { ...subject, operator: "notContains", value: ["a"] }],
  ["exists", tag("AWS", "team").exists(), { ...subject, operator: "exists" }],
  ["notExists", tag("AWS", "team").notExists(), { ...subject, operator: "notExists" }],
])("%s returns a condition in the shape of the API", (_, built, expected) => {
  expect(built).toEqual(expected);
});

test("each kind of key has its own type", () => {
  expect(dimension("GCP", "project").exists()).toMatchObject({
    costCenter: "GCP",
    key: "project",
    type: "billing_dimension",
  });
  expect(key("Kubernetes", "app", "k8s_pod_label").exists()).toMatchObject({ key: "app", type: "k8s_pod_label" });
});

test("another Virtual Tag is a key, with the tag itself or its ID", () => {
  const expected = {
    costCenter: "Virtual Tags",
    key: "an-id",
    type: "virtual_tag",
    operator: "is",
    value: ["Checkout"],
  };
  expect(virtualTagKey("an-id").is("Checkout")).toEqual(expected);
  expect(virtualTagKey({ id: "an-id" }).is("Checkout")).toEqual(expected);
});

test("groups can be nested, and can contain plain objects", () => {
  const plain = { costCenter: "AWS", key: "team", type: "tag", operator: "exists" } as const;
  expect(allOf(plain, anyOf(tag("AWS", "team").exists(), plain))).toEqual({ AND: [plain, { OR: [plain, plain] }] });
});

/** What Pulumi sends to the provider: it drops functions. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("a key without a comparison is one problem, which says what to add", () => {
  const filters = tag("AWS", "team");
  for (const given of [filters, sent(filters), sent(virtualTagKey("an-id"))]) {
    const content = { name: "T", rules: [{ to: "a", filters: given }], defaultValue: "" };
    expect(tagValidator()(content)).toEqual([
      {
        path: "rules[0].filters",
        message: "is a key without a comparison. Add .is(...), .oneOf([...]) or .exists()",
      },
    ]);
  }
});

test("oneOf and notOneOf take an array or several arguments", () => {
  const values = ["x", "y"];
  for (const operator of ["oneOf", "notOneOf"] as const) {
    const expected = { ...subject, operator, value: values };
    const builder = tag("AWS", "team");
    expect(builder[operator]("x", "y")).toEqual(expected);
    expect(builder[operator](values)).toEqual(expected);
    expect(builder[operator](...values)).toEqual(expected);
    expect(builder[operator]("x")).toEqual({ ...subject, operator, value: ["x"] });
    // What the types refuse is not lost either.
    const mixed = [["x"], "y"] as unknown as string[];
    expect(builder[operator](...mixed)).toEqual(expected);
  }
});

test("allOf and anyOf take an array or several arguments", () => {
  const [one, two] = [tag("AWS", "team").exists(), tag("AWS", "env").exists()];
  expect([allOf(one, two), allOf([one, two]), allOf(...[one, two])]).toEqual(Array(3).fill({ AND: [one, two] }));
  expect([anyOf(one, two), anyOf([one, two]), anyOf(one)]).toEqual([
    { OR: [one, two] },
    { OR: [one, two] },
    { OR: [one] },
  ]);
  const mixed = [[one], two] as unknown as FilterArgs[];
  expect(anyOf(...mixed)).toEqual({ OR: [one, two] });
});

test("an output or a promise of an array is the same as the array, and one of an item as the item", async () => {
  const filter = tag("AWS", "team").exists();
  const known = (given: object): Promise<object> => value(pulumi.output(given as pulumi.Input<object>));
  const laters = [<T>(given: T) => pulumi.output(given) as pulumi.Input<T>, <T>(given: T) => Promise.resolve(given)];
  for (const later of laters) {
    expect(await known(anyOf(later([filter])))).toEqual({ OR: [filter] });
    expect(await known(allOf(later(filter)))).toEqual({ AND: [filter] });
    expect(await known(tag("AWS", "team").oneOf(later(["x", "y"])))).toMatchObject({ value: ["x", "y"] });
    // The validator accepts a string instead of an array.
    expect(await known(tag("AWS", "team").oneOf(later("x")))).toMatchObject({ value: "x" });
  }
});

const several = ["a", "b"] as unknown as string;
/** A method as JavaScript calls it. */
type Method = (...values: unknown[]) => unknown;

test.each([
  ["is", "oneOf([...])"],
  ["notIs", "notOneOf([...])"],
  ["contains", "anyOf(...)"],
  ["notContains", "allOf(...)"],
] as const)("%s with several values throws where the program calls it", (operator, instead) => {
  const message = `${operator} takes one string. For several values, use ${instead}.`;
  const builder = tag("AWS", "team");
  expect(() => builder[operator](several)).toThrow(new TypeError(message));
  expect(() => (builder[operator] as Method)("a", "b")).toThrow(new TypeError(message));
});

test.each(["exists", "notExists"] as const)("%s with a value throws", (operator) => {
  const message = `${operator} takes no value. To compare the value, use is(...) or oneOf([...]).`;
  expect(() => (tag("AWS", "team")[operator] as Method)("a")).toThrow(new TypeError(message));
});

test("outputs of arrays are found later, by the same rules", () => {
  const group = { OR: [[{ ...subject, operator: "exists" }]] };
  const one = { ...subject, operator: "is", value: [["a", "b"]] };
  const rules = [group, one].map((filter) => ({ to: "a", filters: filter }));
  expect(tagValidator()({ name: "T", rules, defaultValue: "" })).toEqual([
    {
      path: "rules[0].filters.OR[0]",
      message: expect.stringContaining("anyOf takes filters, or one array of filters") as string,
    },
    { path: "rules[1].filters.value[0]", message: expect.stringContaining("use oneOf([...])") as string },
  ]);
});
