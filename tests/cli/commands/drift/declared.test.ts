/** What is read of a state, and what is not compared. */
import { declarationsIn } from "../../../../cli/sources/declared";
import { stateIn } from "../../../../cli/sources/stackState";
import { encrypted, exportOf, providerOf, type Resource, urnOf } from "./state";

const content = { name: "Team", rules: [], defaultValue: "x" };
const declare = (resources: readonly Resource[], deployment: object = {}) =>
  declarationsIn(stateIn(exportOf(resources, deployment), "test"));

test.each<[string, Resource]>([
  ["otherProvider", { inputs: content, provider: providerOf("subsidiary") }],
  ["secret", { inputs: { ...content, rules: encrypted } }],
  ["secret", { inputs: { ...content, rules: [{ to: encrypted, filters: {} }] } }],
  ["secret", { inputs: { ...content, name: encrypted } }],
  ["secret", { kind: "VirtualTagMetadata", inputs: { metadata: { Web: { customMetadata: { key: encrypted } } } } }],
  ["secret", { kind: "NotificationEndpoint", inputs: { type: "slack", name: encrypted } }],
  ["unreadableState", { inputs: { name: "Team" } }],
  ["unreadableState", { kind: "VirtualTagMetadata", inputs: {} }],
])("%s: not compared", (reason, resource) => {
  const { notCompared, ...compared } = declare([{ id: "t", ...resource }]);
  expect(notCompared).toEqual([expect.objectContaining({ reason, id: "t" })]);
  expect(Object.values(compared).flat()).toEqual([]);
});

test("what `ignoreChanges` lists is read as the engine keeps it: the plugin has no such input, nor has a transform's", () => {
  const [tag] = declare([{ id: "t", inputs: content, more: { ignoreChanges: ["rules"] } }]).tags;
  expect(tag?.ignored).toEqual(["rules"]);
});

test("a resource whose last operation was interrupted is named, also if it has no state yet", () => {
  const pending = ["team", "new"].map((name) => ({ resource: { urn: urnOf(name) }, type: "updating" }));
  const { notCompared, tags } = declare([{ id: "t", inputs: content }], {
    pending_operations: [
      ...pending,
      { resource: { urn: "urn:pulumi:prod::shop::aws:s3:Bucket::b" }, type: "creating" },
    ],
  });
  expect(notCompared.map(({ resource, reason }) => [resource, reason])).toEqual([
    ["team", "pending"],
    ["new", "pending"],
  ]);
  expect(tags).toEqual([]);
});

test("what is only read, what is about to be deleted, and what is no resource of ours is left out", () => {
  const { notCompared, tags } = declare([
    { id: "t", inputs: content, more: { external: true } },
    { id: "t", inputs: content, more: { delete: true } },
    { id: "t", inputs: content, more: { type: "aws:s3:Bucket" } },
    { resource: "kept", id: "t", inputs: content },
  ]);
  expect([tags.map(({ resource }) => resource), notCompared]).toEqual([["kept"], []]);
});

test("a name with colons is the whole name, also of a provider and of a pending resource", () => {
  const pending = { resource: { urn: urnOf("b::c") }, type: "creating" };
  const [provider, name] = [providerOf("x::default"), "a::b"];
  const { notCompared } = declare([{ resource: name, id: "t", inputs: content, provider }], {
    pending_operations: [pending],
  });
  expect(notCompared).toMatchObject([
    { resource: "a::b", reason: "otherProvider" },
    { resource: "b::c", reason: "pending" },
  ]);
});

test("the marks are those of the resource's present and former name", () => {
  const { tags } = declare([{ resource: "team", id: "t", inputs: { ...content, __resourceUrn: urnOf("former") } }]);
  expect(tags[0]?.left.marks).toEqual(["(pulumi shop/prod#former)", "(pulumi shop/prod#team)"]);
});

test.each(["", "null", "[]", "{}", '{"deployment":{"resources":{}}}', "Enter your passphrase:"])(
  "%j is no state",
  (text) => {
    expect(() => stateIn(text, '"state.json"')).toThrow(/^"state.json": /);
  },
);

test("a new stack has no resources", () => {
  expect(stateIn('{"version":3,"deployment":{}}', "test")).toEqual({ resources: [], pending: [] });
});
