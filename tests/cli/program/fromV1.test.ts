/** Tags of V1, converted to V2: types and spellings from the catalog, or a reason. */
import { type Converted, toV2 } from "../../../cli/program/fromV1";
import type { CatalogKey } from "../../../client";
import type { VirtualTagV1 } from "../../../client/wire";

const catalog: CatalogKey[] = [
  { costCenter: "AWS", key: "Environment", displayName: "", types: ["tag"] },
  { costCenter: "AWS", key: "service", displayName: "", types: ["billing_dimension", "tag"] },
  { costCenter: "AWS", key: "finrichment_usage_type", displayName: "", types: ["billing_enrichment"] },
  { costCenter: "GCP", key: "Team", displayName: "", types: ["tag"] },
  { costCenter: "GCP", key: "team", displayName: "", types: ["tag"] },
  { costCenter: "GCP", key: "untyped", displayName: "" },
];

function converted(condition: Record<string, unknown>, more: Partial<VirtualTagV1> = {}): Converted {
  const rules = [{ to: "x", filters: { AND: [{ OR: [condition] }] } }] as unknown as VirtualTagV1["rules"];
  return toV2({ id: "1", name: "Team", rules, defaultValue: "None", ...more }, catalog);
}

const conditionOf = ({ tag }: Converted): unknown =>
  (tag.rules[0]?.filters as unknown as { AND: { OR: unknown[] }[] }).AND[0]?.OR[0];

test.each([
  [
    "a missing type",
    { costCenter: "AWS", key: "Environment" },
    { costCenter: "AWS", key: "Environment", type: "tag" },
    ["converted"],
  ],
  [
    "the case of key and cost center",
    { costCenter: "aws", key: "environment", type: "tag" },
    { costCenter: "AWS", key: "Environment", type: "tag" },
    ["converted", "converted"],
  ],
  [
    "the short prefix of enrichments",
    { costCenter: "AWS", key: "f_usage_type" },
    { costCenter: "AWS", key: "finrichment_usage_type", type: "billing_enrichment" },
    ["converted", "converted"],
  ],
  [
    "an exact spelling among several",
    { costCenter: "GCP", key: "team", type: "tag" },
    { costCenter: "GCP", key: "team", type: "tag" },
    ["unclear"],
  ],
  [
    "a spelling that is not clear",
    { costCenter: "GCP", key: "TEAM", type: "tag" },
    { costCenter: "GCP", key: "TEAM", type: "tag" },
    ["unclear"],
  ],
  [
    "a key that the catalog does not have",
    { costCenter: "AWS", key: "old", type: "tag" },
    { costCenter: "AWS", key: "old", type: "tag" },
    ["unclear"],
  ],
  [
    "another Virtual Tag",
    { costCenter: "Virtual Tags", key: "an-id" },
    { costCenter: "Virtual Tags", key: "an-id", type: "virtual_tag" },
    ["converted"],
  ],
])("%s", (_, given, expected, kinds) => {
  const result = converted({ ...given, operator: "is", value: "v" });
  expect(conditionOf(result)).toEqual({ ...expected, operator: "is", value: "v" });
  expect(result.reasons).toEqual([]);
  expect(result.remarks.map(({ kind }) => kind)).toEqual(kinds);
});

test.each([
  ["several types", { costCenter: "AWS", key: "service" }],
  ["no type", { costCenter: "GCP", key: "untyped" }],
  ["no such key", { costCenter: "AWS", key: "old" }],
])("a condition without a type, and %s in the catalog, has a reason", (_, given) => {
  const { reasons } = converted({ ...given, operator: "is", value: "v" });
  expect(reasons).toHaveLength(1);
  expect(reasons[0]).toContain(given.key);
});

test("isNot is notIs", () => {
  const condition = { costCenter: "AWS", key: "Environment", type: "tag", operator: "isNot", value: "v" };
  expect(conditionOf(converted(condition))).toEqual({ ...condition, operator: "notIs" });
});

test("with isCaseSensitive, the spelling stays", () => {
  const condition = { costCenter: "aws", key: "environment", type: "tag", operator: "exists" };
  const result = converted(condition, { isCaseSensitive: true });
  expect(conditionOf(result)).toEqual(condition);
  expect(result.remarks.map(({ kind }) => kind)).toEqual(["unclear"]);
  const exact = converted({ ...condition, costCenter: "GCP", key: "team" }, { isCaseSensitive: true });
  expect(exact.remarks).toEqual([]);
});

test("keys as values are spelled as in the catalog, and what is no rule stays as it came", () => {
  const rules = [
    { to: { costCenter: "aws", key: "environment" }, filters: null },
    7,
  ] as unknown as VirtualTagV1["rules"];
  const { tag } = toV2(
    { id: "1", name: "Team", rules, defaultValue: { costCenter: "AWS", key: "ENVIRONMENT" } },
    catalog,
  );
  expect(tag.rules).toEqual([{ to: { costCenter: "AWS", key: "Environment" }, filters: null }, 7]);
  expect(tag.defaultValue).toEqual({ costCenter: "AWS", key: "Environment" });
});
