/** What a service may add to what it reads, and what the document does not show, is no difference beside one. */
import { inProgramForm } from "../../../rules/programForm";
import type { VirtualTagState } from "../../../stack/state/virtualTag";
import type { Filter, Rule, TagContent } from "../../../rules/types";
import { account, condition, create, editByOther, inputs, newRun, refresh, start, update } from "./account";
import { virtualTagLifecycle as lifecycle } from "../lifecycles";

const key = { key: "env", costCenter: "GCP" };
const typed = { ...key, type: "tag" };
const labeled: Filter = { ...condition, displayName: "Team" };
const declared: TagContent = {
  rules: [
    { to: "Web", filters: { OR: [condition, { ...condition, value: ["c"] }] } },
    { to: key, filters: { ...condition, value: ["d"] } },
  ],
  defaultValue: key,
};
const [web, env] = declared.rules as [Rule, Rule];
const shown = (rule: Rule): Rule => JSON.parse(JSON.stringify(rule), label) as Rule;
const label = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && "operator" in value
    ? { ...value, displayName: "Team" }
    : typeof value === "object" && value !== null && "costCenter" in value
      ? { ...value, type: "tag" }
      : value;

test.each<[string, actual: Rule[], expected: Rule[]]>([
  ["unchanged", [shown(web), shown(env)], [web, env]],
  [
    "another rule in front",
    [{ to: "New", filters: labeled }, shown(web), shown(env)],
    [{ to: "New", filters: condition }, web, env],
  ],
  ["a changed value", [{ ...shown(web), to: "Shop" }, shown(env)], [{ ...web, to: "Shop" }, env]],
  ["a changed filter", [shown(web), { to: typed, filters: labeled }], [web, { to: key, filters: condition }]],
  ["another key", [{ ...shown(web), to: { ...typed, key: "x" } }], [{ ...web, to: { ...typed, key: "x" } }]],
  [
    "a shape that the document does not show",
    ["odd", { to: "Web", filters: "odd" }, { to: "x", filters: { OR: 1 } }] as never,
    ["odd", { to: "Web", filters: "odd" }, { to: "x", filters: { OR: 1 } }] as never,
  ],
])("%s", (_, rules, expected) => {
  expect(inProgramForm(declared, { rules, defaultValue: typed })).toEqual({ rules: expected, defaultValue: key });
});

test("a label that the program declares stays comparable", () => {
  const own: TagContent = { rules: [{ to: "Web", filters: labeled }], defaultValue: "x" };
  const actual: TagContent = {
    rules: [{ to: "Shop", filters: { ...labeled, displayName: "Theirs" } }],
    defaultValue: "x",
  };
  expect(inProgramForm(own, actual)).toEqual(actual);
});

test.each([false, true])(
  "drift shows what was changed alone, with labels and types added by the service: %p",
  async (adds) => {
    const switches = { v2ReadsAddDisplayName: adds, v2ReadsAddType: adds };
    await start({ emulator: { switches } });
    const given = { ...inputs, ...declared };
    const { id, state } = await create(given);
    await editByOther(id, { ...declared, rules: [{ ...web, to: "Shop" }, env] });
    const found = await refresh(id, state);
    expect(found.inputs).toEqual({ ...given, rules: [{ ...web, to: "Shop" }, env] });
    expect(found.state.rules).toEqual(found.inputs.rules);
    expect(lifecycle.diff(found.state, given).kind).not.toBe("none");
    newRun();
    // The program accepts the change as the refresh shows it.
    const accepted = { ...given, rules: found.inputs.rules };
    const after: VirtualTagState = await update(id, found.state, accepted);
    expect(lifecycle.diff(after, accepted).kind).toBe("none");
    expect((await refresh(id, after)).inputs).toEqual(accepted);
    expect(account.writes()).toHaveLength(1);
  },
);
