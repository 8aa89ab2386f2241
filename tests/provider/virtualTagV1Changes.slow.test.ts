/** Golden triples of every change by V1: old arguments, new arguments, and what diff and update make of them, both ways. */
import type { VirtualTagV1Inputs } from "../../provider/virtualTagV1State";
import type { Rule, TagValue } from "../../rules/types";
import { account, condition, conditionV1, inputs, lifecycle, rule, start, urnOf } from "./virtualTagV1Account";

type Arguments = Partial<VirtualTagV1Inputs>;
const filtered = (fields: object): Arguments => ({ rules: [{ to: "Web", filters: conditionV1(fields) }] });
const to = (value: TagValue): Arguments => ({ rules: [{ ...rule, to: value }] });
const during = (timeframe?: object): Arguments => ({
  rules: [timeframe === undefined ? rule : ({ ...rule, timeframe } as Rule)],
});
const presence = { costCenter: "AWS", key: "team", operator: "exists" };
const second: Rule = { to: "Data", filters: conditionV1(presence) };
const key = { key: "team", costCenter: "AWS" };
const from = 1_767_225_600_000;

beforeEach(() => start());

/** Method and body of the writes since the last call. */
function writes(): object[] {
  const all = account.emulator.control.requests().filter(({ method }) => method !== "GET");
  account.emulator.control.clearRequests();
  return all.map(({ method, body }) => ({ method, body }));
}

/** What a save of arguments sends, as the document has it. */
function saved(method: "POST" | "PUT", { name, rules, defaultValue, isCaseSensitive }: VirtualTagV1Inputs): object {
  return { method, body: { name, rules, defaultValue, isCaseSensitive } };
}

test.each<[string, Arguments, Arguments]>([
  ["the name", {}, { name: "Teams" }],
  ["the first rule", { rules: [] }, {}],
  ["a further rule", {}, { rules: [rule, second] }],
  ["the order of the rules", { rules: [rule, second] }, { rules: [second, rule] }],
  ["to: another text", to("Web"), to("Shop")],
  ["to: a key", to("Web"), to(key)],
  ["to: another key", to(key), to({ ...key, key: "squad" })],
  ["to: a key of another cost center", to(key), to({ ...key, costCenter: "GCP" })],
  ["a condition's cost center", {}, filtered({ ...condition, costCenter: "GCP" })],
  ["a condition's key", {}, filtered({ ...condition, key: "squad" })],
  ["a condition's type", filtered({ ...condition, type: "tag" }), filtered({ ...condition, type: "resource" })],
  ["a condition's operator", {}, filtered({ ...condition, operator: "notOneOf" })],
  ["V1's own operator", {}, filtered({ ...condition, operator: "isNot", value: ["a"] })],
  ["a condition's values", {}, filtered({ ...condition, value: ["a", "b", "c"] })],
  ["a presence operator", {}, filtered(presence)],
  ["a group", {}, filtered({ AND: [condition] })],
  ["the other group", filtered({ AND: [condition, presence] }), filtered({ OR: [condition, presence] })],
  ["a group's member", filtered({ AND: [condition] }), filtered({ AND: [condition, { OR: [presence] }] })],
  ["a timeframe", during(), during({ from })],
  ["a timeframe's end", during({ from }), during({ from, to: from + 1 })],
  ["the default: another text", {}, { defaultValue: "Other" }],
  ["the default: a key", {}, { defaultValue: key }],
  ["isCaseSensitive", {}, { isCaseSensitive: true }],
])("a change and its way back are one PUT of the whole each: %s", async (_, one, other) => {
  const [before, after] = [
    { ...inputs, ...one },
    { ...inputs, ...other },
  ];
  const { id, state } = await lifecycle.create(before);
  expect(writes()).toEqual([saved("POST", before)]);

  const update = { replaces: [], deleteBeforeReplace: true };
  expect(lifecycle.diff(state, after)).toEqual(update);
  const changed = await lifecycle.update(id, state, after);
  expect(writes()).toEqual([saved("PUT", after)]);
  expect(lifecycle.diff(changed, after)).toBe("none");

  expect(lifecycle.diff(changed, before)).toEqual(update);
  const back = await lifecycle.update(id, changed, before);
  expect(writes()).toEqual([saved("PUT", before)]);
  expect(lifecycle.diff(back, before)).toBe("none");
  expect(account.messages).toEqual([]);
});

test.each<[string, Arguments, Arguments]>([
  ["a label", {}, filtered({ ...condition, displayName: "Team" })],
  ["the order of the values of oneOf", {}, filtered({ ...condition, value: ["b", "a"] })],
  [
    "one text or an array of it",
    filtered({ ...condition, operator: "is", value: ["a"] }),
    filtered({ ...condition, operator: "is", value: "a" }),
  ],
  ["no value of a presence operator", filtered(presence), filtered({ ...presence, value: [] })],
  ["casing that does not count", {}, filtered({ ...condition, costCenter: "aws", key: "TEAM" })],
  ["adopt, by default false", {}, { adopt: false }],
  ["adopt by name", {}, { adopt: true }],
  ["adopt by ID", {}, { adopt: "an-id" }],
  ["the URN", {}, { resourceUrn: urnOf("renamed") }],
])("what makes no difference in meaning is none, and saves nothing: %s", async (_, one, other) => {
  for (const [before, after] of [
    [one, other],
    [other, one],
  ]) {
    const name = JSON.stringify(before);
    const old = { ...inputs, ...before, name };
    const declared = { ...inputs, ...after, name };
    const { id, state } = await lifecycle.create({ ...old, adopt: true });
    account.emulator.control.clearRequests();
    expect(lifecycle.diff({ ...state, ...old }, declared)).toBe("none");
    expect(await lifecycle.update(id, { ...state, ...old }, declared)).toMatchObject(declared);
    expect(writes()).toEqual([]);
  }
});

test("isCaseSensitive that is left out, or cleared, is false", () => {
  const { name, rules, defaultValue, resourceUrn = "" } = inputs;
  const open = { name, rules, defaultValue, resourceUrn };
  expect(lifecycle.check(open).inputs).toMatchObject({ isCaseSensitive: false });
  const state = { ...inputs };
  expect(lifecycle.diff(state, lifecycle.check(open).inputs as unknown as VirtualTagV1Inputs)).toBe("none");
  expect(lifecycle.diff({ ...state, isCaseSensitive: true }, open)).not.toBe("none");
});
