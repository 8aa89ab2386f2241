/**
 * The engine sends a property that `ignoreChanges` lists as it is in the state, and the service replaces whole tags: so a save of
 * another property would overwrite what people edit in the application.
 */
import type { VirtualTagInputs } from "../../../stack/state/virtualTag";
import {
  account,
  condition,
  create,
  editByOther,
  inputs,
  newRun,
  refresh,
  rule,
  setDriftPolicy,
  start,
  update,
  versions,
} from "./account";
import { virtualTagLifecycle } from "../lifecycles";

const theirs = { rules: [{ ...rule, to: "Theirs" }] };
/** What the engine sends: the other properties from the program, the ignored ones from the state's inputs. */
const ignoring = (change: Partial<VirtualTagInputs>, ignored = ["rules"]): VirtualTagInputs => ({
  ...inputs,
  ...change,
  __ignoreChanges: ignored,
});
const live = async (id: string): Promise<unknown> => account.asOther("GET", `/v2/virtual-tags/${id}`);

beforeEach(() => start());

describe.each(["overwrite", "refuse"] as const)("with the policy %s", (policy) => {
  test.each([[["rules"]], [["rules[0].to"]], [["rules[*].to", "defaultValue"]], [["*"]]])(
    "a save stops that would overwrite rules which %j leaves to the application",
    async (ignored) => {
      const { id, state } = await create(ignoring({}, ignored));
      await editByOther(id, theirs);
      newRun();
      setDriftPolicy(policy);
      const save = update(id, state, ignoring({ defaultValue: "Other" }, ignored));
      await expect(save).rejects.toMatchObject({
        code: "CA2019",
        message: expect.stringMatching(/ines@example\.com.*rules/) as string,
      });
      expect(await versions(id)).toHaveLength(2);
      expect(await live(id)).toMatchObject(theirs);
    },
  );

  test("after a refresh, the engine sends the live rules, which are kept", async () => {
    const { id, state } = await create(ignoring({}));
    await editByOther(id, theirs);
    const found = await refresh(id, state);
    // They are no drift, so nothing is said of them, and nothing is to be done.
    expect(account.codes()).toEqual([]);
    expect(virtualTagLifecycle.diff(found.state, found.inputs)).toEqual({ kind: "none", warnings: [], notes: [] });
    newRun();
    setDriftPolicy(policy);
    await update(id, found.state, { ...found.inputs, defaultValue: "Other" });
    expect(await live(id)).toMatchObject({ ...theirs, defaultValue: "Other" });
  });
});

test("a change of something that is not ignored is drift as usual", async () => {
  const { id, state } = await create(ignoring({}));
  await editByOther(id, { defaultValue: "Theirs" });
  newRun();
  await update(id, state, ignoring({ defaultValue: "Other" }));
  expect(account.codes()).toEqual(["CA2101"]);
  expect(await live(id)).toMatchObject({ rules: inputs.rules, defaultValue: "Other" });
});

test.each<[string, string[], object]>([
  ["something else", ["defaultValue"], theirs],
  ["only a part", ["rules"], { ...theirs, defaultValue: "Theirs" }],
  ["another rule", ["rules[1].to"], theirs],
])("a refresh finds drift if %s is ignored", async (_, ignored, edit) => {
  const { id, state } = await create(ignoring({}, ignored));
  await editByOther(id, edit);
  const { state: found } = await refresh(id, state);
  await refresh(id, found);
  const { warnings } = virtualTagLifecycle.diff(found, ignoring({}, ignored));
  const said = [...account.messages, ...warnings];
  expect(said.map(({ code, text }) => [code, text.includes("`ignoreChanges`")])).toEqual(
    said.map(() => ["CA2103", true]),
  );
  expect(said.length).toBeGreaterThanOrEqual(2);
});

test("a change that a refresh took for drift is left alone once it is ignored", async () => {
  const { id, state } = await create(inputs);
  await editByOther(id, theirs);
  const { state: found, inputs: sent } = await refresh(id, state);
  const difference = (ignored: string[]) => virtualTagLifecycle.diff(found, { ...sent, __ignoreChanges: ignored });
  expect(difference(["rules"])).toEqual({ kind: "none", warnings: [], notes: [] });
  expect(difference(["rules", "defaultValue"]).kind).toBe("none");
  // What the program declares by now is remembered.
  expect(difference(["defaultValue"]).kind).toBe("remember");
  // The drift is still known when it is not ignored any more.
  const { kind, warnings } = virtualTagLifecycle.diff(found, inputs);
  expect([kind, warnings.map(({ code }) => code)]).toEqual(["update", ["CA2103"]]);
});

test("a refresh leaves a name alone that is ignored", async () => {
  const { id, state } = await create(ignoring({}, ["name"]));
  await editByOther(id, { name: "Theirs" });
  const { state: found, inputs: sent } = await refresh(id, state);
  expect([account.codes(), sent.name]).toEqual([[], "Theirs"]);
  expect(virtualTagLifecycle.diff(found, sent).kind).toBe("none");
});

describe("a refresh is no consent to overwrite", () => {
  test.each<[string, string[] | undefined]>([
    ["not ignored any more", undefined],
    ["not ignored, because something else is", ["defaultValue"]],
  ])("a change that is %s stops a save", async (_, ignored) => {
    const { id, state } = await create(ignoring({}));
    await editByOther(id, theirs);
    const first = await refresh(id, state);
    // Nor is a second refresh, which finds the tag as the first did.
    const { state: found } = await refresh(id, first.state);
    expect(account.codes()).toEqual([]);
    // Readers of the state's public part take what is ignored for the stack's own.
    expect(found.__report?.drift).toBeUndefined();
    newRun();
    setDriftPolicy("refuse");
    const sent = ignored === undefined ? inputs : ignoring({}, ignored);
    const { kind, warnings } = virtualTagLifecycle.diff(found, sent);
    expect([kind, warnings.map(({ code }) => code)]).toEqual(["update", ["CA2103"]]);
    await expect(update(id, found, sent)).rejects.toMatchObject({ code: "CA2013" });
    expect(await live(id)).toMatchObject(theirs);
  });

  test("but the program may change the rest of a property that is ignored in part", async () => {
    const { id, state } = await create(ignoring({}, ["rules[0].to"]));
    await editByOther(id, theirs);
    const { state: found } = await refresh(id, state);
    newRun();
    setDriftPolicy("refuse");
    const rules = [{ to: "Theirs", filters: { ...condition, value: ["c"] } }];
    const sent = ignoring({ rules }, ["rules[0].to"]);
    for (const one of [sent, { ...sent, setAsLive: false }])
      expect(virtualTagLifecycle.diff(found, one)).toEqual({
        kind: "update",
        warnings: [],
        notes: [],
        summary: expect.any(Function) as unknown,
      });
    await update(id, found, sent);
    expect(await live(id)).toMatchObject({ rules });
    expect(account.codes()).toEqual([]);
  });
});

test("a staged save overwrites nothing", async () => {
  const { id, state } = await create(ignoring({}));
  await editByOther(id, theirs);
  newRun();
  await update(id, state, ignoring({ defaultValue: "Other", setAsLive: false }));
  expect(await live(id)).toMatchObject(theirs);
});
