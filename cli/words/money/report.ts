/** The Virtual Tags of an account and their money, as a page. */
import type { CubeHeader } from "../../../cost/cube/cube";
import type { CurrencyImpact } from "../../../cost/impact/impact";
import { absolute } from "../../../cost/impact/money";
import type { UnallocatedSource } from "../../../cost/impact/unallocated";
import { placeOf, sentenceOf } from "../../../rules/analysis";
import {
  type Block,
  capitalized,
  type Cell,
  counted,
  type Document,
  firstOf,
  given,
  heading,
  type Phrase,
  say,
  type Span,
} from "../../document/document";
import type { AccountReport, TagReport } from "../../studies/money/tagReports";
import type { TagNames } from "../content";
import { noMark } from "../versions";
import { columnMoney } from "./amounts";
import { assumptions, valuePhrase } from "./moved";
import { assignedPhrase, ruleSentence } from "./ruleSentence";
import { defaultShare } from "./tables";

/** How many sources of the money that the default takes are listed. */
const mostSources = 10;

/** The report. */
export function reportDocument({ tags, months }: AccountReport, data: CubeHeader): Document {
  const names: TagNames = new Map(tags.map(({ tag }) => [tag.id, tag.name]));
  const average = months === 1 ? "" : ` Amounts are averages of ${months} months.`;
  const summary = `${counted(tags.length, "Virtual Tag")}. Each divides the same cost in its own way.${average}`;
  return {
    title: ["Virtual Tags and their money"],
    blocks: [
      { kind: "paragraph", role: "lead", text: [summary] },
      overview(tags, months),
      ...tags.flatMap((report) => tagSections(report, names, months)),
      heading(2, ["About these amounts"]),
      { kind: "list", items: assumptions(data) },
    ],
  };
}

/** The amount of one month, of an amount of several. */
const monthlyOf = (units: bigint, currency: string, months: number): Span =>
  columnMoney(units / BigInt(months), currency);

function overview(tags: readonly TagReport[], months: number): Block {
  const rows = tags.flatMap(({ tag, cost }) =>
    (cost?.impacts ?? []).map(({ currency, total, bounds }): Cell[] => [
      say`${tag.name} in ${{ plain: currency }}`,
      [monthlyOf(total.cost, currency, months)],
      defaultShare(bounds.byDefault.after, total),
      tag.owner === undefined ? ["none"] : say`${tag.owner}`,
    ]),
  );
  const columns = ["Virtual Tag", { number: "Cost a month" }, { number: "Default takes" }, "Owner"];
  return { kind: "table", caption: ["Virtual Tags"], columns, rows };
}

function tagSections({ tag, cost, findings }: TagReport, names: TagNames, months: number): Block[] {
  const { owner, lastChange } = tag;
  const facts = given(owner === undefined ? noMark : say`Owner: ${owner}.`, lastChange && changePhrase(lastChange));
  const found = findings.map((finding) => {
    return [`${capitalized(`${placeOf(finding, "people")} ${sentenceOf(finding, "people")}`)}.`];
  });
  return [
    heading(2, [{ name: tag.name }]),
    { kind: "list", items: facts },
    ...listed("Findings", found),
    ...(cost === undefined
      ? given<Block>({
          kind: "paragraph",
          text: ["The money is not known: Virtual Tags refer to each other in a circle."],
        })
      : cost.impacts.flatMap((impact): Block[] => [
          rulesTable({ tag, impact, names, months }),
          ...listed("Largest sources of what the default takes", sourcePhrases(cost.sources, impact, months)),
          {
            kind: "details",
            summary: say`Values in ${{ plain: impact.currency }}`,
            blocks: [valuesTable(tag.name, impact, months)],
          },
        ])),
  ];
}

const listed = (title: string, items: readonly Phrase[]): Block[] =>
  items.length === 0 ? [] : [heading(3, [title]), { kind: "list", items }];

function changePhrase(change: NonNullable<TagReport["tag"]["lastChange"]>): Phrase {
  const { createdAt, createdBy, changeDescription } = change;
  const description = changeDescription === undefined ? [] : say`: ${changeDescription}`;
  return say`Last change: ${{ plain: createdAt }} by ${createdBy}${description}.`;
}

interface RulesOf {
  tag: TagReport["tag"];
  impact: CurrencyImpact;
  names: TagNames;
  months: number;
}

function rulesTable({ tag, impact, names, months }: RulesOf): Block {
  const { currency, rules, byDefault, ruleNotKnown } = impact;
  const money = (units: bigint): Span => monthlyOf(units, currency, months);
  const rows = rules.flatMap(({ rule, after, uncertain }): Phrase[][] => {
    const source = rule === null ? undefined : tag.rules[rule];
    if (rule === null || source === undefined) return [];
    const hidden = uncertain.after;
    const more = hidden.records === 0 ? [] : say`, and up to ${money(hidden.gross)} more`;
    return [[[String(rule + 1)], ruleSentence(source, names), [money(after.cost), ...more]]];
  });
  const ofDefault = say`${assignedPhrase(tag.defaultValue, names)} if no rule matches`;
  const unknown = ["The cost data can't tell which rule matches"];
  const caption = say`Rules of ${tag.name} in ${{ plain: currency }}. The first that matches wins.`;
  const last = given(
    [["default"], ofDefault, [money(byDefault.after.cost)]],
    ruleNotKnown.after.records > 0 && [["not known"], unknown, [money(ruleNotKnown.after.cost)]],
  );
  return { kind: "table", caption, columns: ["Rule", "Value", { number: "Cost a month" }], rows: [...rows, ...last] };
}

/** The largest sources of what the default takes. */
function sourcePhrases(all: readonly UnallocatedSource[], { currency }: CurrencyImpact, months: number): Phrase[] {
  const sources = all.filter((source) => source.currency === currency);
  const phrases = sources.map(
    (source) => say`${sourcePhrase(source)}: ${monthlyOf(source.money.cost, currency, months)}`,
  );
  return firstOf(phrases, mostSources);
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

function valuesTable(name: string, { currency, values }: CurrencyImpact, months: number): Block {
  const rows = values
    .filter(({ after }) => after.records > 0)
    .sort((one, other) => (absolute(one.after.cost) > absolute(other.after.cost) ? -1 : 1))
    .map(({ value, after }) => [valuePhrase(value), [monthlyOf(after.cost, currency, months)]]);
  const caption = say`Values of ${name} in ${{ plain: currency }}`;
  return { kind: "table", caption, columns: ["Value", { number: "Cost a month" }], rows };
}
