/** The money of a review on its page. */
import type { CurrencyImpact } from "../../../cost/impact/impact";
import { moneyText } from "../money";
import { element, foldable, type Html, htmlText, sequence, table } from "../../page/page";
import { sankeyFigure } from "../../document/sankey";
import { type Phrase, render } from "./phrase";
import type { Review, TagReview } from "../../studies/review/review";
import { coverage } from "./coverage";
import { assumptions, costHeadline, costPhrases, gatePhrase, valuePhrase } from "./costWording";
import { ruleRows } from "./ruleRows";
import type { ReviewCost } from "../../studies/money/reviewCost";

const code = (text: string): Html => element('code dir="auto"', text);

const words = (phrase: Phrase): Html => ({
  html: render(
    phrase,
    (text) => code(text).html,
    (text) => htmlText(text).html,
  ),
});

/** The headline about money, and the gates. */
export function costLead(review: Review, cost: ReviewCost): Html[] {
  const { gates } = cost;
  const rows = gates.map((gate) => [
    element(`strong class="${gate.passed ? "added" : "removed"}"`, gate.passed ? "passed" : "failed"),
    words(gatePhrase(gate)),
  ]);
  const failed = gates.filter(({ passed }) => !passed).length;
  return [
    element('p class="lead"', words(costHeadline(review, cost))),
    ...(gates.length === 0 ? [] : [table(`Gates: ${failed} of ${gates.length} failed`, ["Result", "Gate"], rows)]),
  ];
}

/** How much of the money the default of each tag takes, the money of each tag, and what the figures are. */
export function costSections(review: Review, cost: ReviewCost): Html[] {
  const known = review.tags.flatMap((tag) => {
    const ofTag = cost.tags.get(tag.key);
    return ofTag === undefined || typeof ofTag === "string" ? [] : ofTag.map((impact) => ({ tag, impact }));
  });
  const unknown = review.tags.flatMap((tag) => {
    const ofTag = cost.tags.get(tag.key);
    return typeof ofTag === "string" ? [{ tag, phrases: costPhrases(ofTag) }] : [];
  });
  return [
    element("h2", "Money"),
    ...(unknown.length === 0
      ? []
      : [
          element(
            "ul",
            ...unknown.map(({ tag, phrases }) => element("li", code(tag.name), ": ", ...phrases.map(words))),
          ),
        ]),
    ...(known.length === 0 ? [] : [coverageTable(known)]),
    ...known.flatMap(({ tag, impact }, index) => tagSections(tag, impact, `flow-${index}`)),
    element("h2", "About these amounts"),
    element("ul", ...assumptions(cost.data).map((line) => element("li", line))),
  ];
}

function coverageTable(known: readonly { tag: TagReview; impact: CurrencyImpact }[]): Html {
  const rows = known.map(({ tag, impact }) => {
    const { currency, total, bounds } = impact;
    return [
      sequence([code(tag.name), htmlText(` in ${currency}`)]),
      coverage(bounds.byDefault.before, total),
      coverage(bounds.byDefault.after, total),
      htmlText(moneyText(total.cost, currency)),
    ];
  });
  return table("Shares of the absolute cost that the default takes", ["Virtual Tag", "Before", "After", "Cost"], rows);
}

function tagSections(tag: TagReview, impact: CurrencyImpact, id: string): Html[] {
  const { currency, moves } = impact;
  const flows = moves.flatMap(({ from, to, money }) => {
    // The picture needs no exact amounts.
    const size = Number(money.gross) / 1e12;
    return size > 0 ? [{ from: from ?? "(no value)", to: to ?? "(no value)", size }] : [];
  });
  const caption = `Absolute cost that moves from values before (left) to values after (right), in ${currency}. The table has each move.`;
  return [
    element("h3", code(tag.name), ` in ${currency}`),
    element("p", sequence(costPhrases([impact]).map(words), " ")),
    ...(flows.length === 0 ? [] : [sankeyFigure(id, htmlText(caption), flows)]),
    ...(moves.length === 0 ? [] : [foldable(htmlText("Moves"), movesTable(tag, impact))]),
    foldable(htmlText("Values"), valuesTable(tag, impact)),
    foldable(htmlText("Rules"), rulesTable(tag, impact)),
  ];
}

function movesTable({ name }: TagReview, { currency, moves }: CurrencyImpact): Html {
  const rows = moves.map(({ from, to, money }) => [
    words(valuePhrase(from)),
    words(valuePhrase(to)),
    htmlText(moneyText(money.cost, currency)),
    htmlText(money.records.toLocaleString("en-US")),
  ]);
  return table(`Money of ${name} that moves`, ["From", "To", "Cost", "Records"], rows);
}

function valuesTable({ name }: TagReview, { currency, values }: CurrencyImpact): Html {
  const rows = values.map(({ value, before, after }) => [
    words(valuePhrase(value)),
    htmlText(moneyText(before.cost, currency)),
    htmlText(moneyText(after.cost, currency)),
    htmlText(moneyText(after.cost - before.cost, currency)),
  ]);
  return table(`Values of ${name}`, ["Value", "Before", "After", "Change"], rows);
}

function rulesTable({ name }: TagReview, impact: CurrencyImpact): Html {
  const rows = ruleRows(impact).map(({ number, to, before, after, mayTake }) => [
    htmlText(number),
    code(to),
    htmlText(before),
    htmlText(after),
    htmlText(mayTake),
  ]);
  return table(`Rules of ${name}`, ["Rule", "Value", "Before", "After", "May also take"], rows);
}
