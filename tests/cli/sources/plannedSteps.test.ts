/** What a dry run gets of a preview, and of the export of the state. */
import { planSteps } from "../../../cli/sources/plan/steps";
import { plannedSteps } from "../../../cli/sources/plan/plannedSteps";
import { stateIn } from "../../../cli/sources/stackState";
import type { PlannedStep } from "../../../provider/dry";
import { signature } from "../../../stack/state/readState";
import { unknownValue } from "../../../stack/state/unknown";
import { reference, rule, teamRule } from "../../support/rules";
import { type PlannedResource, plannedUrn, planOf } from "./planBuilder";

const id = "aaaaaaaa-0000-4000-8000-000000000001";
const content = { name: "Team", rules: [teamRule("A", "a")], defaultValue: "None" };
const other = { ...content, defaultValue: "Other" };
const secret = { [signature.property]: signature.secret, plaintext: JSON.stringify({ mark: "a mark" }) };

function stepsOf(planned: readonly PlannedResource[], exported: readonly object[] = []): PlannedStep[] {
  const state = stateIn(JSON.stringify({ deployment: { resources: exported } }), "the stack");
  return plannedSteps(planSteps(planOf(planned), "the plan").steps, state.resources);
}

const kept = {
  urn: plannedUrn("team"),
  type: "pulumi-nodejs:dynamic/costallocation:VirtualTag",
  id,
  inputs: content,
  outputs: { ...content, __provider: "a stub", __memory: secret },
};
const update: PlannedResource = {
  resource: "team",
  id,
  before: content,
  after: other,
  more: { outputs: { ...content, __memory: "[secret]" } },
};

test("each kind of step; the deletions last, those that the engine leaves out not at all", () => {
  const steps = stepsOf([
    { resource: "gone", op: "delete", id, before: content },
    { resource: "left", op: "delete", id, before: content, more: { retainOnDelete: true } },
    { resource: "forgotten", op: "forget", id, before: content },
    { resource: "replaced", op: "replace", id, before: content, after: other },
    { resource: "same", id, before: content },
    update,
    { resource: "new", after: content },
    { resource: "read", op: "read", after: content, more: { external: true } },
    { resource: "v1", kind: "VirtualTagV1", after: content },
    { resource: "elsewhere", after: content, more: { provider: "urn:pulumi:prod::shop::pulumi:providers:a::own::1" } },
  ]);
  expect(steps.map(({ op, urn, old, declared }) => [op, urn, old?.id, declared !== undefined])).toEqual([
    ["create", plannedUrn("replaced"), id, true],
    ["same", plannedUrn("same"), id, true],
    ["update", plannedUrn("team"), id, true],
    ["create", plannedUrn("new"), undefined, true],
    ["delete", plannedUrn("gone"), id, false],
    ["delete", plannedUrn("replaced"), id, false],
  ]);
});

test("an export has what a preview hides, unless the preview has read the account since", () => {
  const [opened] = stepsOf([update], [kept]);
  expect(opened?.old).toMatchObject({ state: { ...content, __memory: { mark: "a mark" } } });
  expect(opened?.old).not.toHaveProperty("hidesMemory");
  expect(opened?.old?.state).not.toHaveProperty("__provider");
  for (const steps of [
    stepsOf([update]),
    stepsOf([{ ...update, unrefreshed: content }], [kept]),
    stepsOf([update], [{ ...kept, id: "another" }]),
  ]) {
    expect(steps[0]?.old).toMatchObject({ hidesMemory: true, state: content });
    expect(steps[0]?.old?.state).not.toHaveProperty("__memory");
  }
});

test("a secret of the program is as unknown as what nobody knows yet; what stays the same is in the export", () => {
  const hidden = { ...content, defaultValue: "[secret]" };
  const [changed] = stepsOf([{ ...update, after: hidden }], [kept]);
  expect(changed?.declared?.inputs).toMatchObject({ defaultValue: unknownValue });
  const [same] = stepsOf([{ resource: "team", id, before: hidden }], [kept]);
  expect(same?.declared?.inputs).toMatchObject({ defaultValue: "None" });
});

test("of what an argument is made, if all that it lacks are the IDs of new tags", () => {
  const [urn, another] = [plannedUrn("new"), plannedUrn("same")];
  const dependsOn = { rules: ["new", "same"] };
  const referring = [rule("A", reference(unknownValue, "exists"))];
  const made = stepsOf([
    { resource: "new", after: content },
    { resource: "same", id, before: content },
    { resource: "refers", after: { ...content, rules: referring }, dependsOn },
    { resource: "named", after: { ...content, rules: [...referring, teamRule(unknownValue, "a")] }, dependsOn },
    {
      kind: "VirtualTagMetadata",
      resource: "metadata",
      after: { virtualTagId: unknownValue, metadata: {} },
      dependsOn: { virtualTagId: ["new"] },
    },
  ]).map(({ declared }) => declared);
  expect(made.slice(2)).toMatchObject([
    { dependsOn: [urn, another], madeOf: { rules: [urn] } },
    { dependsOn: [urn, another], madeOf: { rules: [] } },
    { dependsOn: [urn], madeOf: { virtualTagId: [urn] } },
  ]);
});

test("what the plugin's schema spells in another way, and ignoreChanges, which only the engine's state has", () => {
  const key = { costCenter: "AWS", type: "tag", key: "team" };
  const { name, rules } = content;
  const inputs = { name, rules, defaultValueKey: key, adoptId: id };
  const [created] = stepsOf([{ resource: "team", after: inputs, more: { ignoreChanges: ["defaultValueKey"] } }]);
  expect(created?.declared?.inputs).toMatchObject({
    defaultValue: key,
    adopt: id,
    __ignoreChanges: ["defaultValue"],
  });
});

test("what is nested too deep is unknown", () => {
  let deep: object = {};
  for (let level = 0; level < 600; level++) deep = { AND: [deep] };
  const [created] = stepsOf([{ resource: "team", after: { ...content, rules: [{ to: "A", filters: deep }] } }]);
  expect(created?.declared?.inputs).toMatchObject({ rules: unknownValue });
});
