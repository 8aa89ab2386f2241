/** Cubes as files. */
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { CubeBuilder } from "../../../cost/cube/buildCube";
import type { Group } from "../../../cost/cube/plan";
import type { Cube } from "../../../cost/cube/cube";
import { cubeBytes, readCube } from "../../../cost/cube/cubeFile";
import { evaluationInput, lackingFor } from "../../../cost/cube/evaluationInput";
import { planCube } from "../../../cost/cube/plan";
import { focusMapping } from "../../../cost/mapping/mapping";
import { compile } from "../../../rules/evaluation/compiled";
import type { TagContent, Rule } from "../../../rules/types";
import { planWith, rulesWith } from "../cubeOf";
import { plainRows } from "../focusData";
import { amountToText, readAmount } from "../../../cost/cube/amounts";
import { october, smallCube } from "../impact/smallCube";
import { keyColumn } from "../../../cost/cube/keyColumn";

const plan = planWith("AWS:tag:team", "GCP:tag:team", "AWS:other:x");
const group: Group = {
  provider: "AWS",
  currency: "USD",
  month: "2026-10",
  billingMonth: "2026-10",
  part: 0,
  values: ["a"],
  cost: 5n,
  gross: 7n,
  records: 2,
};

function cubeWith(...groups: Partial<Group>[]): Cube {
  const builder = new CubeBuilder(plan);
  for (const one of groups) builder.add({ ...group, ...one });
  return builder.finish(
    [{ folder: "focus", files: ["focus/a.csv"], billingPeriods: [{ period: "2026-10", records: 2 }] }],
    ["BillingPeriodStart"],
    0,
  );
}

test("groups that differ only in how a value is missing are one row", () => {
  const cube = cubeWith({ values: [null] }, { values: [""] }, { values: ["NULL"] });
  expect(plainRows(cube)).toEqual([
    {
      provider: "AWS",
      currency: "USD",
      moment: "2026-10-01T00:00:00.000Z",
      billingMonth: "2026-10",
      "AWS:tag:team": null,
      "GCP:tag:team": null,
      cost: "0.000000000015",
      gross: "0.000000000021",
      records: 6,
    },
  ]);
});

test("a record of another cost center has no value for a key", () => {
  const cube = cubeWith({}, { provider: "Google Cloud" }, { provider: "Oracle" }, { provider: null });
  expect(plainRows(cube)).toMatchObject([
    { provider: "AWS", "AWS:tag:team": "a", "GCP:tag:team": null },
    { provider: "Google Cloud", "AWS:tag:team": null, "GCP:tag:team": "a" },
    { provider: "Oracle", "AWS:tag:team": null, "GCP:tag:team": null },
    { provider: null, "AWS:tag:team": null, "GCP:tag:team": null },
  ]);
});

test("bills stay apart: one can correct charges of another month", () => {
  const cube = cubeWith({}, { billingMonth: "2026-11" }, {});
  expect(plainRows(cube)).toMatchObject([
    { moment: "2026-10-01T00:00:00.000Z", billingMonth: "2026-10", records: 4 },
    { moment: "2026-10-01T00:00:00.000Z", billingMonth: "2026-11", records: 2 },
  ]);
});

test("currencies stay apart", () => {
  expect(cubeWith({}, { currency: "EUR" }, {}).cost).toEqual([5n, 10n]);
});

test("the order of the groups does not matter", () => {
  const groups = ["b", "a", "c", null].map((value) => ({ values: [value] }));
  expect(cubeBytes(cubeWith(...groups))).toEqual(cubeBytes(cubeWith(...groups.toReversed())));
});

const many = cubeWith(
  ...Array.from({ length: 300 }, (_, index) => ({ values: [`v${index}`], cost: -BigInt(index), gross: BigInt(index) })),
  { gross: 10n ** 30n, currency: "EUR", month: "2026-09", billingMonth: "2026-11" },
);

