/** The tables of a report: what comes first, what adds up, and what is not certain. */
import { type Block, type Cell, partsOf, plainText } from "../../../../cli/document/document";
import type { ReportedTag } from "../../../../cli/studies/money/reportedTags";
import { reportOn } from "../../../../cli/studies/money/tagReports";
import { reportDocument } from "../../../../cli/words/money/report";
import type { Rule } from "../../../../rules/types";
import { smallCube, type SmallRow } from "../../../cost/impact/smallCube";
import { condition, rule, content, teamIs } from "../../../support/rules";
import { columnMoney, moneyOf } from "../../../../cli/words/money/amounts";
import { readAmount } from "../../../../cost/cube/amounts";
import { fixedPercentage, percentageOf, spokenPercentage } from "../../../../cost/impact/share";
import { costPhrases } from "../../../../cli/words/money/moved";
import { ruleRows } from "../../../../cli/words/money/tables";
import type { TagReview } from "../../../../cli/studies/review/review";
import { evaluationInput } from "../../../../cost/cube/evaluationInput";
import { impactOf } from "../../../../cost/impact/impact";
import type { TagChange } from "../../../../cost/impact/sides";
import {
  largestChanges,
  type Months,
  monthlyBars,
  monthlyCells,
  monthlyColumns,
} from "../../../../cli/words/money/monthly";

const team = "AWS:tag:team";

const ruleOf = (to: string, more: object = {}): Rule => rule(to, condition("is", to, more));

/** The tables of a report on a tag that is named Team. */
function tablesOf(rules: readonly Rule[], rows: readonly SmallRow[]): Extract<Block, { kind: "table" }>[] {
  const tag: ReportedTag = { keys: ["1"], name: "Team", rules, defaultValue: "Other" };
  const cube = smallCube(rows, [team], ["AWS:usage:team"]);
  return reportDocument(reportOn([tag], cube), cube.header).blocks.filter((block) => block.kind === "table");
}

const textsOf = (rows: readonly (readonly Cell[])[]): string[][] =>
  rows.map((row) => row.map((cell) => plainText(partsOf(cell).text)));

const tableOf = (of: readonly Extract<Block, { kind: "table" }>[], first: string): string[][] =>
  textsOf(of.find(({ columns }) => columns[0] === first)?.rows ?? []);

const rowOf = (value: string | null, bill: string, cost: string): SmallRow => ({ keys: { [team]: value }, bill, cost });

test("the values with the largest cost of the shown month come first, and all of them add up", () => {
  const rows = [rowOf("a", "2026-09", "90"), rowOf("b", "2026-09", "1")];
  const shown = [rowOf("a", "2026-10", "20"), rowOf("b", "2026-10", "70"), rowOf(null, "2026-10", "-30")];
  const values = tableOf(tablesOf([ruleOf("a"), ruleOf("b")], [...rows, ...shown]), "Value");
  expect(values).toEqual([
    ['"b"', "58.33%", "+$69.00", "$1.00", "$70.00"],
    ['"Other"', "25.00%", "-$30.00", "$0.00", "-$30.00"],
    ['"a"', "16.67%", "-$70.00", "$90.00", "$20.00"],
    ["All", "", "-$31.00", "$91.00", "$60.00"],
  ]);
});

test("what the cost data can't tell is in the tables: as a value, and as what a rule may take", () => {
  const rows = [rowOf("a", "2026-10", "20"), rowOf(null, "2026-10", "-30")];
  const tables = tablesOf([ruleOf("x", { type: "usage" }), ruleOf("a")], rows);
  expect(tableOf(tables, "Value").map(([name, , amount]) => [name?.slice(0, 9), amount])).toEqual([
    ["Not known", "-$10.00"],
    ["All", "-$10.00"],
  ]);
  const rules = tables.find(({ columns }) => columns[0] === "Rule")?.rows ?? [];
  const notes = rules.map((row) => (partsOf(row[1] ?? []) as { note?: string }).note);
  expect(notes.slice(0, 2)).toEqual(["and up to $50.00 more", "and up to $20.00 more"]);
});

test("of many sources, the smaller ones are one row with their sum", () => {
  const account = "AWS:billing_dimension:linked_account";
  const rows = Array.from({ length: 14 }, (_, index): SmallRow => ({
    keys: { [account]: `account-${index}` },
    cost: String(index + 1),
  }));
  const tag: ReportedTag = { keys: [], name: "Team", rules: [], defaultValue: "Other" };
  const cube = smallCube(rows, [account]);
  const blocks = reportDocument(reportOn([tag], cube), cube.header).blocks;
  const sources = tableOf(
    blocks.filter((block) => block.kind === "table"),
    "Source",
  );
  expect(sources).toHaveLength(11);
  expect(sources[0]).toEqual(['"AWS" account "account-13"', "13.33%", "$14.00"]);
  expect(sources.at(-1)).toEqual(["4 smaller sources", "9.52%", "$10.00"]);
});

