import {
  exported,
  type Hiding,
  previewed,
  type RawResource,
  readState,
  type ServiceKind,
  shownText,
} from "../../../stack/state/readState";
import { secretValue, unknownValue } from "../../../stack/state/unknown";

const signature = "4dabf18193072939515e22adb298388d";
const encrypted = { [signature]: "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" };
const content = { name: "Team", rules: [{ to: "Web", filters: {} }], defaultValue: "x" };
const raw = (inputs: object, outputs: object = {}): RawResource => ({ inputs: { ...inputs }, outputs: { ...outputs } });

test("what is there is read, from the inputs or the outputs", () => {
  const inputs = { ...content, setAsLive: false, __resourceUrn: "urn", updatedBy: "no output" };
  const outputs = { ...inputs, name: "no input", updatedBy: "ines@example.com", __report: { account: "a" } };
  expect(readState("VirtualTag", raw(inputs, outputs), exported)).toEqual({
    state: { ...inputs, updatedBy: "ines@example.com", __report: { account: "a" } },
    hasUnknown: false,
  });
});

test("a state of the plugin is read in the API's form", () => {
  const key = { costCenter: "AWS", key: "team" };
  const inputs = { name: "Team", rules: [{ toKey: key, filters: {} }], defaultValueKey: key, adoptId: "id" };
  expect(readState("VirtualTag", raw(inputs, { ...inputs, __resourceUrn: "urn" }), exported)).toEqual({
    state: { name: "Team", rules: [{ to: key, filters: {} }], defaultValue: key, adopt: "id", __resourceUrn: "urn" },
    hasUnknown: false,
  });
});

test("what is ignored is read from the engine, which knows transforms and tells the plugin late, or from the inputs", () => {
  const inputs = { ...content, __ignoreChanges: ["name"] };
  const ignored = ["defaultValueKey", "rules[0].to"];
  const ofEngine = readState("VirtualTag", { ...raw(inputs), ignored }, exported);
  expect(ofEngine).toMatchObject({ state: { __ignoreChanges: ["defaultValue", "rules[0].to"] } });
  expect(readState("VirtualTag", raw(inputs), exported)).toMatchObject({ state: { __ignoreChanges: ["name"] } });
});

test("of what a program only reads, the arguments are among the outputs", () => {
  const external = { ...raw({ name: "no output", __resourceUrn: "urn" }, content), isExternal: true };
  expect(readState("VirtualTag", external, previewed)).toMatchObject({ state: { ...content, __resourceUrn: "urn" } });
});

test.each<[string, object]>([
  ["has another shape", { setAsLive: "yes", adopt: 1, changeDescription: null, __ignoreChanges: [1] }],
  ["is an encrypted object", { __memory: encrypted, acl: encrypted }],
])("what nobody needs and %s is left out", (_, others) => {
  expect(readState("VirtualTag", raw({ ...content, ...others }, others), exported)).toMatchObject({ state: content });
  const read = readState("VirtualTag", raw({ ...content, ...others }, others), exported);
  expect(Object.keys("state" in read ? read.state : {})).toEqual(Object.keys(content));
});

const deep = JSON.parse(`${'{"a":'.repeat(600)}1${"}".repeat(600)}`) as object;

test.each<[ServiceKind, object, Hiding, "secret" | "unknown" | "shape"]>([
  ["VirtualTag", { ...content, rules: encrypted }, exported, "secret"],
  ["VirtualTag", { ...content, rules: [{ to: encrypted }] }, exported, "secret"],
  ["VirtualTagV1", { ...content, name: encrypted }, exported, "secret"],
  ["VirtualTag", { ...content, rules: secretValue }, previewed, "secret"],
  ["VirtualTag", { ...content, rules: [{ to: secretValue }] }, previewed, "secret"],
  ["VirtualTag", { ...content, name: unknownValue }, previewed, "unknown"],
  ["VirtualTag", { ...content, rules: unknownValue }, previewed, "unknown"],
  ["VirtualTag", { ...content, rules: "none" }, previewed, "shape"],
  ["VirtualTag", { ...content, rules: [deep] }, previewed, "shape"],
  ["VirtualTag", { name: "Team" }, exported, "shape"],
  ["VirtualTagMetadata", { metadata: { Web: { customMetadata: { key: encrypted } } } }, exported, "secret"],
  ["VirtualTagMetadata", { metadata: [] }, exported, "shape"],
  ["NotificationEndpoint", { type: "slack", name: encrypted }, exported, "secret"],
  ["NotificationEndpoint", { type: "slack" }, exported, "shape"],
])("%s %j: hidden", (kind, inputs, hiding, hiddenBy) => {
  expect(readState(kind, raw(inputs), hiding)).toEqual({ hiddenBy });
});

test.each<[string, object, Hiding]>([
  ["an asset is no secret", { ...content, rules: [{ to: { [signature]: "an asset" } }] }, exported],
  ["another mark says nothing in an export", { ...content, name: secretValue, defaultValue: unknownValue }, exported],
])("%s", (_, inputs, hiding) => {
  expect(readState("VirtualTag", raw(inputs), hiding)).toEqual({ state: inputs, hasUnknown: false });
});

test("the destination of an endpoint may be hidden, because nothing needs it", () => {
  const inputs = { type: "slack", name: "#finops", configuration: encrypted };
  const { configuration, ...shown } = inputs;
  expect(readState("NotificationEndpoint", raw(inputs), exported)).toEqual({ state: shown, hasUnknown: false });
  expect(configuration).toBe(encrypted);
});

test.each<[object]>([[{ ...content, defaultValue: unknownValue }], [{ ...content, rules: [{ to: unknownValue }] }]])(
  "%j is read with its placeholders",
  (inputs) => {
    expect(readState("VirtualTag", raw(inputs), previewed)).toEqual({ state: inputs, hasUnknown: true });
  },
);

test("a text is shown unless it stands for another", () => {
  expect(["Team", secretValue, unknownValue, 7].map((value) => shownText(value, previewed))).toEqual([
    "Team",
    undefined,
    undefined,
    undefined,
  ]);
});