test("a file has the same cube", () => {
  expect(readCube(cubeBytes(many))).toEqual(many);
  // More values than two bytes can tell apart.
  const dictionary = Array.from({ length: 0x10001 }, (_, index) => String(index));
  const one = cubeWith({});
  const keys = new Map([...one.keys].map(([key]) => [key, { dictionary, codes: Uint32Array.of(0x10000) }]));
  expect(readCube(cubeBytes({ ...one, keys })).keys).toEqual(keys);
  expect(readCube(cubeBytes(cubeWith()))).toEqual(cubeWith());
});

describe("a file that is not a complete cube is refused", () => {
  const bytes = cubeBytes(many);
  const stored = JSON.parse(gunzipSync(bytes).toString()) as Record<string, unknown>;
  const changed = (change: Record<string, unknown>): Uint8Array => gzipSync(JSON.stringify({ ...stored, ...change }));

  test.each([
    ["text", Buffer.from("hello")],
    ["a part of a file", bytes.subarray(0, bytes.length - 100)],
    ["other JSON", gzipSync("[]")],
    ["another format", changed({ format: "x" })],
    ["another version", changed({ version: 1 })],
    [
      "a billing month that is none",
      changed({ billingMonth: { values: ["x"], width: 1, codes: Buffer.alloc(many.rowCount).toString("base64") } }),
    ],
    ["no billing months", changed({ billingMonth: undefined })],
    ["no header", changed({ header: null })],
    ["an incomplete header", changed({ header: { costColumn: "x" } })],
    ["too few amounts", changed({ cost: ["1"] })],
    ["an amount that is no number", changed({ cost: many.cost.map(() => "x") })],
    ["a count that is none", changed({ records: many.records.map(() => -1) })],
    ["other rows", changed({ rowCount: 2 })],
    [
      "codes without values",
      changed({ currency: { values: [], width: 1, codes: Buffer.alloc(many.rowCount).toString("base64") } }),
    ],
    [
      "no moments",
      changed({ moment: { values: ["x"], width: 1, codes: Buffer.alloc(many.rowCount).toString("base64") } }),
    ],
  ])("%s", (_, content) => {
    expect(() => readCube(content)).toThrow(/cube/u);
  });
});

describe("evaluation", () => {
  test("the rules see what the records have, and unmapped keys are unknown", () => {
    const content: TagContent = {
      rules: [
        { to: "X", filters: { costCenter: "AWS", type: "tag", key: "team", operator: "is", value: "a" } },
        { to: "Y", filters: { costCenter: "AWS", type: "other", key: "x", operator: "exists" } },
      ],
      defaultValue: "Z",
    };
    const { columns, rowCount, at } = evaluationInput(cubeWith({}, { values: ["b"] }));
    const { rule, value, values } = compile(content).evaluate(columns, rowCount, at);
    expect([...rule]).toEqual([0, -2]);
    expect(values[value[0] ?? -1]).toBe("X");
  });

  test("a cube says which keys and cuts it lacks", () => {
    const cube = cubeWith({});
    expect(lackingFor([rulesWith("AWS:tag:team", "AWS:other:x")], cube)).toEqual({ keys: [], cuts: [] });
    const timeframe = { from: "2026-10-05", to: "2026-10-31T23:59:59.999Z" };
    const [rule] = rulesWith("AWS:tag:env").rules;
    const lacking = lackingFor(
      [{ rules: rule ? [{ ...rule, timeframe }] : [], defaultValue: { costCenter: "AWS", key: "team" } }],
      cube,
    );
    expect(lacking).toEqual({ keys: ["AWS:tag:env"], cuts: ["2026-10-05T00:00:00.000Z"] });
    const withCuts = planCube(
      [rulesWith("AWS:tag:env")].map(({ rules, defaultValue }) => ({
        rules: rules.map((one) => ({ ...one, timeframe })),
        defaultValue,
      })),
      focusMapping,
    );
    expect(withCuts.bounds).toEqual([Date.parse("2026-10-05")]);
  });
});

