/** Plans that the real engine printed, trimmed: see plans/. */
import { unknownValue } from "../../../stack/state/unknown";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contentsAfter } from "../../../cli/studies/evaluated";
import { parsePlan, type Plan, type PlannedTag } from "../../../cli/sources/plan/plan";
import { readPlan } from "../../../cli/sources/tagsFile";
import { planText } from "./planText";

const fileOf = (name: string): string => join(__dirname, "plans", `${name}.json`);
const textOf = (name: string): string => readFileSync(fileOf(name), "utf8");
const urnOf = (name: string): string => `urn:pulumi:dev::e2e::pulumi-nodejs:dynamic/costallocation:VirtualTag::${name}`;

function tagOf({ tags }: Plan, name: string): PlannedTag {
  const tag = tags.find(({ resourceName }) => resourceName === name);
  if (tag === undefined) throw new Error(`The plan has no ${name}.`);
  return tag;
}

const create = parsePlan(textOf("create"));
const update = parsePlan(textOf("update"));
const [teamId, productId] = ["team", "product"].map((name) => tagOf(update, name).after?.id);

test.each<[string, Partial<PlannedTag>]>([
  ["team", { op: "update", type: "VirtualTag" }],
  ["product", { op: "same" }],
  ["gone", { op: "delete" }],
  ["kept", { op: "forget" }],
  ["replaced", { op: "replace" }],
  ["adopted", { op: "create" }],
  ["newName", { op: "update" }],
  ["v1", { op: "update", type: "VirtualTagV1" }],
  ["v1m", { op: "update", type: "VirtualTag", typeBefore: "VirtualTagV1" }],
  ["hidden", { op: "update", unreadable: "secret" }],
  ["read", { op: "read" }],
])("%s", (name, expected) => {
  expect(tagOf(update, name)).toMatchObject(expected);
});

test("contents before and after, with the ID and what concerns staging, adoption and ownership", () => {
  const { before, after } = tagOf(update, "team");
  expect([before?.rules.length, after?.rules.length]).toEqual([60, 61]);
  expect(after).toMatchObject({ id: before?.id, name: "Team", defaultValue: "Shared", setAsLive: true });
  expect(after?.rules[0]).toEqual({
    to: "Sandbox",
    filters: { costCenter: "AWS", key: "env", type: "tag", operator: "is", value: ["sandbox"] },
  });
  expect(tagOf(update, "staged")).toMatchObject({ before: { setAsLive: true }, after: { setAsLive: false } });
  expect(tagOf(update, "adopted").after).toMatchObject({ adopt: true });
  expect(tagOf(update, "adopted").after).not.toHaveProperty("id");
  const { adopt, id } = tagOf(update, "adoptedId").after ?? {};
  expect([id, typeof id]).toEqual([adopt, "string"]);
  expect(tagOf(update, "newName")).toMatchObject({
    before: { ownerUrn: urnOf("oldName") },
    after: { ownerUrn: urnOf("newName") },
  });
  // A replaced tag is another tag of the service.
  expect(tagOf(update, "replaced").after).not.toHaveProperty("id");
});

test("V1's spelling of notIs is read as V2's", () => {
  expect(tagOf(update, "v1").after?.rules[0]?.filters).toMatchObject({ operator: "notIs" });
});

test("metadata and endpoints, without a destination", () => {
  expect(update.metadata).toMatchObject([{ resourceName: "meta", op: "update", before: { virtualTagId: teamId } }]);
  expect(update.endpoints).toMatchObject([
    { resourceName: "finops", op: "replace", after: { configuration: "[secret]" } },
  ]);
});

test("a reference between two new tags is resolved if the plan says which one it is", () => {
  expect(tagOf(create, "product")).toMatchObject({
    op: "create",
    after: { rules: [{ filters: { key: urnOf("team") } }], defaultValue: { key: urnOf("team") } },
  });
  expect(tagOf(create, "product")).not.toHaveProperty("unreadable");
  expect(tagOf(create, "unit").after?.rules[0]?.filters).toMatchObject({ AND: [{ key: urnOf("product") }, {}] });
  // It refers to two new tags: which reference is which is unknown.
  expect(tagOf(create, "both")).toMatchObject({ op: "create", unreadable: "unknown", after: { name: "Both" } });
});

