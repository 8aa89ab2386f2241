/**
 * The engine sends a property that `ignoreChanges` lists as it is in the state, and the service replaces whole tags: so a save of
 * another property would overwrite what people edit in the application.
 */
import type { VirtualTagInputs } from "../../../stack/state/virtualTag";
import {
  account,
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

test("a staged save overwrites nothing", async () => {
  const { id, state } = await create(ignoring({}));
  await editByOther(id, theirs);
  newRun();
  await update(id, state, ignoring({ defaultValue: "Other", setAsLive: false }));
  expect(await live(id)).toMatchObject(theirs);
});
