/** Every change of an argument: what diff says and update sends, in both directions. */
import type { VirtualTagInputs } from "../../../stack/state/virtualTag";
import type { Condition, Filter, Rule, TagValue } from "../../../rules/types";
import { account, condition, create, inputs, mark, rule, start, update } from "./account";
import { virtualTagLifecycle } from "../lifecycles";

const presence: Condition = { costCenter: "AWS", key: "team", type: "tag", operator: "exists" };
const second: Rule = { to: "Data", filters: presence };

type Arguments = Partial<VirtualTagInputs>;
const filtered = (filters: Filter | object): Arguments => ({ rules: [{ to: "Web", filters: filters as Filter }] });
const to = (value: TagValue): Arguments => ({ rules: [{ ...rule, to: value }] });
const during = (timeframe?: object): Arguments => ({
  rules: [timeframe === undefined ? rule : ({ ...rule, timeframe } as Rule)],
});
const key = { key: "team", costCenter: "AWS" };
const from = 1_767_225_600_000;

beforeEach(() => start());

/** The writes since the last call: method, query and body. */
function writes(): object[] {
  const all = account.emulator.control.requests().filter(({ method }) => method !== "GET");
  account.emulator.control.clearRequests();
  return all.map(({ method, query, body }) => ({ method, query, body }));
}

/** What a save of arguments sends, as the document has it. */
function saved(
  method: "POST" | "PUT",
  { name, rules, defaultValue, changeDescription, setAsLive = true }: VirtualTagInputs,
): object {
  const description = changeDescription === undefined ? mark : `${changeDescription} ${mark}`;
  const query = { setAsLive: String(setAsLive) };
  return { method, query, body: { name, rules, defaultValue, versionMetadata: { changeDescription: description } } };
}

describe("a change, and its reversal, is one PUT of the whole tag", () => {
  test.each<[string, Arguments, Arguments]>([
    ["the name", {}, { name: "Teams" }],
    ["the first rule", { rules: [] }, {}],
    ["a further rule", {}, { rules: [rule, second] }],
    ["the order of the rules", { rules: [rule, second] }, { rules: [second, rule] }],
    ["to: another string", to("Web"), to("Shop")],
    ["to: a key", to("Web"), to(key)],
    ["to: another key", to(key), to({ ...key, key: "squad" })],
    ["to: a key of another cost center", to(key), to({ ...key, costCenter: "GCP" })],
    ["to: a key of another type", to({ ...key, type: "tag" }), to({ ...key, type: "resource" })],
    ["a condition's cost center", filtered(condition), filtered({ ...condition, costCenter: "GCP" })],
    ["a condition's key", filtered(condition), filtered({ ...condition, key: "squad" })],
    ["a condition's type", filtered(condition), filtered({ ...condition, type: "resource" })],
    ["a condition's operator", filtered(condition), filtered({ ...condition, operator: "notOneOf" })],
    ["a condition's values", filtered(condition), filtered({ ...condition, value: ["a", "b", "c"] })],
    ["a presence operator", filtered(condition), filtered(presence)],
    ["the other presence operator", filtered(presence), filtered({ ...presence, operator: "notExists" })],
    ["a group", filtered(condition), filtered({ AND: [condition] })],
    ["the other group", filtered({ AND: [condition, presence] }), filtered({ OR: [condition, presence] })],
    ["a group's member", filtered({ AND: [condition] }), filtered({ AND: [condition, { OR: [presence] }] })],
    ["a group's order", filtered({ AND: [condition, presence] }), filtered({ AND: [presence, condition] })],
    ["a timeframe", during(), during({ from })],
    ["a timeframe's beginning", during({ from }), during({ from: from + 1 })],
    ["a timeframe's end", during({ from }), during({ from, to: from + 1 })],
    ["the default: another string", {}, { defaultValue: "Other" }],
    ["the default: a key", {}, { defaultValue: key }],
    ["the default: another key", { defaultValue: key }, { defaultValue: { ...key, key: "squad" } }],
    [
      "the default: a key of another type",
      { defaultValue: { ...key, type: "tag" } },
      { defaultValue: { ...key, type: "resource" } },
    ],
    ["content and description", {}, { defaultValue: "Other", changeDescription: "why" }],
  ])("%s", async (_, one, other) => {
    const [before, after] = [
      { ...inputs, ...one },
      { ...inputs, ...other },
    ];
    const { id, state } = await create(before);
    expect(writes()).toEqual([saved("POST", before)]);

    const inPlace = { kind: "update", warnings: [], notes: [], summary: expect.any(Function) as unknown };
    expect(virtualTagLifecycle.diff(state, after)).toEqual(inPlace);
    const changed = await update(id, state, after);
    expect(writes()).toEqual([saved("PUT", after)]);
    expect(changed).toMatchObject(after);
    expect(virtualTagLifecycle.diff(changed, after).kind).toBe("none");

    expect(virtualTagLifecycle.diff(changed, before)).toEqual(inPlace);
    const back = await update(id, changed, before);
    expect(writes()).toEqual([saved("PUT", before)]);
    expect(Object.keys(back)).toEqual(Object.keys(state));
    expect(virtualTagLifecycle.diff(back, before).kind).toBe("none");
    expect(account.messages).toEqual([]);
  });
});

