/** Names with white space around them: a service that trims them would never show them again. */
import { virtualTagLifecycle } from "../../provider/virtualTag";
import { virtualTagV1Lifecycle } from "../../provider/virtualTagV1";
import type { Problem } from "../../rules/validate";
import { account, create, inputs, madeByOther, refresh, remove, start } from "./virtualTagAccount";

describe.each([virtualTagLifecycle, virtualTagV1Lifecycle])("$kind", (lifecycle) => {
  const problems = (name: string): Problem[] => lifecycle.check({ ...inputs, name }, new Map()).problems;

  test.each(["Team ", " Team", "Team\n", "\u00a0Team", "\ufeffTeam", " "])("refuses %j, and says why", (name) => {
    const [problem, ...others] = problems(name);
    expect(problem?.path).toBe("name");
    expect(problem?.message).toMatch(/^must not begin or end with white space: .* set adopt to its ID/);
    expect(others).toEqual([]);
  });

  test.each(["Team", "My  Team", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"])("takes %j", (name) => {
    expect(problems(name)).toEqual([]);
  });

  test("takes the name that a refresh has found, which `ignoreChanges` puts in the place of the program's", () => {
    const found = { ...inputs, name: "Team " };
    expect(lifecycle.check(found, new Map(), {}, found).problems).toEqual([]);
    expect(lifecycle.check({ ...found, name: " Team" }, new Map(), {}, found).problems).toHaveLength(1);
  });
});

describe("a tag that has such a name", () => {
  beforeEach(() => start());

  test("is adopted by its ID, under the name without", async () => {
    const id = await madeByOther({ name: "Team " });
    const adopting = { ...inputs, adopt: id };
    expect(virtualTagLifecycle.check(adopting, new Map()).problems).toEqual([]);
    expect(await create(adopting)).toMatchObject({ id, state: { name: "Team" } });
    expect(await account.asOther("GET", `/v2/virtual-tags/${id}`)).toMatchObject({ name: "Team" });
  });

  test("is refreshed and deleted where a state has it", async () => {
    const { id, state } = await create({ ...inputs, name: "Team " });
    expect(await refresh(id, state)).toMatchObject({ inputs: { name: "Team " } });
    await remove(id, state);
    expect(account.writes()).toEqual(["POST /v2/virtual-tags", `DELETE /v2/virtual-tags/${id}`]);
  });
});