/** Amounts in sentences and in columns. */
describe("amounts", () => {
  test.each([
    ["17.4", "$17.40", undefined],
    ["0", "$0.00", undefined],
    ["0.01", "$0.01", undefined],
    ["0.000634", "<$0.01", "$0.000634"],
    ["-0.000000000001", ">-$0.01", "-$0.000000000001"],
    ["-1234567.005", "-$1,234,567.01", undefined],
  ])("in a column, %s is %s", (amount, plain, exact) => {
    expect(columnMoney(readAmount(amount) ?? 0n, "USD")).toEqual({ plain, ...(exact === undefined ? {} : { exact }) });
  });

  test("in a sentence, a small amount is not hidden", () => {
    expect(moneyOf(readAmount("0.000634") ?? 0n, "USD")).toEqual({ plain: "$0.00063" });
  });

  test("a currency without an ISO code comes after the amount", () => {
    expect(columnMoney(readAmount("0.001") ?? 0n, "credits")).toEqual({
      plain: "<0.01 credits",
      exact: "0.001 credits",
    });
  });

  test.each<[bigint, bigint, string]>([
    [0n, 3n, "0.00%"],
    [1n, 3n, "33.33%"],
    [1n, 2n, "50.00%"],
    [3n, 3n, "100.00%"],
    [1n, 100_000n, "<0.01%"],
    [99_999n, 100_000n, ">99.99%"],
  ])("among others, %s of %s is %s", (part, whole, text) => {
    expect(fixedPercentage(percentageOf(part, whole))).toBe(text);
  });

  test.each<[bigint, bigint, string]>([
    [0n, 3n, "0%"],
    [1n, 3n, "33.33%"],
    [3n, 3n, "100%"],
    [1n, 100_000n, "<0.01%"],
    [99_999n, 100_000n, ">99.99%"],
  ])("in a sentence, %s of %s is %s", (part, whole, text) => {
    expect(spokenPercentage(percentageOf(part, whole))).toBe(text);
  });
});

/** A tag that does not exist before or after the change has no default then. */
describe("a tag that is not there on one side", () => {
  const team = content([teamIs("a")], "d");

  /** The shares in the sentences, and the cells of the default's row before and after. */
  function said(change: Pick<TagChange, "before" | "after">): { shares: string[]; row: string[] } {
    const cube = smallCube([{ keys: { "AWS:tag:team": "a" }, cost: "75" }, { cost: "25" }], ["AWS:tag:team"], []);
    const impacts = impactOf({ ...change, tagsBefore: [], tagsAfter: [] }, cube, evaluationInput(cube));
    const text = costPhrases(impacts, { facts: {} } as TagReview)
      .map(plainText)
      .join(" ");
    const row = impacts.flatMap(ruleRows).filter(({ number }) => number === "default");
    return {
      shares: text.match(/\d+%/gu) ?? [],
      row: row.flatMap(({ before, after }) => [plainText(before), plainText(after)]),
    };
  }

  test.each([
    { change: "created", before: undefined, after: team, shares: ["100%", "25%"], row: ["", "$25.00"] },
    { change: "deleted", before: team, after: undefined, shares: ["100%"], row: ["$25.00", ""] },
  ])("a $change tag", ({ before, after, ...expected }) => {
    expect({ change: expected.change, ...said({ before, after }) }).toEqual(expected);
  });
});

/** Amounts of months side by side: what changed since the month before, and what the bars say. */
describe("months", () => {
  const unit = 10n ** 12n;

  const months: Months = {
    months: [
      { month: "2026-09", isOver: true },
      { month: "2026-10", isOver: true },
      { month: "2026-11", isOver: false },
    ],
    shown: 1,
    before: 0,
  };

  test.each<[bigint, bigint, string, string | undefined]>([
    [100n, 150n, "+$50.00", "+50.0%"],
    [300n, 200n, "-$100.00", "-33.3%"],
    [100_000n, 100_001n, "+$1.00", "+<0.1%"],
    [0n, 5n, "+$5.00", "new"],
    [5n, 0n, "-$5.00", "-100.0%"],
    [5n, 5n, "$0.00", undefined],
    // A share of a credit says nothing.
    [-5n, 5n, "+$10.00", undefined],
  ])("from %s to %s", (was, is, change, note) => {
    const [cell] = monthlyCells([was * unit, is * unit, 0n], "USD", months);
    const { text, ...more } = partsOf(cell ?? []);
    expect([plainText(text), (more as { note?: string }).note]).toEqual([change, note]);
  });

  test("a month that was not over is marked, and nothing is compared with it", () => {
    expect(monthlyColumns(months)).toEqual([
      { number: "Oct 2026 against Sep 2026" },
      { number: "Sep 2026" },
      { number: "Oct 2026" },
      { number: "Nov 2026 so far" },
    ]);
    const alone = { ...months, before: undefined };
    expect(monthlyColumns(alone)).toHaveLength(3);
    expect(monthlyCells([1n, 2n, 3n], "USD", alone)).toHaveLength(3);
    expect(largestChanges([{ name: ["A"], costs: [1n, 2n, 3n] }], "USD", alone)).toBeUndefined();
  });

  test("the largest changes come first, whatever their sign", () => {
    const changes = [1n, -8n, 3n, 0n, 2n].map((change, index) => ({
      name: [`V${index}`],
      costs: [10n * unit, (10n + change) * unit, 0n],
    }));
    const text = plainText(largestChanges(changes, "USD", months) ?? []);
    expect(text).toContain("Sep 2026 to Oct 2026: V1 -$8.00, V2 +$3.00, V4 +$2.00, and 1 more");
  });

  test("bars add up to the totals, with what is not shown as the rest", () => {
    const values = Array.from({ length: 8 }, (_, index) => ({ name: [`V${index}`], costs: [unit, 2n * unit, 0n] }));
    const block = monthlyBars(["C"], values, [8n * unit, 16n * unit, -unit], "USD", months);
    if (block.kind !== "bars") throw new Error("It is a diagram.");
    expect(block.series).toHaveLength(7);
    expect(block.bars.map(({ sizes }) => sizes.reduce((sum, size) => sum + size, 0))).toEqual([8, 16, -1]);
    expect(block.bars.map(({ label }) => plainText(label))).toEqual(["$8", "$16", "-$1 so far"]);
    const one = { months: months.months.slice(0, 1), shown: 0, before: undefined };
    expect(monthlyBars(["C"], values, [8n * unit], "USD", one)).toMatchObject({ bars: [] });
  });
});
