/** A delete of a tag that other tags of the account refer to. */
import type { Refused } from "../../../provider/shared/message";
import { referencesTo } from "../../../provider/virtualTag/references";
import type { Rule, TagValue } from "../../../rules/types";
import {
  account,
  condition,
  create,
  deletes,
  inputs,
  later,
  madeByOther,
  newRun,
  reads,
  remove,
  requests,
  rule,
  setReferencePolicy,
  start,
  update,
  urn,
} from "./account";

const { list, tag: byId, history } = reads;

beforeEach(() => start());

const keyOf = (id: string): { costCenter: string; key: string; type: string } => ({
  costCenter: "Virtual Tags",
  key: id,
  type: "virtual_tag",
});
/** A rule with a condition on a tag. */
const ruleOn = (id: string): Rule => ({ to: "X", filters: { ...keyOf(id), operator: "oneOf", value: ["Web"] } });
/** Creates a tag of this stack, and begins a new run. */
const created = async (): Promise<Awaited<ReturnType<typeof create>>> => {
  const made = await create();
  later();
  newRun();
  account.emulator.control.clearRequests();
  return made;
};
/** The error of a delete. */
const refusal = async ({ id, state }: Awaited<ReturnType<typeof create>>): Promise<Refused> => {
  const [result] = await Promise.allSettled([remove(id, state)]);
  return (result as PromiseRejectedResult).reason as Refused;
};

const references: [string, (id: string) => { rules?: Rule[]; defaultValue?: TagValue }][] = [
  ["a condition", (id) => ({ rules: [ruleOn(id)] })],
  [
    "a condition in groups",
    (id) => ({ rules: [{ to: "X", filters: { AND: [condition, { OR: [ruleOn(id).filters] }] } }] }),
  ],
  ["a value", (id) => ({ rules: [{ ...rule, to: keyOf(id) }] })],
  ["the default value", (id) => ({ defaultValue: keyOf(id) })],
  ["an ID in upper case", (id) => ({ rules: [ruleOn(id.toUpperCase())] })],
];
test.each(references)("is refused with the name of the tag that refers by %s", async (_, refer) => {
  const made = await created();
  await madeByOther({ name: "Squad", ...refer(made.id) });
  const { code, message } = await refusal(made);
  expect(code).toBe("CA2032");
  expect(message).toContain('"Squad"');
  expect(message).toContain("pulumi config set costallocation:referencePolicy ignore");
  expect(deletes()).toEqual([]);
  // No request more than any delete has.
  expect(requests()).toEqual([list, history]);
});

test("names IDs if a name is not unique", async () => {
  const made = await created();
  const [one, other] = [
    await madeByOther({ name: "Squad", rules: [ruleOn(made.id)] }),
    await madeByOther({ name: "Squad" }),
  ];
  const { message } = await refusal(made);
  expect(message).toContain(`"Squad" (${one})`);
  expect(message).not.toContain(other);
});

test("is not refused because the tag refers to itself, or to others", async () => {
  const { id, state } = await created();
  const other = await madeByOther({ name: "Squad" });
  const own = await update(id, state, { ...inputs, rules: [ruleOn(id), ruleOn(other)] });
  newRun();
  await remove(id, own);
  expect(deletes()).toEqual([`DELETE /v2/virtual-tags/${id}`]);
});

test("deletes with a warning if references are ignored", async () => {
  const { id, state } = await created();
  await madeByOther({ name: "Squad", rules: [ruleOn(id)] });
  setReferencePolicy("ignore");
  await remove(id, state);
  expect(account.codes()).toEqual(["CA2113"]);
  expect(requests()).toEqual([list, history, "DELETE /v2/virtual-tags/{id}"]);
});

