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
])("%s gives the API's own shape", (_, built, expected) => {
  expect(built).toEqual(expected);
});

test("each kind of key has its type", () => {
  expect(dimension("GCP", "project").exists()).toMatchObject({
    costCenter: "GCP",
    key: "project",
    type: "billing_dimension",
  });
  expect(key("Kubernetes", "app", "k8s_pod_label").exists()).toMatchObject({ key: "app", type: "k8s_pod_label" });
});

test("another Virtual Tag is a key, by the tag or by its ID", () => {
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

test("groups nest, and take plain objects as well", () => {
  const plain = { costCenter: "AWS", key: "team", type: "tag", operator: "exists" } as const;
  expect(allOf(plain, anyOf(tag("AWS", "team").exists(), plain))).toEqual({ AND: [plain, { OR: [plain, plain] }] });
});
