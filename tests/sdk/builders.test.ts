import { tagValidator } from "../../rules/validate";
import type { FilterArgs } from "../../sdk";
import { allOf, anyOf, dimension, key, tag, virtualTagKey } from "../../sdk";

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

const several = ["a", "b"] as unknown as string;
const filters = [tag("AWS", "team").exists()] as unknown as FilterArgs;

test.each<[string, () => unknown, string]>([
  ["is", () => tag("AWS", "team").is(several), "is takes one string. For several values, use oneOf([...])."],
  [
    "notIs",
    () => tag("AWS", "team").notIs(several),
    "notIs takes one string. For several values, use notOneOf([...]).",
  ],
  [
    "contains",
    () => tag("AWS", "team").contains(several),
    "contains takes one string. For several values, use anyOf(...).",
  ],
  [
    "notContains",
    () => tag("AWS", "team").notContains(several),
    "notContains takes one string. For several values, use allOf(...).",
  ],
  ["anyOf", () => anyOf(filters), "anyOf takes filters, not an array: anyOf(...filters)"],
  ["allOf", () => allOf(filters), "allOf takes filters, not an array: allOf(...filters)"],
])("%s with an array throws where the program calls it", (_, build, message) => {
  expect(build).toThrow(new TypeError(message));
});

test("outputs of arrays are found later, by the same rules", () => {
  const group = { OR: [[{ ...subject, operator: "exists" }]] };
  const one = { ...subject, operator: "is", value: [["a", "b"]] };
  const rules = [group, one].map((filter) => ({ to: "a", filters: filter }));
  expect(tagValidator()({ name: "T", rules, defaultValue: "" })).toEqual([
    { path: "rules[0].filters.OR[0]", message: expect.stringContaining("anyOf takes filters, not an array") as string },
    { path: "rules[1].filters.value[0]", message: expect.stringContaining("use oneOf([...])") as string },
  ]);
});
