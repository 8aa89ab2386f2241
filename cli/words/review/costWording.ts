/** The sentences about money, the same in every format. Rules count from 1 in them. */
import type { CubeHeader } from "../../../cost/cube/cube";
import { type GateResult, rulesWithoutRecords, type UnknownReason } from "../../../cost/impact/gates";
import type { Bounds, CurrencyImpact } from "../../../cost/impact/impact";
import type { Money } from "../../../cost/impact/money";
import { percentageOf, percentageText } from "../../../cost/impact/share";
import { readAmount } from "../../../cost/cube/amounts";
import { moneyText } from "../money";
import { counted, joined, type Phrase, say } from "./phrase";
import type { Review } from "../../studies/review/review";
import type { ReviewCost, TagCost } from "../../studies/money/reviewCost";

const unknownPhrases: Readonly<Record<UnknownReason, string>> = {
  unreadable: "the plan does not show its content",
  notCompared: "what is live now is not known; use --live",
  cycle: "Virtual Tags refer to each other in a circle",
  noData: "there is no cost data",
  notEvaluated: "the cost data can't tell the values",
};

/** A share of the absolute cost. */
function shareText({ gross }: Money, whole: Money): string {
  return percentageText(percentageOf(gross, whole.gross));
}

/** A value of a Virtual Tag. */
export function valuePhrase(value: string | null): Phrase {
  return value === null ? ["(no value)"] : [{ text: value }];
}

/** What a change moves in one currency: `Moves $21.52 of $25.10 (85.74%); the default takes 16.41% before and 14.1% after`. */
export function movedText({ currency, total, bounds }: CurrencyImpact): string {
  const amount = rangeText(bounds.moved, (units) => moneyText(units, currency));
  const { before, after } = bounds.byDefault;
  return [
    `Moves ${amount} of ${moneyText(total.gross, currency)} (${shareRangeText(bounds.moved, total)})`,
    `the default takes ${shareRangeText(before, total)} before and ${shareRangeText(after, total)} after`,
  ].join("; ");
}

/** One figure, or the least and the most that it can be: `5% to 7%`. */
function rangeText({ least, most }: Bounds, text: (units: bigint) => string): string {
  return least === most ? text(least) : `${text(least)} to ${text(most)}`;
}

/** What an absolute cost can be, as a share. */
export function shareRangeText(bounds: Bounds, whole: Money): string {
  return rangeText(bounds, (units) => percentageText(percentageOf(units, whole.gross)));
}

/** The money of a tag in sentences. */
export function costPhrases(cost: TagCost): Phrase[] {
  if (typeof cost === "string") return [[`Money not known: ${unknownPhrases[cost]}.`]];
  const { without } = rulesWithoutRecords(cost);
  return [
    ...cost.map((impact): Phrase => [`${movedText(impact)}.`]),
    ...cost.flatMap(({ currency, notEvaluated, total }): Phrase[] => {
      const { after } = notEvaluated;
      if (after.records === 0) return [];
      return [[`Not evaluated: ${moneyText(after.gross, currency)} (${shareText(after, total)}).`]];
    }),
    ...(without.length === 0 ? [] : [[`${capitalized(takingText(without, "no record"))}.`]]),
  ];
}