describe("amounts", () => {
  test.each([
    ["0", 0n],
    ["-0.0", 0n],
    ["1", 1_000_000_000_000n],
    ["-12.3456789012", -12_345_678_901_200n],
    ["0.000000000001", 1n],
    ["12345678901234567890.5", 12_345_678_901_234_567_890_500_000_000_000n],
    ["1.50000000000000000000", 1_500_000_000_000n],
    ["0E-12", 0n],
    ["-1.5e-7", -150_000n],
    ["2E+3", 2_000_000_000_000_000n],
    ["0.0000000000001", undefined],
    ["1e-13", undefined],
    ["", undefined],
    ["1,5", undefined],
    [" 1", undefined],
    ["NaN", undefined],
    ["0x10", undefined],
  ])("%s", (text, units) => {
    expect(readAmount(text)).toBe(units);
  });

  test("every amount is read as it is written", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }), (units) => {
        expect(readAmount(amountToText(units))).toBe(units);
      }),
    );
  });
});

describe("the evaluator's input", () => {
  const team = { costCenter: "AWS", type: "tag", key: "team" } as const;

  function content(rules: Rule[]): TagContent {
    return { rules, defaultValue: "Other" };
  }

  function rule(value: string): Rule {
    return { to: value, filters: { ...team, operator: "is", value } };
  }

  describe("what a cube lacks", () => {
    const some = smallCube(
      [{ cost: "1" }, { cost: "1", at: Date.UTC(2026, 10, 1) }],
      ["AWS:tag:team"],
      ["AWS:usage:x"],
    );

    test("keys that it neither holds nor lists as unknown", () => {
      const filters = [
        team,
        { ...team, key: "b" },
        { costCenter: "AWS", type: "usage", key: "x" },
        { ...team, key: "a" },
      ].map((key) => ({
        ...key,
        operator: "exists" as const,
      }));
      expect(lackingFor([content([{ to: "x", filters: { AND: filters } }])], some)).toEqual({
        keys: ["AWS:tag:a", "AWS:tag:b"],
        cuts: [],
      });
    });

    test("a key without a type needs the tag, and Virtual Tags need nothing", () => {
      const passed = (costCenter: string, key: string): Rule => ({ to: { costCenter, key }, filters: { AND: [] } });
      expect(
        lackingFor([content([passed("AWS", "team"), passed("Virtual Tags", "id"), passed("AWS", "b")])], some).keys,
      ).toEqual(["AWS::b"]);
    });

    test("a cut where a timeframe begins or ends, if there is data on both sides", () => {
      const at = (from: number, to?: number): Rule => ({
        ...rule("a"),
        timeframe: { from, ...(to === undefined ? {} : { to }) },
      });
      const [inside, later] = [october + 86_400_000, Date.UTC(2027, 0, 15)];
      const rules = [at(october - 5, Date.UTC(2026, 10, 1) - 1), at(inside), at(later)];
      expect(lackingFor([content(rules)], some).cuts).toEqual([new Date(inside).toISOString()]);
      const cut = { ...some, header: { ...some.header, cuts: [new Date(inside).toISOString()] } };
      expect(lackingFor([content(rules)], cut).cuts).toEqual([]);
      expect(lackingFor([content(rules)], smallCube([], ["AWS:tag:team"])).cuts).toEqual([]);
    });
  });
});

describe("the column of a key", () => {
  test.each<[string[], string, string | null]>([
    [["x_InvoiceSectionId"], "-2", null],
    [["x_InvoiceSectionName", "x_InvoiceSectionId"], "Unassigned", null],
    [["x_InvoiceSectionId"], "123", "123"],
    // In other columns, they are values.
    [["ServiceName"], "Unassigned", "Unassigned"],
    [["x_InvoiceSectionId", "SubAccountName"], "-2", "-2"],
  ])("Azure's columns %j have %j: the value is %j", (columns, text, expected) => {
    const key = { costCenter: "Azure", type: "billing_dimension", key: "k", column: "k", source: { columns } };
    const all = Uint32Array.of(0);
    const provider = { dictionary: ["Microsoft"], codes: all };
    const { column } = keyColumn(key, { dictionary: [text], codes: all }, provider, focusMapping, [1]);
    expect(column.dictionary[column.codes[0] ?? -1]).toBe(expected);
  });
});
