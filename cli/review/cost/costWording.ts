/** The sentences about money, the same in every format. Rules count from 1 in them. */
import type { CubeHeader } from "../../../cost/cube/cube";
import { type GateResult, rulesWithoutRecords, type UnknownReason } from "../../../cost/impact/gates";
import type { CurrencyImpact } from "../../../cost/impact/impact";
import type { Money } from "../../../cost/impact/money";
import { percentageOf, percentageText } from "../../../cost/impact/share";
import { readAmount } from "../../../cost/cube/amounts";
import { moneyText } from "../../money";
import { counted, joined, type Phrase, say } from "../reports/phrase";
import type { Review } from "../review";
import type { ReviewCost, TagCost } from "./reviewCost";

const unknownPhrases: Readonly<Record<UnknownReason, string>> = {
  unreadable: "the plan does not show its content",
  notCompared: "what is live now is not known; use --live",
  cycle: "Virtual Tags refer to each other in a circle",
  noData: "there is no cost data",
  notEvaluated: "the cost data can't tell the values",
};

/** A share of the absolute cost. */
export function shareText({ gross }: Money, whole: Money): string {
  return percentageText(percentageOf(gross, whole.gross));
}

/** A value of a Virtual Tag. */
export function valuePhrase(value: string | null): Phrase {
  return value === null ? ["(no value)"] : [{ text: value }];
}

/** What a change moves in one currency: `Moves $21.52 of $25.10 (85.74%), unallocated 16.41% -> 14.1%`. */
export function movedText({ currency, moved, total, byDefault }: CurrencyImpact): string {
  const share = (money: Money): string => shareText(money, total);
  const amount = `${moneyText(moved.gross, currency)} of ${moneyText(total.gross, currency)}`;
  return `Moves ${amount} (${share(moved)}), unallocated ${share(byDefault.before)} -> ${share(byDefault.after)}`;
}

/** The money of a tag in sentences. */
export function costPhrases(cost: TagCost): Phrase[] {
  if (typeof cost === "string") return [[`Money not known: ${unknownPhrases[cost]}.`]];
  const unmatched = rulesWithoutRecords(cost).map((rule) => rule + 1);
  return [
    ...cost.map((impact): Phrase => [`${movedText(impact)}.`]),
    ...cost.flatMap(({ currency, notEvaluated, total }): Phrase[] => {
      const { after } = notEvaluated;
      if (after.records === 0) return [];
      return [[`Not evaluated: ${moneyText(after.gross, currency)} (${shareText(after, total)}).`]];
    }),
    ...(unmatched.length === 0
      ? []
      : [
          [
            `${counted(unmatched.length, "rule")} without records: ${unmatched.slice(0, 20).join(", ")}${unmatched.length > 20 ? ", ..." : ""}.`,
          ],
        ]),
  ];
}

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
      .filter(({ impact }) => impact.currency === currency && impact.moved.records > 0)
      .sort((one, other) => (one.impact.moved.gross > other.impact.moved.gross ? -1 : 1));
    if (first === undefined) return [`No money moves in ${currency}.`];
    const { name, impact } = first;
    const rest =
      others.length === 0
        ? ""
        : `; ${counted(others.length, "other tag")} ${others.length === 1 ? "moves" : "move"} no more`;
    return say`${name}: ${[movedText(impact).replace("Moves", "moves"), rest]}.`;
  });
  const hidden: Phrase[] = unknown === 0 ? [] : [[`Money not known for ${counted(unknown, "tag")}.`]];
  return joined([...sentences, ...hidden], " ");
}

/** One gate: what is limited, the figure and the limit. */
export function gatePhrase({
  gate,
  tag,
  currency,
  limit,
  actual,
  atMost,
  reason,
  rules,
  notEvaluated,
  passed,
}: GateResult): Phrase {
  const title = say`${[gate]} of ${tag}`;
  if (actual === null) {
    return say`${title}: the figure is not known, because ${[unknownPhrases[reason ?? "noData"]]}. The limit is ${[limit]}.`;
  }
  const money = (text: string): string => {
    const units = gate === "max-moved" ? readAmount(text) : undefined;
    return units === undefined ? text : moneyText(units, currency ?? "");
  };
  if (atMost !== undefined) {
    return say`${title}: between ${[money(actual)]} and ${[money(atMost)]}, because the cost data can't tell all values. The limit is ${[money(limit)]}.`;
  }
  const which = rules === undefined || rules.length === 0 ? "" : ` (rules ${rules.map((rule) => rule + 1).join(", ")})`;
  const inCurrency = currency === undefined || gate === "max-moved" ? "" : ` in ${currency}`;
  const apart = notEvaluated === undefined ? "" : ` Besides, ${notEvaluated} of the cost is not evaluated.`;
  return say`${title}${[inCurrency]}: ${[money(actual), which]} is ${[passed ? "within" : "above"]} the limit of ${[money(limit)]}.${[apart]}`;
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