test("labels tell references to several new tags apart", () => {
  const keys = [`"key": "${unknownValue}"`, `"key": "${unknownValue}", "displayName": "Product"`];
  const labelled = textOf("create").replaceAll(
    new RegExp(`${keys[0] ?? ""}(?=[^}]*\\[\\s*"Web"\\s*\\])`, "g"),
    keys[1] ?? "",
  );
  const withBoth = labelled.replaceAll(
    new RegExp(`${keys[0] ?? ""}(?=[^}]*\\[\\s*"Team 2"\\s*\\])`, "g"),
    `"key": "${unknownValue}", "displayName": "Team"`,
  );
  const both = tagOf(parsePlan(withBoth), "both");
  expect(both.after?.rules[0]?.filters).toMatchObject({ AND: [{ key: urnOf("product") }, { key: urnOf("team") }] });
  expect(both).not.toHaveProperty("unreadable");
});

test("the tags as they will be: new tags have their URN as ID, what can't be read is left out", () => {
  expect(contentsAfter(create.tags).find(({ name }) => name === "Team")).toMatchObject({ id: urnOf("team") });
  const names = contentsAfter(update.tags).map(({ name }) => name);
  expect(names.sort()).toEqual(
    [
      "Adopted",
      "Adopted by ID",
      "Business unit",
      "Owned",
      "Product",
      "Replaced 2",
      "Stage 2",
      "Staged",
      "Team",
      "V1 moves",
    ].sort(),
  );
  const unit = contentsAfter(update.tags).find(({ name }) => name === "Business unit");
  expect(unit?.rules[0]?.filters).toMatchObject({ AND: [{ key: productId }, {}] });
});

test("a plan without --show-sames is not complete", () => {
  expect([create.isComplete, update.isComplete]).toEqual([true, true]);
  const plan = parsePlan(textOf("without-sames"));
  expect(plan).toMatchObject({ isComplete: false, tags: [{ op: "read" }] });
  expect(plan.tags[0]?.after).toBeUndefined();
});

test("what is left of an interrupted replacement is deleted beside the tag, which stays", () => {
  const state = { urn: urnOf("x"), type: "pulumi-nodejs:dynamic/costallocation:VirtualTag", inputs: {} };
  const steps = [
    { op: "same", urn: urnOf("x"), oldState: { ...state, id: "new" }, newState: state },
    { op: "delete", urn: urnOf("x"), oldState: { ...state, id: "old" } },
  ];
  for (const order of [steps, [...steps].reverse()]) {
    expect(parsePlan(planText(order)).tags).toMatchObject([{ op: "same", id: "new" }]);
  }
});

test.each(["costallocation:index:VirtualTag", "pulumi-nodejs:dynamic/costallocation:VirtualTag"])(
  "a replacement with the same name is an update: %s",
  (type) => {
    const opOf = (name: string): unknown => {
      const stateOf = (of: string): object => ({
        urn: urnOf("x"),
        type,
        id: "old",
        inputs: { name: of, rules: [], defaultValue: "x" },
      });
      const step = { op: "replace", urn: urnOf("x"), oldState: stateOf("Old"), newState: stateOf(name) };
      return parsePlan(JSON.stringify({ steps: [step], changeSummary: {} })).tags.map(({ op }) => op);
    };
    expect([opOf("Old"), opOf("New")]).toEqual([["update"], ["replace"]]);
  },
);

test("the three steps of a replacement are one", () => {
  const state = { urn: urnOf("x"), type: "pulumi-nodejs:dynamic/costallocation:VirtualTag" };
  const [old, now] = ["Old", "New"].map((name) => ({ ...state, inputs: { name, rules: [], defaultValue: "x" } }));
  const steps = [
    { op: "delete-replaced", urn: urnOf("x"), oldState: { ...old, id: "old" } },
    { op: "replace", urn: urnOf("x"), oldState: { ...old, id: "old" }, newState: now },
    { op: "create-replacement", urn: urnOf("x"), newState: now },
  ];
  const { tags } = parsePlan(planText(steps));
  expect(tags).toMatchObject([{ op: "replace", before: { id: "old", name: "Old" }, after: { name: "New" } }]);
});

test("lines before the plan are skipped", async () => {
  const lines = Buffer.from(`\n> app@1.0.0 preview\n{ not the plan\n${textOf("update")}\nDone.\n`);
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield Promise.resolve(lines);
  };
  expect((await readPlan("-", chunks())).tags).toEqual(update.tags);
  expect((await readPlan(fileOf("update"))).tags).toEqual(update.tags);
});

