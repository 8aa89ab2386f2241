/** Rules that refer to other Virtual Tags. */
import {
  compile,
  encodeColumn,
  evaluate,
  type EvaluationRecord,
  type EvaluationTag,
  ReferenceCycleError,
  UNKNOWN,
} from "../../../rules";
import type { KeyReference, TagContent } from "../../../rules/types";
import { team as teamKey, teamIs } from "../../support/rules";

const reference = (id: string): { costCenter: string; key: string; type: string } => ({
  costCenter: "Virtual Tags",
  key: id,
  type: "virtual_tag",
});
const team: EvaluationTag = {
  id: "team-id",
  rules: [teamIs("Checkout", "cart")],
  defaultValue: teamKey,
};
const byTeam: TagContent = {
  rules: [{ to: "Shop", filters: { ...reference("team-id"), operator: "is", value: "Checkout" } }],
  defaultValue: reference("team-id"),
};
const record = { "AWS:tag:team": "cart" };

test("the other tag is evaluated from the same record, in filters and as a value", () => {
  expect(evaluate(byTeam, record, { tags: [team] })).toMatchObject({ value: "Shop", rule: 0 });
  expect(evaluate(byTeam, { "AWS:tag:team": "web" }, { tags: [team] })).toMatchObject({ value: "web", rule: null });
  expect(evaluate(byTeam, {}, { tags: [team] })).toMatchObject({ decided: true, value: null });
});

test("through several tags", () => {
  const middle = { id: "middle-id", ...byTeam };
  const content: TagContent = { rules: [], defaultValue: { costCenter: "Virtual Tags", key: "middle-id" } };
  expect(evaluate(content, record, { tags: [middle, team] })).toMatchObject({ value: "Shop" });
});

test("an undecided tag has one of the values that it could have", () => {
  const open: EvaluationTag = { ...team, defaultValue: "Web" };
  const unknown: EvaluationRecord = { "AWS:tag:team": UNKNOWN };
  const ruleFor = (operator: "is" | "oneOf" | "notIs" | "contains", ...value: string[]): unknown => {
    const content: TagContent = {
      rules: [{ to: "x", filters: { ...reference("team-id"), operator, value } }],
      defaultValue: "y",
    };
    const result = evaluate(content, unknown, { tags: [open] });
    const { rule } = compile(content, { tags: [open] }).evaluate({ "AWS:tag:team": encodeColumn([UNKNOWN]) }, 1);
    const compiled = rule[0] === -1 ? null : rule[0];
    expect(compiled).toBe(result.decided ? result.rule : -2);
    return result.decided ? result.rule : "undecided";
  };
  expect(ruleFor("oneOf", "Checkout", "Web")).toBe(0);
  expect(ruleFor("notIs", "Search")).toBe(0);
  expect(ruleFor("is", "Search")).toBeNull();
  expect(ruleFor("is", "Web")).toBe("undecided");
  expect(ruleFor("contains", "e")).toBe(0);
  expect(evaluate({ rules: [], defaultValue: reference("team-id") }, unknown, { tags: [open] })).toMatchObject({
    could: [
      { rule: null, value: "Checkout" },
      { rule: null, value: "Web" },
    ],
  });
});

test("an undecided tag that may pass an unknown value through is unknown", () => {
  expect(evaluate(byTeam, { "AWS:tag:team": UNKNOWN }, { tags: [team] })).toMatchObject({
    decided: false,
    could: [
      { rule: 0, value: "Shop" },
      { rule: null, value: UNKNOWN },
    ],
  });
});

test("an empty value of the other tag is missing", () => {
  const empty = { ...team, rules: [], defaultValue: "" };
  expect(evaluate(byTeam, record, { tags: [empty] })).toMatchObject({ decided: true, value: null });
  expect(evaluate({ rules: [], defaultValue: "" }, record)).toMatchObject({ value: "" });
});

test("a tag that is not given has the value in the record, or else an unknown one", () => {
  expect(evaluate(byTeam, record).decided).toBe(false);
  const stated = "Virtual Tags:virtual_tag:team-id";
  expect(evaluate(byTeam, { [stated]: "Checkout" })).toMatchObject({ value: "Shop" });
  expect(evaluate(byTeam, { [stated]: null })).toMatchObject({ decided: true, value: null });
  expect(evaluate(byTeam, { ...record, [stated]: "other" }, { tags: [team] })).toMatchObject({ value: "Shop" });
});

function cycleOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof ReferenceCycleError) return error.cycle;
    throw error;
  }
  return undefined;
}

test("cycles are errors that name the tags, whatever the record", () => {
  const refersTo = (id: string, to: KeyReference): EvaluationTag => ({ id, rules: [], defaultValue: to });
  const tags = [refersTo("a", reference("b")), refersTo("b", reference("c")), refersTo("c", reference("b"))];
  const content: TagContent = { rules: [], defaultValue: reference("a") };
  expect(cycleOf(() => evaluate(content, {}, { tags }))).toEqual(["b", "c", "b"]);
  expect(cycleOf(() => evaluate(content, {}, { tags: [refersTo("a", reference("a"))] }))).toEqual(["a", "a"]);
  const never: TagContent = {
    rules: [{ to: "x", filters: { OR: [{ AND: [{ ...reference("b"), operator: "exists" }] }] } }],
    defaultValue: "x",
  };
  expect(cycleOf(() => evaluate(never, {}, { tags }))).toEqual(["b", "c", "b"]);
  expect(cycleOf(() => evaluate({ rules: [], defaultValue: "x" }, {}, { tags }))).toBeUndefined();
});

test("tags that two others refer to are no cycle", () => {
  const tags = [team, { id: "a", ...byTeam }, { id: "b", ...byTeam }];
  const content: TagContent = {
    rules: [{ to: reference("b"), filters: { ...reference("a"), operator: "exists" } }],
    defaultValue: "x",
  };
  expect(evaluate(content, record, { tags })).toMatchObject({ value: "Shop", rule: 0 });
});
