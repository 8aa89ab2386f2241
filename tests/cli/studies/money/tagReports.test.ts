/** The months of a report, and what is certain about them. */
import type { ReportedTag } from "../../../../cli/studies/money/reportedTags";
import { reportOn } from "../../../../cli/studies/money/tagReports";
import { smallCube, type SmallRow } from "../../../cost/impact/smallCube";
import { teamIs } from "../../../support/rules";

const team = "AWS:tag:team";

const tag: ReportedTag = {
  keys: ["1"],
  name: "Team",
  rules: [teamIs("A", "a")],
  defaultValue: "Other",
};

function reported(rows: readonly SmallRow[], createdAt: string, lastCharge = createdAt): ReturnType<typeof reportOn> {
  const cube = smallCube(rows, [team]);
  return reportOn([tag], { ...cube, header: { ...cube.header, createdAt, lastCharge } });
}

const inMonth = (bill: string, cost: string, more: Partial<SmallRow> = {}): SmallRow => ({
  bill,
  cost,
  keys: { [team]: "a" },
  ...more,
});

test("each month has its own money, and the months add up", () => {
  const rows = [inMonth("2026-10", "5"), inMonth("2026-09", "3"), inMonth("2026-10", "-1", { keys: {} })];
  const { tags, months } = reported(rows, "2026-11-01T00:00:00.000Z");
  expect(months.map(({ month }) => month)).toEqual(["2026-09", "2026-10"]);
  const [impacts = []] = tags[0]?.cost?.currencies ?? [];
  expect(impacts.map(({ total }) => total.cost)).toEqual([3n * 10n ** 12n, 4n * 10n ** 12n]);
  expect(impacts.map(({ rules }) => rules[0]?.after.cost)).toEqual([3n * 10n ** 12n, 5n * 10n ** 12n]);
});

test("the charges of one month are one month, whatever bills have them", () => {
  const cube = smallCube([inMonth("2026-10", "5"), inMonth("2026-11", "-1")], [team]);
  const { months } = reportOn([tag], {
    ...cube,
    header: { ...cube.header, month: "2026-10", lastCharge: cube.header.createdAt },
  });
  expect(months).toEqual([{ month: "2026-10", isOver: true }]);
});

test.each<[string, string[], string, { shown: string; before: string | undefined }]>([
  ["the last month was over", ["2026-09", "2026-10"], "2026-11-01T00:00:00Z", { shown: "2026-10", before: "2026-09" }],
  ["it was not", ["2026-08", "2026-09", "2026-10"], "2026-10-31T23:59:59Z", { shown: "2026-09", before: "2026-08" }],
  [
    "the month before is missing",
    ["2026-08", "2026-10"],
    "2026-11-01T00:00:00Z",
    { shown: "2026-10", before: undefined },
  ],
  ["no month was over", ["2026-10"], "2026-10-20T00:00:00Z", { shown: "2026-10", before: undefined }],
  ["a year ends", ["2025-12", "2026-01"], "2026-02-03T00:00:00Z", { shown: "2026-01", before: "2025-12" }],
])("%s", (_, bills, readAt, expected) => {
  const { months, shown, before } = reported(
    bills.map((bill) => inMonth(bill, "1")),
    readAt,
  );
  const monthAt = (index: number | undefined): string | undefined =>
    index === undefined ? index : months[index]?.month;
  expect({ shown: monthAt(shown), before: monthAt(before) }).toEqual(expected);
});

test.each([
  ["2026-10-20T00:00:00.000Z", false],
  ["2026-10-30T23:00:00.000Z", false],
  ["2026-10-31T00:00:00.000Z", true],
])("read in November, with the last charge at %s", (lastCharge, isOver) => {
  const rows = [inMonth("2026-09", "1"), inMonth("2026-10", "1")];
  const { months, shown } = reported(rows, "2026-11-03T00:00:00Z", lastCharge);
  expect(months[1]).toEqual({ month: "2026-10", isOver });
  expect(shown).toBe(isOver ? 1 : 0);
});

test("if the last charge is not known, a month is over only if the data has later ones", () => {
  const rows = [inMonth("2026-09", "1", { at: Date.UTC(2026, 8, 1) }), inMonth("2026-10", "1")];
  const cube = smallCube(rows, [team]);
  const { lastCharge, ...header } = cube.header;
  expect(lastCharge).toBeDefined();
  const { months } = reportOn([tag], { ...cube, header });
  expect(months.map(({ isOver }) => isOver)).toEqual([true, false]);
});

test("of many months, the last ones are shown, and the others are counted", () => {
  const rows = Array.from({ length: 20 }, (_, index) => {
    return inMonth(new Date(Date.UTC(2025, index, 1)).toISOString().slice(0, 7), "1");
  });
  const { months, earlierMonths } = reported(rows, "2026-12-01T00:00:00Z");
  expect(months).toHaveLength(13);
  expect(months.at(-1)?.month).toBe("2026-08");
  expect(earlierMonths).toBe(7);
});

test("the currency with the largest cost is the first, and one without records is none", () => {
  const rows = [
    inMonth("2026-10", "1", { currency: "EUR" }),
    inMonth("2026-10", "2"),
    inMonth("2020-01", "9", { currency: "GBP" }),
  ];
  const many = Array.from({ length: 13 }, (_, month) =>
    inMonth(`2025-${String(month + 1).padStart(2, "0")}`, "1"),
  ).slice(0, 12);
  const { tags } = reported([...rows, ...many], "2026-11-01T00:00:00Z");
  expect(tags[0]?.cost?.currencies.map(([first]) => first?.currency)).toEqual(["USD", "EUR"]);
});

test("tags that refer to each other", () => {
  const other: ReportedTag = {
    keys: ["2"],
    name: "Product",
    rules: [],
    defaultValue: { costCenter: "Virtual Tags", type: "virtual_tag", key: "1" },
  };
  const cube = smallCube([inMonth("2026-10", "1")], [team]);
  const [first, second] = reportOn([tag, other], cube).tags;
  expect([first?.refersTo, first?.referredToBy]).toEqual([[], [1]]);
  expect([second?.refersTo, second?.referredToBy]).toEqual([["1"], []]);
});
