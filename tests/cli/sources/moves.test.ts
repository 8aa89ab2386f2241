/** A resource that was renamed without an alias leaves its tag to the one that adopts it: nothing is deleted. */
import { unknownValue } from "../../../stack/state/unknown";
import { readFileSync } from "node:fs";
import { parsePlan, type Plan } from "../../../cli/sources/plan/plan";
import { reviewPlan } from "../../../cli/studies/review/reviewPlan";
import { planFile } from "../studies/review/reviewed";
import { planText } from "./planText";

const typeOf = (type: string): string => `pulumi-nodejs:dynamic/costallocation:${type}`;
const urnOf = (name: string, type = "VirtualTag"): string => `urn:pulumi:dev::e2e::${typeOf(type)}::${name}`;

interface State {
  id?: string;
  type?: string;
  provider?: string;
  inputs?: object;
  more?: object;
}

function state(name: string, { id, type = "VirtualTag", provider = "default", inputs, more }: State): object {
  return {
    urn: urnOf(name, type),
    type: typeOf(type),
    ...(id === undefined ? {} : { id }),
    provider: `urn:pulumi:dev::e2e::pulumi:providers:pulumi-nodejs::${provider}::0b0e7a52`,
    inputs: { name: "Team", rules: [], defaultValue: "None", __resourceUrn: urnOf(name), ...inputs },
    ...more,
  };
}

const gone = (name: string, of: State): object => ({
  op: "delete",
  urn: urnOf(name, of.type),
  oldState: state(name, of),
});
const made = (name: string, of: State): object => ({
  op: "create",
  urn: urnOf(name, of.type),
  newState: state(name, of),
});
const same = (name: string, of: State): object => ({
  op: "same",
  urn: urnOf(name),
  oldState: state(name, of),
  newState: state(name, of),
});

const planOf = (...steps: object[]): Plan => parsePlan(planText(steps));
const tagsOf = ({ tags }: Plan): string[] =>
  tags.map(({ op, resourceName, id }) => `${op} ${resourceName} ${id ?? "?"}`);

test("the real plan of a rename: one tag changes its owner, what refers to it stays as it is, and so does its metadata", () => {
  const plan = parsePlan(readFileSync(planFile("renamed"), "utf8"));
  const id = "275d2f3a-9584-418e-b5cc-9accc74e3657";
  const { tags, metadata, unchanged } = reviewPlan(plan);
  expect(tags).toMatchObject([
    { name: "Gone", change: "updated" },
    {
      id,
      name: "Team",
      change: "updated",
      diff: { equal: true },
      facts: { owner: { before: "e2e/dev#team", after: "e2e/dev#teams" } },
    },
  ]);
  expect(tags).toHaveLength(2);
  expect({ metadata, unchanged }).toEqual({ metadata: [], unchanged: 2 });
});

test.each<[string, object[], string[]]>([
  [
    "an adoption by ID, in other letters",
    [made("new", { inputs: { adopt: "T-1", name: "Other" } }), gone("old", { id: "t-1" })],
    ["update new t-1"],
  ],
  ["an adoption by name", [gone("old", { id: "t-1" }), made("new", { inputs: { adopt: true } })], ["update new t-1"]],
  [
    "an adoption by a name in another Unicode form",
    [
      gone("old", { id: "t-1", inputs: { name: "Caf\u00e9" } }),
      made("new", { inputs: { adopt: true, name: "Cafe\u0301" } }),
    ],
    ["update new t-1"],
  ],
  [
    "an adoption from V1",
    [gone("old", { id: "t-1", type: "VirtualTagV1" }), made("new", { inputs: { adopt: true } })],
    ["update new t-1"],
  ],
  [
    "a resource that stays in the service",
    [gone("old", { id: "t-1", more: { retainOnDelete: true } }), made("new", { inputs: { adopt: true } })],
    ["update new t-1"],
  ],
  [
    "an adoption that an interrupted run has saved",
    [same("new", { id: "t-1", inputs: { adopt: true } }), gone("old", { id: "T-1" })],
    ["same new t-1"],
  ],
  ["no adoption", [made("new", {}), gone("old", { id: "t-1" })], ["create new ?", "delete old t-1"]],
  [
    "an adoption of another name",
    [made("new", { inputs: { adopt: true, name: "Other" } }), gone("old", { id: "t-1" })],
    ["create new ?", "delete old t-1"],
  ],
  [
    "names that the plan does not show",
    [
      made("new", { inputs: { adopt: true, name: "[secret]" } }),
      gone("old", { id: "t-1", inputs: { name: "[secret]" } }),
    ],
    ["create new ?", "delete old t-1"],
  ],
  [
    "an adoption of another ID",
    [made("new", { inputs: { adopt: "t-2" } }), gone("old", { id: "t-1" })],
    ["create new t-2", "delete old t-1"],
  ],
  [
    "two tags of the name, of which nobody knows which one is meant",
    [made("new", { inputs: { adopt: true } }), gone("old", { id: "t-1" }), gone("older", { id: "t-2" })],
    ["create new ?", "delete old t-1", "delete older t-2"],
  ],
  [
    "an adoption in another account",
    [made("new", { inputs: { adopt: true }, provider: "second" }), gone("old", { id: "t-1" })],
    ["create new ?", "delete old t-1"],
  ],
  [
    "a tag that the program only reads",
    [
      { op: "read", urn: urnOf("read"), newState: state("read", { id: "t-1", more: { external: true } }) },
      gone("old", { id: "t-1" }),
    ],
    ["read read t-1", "delete old t-1"],
  ],
])("%s", (_what, steps, expected) => {
  expect(tagsOf(planOf(...steps))).toEqual(expected);
});

test("a rule that changes with a move is a change of the tag, and others follow it by its ID", () => {
  const rules = [{ to: "Web", filters: { costCenter: "AWS", type: "tag", key: "team", operator: "exists" } }];
  const reference = { costCenter: "Virtual Tags", key: "t-1" };
  const other = { name: "Other", defaultValue: reference };
  const after = { inputs: { ...other, defaultValue: { ...reference, key: unknownValue } } };
  const plan = planOf(gone("old", { id: "t-1" }), made("new", { inputs: { adopt: true, rules } }), {
    op: "update",
    urn: urnOf("other"),
    oldState: state("other", { id: "t-3", inputs: other }),
    newState: state("other", { ...after, more: { propertyDependencies: { defaultValue: [urnOf("new")] } } }),
  });
  const { tags } = reviewPlan(plan);
  expect(tags.map(({ name, change, facts }) => [name, change, facts.follows?.[0]?.name])).toEqual([
    ["Team", "updated", undefined],
    ["Other", "follows", "Team"],
  ]);
  expect(tags[0]?.diff).toMatchObject({ rules: [{ change: "added" }] });
});

test("metadata whose resource was renamed is what changes in it", () => {
  const metadata = (owner: string): object => ({
    virtualTagId: "t-1",
    metadata: { Web: { customMetadata: { owner } } },
  });
  const type = "VirtualTagMetadata";
  const plan = planOf(
    gone("old", { id: "t-1", type, inputs: metadata("ines") }),
    made("new", { type, inputs: metadata("omar") }),
  );
  expect(reviewPlan(plan).metadata).toMatchObject([
    { change: "updated", settings: [], values: [{ value: "Web", change: "changed" }] },
  ]);
});