describe("what means the same is no difference, in both directions, and saves nothing even if the engine asks for an update", () => {
  const is = { ...condition, operator: "is" };
  test.each<[string, Arguments, Arguments]>([
    ["a label", filtered(condition), filtered({ ...condition, displayName: "Team" })],
    ["a label in a group", filtered({ OR: [presence] }), filtered({ OR: [{ ...presence, displayName: "Team" }] })],
    ["the order of the values of oneOf", filtered(condition), filtered({ ...condition, value: ["b", "a"] })],
    ["a repeated value of oneOf", filtered(condition), filtered({ ...condition, value: ["b", "a", "b"] })],
    ["a string or an array of it", filtered({ ...is, value: ["a"] }), filtered({ ...is, value: "a" })],
    ["the form of a moment", during({ from }), during({ from: "2026-01-01" })],
    ["no value of a presence operator", filtered(presence), filtered({ ...presence, value: [] })],
    ["a description", {}, { changeDescription: "why" }],
    ["another description", { changeDescription: "why" }, { changeDescription: "why not" }],
    ["setAsLive, by default true", {}, { setAsLive: true }],
    ["setAsLive: false of what is live", {}, { setAsLive: false }],
    ["adopt, by default false", {}, { adopt: false }],
    ["adopt by name", {}, { adopt: true }],
    ["adopt by ID", {}, { adopt: "an-id" }],
  ])("%s", async (_, one, other) => {
    for (const [before, after] of [
      [one, other],
      [other, one],
    ]) {
      const given = { ...inputs, ...before, name: JSON.stringify(before), setAsLive: true, adopt: true };
      const { id, state } = await create(given);
      const old = { ...state, ...inputs, ...before, name: given.name };
      const declared = { ...inputs, ...after, name: given.name };
      account.emulator.control.clearRequests();
      expect(virtualTagLifecycle.diff(old, declared).kind).toBe("none");
      expect(await update(id, old, declared)).toMatchObject(declared);
      expect(writes()).toEqual([]);
    }
  });

  // The service may fill in a type that a program leaves out.
  test.each<[string, Arguments, Arguments]>([
    ["the type of a key as value", to({ ...key, type: "tag" }), to(key)],
    ["the type of a key as default", { defaultValue: { ...key, type: "tag" } }, { defaultValue: key }],
  ])("%s: no difference if it is left out, one if it is declared", async (_, typed, open) => {
    const { id, state } = await create({ ...inputs, ...typed });
    expect(virtualTagLifecycle.diff(state, { ...inputs, ...open }).kind).toBe("none");
    expect(virtualTagLifecycle.diff({ ...state, ...open }, { ...inputs, ...typed }).kind).not.toBe("none");
    account.emulator.control.clearRequests();
    await update(id, state, { ...inputs, ...open });
    expect(writes()).toEqual([]);
  });
});

test("staging, staging again and promoting: one PUT each, and the query says whether it goes live", async () => {
  const staged = { ...inputs, defaultValue: "Staged", setAsLive: false };
  const stagedAgain = { ...staged, defaultValue: "Staged again", changeDescription: "why" };
  const promoted = { ...inputs, defaultValue: "Staged again", changeDescription: "why" };
  const { id, state } = await create(inputs);
  account.emulator.control.clearRequests();
  let kept = state;
  for (const declared of [staged, stagedAgain, promoted]) {
    expect(virtualTagLifecycle.diff(kept, declared)).toEqual({
      kind: "update",
      warnings: [],
      notes: [],
      summary: expect.any(Function) as unknown,
    });
    kept = await update(id, kept, declared);
    expect(writes()).toEqual([saved("PUT", declared)]);
    expect(virtualTagLifecycle.diff(kept, declared).kind).toBe("none");
  }
  expect(Object.keys(kept).sort()).toEqual([...Object.keys(state), "changeDescription"].sort());
});
