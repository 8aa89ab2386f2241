/** A name in the composed and in the decomposed form of Unicode is one name, wherever a command compares or looks up names. */
import { compareEndpoint, compareMetadata } from "../../cli/studies/drift/compareFields";
import { compareTag } from "../../cli/studies/drift/compareTag";
import { declarationsIn } from "../../cli/sources/declared";
import { stateIn } from "../../cli/sources/stackState";
import { tagNamed } from "../../cli/sources/namedTag";
import { divide, selectTags } from "../../cli/program/select";
import { planOfLists } from "../../cli/studies/review/listPlan";
import { reviewPlan } from "../../cli/studies/review/reviewPlan";
import { limitsOf, readGates } from "../../cost/impact/gateFile";
import { declared, own, seen, written } from "./commands/drift/sides";
import { teamRule } from "../support/rules";
import { exportOf } from "./commands/drift/state";

const [composed, decomposed] = ["Caf\u00e9", "Cafe\u0301"];
const tag = { id: "t", name: composed, rules: [], defaultValue: "x" };

test("no drift of a tag", () => {
  const version = { id: "v1", content: written, description: own, isLive: true };
  expect(compareTag(declared({}, { name: decomposed }), seen([version], composed))).toBe("same");
});

test("no drift of metadata and endpoints", () => {
  const metadata = { [decomposed]: { groups: ["g"] } };
  const endpoint = { type: "email", name: decomposed };
  const state = exportOf([
    { kind: "VirtualTagMetadata", id: "t", inputs: { virtualTagId: "t", metadata } },
    { kind: "NotificationEndpoint", id: "e", inputs: endpoint },
  ]);
  const {
    metadata: [one],
    endpoints: [other],
  } = declarationsIn(stateIn(state, "test"));
  expect(one && compareMetadata(one, { [composed]: { groups: ["g"] } }, "Team")).toBe("same");
  expect(other && compareEndpoint(other, { ...endpoint, id: "e", name: composed })).toBe("same");
});

test("a tag is found by its name", () => {
  expect(tagNamed([tag], decomposed, "tags.json")).toBe(tag);
  expect(selectTags([tag], { tags: [decomposed] })).toEqual([tag]);
  expect(selectTags([tag], { match: `${decomposed}*` })).toEqual([tag]);
});

test("two tags with one name can't both be declared", () => {
  const other = { ...tag, id: "u", name: decomposed };
  expect(divide([tag], [tag, other]).remarks).toHaveLength(1);
});

test("a review shows no rename", () => {
  const before = { ...tag, rules: [teamRule("Web", "web")] };
  const { id, ...withoutId } = { ...tag, name: decomposed };
  for (const after of [{ ...withoutId, id }, withoutId]) {
    const [review, ...others] = reviewPlan(planOfLists([before], [after])).tags;
    expect([review?.change, others]).toEqual(["updated", []]);
    expect(review?.facts.renamedFrom).toBeUndefined();
  }
  expect(reviewPlan(planOfLists([tag], [{ ...tag, name: decomposed }])).tags).toEqual([]);
});

test("a gate of the tag applies", () => {
  const gates = readGates({ [decomposed]: { "max-unallocated": "5%" } }, {});
  expect(limitsOf(gates, composed)).toEqual({ "max-unallocated": "5%" });
  expect(limitsOf(gates, "New name", composed)).toEqual({ "max-unallocated": "5%" });
});
