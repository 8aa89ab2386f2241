/** The Virtual Tags of an account and their money, as a page. */
import type { CubeHeader } from "../../../cost/cube/cube";
import type { CurrencyImpact } from "../../../cost/impact/impact";
import { percentageOf } from "../../../cost/impact/share";
import {
  type Block,
  type Cell,
  type Column,
  counted,
  type Document,
  given,
  heading,
  joined,
  partsOf,
  type Phrase,
  say,
  type Span,
} from "../../document/document";
import type { AccountReport } from "../../studies/money/tagReports";
import { monthBefore, monthlyBars, monthlyCells, monthlyColumns, monthName, shownMonth } from "./monthly";
import { assumptions } from "./moved";
import { tagSections } from "./reportTag";
import type { TagLinks } from "./ruleSentence";
import { defaultShare } from "./tables";

/** The report. */
export function reportDocument(report: AccountReport, data: CubeHeader): Document {
  const { tags } = report;
  const anchorOf = (index: number): string => `tag-${index + 1}`;
  const linked = tags.map(({ tag }, index): Span => ({ name: tag.name, anchor: anchorOf(index) }));
  const links: TagLinks = new Map(
    linked.flatMap((link, index) => tags[index]?.tag.keys.map((id): [string, Span] => [id, link]) ?? []),
  );
  const month = shownMonth(report);
  const amounts = month === "" ? "" : ` Single amounts are of ${month}.`;
  return {
    title: ["Virtual Tags and their money"],
    blocks: [
      {
        kind: "paragraph",
        role: "lead",
        text: [`${counted(tags.length, "Virtual Tag")}. Each divides the same cost in its own way.${amounts}`],
      },
      heading(2, ["Cost by month"], "months"),
      ...totals(report),
      heading(2, ["All Virtual Tags"], "tags"),
      overview(report, linked),
      ...tags.flatMap((one, index) => tagSections(one, { report, links, linked, anchor: anchorOf(index) })),
      heading(2, ["About these amounts"], "about"),
      { kind: "list", items: [...monthNotes(report, data), ...assumptions(data)] },
    ],
  };
}

/** What each tag divides. */
function totals(report: AccountReport): Block[] {
  const currencies = report.tags.find(({ cost }) => cost !== undefined)?.cost?.currencies ?? [];
  const known = currencies.map((impacts) => {
    return { currency: impacts[0]?.currency ?? "", costs: impacts.map(({ total }) => total.cost) };
  });
  const bars = known.map(({ currency, costs }): Block => {
    return monthlyBars(say`Cost in ${{ plain: currency }}`, [{ name: ["All"], costs }], costs, currency, report);
  });
  const rows = known.map(({ currency, costs }): Cell[] => [
    [{ plain: currency }],
    ...monthlyCells(costs, currency, report),
  ]);
  const columns = ["Currency", ...monthlyColumns(report)];
  return [
    ...bars,
    { kind: "table", caption: ["The cost that each Virtual Tag divides"], columns, rows },
    { kind: "list", items: incompleteMonths(report) },
  ];
}

function incompleteMonths({ months, before }: AccountReport): Phrase[] {
  const open = months.filter(({ isOver }) => !isOver).map(({ month }) => [monthName(month)]);
  return given(
    open.length > 0 &&
      say`Not complete, because the data was read before the end or is not known to have the last day: ${joined(open, ", ")}.`,
    before === undefined &&
      months.length > 1 && ["No change is shown, because the data has no two months in a row that were over."],
  );
}

function monthNotes({ earlierMonths }: AccountReport, { month }: CubeHeader): Phrase[] {
  return given(
    month === undefined
      ? ["Months are those of the bills."]
      : [`Only charges of ${monthName(month)} are in the data. Bills of other months can have some of them.`],
    [
      "A month that was over can be incomplete, too: the data does not say whether all of it was exported, and bills are corrected later.",
    ],
    earlierMonths > 0 && [`${counted(earlierMonths, "earlier month")} of the cost data are not shown.`],
  );
}

/** The table of contents: each tag with what its default takes. */
function overview(report: AccountReport, linked: readonly Span[]): Block {
  const { tags } = report;
  const currencies = tags.find(({ cost }) => cost !== undefined)?.cost?.currencies ?? [];
  const hasHistory = tags.some(({ tag }) => tag.history !== undefined);
  const rows = tags.map(({ tag, cost, findings }, row): Cell[] => [
    [linked[row] ?? { name: tag.name }],
    ...currencies.map((_, index): Cell => {
      const impacts = cost?.currencies[index];
      return impacts === undefined ? ["not known"] : shareCell(impacts, report);
    }),
    [String(findings.length)],
    ...(hasHistory ? [tag.history?.owner === undefined ? ["none"] : say`${tag.history.owner}`] : []),
  ]);
  const shares = currencies.map((impacts): Column => {
    return { number: say`Default takes, ${{ plain: impacts[0]?.currency ?? "" }}` };
  });
  const columns = ["Virtual Tag", ...shares, { number: "Findings" }, ...(hasHistory ? ["Owner"] : [])];
  const caption = [`How much of the absolute cost of ${shownMonth(report)} no rule of the tag matches`];
  return { kind: "table", caption, columns, rows };
}

/** The share that the default takes, and by how much it changed if both are certain. */
function shareCell(impacts: readonly CurrencyImpact[], report: AccountReport): Cell {
  const [is, was] = [impacts[report.shown], report.before === undefined ? undefined : impacts[report.before]];
  if (is === undefined) return [];
  return { ...partsOf(defaultShare(is.bounds.byDefault.after, is.total)), note: was && pointsText(was, is, report) };
}

function pointsText(was: CurrencyImpact, is: CurrencyImpact, report: AccountReport): string | undefined {
  const shares = [was, is].map(({ bounds: { byDefault }, total }) => {
    const { least, most } = byDefault.after;
    return least === most && total.gross > 0n ? percentageOf(most, total.gross) : undefined;
  });
  const [before, after] = shares;
  if (before === undefined || after === undefined) return undefined;
  const points = Number(after - before) / 1e12;
  const size = Math.abs(points);
  const text = size < 0.01 ? "<0.01" : size.toFixed(2);
  const change = before === after ? "same as in" : `${points > 0 ? "+" : "-"}${text} points against`;
  return `${change} ${monthBefore(report) ?? ""}`;
}
