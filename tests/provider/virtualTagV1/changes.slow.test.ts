/** Every change of an argument by V1, in both directions: what diff answers, and what update sends. */
import type { VirtualTagV1Inputs } from "../../../stack/state/virtualTagV1";
import type { Rule, TagValue } from "../../../rules/types";
import { account, condition, conditionV1, inputs, lifecycle, rule, start, urnOf } from "./account";

type Arguments = Partial<VirtualTagV1Inputs>;
const filtered = (fields: object): Arguments => ({ rules: [{ to: "Web", filters: conditionV1(fields) }] });
const to = (value: TagValue): Arguments => ({ rules: [{ ...rule, to: value }] });
const during = (timeframe?: object): Arguments => ({
  rules: [timeframe === undefined ? rule : ({ ...rule, timeframe } as Rule)],
});
const presence = { costCenter: "AWS", key: "team", operator: "exists" };
const second: Rule = { to: "Data", filters: conditionV1(presence) };
const key = { key: "team", costCenter: "AWS" };
const from = "2026-01-01T00:00:00Z";

beforeEach(() => start());

/** Method and body of the writes since the last call. */
function writes(): object[] {
  const all = account.emulator.control.requests().filter(({ method }) => method !== "GET");
  account.emulator.control.clearRequests();
  return all.map(({ method, body }) => ({ method, body }));
}

/** What a save of arguments sends, by the API documentation. */
function saved(method: "POST" | "PUT", { name, rules, defaultValue, isCaseSensitive }: VirtualTagV1Inputs): object {
  const sent = rules.map(({ timeframe, ...others }) => ({
    ...others,
    ...(timeframe && { timeframe: Object.fromEntries(Object.entries(timeframe).map(inMilliseconds)) }),
  }));
  return { method, body: { name, rules: sent, defaultValue, isCaseSensitive } };
}

function inMilliseconds([name, moment]: [string, string | number]): [string, number] {
  return [name, Date.parse(String(moment))];
}

test.each<[string, Arguments, Arguments]>([
  ["the name", {}, { name: "Teams" }],
  ["the first rule", { rules: [] }, {}],
  ["a further rule", {}, { rules: [rule, second] }],
  ["the order of the rules", { rules: [rule, second] }, { rules: [second, rule] }],
  ["to: another string", to("Web"), to("Shop")],
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
  ["a timeframe's end", during({ from }), during({ from, to: "2026-01-01T00:00:00.001Z" })],
  ["the default: another string", {}, { defaultValue: "Other" }],
  ["the default: a key", {}, { defaultValue: key }],
  ["isCaseSensitive", {}, { isCaseSensitive: true }],
])("a change is one PUT of the whole tag, in both directions: %s", async (_, one, other) => {
  const [before, after] = [
    { ...inputs, ...one },
    { ...inputs, ...other },
  ];
  const { id, state } = await lifecycle.create(before);
  expect(writes()).toEqual([saved("POST", before)]);

  const update = { kind: "update", first: "delete", warnings: [], notes: [] };
  expect(lifecycle.diff(state, after)).toEqual(update);
  const changed = await lifecycle.update(id, state, after);
  expect(writes()).toEqual([saved("PUT", after)]);
  expect(lifecycle.diff(changed, after).kind).toBe("none");

  expect(lifecycle.diff(changed, before)).toEqual(update);
  const back = await lifecycle.update(id, changed, before);
  expect(writes()).toEqual([saved("PUT", before)]);
  expect(lifecycle.diff(back, before).kind).toBe("none");
  expect(account.messages).toEqual([]);
});

test.each<[string, Arguments, Arguments]>([
  ["a label", {}, filtered({ ...condition, displayName: "Team" })],
  ["the order of the values of oneOf", {}, filtered({ ...condition, value: ["b", "a"] })],
  [
    "one string or an array of it",
    filtered({ ...condition, operator: "is", value: ["a"] }),
    filtered({ ...condition, operator: "is", value: "a" }),
  ],
  ["no value of a presence operator", filtered(presence), filtered({ ...presence, value: [] })],
  ["case that does not count", {}, filtered({ ...condition, costCenter: "aws", key: "TEAM" })],
  ["adopt, by default false", {}, { adopt: false }],
  ["adopt by name", {}, { adopt: true }],
  ["adopt by ID", {}, { adopt: "an-id" }],
  ["the URN", {}, { __resourceUrn: urnOf("renamed") }],
])("what means the same is no difference, and saves nothing: %s", async (_, one, other) => {
  for (const [before, after] of [
    [one, other],
    [other, one],
  ]) {
    const name = JSON.stringify(before);
    const old = { ...inputs, ...before, name };
    const declared = { ...inputs, ...after, name };
    const { id, state } = await lifecycle.create({ ...old, adopt: true });
    account.emulator.control.clearRequests();
    expect(lifecycle.diff({ ...state, ...old }, declared).kind).toBe("none");
    expect(await lifecycle.update(id, { ...state, ...old }, declared)).toMatchObject(declared);
    expect(writes()).toEqual([]);
  }
});

test("isCaseSensitive is false if it is left out or removed", () => {
  const { name, rules, defaultValue } = inputs;
  const open = { name, rules, defaultValue };
  expect(lifecycle.check(open).inputs).toMatchObject({ isCaseSensitive: false });
  const state = { ...inputs };
  expect(lifecycle.diff(state, lifecycle.check(open).inputs as unknown as VirtualTagV1Inputs).kind).toBe("none");
  expect(lifecycle.diff({ ...state, isCaseSensitive: true }, open).kind).not.toBe("none");
});
