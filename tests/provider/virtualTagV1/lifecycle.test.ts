import type { VirtualTagV1Inputs, VirtualTagV1State } from "../../../stack/state/virtualTagV1";
import type { Rule, TagValue } from "../../../rules/types";
import { account, condition, conditionV1, inputs, lifecycle, rule, start, urnOf } from "./account";
import { CostAllocationClient, NotFound } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { callV1 } from "../../../provider/virtualTagV1/call";
import { FakeClock } from "../../client/fakeClock";

describe("the lifecycle", () => {
  const added = {
    accountId: expect.any(String) as string,
    createdBy: "emulator@example.com",
    createdAt: expect.stringMatching(/Z$/) as string,
    updatedBy: "emulator@example.com",
    updatedAt: expect.stringMatching(/Z$/) as string,
  };

  beforeEach(() => start());

  describe("golden triples: arguments -> wire body -> state", () => {
    const timeframe = { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" };
    const milliseconds = { from: 1_767_225_600_000, to: 1_798_761_600_000 };
    const filtered = (fields: object): Rule[] => [{ to: "Web", filters: conditionV1(fields) }];
    test.each<[string, Partial<VirtualTagV1Inputs>, object?]>([
      ["as little as possible", { rules: [] }],
      ["a condition without a type", {}],
      ["a condition with a type", { rules: filtered({ ...condition, type: "tag" }) }],
      [
        "a string as value, sent as an array",
        { rules: filtered({ ...condition, operator: "contains", value: "a" }) },
        { rules: filtered({ ...condition, operator: "contains", value: ["a"] }) },
      ],
      ["V1's spelling of notIs", { rules: filtered({ ...condition, operator: "isNot", value: ["a"] }) }],
      ["a presence operator", { rules: filtered({ costCenter: "AWS", key: "team", operator: "exists" }) }],
      [
        "a presence operator with an empty value, which is not sent",
        { rules: filtered({ costCenter: "AWS", key: "team", operator: "exists", value: [] }) },
        { rules: filtered({ costCenter: "AWS", key: "team", operator: "exists" }) },
      ],
      ["another Virtual Tag", { rules: filtered({ ...condition, costCenter: "Virtual Tags", key: "an-id" }) }],
      [
        "a label, which is never sent",
        { rules: filtered({ ...condition, displayName: "Team" }) },
        { rules: filtered(condition) },
      ],
      ["nested groups", { rules: [{ to: "Web", filters: { AND: [{ OR: [condition, condition] }, condition] } }] }],
      [
        "a timeframe, sent in milliseconds",
        { rules: [{ ...rule, timeframe }] },
        { rules: [{ ...rule, timeframe: milliseconds }] },
      ],
      ["a key as value", { rules: [{ ...rule, to: { key: "team", costCenter: "AWS" } }] }],
      ["a key as default", { defaultValue: { key: "team", costCenter: "AWS" } }],
      ["case that counts", { isCaseSensitive: true }],
    ])("%s", async (_, change, sent = {}) => {
      const given = { ...inputs, ...change };
      expect(lifecycle.check(given)).toMatchObject({ problems: [], inputs: given });
      const { id, state } = await lifecycle.create(given);

      const { name, rules, defaultValue, isCaseSensitive } = given;
      expect(account.lastBody()).toEqual({ name, rules, defaultValue, isCaseSensitive, ...sent });
      expect(account.writes()).toEqual(["POST /v1/virtual-tags"]);
      expect(state).toEqual({ ...given, ...added });

      const read = await lifecycle.read(id, state);
      // The service shows the access list only in reads.
      expect(read).toEqual({ inputs: given, state: { ...state, acl: expect.any(Object) as object } });
      expect(lifecycle.diff(state, given).kind).toBe("none");

      const cleared = { ...inputs, rules: [], defaultValue: "x" };
      expect(lifecycle.diff(state, cleared)).toEqual({ kind: "update", warnings: [], notes: [] });
      const after = await lifecycle.update(id, state, cleared);
      expect(account.lastBody()).toEqual({ name, rules: [], defaultValue: "x", isCaseSensitive: false });
      expect(after).toMatchObject({ ...cleared, ...added });
      expect(account.messages).toEqual([]);
    });
  });

  describe("check", () => {
    const later = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const deprecation = expect.objectContaining({ path: "VirtualTagV1", code: "CA5301" }) as object;

    test("always warns of the end of life, sets defaults, and keeps moments in ISO 8601", () => {
      const { name, rules, defaultValue } = inputs;
      const timeframe = { from: "2026-01-01" };
      expect(lifecycle.check({ name, rules: [{ ...rule, timeframe }], defaultValue })).toEqual({
        inputs: {
          name,
          rules: [{ ...rule, timeframe: { from: "2026-01-01T00:00:00Z" } }],
          defaultValue,
          isCaseSensitive: false,
        },
        problems: [],
        warnings: [deprecation],
      });
      expect(lifecycle.check({ name: "", rules, defaultValue }).warnings).toEqual([deprecation]);
      expect(lifecycle.check({ ...inputs, rules: [rule, rule] }).warnings).toEqual([
        deprecation,
        { path: "rules[1]", code: "CA2304", message: expect.any(String) as string },
      ]);
    });

    test("does not take two conditions with V1's own operator for the same", () => {
      const other = (value: string): Rule => ({
        to: value,
        filters: conditionV1({ ...condition, operator: "isNot", value: [value] }),
      });
      expect(lifecycle.check({ ...inputs, rules: [other("a"), other("b")] }).warnings).toEqual([deprecation]);
    });

    test("accepts values that are unknown until deployment", () => {
      for (const rules of [
        later,
        [later],
        [{ to: later, filters: later }],
        [{ ...rule, timeframe: { from: later } }],
      ]) {
        const news = { ...inputs, rules, name: later, isCaseSensitive: later, adopt: later };
        expect(lifecycle.check(news)).toEqual({ inputs: news, problems: [], warnings: [deprecation] });
      }
    });

    test("names the path of each problem, and arguments that only V2 has", () => {
      const { problems } = lifecycle.check({
        ...inputs,
        name: "",
        setAsLive: false,
        isCaseSensitive: "yes",
        adopt: 5,
        defaultValue: { key: "team", costCenter: "AWS", type: "tag" },
        rules: [
          { to: { key: "team", costCenter: "AWS", type: "tag" }, filters: { AND: [condition, "no filter"] } },
          { to: "a", filters: { OR: [{ ...condition, operator: "like" }] } },
          "no rule",
        ],
      });
      expect(problems.map(({ path }) => path)).toEqual([
        "setAsLive",
        "name",
        "rules[0].filters.AND[1]",
        "rules[1].filters.OR[0].operator",
        "rules[2]",
        "rules[0].to",
        "defaultValue",
        "isCaseSensitive",
        "adopt",
      ]);
      expect(problems[0]?.message).toMatch(/VirtualTag does$/);
    });
  });

  describe("diff", () => {
    const state: VirtualTagV1State = { ...inputs };
    const filtered = (fields: object): Partial<VirtualTagV1Inputs> => ({
      rules: [{ to: "Web", filters: conditionV1(fields) }],
    });
    const key = (name: string): TagValue => ({ key: name, costCenter: "AWS" });

    test.each<[string, Partial<VirtualTagV1Inputs>, Partial<VirtualTagV1State>?]>([
      ["the order of oneOf", filtered({ ...condition, value: ["b", "a"] })],
      ["a display name", filtered({ ...condition, displayName: "Team" })],
      ["the case of a key", filtered({ ...condition, costCenter: "aws", key: "Team" })],
      [
        "the case of a key that is a value",
        { rules: [{ ...rule, to: key("Team") }] },
        { rules: [{ ...rule, to: key("team") }] },
      ],
      ["a type that the service filled in", {}, filtered({ ...condition, type: "tag" })],
      [
        "V1's spelling of notIs",
        filtered({ ...condition, operator: "isNot", value: "a" }),
        filtered({ ...condition, operator: "notIs", value: ["a"] }),
      ],
      ["the URN", { __resourceUrn: urnOf("renamed") }],
      ["adopt", { adopt: true }],
    ])("%s makes no difference", (_, change, kept = {}) => {
      expect(lifecycle.diff({ ...state, ...kept }, { ...inputs, ...change }).kind).toBe("none");
    });

    test("isCaseSensitive is false if it is left out or removed", () => {
      const { name, rules, defaultValue } = inputs;
      const open = { name, rules, defaultValue };
      expect(lifecycle.check(open).inputs).toEqual({ ...open, isCaseSensitive: false });
      expect(lifecycle.diff({ ...state, isCaseSensitive: true }, open).kind).not.toBe("none");
    });

    test.each<[string, Partial<VirtualTagV1Inputs>, Partial<VirtualTagV1State>?]>([
      ["the name", { name: "Teams" }],
      ["the default", { defaultValue: "Other" }],
      ["the case of a key as default", { defaultValue: key("Team") }, { defaultValue: key("team") }],
      ["a rule", { rules: [{ ...rule, to: "Shop" }] }],
      ["the order of rules", { rules: [rule, { ...rule, to: "b" }] }, { rules: [{ ...rule, to: "b" }, rule] }],
      ["a type", filtered({ ...condition, type: "tag" })],
      ["the case of a value", filtered({ ...condition, value: ["A", "b"] })],
      [
        "another value of V1's notIs",
        filtered({ ...condition, operator: "isNot", value: ["a"] }),
        filtered({ ...condition, operator: "isNot", value: ["b"] }),
      ],
      ["isCaseSensitive", { isCaseSensitive: true }],
      [
        "the case of a key, if it counts",
        { isCaseSensitive: true, ...filtered({ ...condition, key: "Team" }) },
        { isCaseSensitive: true },
      ],
      [
        "a rule that is unknown until deployment",
        { rules: ["04da6b54-80e4-46f7-96ec-b56ff0331ba9" as unknown as Rule] },
      ],
    ])("%s is an update in place", (_, change, kept = {}) => {
      expect(lifecycle.diff({ ...state, ...kept }, { ...inputs, ...change })).toEqual({
        ...{ kind: "update" },
        ...{ warnings: [], notes: [] },
      });
    });
  });
});

describe("calls", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    emulator = await startEmulator();
  });
  afterEach(() => emulator.stop());

  const clientOf = (options: object = {}): CostAllocationClient => {
    const { url: baseUrl, clientId, secretKey } = emulator;
    return new CostAllocationClient({ baseUrl, clientId, secretKey, v1AfterEndOfLife: "allow", ...options });
  };
  const endOfLife = { code: "CA5004" };

  test("after the end of life, a refusal by the client and one by the service have the same code", async () => {
    const clock = new FakeClock(Date.parse("2027-04-01T00:00:00Z"));
    const refusing = clientOf({ clock, v1AfterEndOfLife: "refuse" });
    await expect(callV1(() => refusing.virtualTagsV1.list())).rejects.toMatchObject(endOfLife);
    expect(emulator.control.requests()).toEqual([]);

    emulator.control.setClock("2027-04-01T00:00:00Z");
    const asking = clientOf();
    await expect(callV1(() => asking.virtualTagsV1.get("an-id"))).rejects.toMatchObject(endOfLife);
    expect(emulator.control.requests()).toHaveLength(1);

    emulator.control.setSwitches({ v1AfterEndOfLife: "serve" });
    expect(await callV1(() => asking.virtualTagsV1.list())).toEqual([]);
    await expect(callV1(() => asking.virtualTagsV1.get("an-id"))).rejects.toBeInstanceOf(NotFound);
    asking.close();
  });

  test("the client's own deprecation warning is off only while a request begins", async () => {
    process.noDeprecation = false;
    const seen: unknown[] = [];
    const request = async (): Promise<void> => {
      seen.push(process.noDeprecation);
      await Promise.resolve();
      seen.push(process.noDeprecation);
    };
    await callV1(request);
    expect(seen).toEqual([true, false]);
  });
});
