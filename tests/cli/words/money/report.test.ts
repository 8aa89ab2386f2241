/** The tables of a report: what comes first, what adds up, and what is not certain. */
import { type Block, type Cell, partsOf, plainText } from "../../../../cli/document/document";
import type { ReportedTag } from "../../../../cli/studies/money/reportedTags";
import { reportOn } from "../../../../cli/studies/money/tagReports";
import { reportDocument } from "../../../../cli/words/money/report";
import type { Rule } from "../../../../rules/types";
import { smallCube, type SmallRow } from "../../../cost/impact/smallCube";
import { condition, rule } from "../../../support/rules";

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
