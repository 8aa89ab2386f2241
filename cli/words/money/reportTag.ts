/** One Virtual Tag in a report: its values month by month, its rules as sentences, and where the cost comes from that its default takes. */
import type { CurrencyImpact } from "../../../cost/impact/impact";
import { addTo, type Money, noMoney } from "../../../cost/impact/money";
import { fixedPercentage, percentageOf } from "../../../cost/impact/share";
import type { UnallocatedSource } from "../../../cost/impact/unallocated";
import { placeOf, sentenceOf } from "../../../rules/analysis";
import {
  type Block,
  capitalized,
  type Cell,
  type Column,
  counted,
  given,
  heading,
  joined,
  mostSeries,
  type Phrase,
  say,
  type Span,
} from "../../document/document";
import type { ReportedTag } from "../../studies/money/reportedTags";
import type { AccountReport, TagReport } from "../../studies/money/tagReports";
import { noMark } from "../versions";
import { columnMoney } from "./amounts";
import {
  largestChanges,
  largestFirst,
  type MonthlyCost,
  monthlyBars,
  monthlyCells,
  monthlyColumns,
  shownMonth,
} from "./monthly";
import { valuePhrase } from "./moved";
import { assignedPhrase, ruleSentence, type TagLinks } from "./ruleSentence";

/** How many sources of the money that the default takes are listed. */
const mostSources = 10;

/** The page that the sections of a tag are a part of. */
interface Around {
  report: AccountReport;
  /** The names of the tags, by the keys of references and by their indexes. */
  links: TagLinks;
  linked: readonly Span[];
  /** That of the tag's heading. */
  anchor: string;
}

/** The sections of a tag. */
export function tagSections(one: TagReport, { report, links, linked, anchor }: Around): Block[] {
  const { tag, cost, findings } = one;
  const found = findings.map((finding) => {
    return [`${capitalized(`${placeOf(finding, "people")} ${sentenceOf(finding, "people")}`)}.`];
  });
  return [
    heading(2, [{ name: tag.name }], anchor),
    { kind: "list", items: facts(one, links, linked) },
    ...(found.length === 0 ? [] : [heading(3, ["Findings"]), { kind: "list", items: found } as const]),
    ...(cost === undefined
      ? given<Block>({
          kind: "paragraph",
          text: ["The money is not known: Virtual Tags refer to each other in a circle."],
        })
      : [
          ...cost.currencies.flatMap((impacts) => valuesOf(tag, impacts, report)),
          heading(3, ["Rules, of which the first that matches wins"]),
          rulesTable(tag, cost.currencies, links, report),
          ...cost.currencies.flatMap((impacts) => sourcesOf(tag, impacts, cost.sources, report)),
        ]),
  ];
}

function facts(
  { tag: { history }, refersTo, referredToBy }: TagReport,
  links: TagLinks,
  linked: readonly Span[],
): Phrase[] {
  const listed = (names: readonly Span[]): Phrase =>
    joined(
      names.map((name) => [name]),
      ", ",
    );
  const { owner, lastChange } = history ?? {};
  return given(
    history !== undefined && (owner === undefined ? noMark : say`Owner: ${owner}.`),
    lastChange && changePhrase(lastChange),
    refersTo.length > 0 && say`Refers to ${listed(refersTo.map((id) => links.get(id) ?? { name: id }))}.`,
    referredToBy.length > 0 && say`Referred to by ${listed(referredToBy.flatMap((index) => linked[index] ?? []))}.`,
  );
}

function changePhrase({
  createdAt,
  createdBy,
  changeDescription,
}: NonNullable<NonNullable<ReportedTag["history"]>["lastChange"]>): Phrase {
  const description = changeDescription === undefined ? [] : say`: ${changeDescription}`;
  return say`Last change: ${{ plain: createdAt }} by ${createdBy}${description}.`;
}

/** The values of one currency: as bars, what changed most, and as a table. */
function valuesOf({ name }: ReportedTag, impacts: readonly CurrencyImpact[], report: AccountReport): Block[] {
  const currency = impacts[0]?.currency ?? "";
  const values = monthlyValues(impacts, report);
  const totals = impacts.map(({ total }) => total.cost);
  const changes = largestChanges(values, currency, report);
  const title = say`Values of ${name} in ${{ plain: currency }}`;
  const shownTotal = impacts[report.shown]?.total ?? noMoney();
  const rows = values.map((value, index): Cell[] => [
    { text: value.name, series: index < mostSeries ? index : "rest" },
    shareOf(value.gross, shownTotal),
    ...monthlyCells(value.costs, currency, report),
  ]);
  const share: Column = { number: `Share of ${shownMonth(report)}` };
  return [
    heading(3, say`Values in ${{ plain: currency }}`),
    monthlyBars(title, values, totals, currency, report),
    ...given<Block>(changes && { kind: "paragraph", text: changes }),
    {
      kind: "table",
      caption: say`${title}. Shares are of the absolute cost.`,
      columns: ["Value", share, ...monthlyColumns(report)],
      rows: values.length === 0 ? [] : [...rows, [["All"], [], ...monthlyCells(totals, currency, report)]],
      hasTotal: true,
    },
  ];
}

