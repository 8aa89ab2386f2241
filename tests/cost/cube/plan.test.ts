/** What a cube of some rules has to hold. */
import { boundsOf, nextMonth } from "../../../cost/cube/moments";
import { planCube } from "../../../cost/cube/plan";
import { focusMapping } from "../../../cost/mapping/mapping";
import { recordKey } from "../../../rules/evaluation/record";
import type { Rule, TagContent } from "../../../rules/types";
import { planWith, rulesWith } from "../cubeOf";

test("keys are those of filters and values, without Virtual Tags, in order", () => {
  const content: TagContent = {
    rules: [
      {
        to: { costCenter: "AWS", type: "tag", key: "owner" },
        filters: {
          AND: [
            { OR: [...rulesWith("AWS:tag:team", "Virtual Tags:virtual_tag:1").rules.map(({ filters }) => filters)] },
          ],
        },
      },
    ],
    defaultValue: { costCenter: "GCP", type: "billing_dimension", key: "service" },
  };
  const { keys, unmapped } = planCube([content, content], focusMapping);
  expect(keys.map(recordKey)).toEqual(["AWS:tag:owner", "AWS:tag:team", "GCP:billing_dimension:service"]);
  expect(unmapped).toEqual([]);
});

test("a key that the mapping does not know is unmapped", () => {
  const { keys, unmapped } = planWith("AWS:tag:team", "AWS:billing_enrichment:x", "Datadog:tag:team");
  expect(keys.map(recordKey)).toEqual(["AWS:tag:team"]);
  expect(unmapped).toEqual(["AWS:billing_enrichment:x", "Datadog:tag:team"]);
});

test("a key without a type is that of each type with its name", () => {
  const content: TagContent = { rules: [], defaultValue: { costCenter: "AWS", key: "service" } };
  expect(planCube([content], focusMapping).keys.map(recordKey)).toEqual([
    "AWS:billing_dimension:service",
    "AWS:tag:service",
  ]);
});

test("one column serves several cost centers, with the providers of all", () => {
  const { sources, keys } = planWith("AWS:tag:team", "OCI:tag:team");
  expect(sources).toMatchObject([
    { source: { tags: ["team"] }, providers: ["AWS", "Amazon Web Services", "Amazon Web Services, Inc.", "Oracle"] },
  ]);
  expect(new Set(keys.map(({ column }) => column))).toEqual(new Set([sources[0]?.name]));
});

test("the names of the columns change with what they hold, so that a result can't be taken for another", () => {
  const name = (...keys: string[]): string | undefined => planWith(...keys).sources[0]?.name;
  expect(name("AWS:tag:team")).toBe(name("AWS:tag:team"));
  const names = [name("AWS:tag:team"), name("AWS:tag:env"), name("OCI:tag:team"), name("AWS:tag:team", "OCI:tag:team")];
  expect(new Set(names).size).toBe(4);
  const records = [undefined, "2026-10"].map(
    (month) => planCube([rulesWith("AWS:tag:a")], focusMapping, month).recordsColumn,
  );
  const others = [{ cost: "EffectiveCost" }, { currency: "EUR" }].map(
    (own) => planCube([rulesWith("AWS:tag:a")], { ...focusMapping, ...own }).recordsColumn,
  );
  expect(new Set([...records, ...others]).size).toBe(4);
});

test.each(["\0", "\ud800"])("a key with %j is refused", (character) => {
  expect(() => planWith(`AWS:tag:${character}`)).toThrow("character");
});

describe("bounds", () => {
  const bounds = (timeframes: Rule["timeframe"][], month?: string): string[] =>
    boundsOf(
      [
        {
          rules: timeframes.map((timeframe) => ({ ...rulesWith("AWS:tag:a").rules[0], timeframe })) as Rule[],
          defaultValue: "x",
        },
      ],
      month,
    ).map((moment) => new Date(moment).toISOString());

  test("are the first moments in and after a timeframe, in order, without the starts of months", () => {
    expect(
      bounds([
        { from: "2026-11-05T10:00:00Z", to: "2026-11-30T23:59:59.999Z" },
        { from: "2026-10-01", to: "2026-10-02" },
        { from: 0 },
        { from: Date.parse("2026-11-05T10:00:00Z") },
      ]),
    ).toEqual(["2026-10-02T00:00:00.001Z", "2026-11-05T10:00:00.000Z"]);
  });

  test("of one month only", () => {
    expect(bounds([{ from: "2026-09-05", to: "2026-10-05" }], "2026-10")).toEqual(["2026-10-05T00:00:00.001Z"]);
  });

  test("a moment that can't be read cuts nothing", () => {
    expect(bounds([{ from: "soon" }, { from: 8.64e15 }])).toEqual([]);
  });
});

test.each([
  ["2026-10", "2026-11"],
  ["2026-12", "2027-01"],
])("after %s comes %s", (month, next) => {
  expect(nextMonth(month)).toBe(next);
});
