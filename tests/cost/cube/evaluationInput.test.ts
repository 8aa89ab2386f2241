import { lackingFor } from "../../../cost/cube/evaluationInput";
import type { Rule, TagContent } from "../../../rules/types";
import { october, smallCube } from "../impact/smallCube";

const team = { costCenter: "AWS", type: "tag", key: "team" } as const;

function content(rules: Rule[]): TagContent {
  return { rules, defaultValue: "Other" };
}

function rule(value: string): Rule {
  return { to: value, filters: { ...team, operator: "is", value } };
}

describe("what a cube lacks", () => {
  const some = smallCube([{ cost: "1" }, { cost: "1", at: Date.UTC(2026, 10, 1) }], ["AWS:tag:team"], ["AWS:usage:x"]);

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
