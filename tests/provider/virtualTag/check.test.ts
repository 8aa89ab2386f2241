/** What a preview says of the arguments, without network. */
import { RunMemory } from "../../../provider/shared/runMemory";
import { account, condition, create, inputs, madeByOther, refresh, remove, rule, start, urn } from "./account";
import { virtualTagLifecycle } from "../lifecycles";
import { virtualTagV1Lifecycle } from "../virtualTagV1/byInput";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const check = (news: object, memory = new RunMemory()): ReturnType<typeof virtualTagLifecycle.check> =>
  virtualTagLifecycle.check({ ...news }, { memory });

test("keeps moments as ISO 8601", () => {
  const rules = [{ ...rule, timeframe: { from: 1_767_225_600_000, to: "2027-01-01" } }];
  const { inputs: kept, problems } = check({ ...inputs, rules });
  expect(problems).toEqual([]);
  const timeframe = { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" };
  expect(kept["rules"]).toEqual([{ ...rule, timeframe }]);
});

test("accepts values that are not known yet", () => {
  for (const rules of [
    unknown,
    [unknown],
    [{ ...rule, timeframe: unknown }],
    [{ ...rule, timeframe: { from: unknown } }],
  ]) {
    expect(check({ ...inputs, rules, defaultValue: unknown })).toEqual({
      inputs: { ...inputs, rules, defaultValue: unknown },
      warnings: [],
      problems: [],
    });
  }
});

test("names each mistake by its path, and arguments that do not exist", () => {
  const { problems } = check({
    ...inputs,
    name: "",
    default: "Shared",
    setAsLive: "no",
    changeDescription: 5,
    adopt: "",
    rules: [{ to: "a", filters: { AND: [condition, { ...condition, operator: "like" }] } }],
  });
  expect(problems.map(({ path }) => path)).toEqual([
    "default",
    "name",
    "rules[0].filters.AND[1].operator",
    "setAsLive",
    "changeDescription",
    "adopt",
  ]);
});

test.each([virtualTagLifecycle, virtualTagV1Lifecycle])(
  "$kind warns of an end that is a date without a time, as the program has it",
  (lifecycle) => {
    const warned = (to: string): string[] =>
      lifecycle
        .check(
          { name: "T", defaultValue: "", rules: [{ ...rule, timeframe: { from: "2026-01-01", to } }] },
          { memory: new RunMemory() },
        )
        .warnings.map(({ path }) => path)
        .filter((path) => path.startsWith("rules"));
    expect(warned("2026-01-31")).toEqual(["rules[0].timeframe.to"]);
    expect(warned("2026-01-31T00:00:00Z")).toEqual([]);
  },
);

test.each([virtualTagLifecycle, virtualTagV1Lifecycle])(
  "$kind warns of the name of a tag where an ID is expected, also in the default value",
  (lifecycle) => {
    const key = { costCenter: "Virtual Tags", key: "Team" };
    const filters = { ...key, type: "virtual_tag", operator: "exists" };
    const news = { name: "T", defaultValue: key, rules: [{ to: "a", filters }] };
    const { problems, warnings } = lifecycle.check(news, { memory: new RunMemory() });
    expect(problems).toEqual([]);
    const paths = warnings.map(({ path }) => path).filter((path) => path.endsWith(".key"));
    expect(paths).toEqual(["rules[0].filters.key", "defaultValue.key"]);
  },
);

test.each([virtualTagLifecycle, virtualTagV1Lifecycle])(
  "$kind refuses IDs to adopt that can't be valid",
  (lifecycle) => {
    const paths = (adopt: unknown): string[] =>
      lifecycle
        .check({ name: "T", defaultValue: "", rules: [], adopt }, { memory: new RunMemory() })
        .problems.map(({ path }) => path);
    for (const id of [
      "",
      ".",
      "..",
      "a/../b",
      "a\\b",
      "a b",
      "a?b=c",
      "a#b",
      "a%2Fb",
      "a\nb",
      "\ud800",
      "a".repeat(513),
    ]) {
      expect([id, paths(id)]).toEqual([id, ["adopt"]]);
    }
    for (const id of [true, unknown, "0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11", "an-id", "a..b", "vt_1:2"]) {
      expect([id, paths(id)]).toEqual([id, []]);
    }
  },
);

test.each([virtualTagLifecycle, virtualTagV1Lifecycle])(
  "warns of a rule that is never reached, and refuses it if the stack says so: %#",
  (lifecycle) => {
    const pathsOf = (settings?: object): unknown[] => {
      const context = { memory: new RunMemory(), ...(settings && { settings }) };
      const { warnings, problems } = lifecycle.check({ ...inputs, rules: [rule, rule] }, context);
      return [warnings, problems].map((all) => all.map(({ path }) => path).filter((path) => path.startsWith("rules")));
    };
    expect(pathsOf()).toEqual([["rules[1]"], []]);
    expect(pathsOf({ ruleAnalysis: "error" })).toEqual([[], ["rules[1]"]]);
  },
);

describe("two resources of one program", () => {
  const memory = new RunMemory();
  const codes = (change: object, of: string): (string | undefined)[] =>
    check({ ...inputs, ...change, __resourceUrn: urn(of) }, memory).problems.map(({ code }) => code);

  test("can't have one name (CA2302)", () => {
    expect(codes({ name: "Team" }, "a")).toEqual([]);
    expect(codes({ name: "Team" }, "a")).toEqual([]);
    expect(codes({ name: "Product" }, "b")).toEqual([]);
    expect(codes({ name: "Team" }, "b")).toEqual(["CA2302"]);
    expect(codes({ name: unknown }, "c")).toEqual([]);
  });

  test("can't adopt one ID, in upper or lower case (CA2303)", () => {
    expect(codes({ name: "A", adopt: "an-id" }, "a")).toEqual([]);
    expect(codes({ name: "B", adopt: "AN-ID" }, "b")).toEqual(["CA2303"]);
    expect(codes({ name: "C", adopt: true }, "c")).toEqual([]);
  });
});

describe.each([virtualTagLifecycle, virtualTagV1Lifecycle])("a name with white space around it: $kind", (lifecycle) => {
  const codes = (name: string, olds: object = {}): (string | undefined)[] =>
    lifecycle
      .check({ ...inputs, name }, { memory: new RunMemory(), olds: { ...olds } })
      .problems.map(({ path, code }) => `${path} ${code ?? ""}`);

  test.each(["Team ", " Team", "Team\n", "\u00a0Team", "\ufeffTeam", " "])("refuses %j (CA2301)", (name) => {
    expect(codes(name)).toEqual(["name CA2301"]);
  });

  test.each(["Team", "My  Team", unknown])("accepts %j", (name) => {
    expect(codes(name)).toEqual([]);
  });

  test("accepts the name that a refresh found, which `ignoreChanges` keeps", () => {
    expect(codes("Team ", { name: "Team " })).toEqual([]);
    expect(codes(" Team", { name: "Team " })).toHaveLength(1);
  });
});

describe("an existing tag with white space around its name", () => {
  beforeEach(() => start());

  test("is adopted by its ID, under the name without it", async () => {
    const id = await madeByOther({ name: "Team " });
    expect(await create({ ...inputs, adopt: id })).toMatchObject({ id, state: { name: "Team" } });
    expect(await account.asOther("GET", `/v2/virtual-tags/${id}`)).toMatchObject({ name: "Team" });
  });

  test("is refreshed and deleted", async () => {
    const { id, state } = await create({ ...inputs, name: "Team " });
    expect(await refresh(id, state)).toMatchObject({ inputs: { name: "Team " } });
    await remove(id, state);
    expect(account.writes()).toEqual(["POST /v2/virtual-tags", `DELETE /v2/virtual-tags/${id}`]);
  });
});
