import { monthlyText } from "./monthly";
import type { CubeHeader } from "../../cost/cube/cube";
import type { CurrencyImpact } from "../../cost/impact/impact";
import { absolute } from "../../cost/impact/money";
import type { UnallocatedSource } from "../../cost/impact/unallocated";
import { type Finding, placeOf, sentenceOf } from "../../rules/analysis";
import { element, foldable, type Html, htmlText, page, sequence, table } from "../page/page";
import { assumptions } from "./review/costWording";
import { coverage } from "./review/coverage";
import { counted, type Phrase, render, say } from "./review/phrase";
import { ruleSentence, type TagNames, valuePhrase } from "./ruleSentence";
import type { AccountReport, TagReport } from "../studies/money/tagReports";

/** How many sources of the money that the default takes are listed. */
const mostSources = 10;

const code = (text: string): Html => element('code dir="auto"', text);

const words = (phrase: Phrase): Html => ({
  html: render(
    phrase,
    (text) => code(text).html,
    (text) => htmlText(text).html,
  ),
});

/** The report as a page. */
export function htmlReport({ tags, months }: AccountReport, data: CubeHeader): string {
  const names: TagNames = new Map(tags.map(({ tag }) => [tag.id, tag.name]));
  const average = months === 1 ? "" : ` Amounts are averages of ${months} months.`;
  return page(
    "Virtual Tags and their money",
    element(
      'p class="lead"',
      `${counted(tags.length, "Virtual Tag")}. Each divides the same cost in its own way.${average}`,
    ),
    ...(tags.length === 0 ? [] : [overview(tags, months)]),
    ...tags.flatMap((report) => tagSections(report, names, months)),
    element("h2", "About these amounts"),
    element("ul", ...assumptions(data).map((line) => element("li", line))),
  );
}

function overview(tags: readonly TagReport[], months: number): Html {
  const rows = tags.flatMap(({ tag, cost }) =>
    (cost?.impacts ?? []).map((impact) => [
      sequence([code(tag.name), htmlText(` in ${impact.currency}`)]),
      htmlText(monthlyText(impact.total.cost, impact.currency, months)),
      coverage(impact.bounds.byDefault.after, impact.total),
      tag.owner === undefined ? htmlText("none") : code(tag.owner),
    ]),
  );
  return table("Virtual Tags", ["Virtual Tag", "Cost a month", "Default takes", "Owner"], rows);
}

function tagSections({ tag, cost, findings }: TagReport, names: TagNames, months: number): Html[] {
  const { owner, lastChange } = tag;
  const facts: Phrase[] = [
    owner === undefined ? ["No owner: the tag is managed in the application."] : say`Owner: ${owner}.`,
    ...(lastChange === undefined
      ? []
      : [
          say`Last change: ${[lastChange.createdAt]} by ${lastChange.createdBy}${lastChange.changeDescription === undefined ? [""] : say`: ${lastChange.changeDescription}`}.`,
        ]),
  ];
  return [
    element("h2", code(tag.name)),
    element("ul", ...facts.map((fact) => element("li", words(fact)))),
    ...(findings.length === 0
      ? []
      : [element("h3", "Findings"), element("ul", ...findings.map((finding) => element("li", findingText(finding))))]),
    ...(cost === undefined
      ? [element("p", "The money is not known: Virtual Tags refer to each other in a circle.")]
      : cost.impacts.flatMap((impact) => [
          rulesTable({ tag, impact, names, months }),
          ...sourcesList(
            cost.sources.filter(({ currency }) => currency === impact.currency),
            months,
          ),
          foldable(htmlText(`Values in ${impact.currency}`), valuesTable(tag.name, impact, months)),
        ])),
  ];
}

/** The analysis names rules as programs do, from 0. People count from 1. */
function findingText(finding: Finding): string {
  const place =
    finding.rule === undefined ? placeOf(finding).replace("defaultValue", "the default") : `rules[${finding.rule}]`;
  const text = `${place} ${sentenceOf(finding)}.`.replaceAll(
    /rules\[(\d+)\]/gu,
    (_, rule: string) => `rule ${Number(rule) + 1}`,
  );
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface RulesOf {
  tag: TagReport["tag"];
  impact: CurrencyImpact;
  names: TagNames;
  months: number;
}

function rulesTable({ tag, impact, names, months }: RulesOf): Html {
  const { currency, rules, byDefault, ruleNotKnown } = impact;
  const money = (units: bigint): Html => htmlText(monthlyText(units, currency, months));
  const rows = rules.flatMap(({ rule, after, uncertain }) => {
    const source = rule === null ? undefined : tag.rules[rule];
    if (rule === null || source === undefined) return [];
    const hidden = uncertain.after;
    const more = hidden.records === 0 ? [] : [htmlText(", and up to "), money(hidden.gross), htmlText(" more")];
    return [[htmlText(String(rule + 1)), words(ruleSentence(source, names)), sequence([money(after.cost), ...more])]];
  });
  const others = [
    [
      htmlText("default"),
      words(say`${valuePhrase(tag.defaultValue, names)} if no rule matches`),
      money(byDefault.after.cost),
    ],
    ...(ruleNotKnown.after.records === 0
      ? []
      : [
          [
            htmlText("not known"),
            htmlText("The cost data can't tell which rule matches"),
            money(ruleNotKnown.after.cost),
          ],
        ]),
  ];
  const caption = `Rules of ${tag.name} in ${currency}. The first that matches wins.`;
  return table(caption, ["Rule", "Value", "Cost a month"], [...rows, ...others]);
}

function sourcesList(sources: readonly UnallocatedSource[], months: number): Html[] {
  if (sources.length === 0) return [];
  const shown = sources.slice(0, mostSources);
  const rest = sources.length - shown.length;
  return [
    element("h3", "Largest sources of what the default takes"),
    element(
      "ul",
      ...shown.map((source) =>
        element("li", words(sourcePhrase(source)), `: ${monthlyText(source.money.cost, source.currency, months)}`),
      ),
      ...(rest > 0 ? [element("li", `and ${rest} more`)] : []),
    ),
  ];
}

/** `AWS account 1234, EC2, untagged`. */
function sourcePhrase({ provider, account, service, isUntagged }: UnallocatedSource): Phrase {
  const parts: Phrase[] = [
    provider === null ? ["No provider"] : [{ text: provider }],
    ...(account === null ? [] : [say` account ${account}`]),
    ...(service === null ? [] : [say`, ${service}`]),
    ...(isUntagged === true ? [[", untagged"]] : []),
  ];
  return parts.flat();
}

function valuesTable(name: string, { currency, values }: CurrencyImpact, months: number): Html {
  const rows = values
    .filter(({ after }) => after.records > 0)
    .sort((one, other) => (absolute(one.after.cost) > absolute(other.after.cost) ? -1 : 1))
    .map(({ value, after }) => [
      value === null ? htmlText("(no value)") : code(value),
      htmlText(monthlyText(after.cost, currency, months)),
    ]);
  return table(`Values of ${name} in ${currency}`, ["Value", "Cost a month"], rows);
}