/** What rules take: `rules 2 and 4 take no record`. People count rules from 1. */
function takingText(rules: readonly number[], what: string, verb = ["takes", "take"]): string {
  const numbers = rules.slice(0, mostListed).map((rule) => String(rule + 1));
  const rest = rules.length - numbers.length;
  const all = [...numbers, ...(rest > 0 ? [`${rest} more`] : [])];
  const list = all.length === 1 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`;
  return `${rules.length === 1 ? "rule" : "rules"} ${list} ${verb[rules.length === 1 ? 0 : 1] ?? ""} ${what}`;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The money of the whole review in one sentence. It is that of the tag that moves the most, since tags divide the same money. */
export function costHeadline({ tags }: Review, cost: ReviewCost): Phrase {
  const known = tags.flatMap(({ key, name }) => {
    const ofTag = cost.tags.get(key);
    return ofTag === undefined || typeof ofTag === "string" ? [] : ofTag.map((impact) => ({ name, impact }));
  });
  const unknown = tags.length - new Set(tags.filter(({ key }) => typeof cost.tags.get(key) !== "string")).size;
  const currencies = [...new Set(known.map(({ impact }) => impact.currency))];
  const sentences = currencies.map((currency): Phrase => {
    const [first, ...others] = known
      .filter(({ impact }) => impact.currency === currency && impact.bounds.moved.most > 0n)
      .sort((one, other) => (one.impact.bounds.moved.most > other.impact.bounds.moved.most ? -1 : 1));
    if (first === undefined) return [`No money moves in ${currency}.`];
    const { name, impact } = first;
    const text = movedText(impact);
    if (others.length === 0) return say`${name}: ${[text.replace("Moves", "moves")]}.`;
    const isCertain = others.every((other) => other.impact.bounds.moved.most <= impact.bounds.moved.least);
    const verb = isCertain ? "moves the most" : "can move the most";
    const isMoving = [first, ...others].every((one) => one.impact.bounds.moved.least > 0n);
    const all = `Of the ${others.length + 1} tags that ${isMoving ? "move" : "may move"} money`;
    return say`${[all]}, ${name} ${[verb]}: ${[text.replace("Moves ", "")]}.`;
  });
  const hidden: Phrase[] = unknown === 0 ? [] : [[`Money not known for ${counted(unknown, "tag")}.`]];
  return joined([...sentences, ...hidden], " ");
}

/** One gate: what is limited, the figure and the limit. */
export function gatePhrase(result: GateResult): Phrase {
  const { gate, tag, limit, actual, atMost, reason, passed, notEvaluated } = result;
  const title = say`${[gate]} of ${tag}: `;
  const most = amountText(result, limit);
  if (actual === null) {
    const why = unknownPhrases[reason ?? "noData"];
    return [...title, `the figure is not known, because ${why}. The limit is ${most}.`];
  }
  if (gate === "unmatched-rules") return [...title, `${unmatchedText(result)}.`];
  const verdict = passed
    ? `within the limit of ${most}`
    : reason === undefined
      ? `above the limit of ${most}`
      : `so it may be above the limit of ${most}: the cost data can't tell all values`;
  const apart =
    notEvaluated === undefined || atMost !== undefined ? "" : ` Besides, ${notEvaluated} of the cost is not evaluated.`;
  return [...title, `${figureText(result, actual)}, ${verdict}.${apart}`];
}

function amountText({ gate, currency = "" }: GateResult, text: string): string {
  const units = gate === "max-moved" ? readAmount(text) : undefined;
  return units === undefined ? text : moneyText(units, currency);
}

/** `$5.00 moves`, `the default takes 5% to 7% of the cost in USD`. */
function figureText(result: GateResult, actual: string): string {
  const { gate, atMost, currency } = result;
  const range = [actual, ...(atMost === undefined ? [] : [atMost])]
    .map((text) => amountText(result, text))
    .join(" to ");
  const cost = `of the cost${currency === undefined ? "" : ` in ${currency}`}`;
  if (gate === "max-moved") return `${range} moves`;
  if (gate === "max-unallocated") return `the default takes ${range} ${cost}`;
  const change =
    atMost !== undefined
      ? `changes by ${range}`
      : actual.startsWith("-")
        ? `shrinks by ${actual.slice(1)}`
        : `grows by ${actual}`;
  return `what the default takes ${change} ${cost}`;
}

function unmatchedText({ rules = [], maybeRules = [] }: GateResult): string {
  const parts = [
    ...(rules.length === 0 ? [] : [takingText(rules, "no record")]),
    ...(maybeRules.length === 0
      ? []
      : [`${takingText(maybeRules, "no record", ["may take", "may take"])}: the cost data can't tell`]),
  ];
  return parts.length === 0 ? "no rule is without records" : parts.join("; ");
}

/** What the figures are, and what is not in them. The texts have names from the cost data: escape them. */
export function assumptions({
  costColumn,
  month,
  files,
  records,
  createdAt,
  sources,
  unmappedKeys,
}: CubeHeader): string[] {
  const periods = [
    ...new Set(files.flatMap(({ billingPeriods }) => billingPeriods.map(({ period }) => period))),
  ].sort();
  const time = month ?? (periods.length === 0 ? undefined : periods.join(", "));
  const keys = Object.entries(sources).map(([key, source]) => `${key} from ${source}`);
  return [
    `An estimate from FOCUS cost data, column ${costColumn}: not the service's own figures.`,
    "Not in it: amortization, enrichment, custom costs, shared costs and reallocation that the service applies.",
    `Cost data: ${counted(records, "record")}${time === undefined ? "" : ` of ${time}`}, read ${createdAt}.`,
    ...(keys.length === 0 ? [] : [`Keys, as mapped: ${listed(keys)}.`]),
    ...(unmappedKeys.length === 0
      ? []
      : [`Unknown in the cost data, so what depends on them is not evaluated: ${listed(unmappedKeys)}.`]),
    "A condition such as notIs matches records without a value. Upper and lower case differ.",
    "Shares and gates use absolute cost, since credits are negative. Currencies are never added.",
  ];
}

/** How many names a sentence lists. */
const mostListed = 20;

function listed(names: readonly string[]): string {
  const rest = names.length - mostListed;
  return `${names.slice(0, mostListed).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