describe("a tag of the same run", () => {
  const squad = { ...inputs, name: "Squad", __resourceUrn: urn("squad") };

  test("doesn't count if it was deleted first; both deletes share a list", async () => {
    const { id, state } = await create();
    const referring = await create({ ...squad, rules: [ruleOn(id)] });
    later();
    newRun();
    account.emulator.control.clearRequests();
    await remove(referring.id, referring.state);
    await remove(id, state);
    expect(deletes()).toHaveLength(2);
    expect(requests().filter((request) => request === list)).toHaveLength(1);
  });

  test("doesn't count if it was changed first", async () => {
    const { id, state } = await create();
    const referring = await create({ ...squad, rules: [ruleOn(id)] });
    later();
    newRun();
    await update(referring.id, referring.state, squad);
    await remove(id, state);
    expect(deletes()).toHaveLength(1);
  });

  test("counts as long as it refers, and a second run deletes both", async () => {
    const { id, state } = await create();
    const referring = await create({ ...squad, rules: [ruleOn(id)] });
    later();
    newRun();
    await expect(remove(id, state)).rejects.toMatchObject({ code: "CA2032" });
    await remove(referring.id, referring.state);
    newRun();
    await remove(id, state);
    expect(deletes()).toHaveLength(2);
  });
});

describe("if the list doesn't show rules", () => {
  beforeEach(() => {
    account.emulator.control.setSwitches({ listHasRules: false });
  });

  test("reads the other tags", async () => {
    const made = await created();
    await madeByOther({ name: "Squad", rules: [ruleOn(made.id)] });
    const { code } = await refusal(made);
    expect(code).toBe("CA2032");
    expect(requests().slice(0, 2)).toEqual([list, byId]);
  });

  test("refuses if one can't be read, and names it; with ignore, it reads none", async () => {
    const made = await created();
    const squad = await madeByOther({ name: "Squad" });
    account.emulator.control.placeFault({
      method: "GET",
      path: `/v2/virtual-tags/${squad}`,
      kind: "status",
      status: 403,
    });
    const { code, message } = await refusal(made);
    expect(code).toBe("CA2033");
    expect(message).toContain('"Squad"');
    setReferencePolicy("ignore");
    account.emulator.control.clearRequests();
    await remove(made.id, made.state);
    expect(requests()).not.toContain(byId);
    expect(deletes()).toHaveLength(1);
  });

  test("a predefined tag that can't be read refers to no tag of the account", async () => {
    const { id, state } = await created();
    const predefined = await madeByOther({ name: "FOCUS/ServiceCategory" });
    account.emulator.control.placeFault({
      method: "GET",
      path: `/v2/virtual-tags/${predefined}`,
      kind: "status",
      status: 403,
    });
    await remove(id, state);
    expect(deletes()).toHaveLength(1);
  });

  test("a tag that was deleted meanwhile doesn't count", async () => {
    const { id, state } = await created();
    const squad = await madeByOther({ name: "Squad", rules: [ruleOn(id)] });
    await account.context.client.virtualTags.snapshot({ maxAgeSeconds: 4 });
    await account.asOther("DELETE", `/v2/virtual-tags/${squad}`);
    await remove(id, state);
    expect(deletes()).toHaveLength(1);
  });
});

test("is refused if the list is forbidden, unless references are ignored", async () => {
  const made = await created();
  account.emulator.control.placeFault({ method: "GET", path: "/v2/virtual-tags", kind: "status", status: 403 });
  expect((await refusal(made)).code).toBe("CA2033");
  expect(deletes()).toEqual([]);
  setReferencePolicy("ignore");
  await remove(made.id, made.state);
  expect(deletes()).toHaveLength(1);
});

test("that was carried out without an answer is done, whatever refers to the tag since", async () => {
  const { id, state } = await created();
  account.emulator.control.placeFault({ method: "DELETE", when: "afterCommit", kind: "reset", times: 1 });
  await remove(id, state);
  await madeByOther({ name: "Squad", rules: [ruleOn(id)] });
  newRun();
  await remove(id, state);
  expect(deletes()).toHaveLength(1);
  expect(account.codes()).toEqual(["CA2207"]);
});

test("many tags whose rules the list does not show are named without comparing each with each", () => {
  const tags = Array.from({ length: 100 }, (_, number) => ({ id: `t${number}`, name: `Tag ${number % 99}` }));
  const normalize = jest.spyOn(String.prototype, "normalize");
  const { unreadable } = referencesTo("t1", tags);
  const count = normalize.mock.calls.length;
  normalize.mockRestore();
  expect(unreadable).toHaveLength(99);
  expect(unreadable.filter(({ id }) => id !== undefined)).toEqual([
    { name: "Tag 0", id: "t0" },
    { name: "Tag 0", id: "t99" },
  ]);
  expect(count).toBeLessThan(1000);
});