/** A value, or the records whose value is not known. */
interface MonthlyValue extends MonthlyCost {
  /** The absolute cost in the month that single amounts are of. */
  gross: bigint;
}

/** The values that some record has in some month, those with the largest cost first. */
function monthlyValues(impacts: readonly CurrencyImpact[], report: AccountReport): MonthlyValue[] {
  const values = new Map<string | null, Money[]>();
  impacts.forEach((impact, month) => {
    for (const { value, after } of impact.values) {
      if (after.records === 0) continue;
      const sums = values.get(value) ?? impacts.map(noMoney);
      values.set(value, sums);
      sums[month] = after;
    }
  });
  const unknown = impacts.map(({ notEvaluated }) => notEvaluated.after);
  const known = [...values].map(([value, sums]) => ({ name: valuePhrase(value), sums }));
  const all = unknown.some(({ records }) => records > 0)
    ? [...known, { name: ["Not known: the cost data can't tell the value"], sums: unknown }]
    : known;
  return all
    .map(({ name, sums }) => ({ name, costs: sums.map(({ cost }) => cost), gross: sums[report.shown]?.gross ?? 0n }))
    .sort((one, other) => largestFirst(one.costs, other.costs, report));
}

function shareOf(gross: bigint, total: Money): Cell {
  const units = percentageOf(gross, total.gross);
  const share = Number(units) / 1e12;
  return { text: [{ plain: fixedPercentage(units) }], share: { least: share, most: share } };
}

function rulesTable(
  tag: ReportedTag,
  currencies: readonly (readonly CurrencyImpact[])[],
  links: TagLinks,
  report: AccountReport,
): Block {
  const shown = currencies.flatMap((impacts) => impacts[report.shown] ?? []);
  const cells = (moneyIn: (impact: CurrencyImpact) => Money, moreIn?: (impact: CurrencyImpact) => Money): Cell[] =>
    shown.map((impact): Cell => {
      const more = moreIn?.(impact);
      const text = [columnMoney(moneyIn(impact).cost, impact.currency)];
      if (more === undefined || more.records === 0) return text;
      const { plain } = columnMoney(more.gross, impact.currency);
      return { text, note: `and up to ${plain} more` };
    });
  const rows = tag.rules.map((rule, index): Cell[] => [
    say`${index + 1}. ${ruleSentence(rule, links)}`,
    ...cells(
      ({ rules }) => rules[index]?.after ?? noMoney(),
      ({ rules }) => rules[index]?.uncertain.after ?? noMoney(),
    ),
  ]);
  const ofDefault = say`${assignedPhrase(tag.defaultValue, links)} if no rule matches`;
  const last = given<Cell[]>(
    [ofDefault, ...cells(({ byDefault }) => byDefault.after)],
    shown.some(({ ruleNotKnown }) => ruleNotKnown.after.records > 0) && [
      ["Not known: the cost data can't tell which rule matches"],
      ...cells(({ ruleNotKnown }) => ruleNotKnown.after),
    ],
  );
  const columns = shown.map(({ currency }): Column => {
    return { number: say`${[shownMonth(report)]}, ${{ plain: currency }}` };
  });
  return { kind: "table", caption: say`Rules of ${tag.name}`, columns: ["Rule", ...columns], rows: [...rows, ...last] };
}

/** The largest sources of what the default takes. */
function sourcesOf(
  { name }: ReportedTag,
  impacts: readonly CurrencyImpact[],
  all: readonly UnallocatedSource[],
  report: AccountReport,
): Block[] {
  const currency = impacts[0]?.currency ?? "";
  const total = impacts[report.shown]?.byDefault.after ?? noMoney();
  const sources = all.filter((source) => source.currency === currency);
  const rest = sources.slice(mostSources).map(({ money }) => money);
  const row = (name: Phrase, { gross, cost }: Money): Cell[] => {
    return [name, shareOf(gross, total), [columnMoney(cost, currency)]];
  };
  const rows = [
    ...sources.slice(0, mostSources).map((source) => row(sourcePhrase(source), source.money)),
    ...(rest.length === 0 ? [] : [row([counted(rest.length, "smaller source")], sumOf(rest))]),
  ];
  const title = say`Where the cost in ${{ plain: currency }} comes from that the default takes`;
  const columns = ["Source", { number: "Share" }, { number: shownMonth(report) }];
  return [heading(3, title), { kind: "table", caption: say`${title}: ${name}`, columns, rows }];
}

function sumOf(all: readonly Money[]): Money {
  const sum = noMoney();
  for (const money of all) addTo(sum, money);
  return sum;
}

/** `AWS account 1234, EC2, untagged`. */
function sourcePhrase({ provider, account, service, isUntagged }: UnallocatedSource): Phrase {
  return [
    provider === null ? "No provider" : { name: provider },
    ...(account === null ? [] : say` account ${account}`),
    ...(service === null ? [] : say`, ${service}`),
    ...(isUntagged === true ? [", untagged"] : []),
  ];
}