test("a preview that failed is refused with its errors", () => {
  expect(() => parsePlan(textOf("failed"))).toThrow("name must be the name of the tag, but is empty (CA1101)");
  const message = "\u001b[31merror:\u001b[0m <{%reset%}>boom\u001b[2K";
  const diagnostics = [{ severity: "error", message }];
  expect(() => parsePlan(JSON.stringify({ diagnostics }))).toThrow("error: boom\\u001b[2K");
});

test.each([
  ["text", "Previewing update (dev)"],
  ["a list", "[]"],
  ["another object", '{"name": "x"}'],
  ["a plan that was cut off", textOf("update").slice(0, 30_000)],
  ["steps that are no list", '{"steps": {}, "changeSummary": {}}'],
  ["no steps and no changes", '{"config": {}, "duration": 1}'],
])("%s is refused", (_what, text) => {
  expect(() => parsePlan(text, "plan.json")).toThrow("plan.json");
});

test("a stream of events is refused with the variable that makes it one", () => {
  const events = [
    '{"sequence":0,"timestamp":1,"preludeEvent":{"config":{}}}',
    '{"sequence":1,"timestamp":1,"summaryEvent":{}}',
  ];
  expect(() => parsePlan(events.join("\n"))).toThrow("PULUMI_ENABLE_STREAMING_JSON_PREVIEW");
});

interface Output {
  steps: { op: string; oldState?: object; newState?: object }[];
  changeSummary?: Record<string, number>;
}

test.each<[string, (plan: Output) => Partial<Output>]>([
  ["without its end, as an interrupted preview prints it", ({ steps }) => ({ steps })],
  ["without its last step", ({ steps, ...rest }) => ({ ...rest, steps: steps.slice(0, -1) })],
  ["without its deletions", ({ steps, ...rest }) => ({ ...rest, steps: steps.filter(({ op }) => op !== "delete") })],
  ["without any step", ({ changeSummary = {} }) => ({ changeSummary })],
  ["with a step that says nothing", ({ steps, ...rest }) => ({ ...rest, steps: steps.map(({ op }) => ({ op })) })],
  [
    "with a step without states",
    ({ steps, ...rest }) => ({ ...rest, steps: steps.map((step) => ({ ...step, oldState: {}, newState: {} })) }),
  ],
])("a plan %s is refused: it would hide changes", (_what, cut) => {
  const whole = JSON.parse(textOf("update")) as Output;
  expect(whole.steps.at(-1)?.op).not.toBe("same");
  expect(() => parsePlan(JSON.stringify(whole), "plan.json")).not.toThrow();
  expect(() => parsePlan(JSON.stringify(cut(whole)), "plan.json")).toThrow("plan.json");
});

test.each<[string, unknown, PlannedTag["unreadable"]]>([
  ["an unknown list of rules", unknownValue, "unknown"],
  ["a secret list of rules", "[secret]", "secret"],
  ["an unknown value", [{ to: unknownValue, filters: { AND: [] } }], "unknown"],
  [
    "a secret value",
    [{ to: "a", filters: { costCenter: "AWS", key: "a", type: "tag", operator: "is", value: "[secret]" } }],
    "secret",
  ],
  ["no list", { length: 1 }, "unsupported"],
  ["no rules", [null], "unsupported"],
  ["rules of another kind", [{ allocation: [] }], "unsupported"],
  ["filters of another kind", [{ to: "a", filters: { AND: [null] } }], "unsupported"],
  ["hostile depth", JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`), "unsupported"],
])("%s: never a crash", (_what, rules, unreadable) => {
  const state = { urn: urnOf("x"), type: "pulumi-nodejs:dynamic/costallocation:VirtualTag" };
  const inputs = { name: "X", defaultValue: "None" };
  const text = planText([{ op: "create", urn: urnOf("x"), newState: { ...state, inputs } }]);
  // JSON.stringify can't write what JSON.parse can read.
  const plan = parsePlan(text.replace('"defaultValue"', `"rules":${deepText(rules)},"defaultValue"`));
  expect(plan.tags).toMatchObject([{ unreadable }]);
  expect(contentsAfter(plan.tags)).toEqual([]);
});

function deepText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  }
}
