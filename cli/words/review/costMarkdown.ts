/** The money of a review in a comment. */
import type { CurrencyImpact } from "../../../cost/impact/impact";
import { markdownText, markdownWords } from "../../markdown";
import { moneyText } from "../money";
import { type Phrase, render } from "./phrase";
import type { Review, TagReview } from "../../studies/review/review";
import { assumptions, costHeadline, costPhrases, gatePhrase, valuePhrase } from "./costWording";
import { type RuleRow, ruleRows } from "./ruleRows";
import type { ReviewCost } from "../../studies/money/reviewCost";

/** How many rows a table has. The page has all. */
const mostRows = 25;

const words = (phrase: Phrase): string => render(phrase, markdownText, markdownWords);

/** The headline about money, and the gates that failed. */
export function costStart(review: Review, cost: ReviewCost): string[] {
  const failed = cost.gates.filter(({ passed }) => !passed);
  return [
    "",
    `**${words(costHeadline(review, cost))}**`,
    ...(cost.gates.length === 0
      ? []
      : ["", `${failed.length} of ${cost.gates.length} gates failed${failed.length === 0 ? "" : ":"}`]),
    ...(failed.length === 0 ? [] : ["", ...failed.slice(0, mostRows).map((gate) => `- ${words(gatePhrase(gate))}`)]),
    ...(failed.length > mostRows ? [`- and ${failed.length - mostRows} more`] : []),
  ];
}

/** The cell of a tag in the table. */
export function costCell({ key }: TagReview, cost: ReviewCost): string {
  const ofTag = cost.tags.get(key);
  return ofTag === undefined ? "" : costPhrases(ofTag).map(words).join(" ");
}

/** The tables of a tag, folded. */
export function costDetails({ key, name }: TagReview, cost: ReviewCost): string[] {
  const ofTag = cost.tags.get(key);
  if (ofTag === undefined || typeof ofTag === "string") return [];
  return ofTag.flatMap((impact) => {
    const tables = [movesTable(impact), rulesTable(impact)].filter((text) => text !== "");
    if (tables.length === 0) return [];
    const title = `Money of ${markdownText(name)} in ${markdownWords(impact.currency)}`;
    return [`\n<details><summary>${title}</summary>\n\n${tables.join("\n\n")}\n\n</details>`];
  });
}

/** The assumptions, folded. */
export function costAssumptions({ data }: ReviewCost): string {
  const lines = assumptions(data).map((line) => `- ${markdownWords(line)}`);
  return `\n<details><summary>About these amounts</summary>\n\n${lines.join("\n")}\n\n</details>`;
}

function movesTable({ currency, moves }: CurrencyImpact): string {
  const rows = moves.map(({ from, to, money }) => [
    words(valuePhrase(from)),
    words(valuePhrase(to)),
    markdownWords(moneyText(money.cost, currency)),
    String(money.records),
  ]);
  return tableText(["From", "To", "Cost", "Records"], rows);
}

function rulesTable(impact: CurrencyImpact): string {
  // Those that take the same are on the page.
  const rows = ruleRows(impact).filter(({ isChanged }) => isChanged);
  const heads = ["Rule", "Value", "Before", "After", "May also take"];
  const width = rows.some(({ mayTake }) => mayTake !== "") ? heads.length : heads.length - 1;
  const cells = rows.map(({ number, to, before, after, mayTake }: RuleRow) =>
    [number, markdownText(to), before, after, mayTake]
      .slice(0, width)
      .map((cell, at) => (at === 1 ? cell : markdownWords(cell))),
  );
  return tableText(heads.slice(0, width), cells);
}

function tableText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rest = rows.length - mostRows;
  return [
    line(heads),
    line(heads.map((_, index) => (index < 2 ? "---" : "---:"))),
    ...rows.slice(0, mostRows).map(line),
    ...(rest > 0 ? ["", `_and ${rest} more_`] : []),
  ].join("\n");
}
