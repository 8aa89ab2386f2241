/** The money of a review for a terminal. */
import { moneyText } from "../money";
import { printable, quoted, type Terminal } from "../../console/terminal";
import { type Phrase, render } from "./phrase";
import { assumptions, costPhrases, gatePhrase, valuePhrase } from "./costWording";
import type { ReviewCost, TagCost } from "../../studies/money/reviewCost";

type Colors = Terminal["colors"];

/** How many moves of one tag are shown. The other formats have more. */
const shownMoves = 10;

const words = (phrase: Phrase): string => render(phrase, quoted, printable);

/** The money of a tag, in lines below the tag. */
export function tagCostLines(cost: TagCost | undefined, colors: Colors): string[] {
  if (cost === undefined) return [];
  const sentences = costPhrases(cost).map((phrase) => `  ${colors.bold(words(phrase))}`);
  if (typeof cost === "string") return sentences;
  return [...sentences, ...cost.flatMap(moveLines)];
}

function moveLines({ currency, moves }: Exclude<TagCost, string>[number]): string[] {
  const shown = moves.slice(0, shownMoves).map(({ from, to, money }) => ({
    amount: printable(moneyText(money.cost, currency)),
    path: `${words(valuePhrase(from))} -> ${words(valuePhrase(to))}`,
  }));
  const width = Math.max(0, ...shown.map(({ amount }) => amount.length));
  const rest = moves.length - shown.length;
  return [
    ...shown.map(({ amount, path }) => `    ${amount.padStart(width)}  ${path}`),
    ...(rest > 0 ? [`    and ${rest} more`] : []),
  ];
}

/** The gates and the assumptions, after all tags. */
export function costEndLines({ gates, data }: ReviewCost, colors: Colors): string[] {
  return [
    ...(gates.length === 0 ? [] : ["", colors.bold("Gates")]),
    ...gates.map((gate) => {
      const line = `  ${gate.passed ? "passed" : "failed"}  ${words(gatePhrase(gate))}`;
      return gate.passed ? colors.green(line) : colors.red(line);
    }),
    "",
    colors.bold("About these amounts"),
    ...assumptions(data).map((line) => colors.dim(`  ${printable(line)}`)),
  ];
}

/** The error that names every failed gate; undefined if none failed. */
export function failedGatesText({ gates }: ReviewCost): string | undefined {
  const failed = gates.filter(({ passed }) => !passed);
  if (failed.length === 0) return undefined;
  const title = failed.length === 1 ? "1 gate failed:" : `${failed.length} gates failed:`;
  return [title, ...failed.map((gate) => `- ${words(gatePhrase(gate))}`)].join("\n");
}
