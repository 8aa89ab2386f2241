/** The sentences about money that moves. Rules count from 1 in them. */
import type { CubeHeader } from "../../../cost/cube/cube";
import type { ClosedMonths } from "../../../cost/impact/closedMonths";
import { rulesWithoutRecords, type UnknownReason } from "../../../cost/impact/gates";
import { type CurrencyImpact, movedNet } from "../../../cost/impact/impact";
import type { Bounds, Money } from "../../../cost/impact/money";
import { percentageOf, spokenPercentage } from "../../../cost/impact/share";
import { capitalized, counted, listOfNames, type Phrase, say, type Span } from "../../document/document";
import { dataWarnings, exportsOf, unknownKeys } from "./costData";
import { moneyOf } from "./amounts";
import { type Condition, conditionOf, type Review, type TagReview } from "../../studies/review/review";
import type { ReviewCost, TagCost } from "../../studies/money/reviewCost";

/** Why the money of a tag, or the figure of a gate, is not known. */
export const unknownPhrases: Readonly<Record<UnknownReason, string>> = {
  unreadable: "the plan does not show its content",
  notCompared: "what is live now is not known, or can't be evaluated",
  cycle: "Virtual Tags refer to each other in a circle",
  noData: "there is no cost data",
  keysMissing: "the cube lacks keys of tags outside this stack",
  notEvaluated: "the cost data can't tell the values",
  monthNotInData: "the cost data does not have that month, or one before",
  partOfBills: "cost data of one month of charges has only a part of each bill; make the cube without --month",
};

/** A share of the absolute cost. */
function shareText({ gross }: Money, whole: Money): string {
  return spokenPercentage(percentageOf(gross, whole.gross));
}

/** A value of a Virtual Tag. */
export function valuePhrase(value: string | null): Phrase {
  return value === null ? ["(no value)"] : [{ name: value }];
}

/**
 * What a change moves in one currency: `$21.52 of $25.10 (85.74%); the default takes 16.41% before and 14.1% after`. Without the default,
 * if that takes the same. A tag that does not exist has none.
 */
function movedPhrase(impact: CurrencyImpact): Phrase {
  const { currency, total, bounds, exists } = impact;
  const { before, after } = bounds.byDefault;
  const { amount, share, whole, credits } = movedAmount({
    currency,
    total,
    moved: bounds.moved,
    net: movedNet(impact),
  });
  const also = credits === undefined ? [] : say`; ${credits}`;
  const moved = say`${amount} of ${whole} (${share}${also})${closedPhrase(impact, credits !== undefined)}`;
  if (!exists.after) return moved;
  if (!exists.before) return say`${moved}; the default takes ${shareRange(after, total)}`;
  if (isSameRange(bounds.byDefault)) return moved;
  return say`${moved}; the default takes ${shareRange(before, total)} before and ${shareRange(after, total)} after`;
}

/** What moves in one currency. */
interface Moved {
  currency: string;
  total: Money;
  /** The absolute cost. */
  moved: Bounds;
  /** The net cost, as bills show it. */
  net: bigint;
}

/**
 * What moves, as the bill shows it: net of a net whole. A range is of the absolute cost, since nobody knows which credits belong to it.
 *
 * @returns `credits` is there only if credits make a difference
 */
export function movedAmount({ currency, total, moved, net }: Moved): {
  amount: Phrase;
  share: Phrase;
  whole: Span;
  credits?: Phrase;
} {
  if (moved.least !== moved.most || total.cost <= 0n)
    return {
      amount: rangePhrase(moved, (units) => moneyOf(units, currency)),
      share: shareRange(moved, total),
      whole: moneyOf(total.gross, currency),
    };
  return {
    amount: [moneyOf(net, currency)],
    share: [spokenPercentage(percentageOf(net, total.cost))],
    whole: moneyOf(total.cost, currency),
    ...(net === moved.least ? {} : { credits: say`${moneyOf(moved.least, currency)} with credits counted as moved` }),
  };
}

/** Which part of it moves in closed months: `, of which $12.30 in closed months (through 2026-09)`. Or that nobody knows. */
function closedPhrase({ currency, closed }: CurrencyImpact, hasCredits: boolean): Phrase {
  if (closed === undefined) return [];
  if (closed.moved === undefined)
    return say`; closed months (${throughPhrase(closed.months)}) are not, or not all, in the cost data`;
  const amount = rangePhrase(closed.moved, (units) => moneyOf(units, currency));
  return say`, of which ${amount}${[hasCredits ? " with credits counted as moved" : ""]} in closed months (${throughPhrase(closed.months)})`;
}

/** The closed months: `through 2026-09`. */
function throughPhrase({ through, open = [] }: ClosedMonths): Phrase {
  return say`through ${{ plain: through }}${open.length === 0 ? [] : say` except ${listOfNames(open, mostListed)}`}`;
}

const isSameRange = ({ before, after }: CurrencyImpact["bounds"]["byDefault"]): boolean =>
  before.least === after.least && before.most === after.most;

/** One figure, or the least and the most that it can be: `5% to 7%`. */
export function rangePhrase({ least, most }: Bounds, text: (units: bigint) => Span): Phrase {
  return least === most ? [text(least)] : [text(least), " to ", text(most)];
}

/** What an absolute cost can be, as a share. */
export function shareRange(bounds: Bounds, whole: Money): Phrase {
  return rangePhrase(bounds, (units) => spokenPercentage(percentageOf(units, whole.gross)));
}

const conditions: Readonly<Record<Condition, Phrase>> = {
  saved: say`${{ command: "pulumi up" }} saves it`,
  staged: ["it goes live"],
  unknown: ["it goes live"],
  deleted: ["it is deleted"],
};

/** The money of a tag in sentences. */
export function costPhrases(cost: TagCost, tag: TagReview): Phrase[] {
  if (typeof cost === "string") return [[`Money not known: ${unknownPhrases[cost]}.`]];
  const { without } = rulesWithoutRecords(cost);
  const condition = conditionOf(tag);
  const moves = condition === undefined ? ["Moves"] : say`If ${conditions[condition]}, it moves`;
  const moving = cost.filter(({ bounds: { moved, byDefault } }) => moved.most > 0n || !isSameRange(byDefault));
  return [
    ...(moving.length === 0
      ? [[...moves, " no money."]]
      : moving.map((impact) => say`${moves} ${movedPhrase(impact)}.`)),
    ...cost.flatMap(({ currency, notEvaluated: { after }, total }) =>
      after.records === 0
        ? []
        : [say`Not evaluated: ${moneyOf(after.gross, currency)} (${[shareText(after, total)]}).`],
    ),
    ...(without.length === 0 ? [] : [[`${capitalized(takingText(without, "no record"))}.`]]),
  ];
}

/** What rules take: `rules 2 and 4 take no record`. People count rules from 1. */
export function takingText(rules: readonly number[], what: string, verb = ["takes", "take"]): string {
  return `${numberedRules(rules)} ${verb[rules.length === 1 ? 0 : 1] ?? ""} ${what}`;
}

/** Rules by their numbers: `rules 2 and 4`. */
export function numberedRules(rules: readonly number[]): string {
  const numbers = rules.slice(0, mostListed).map((rule) => String(rule + 1));
  const rest = rules.length - numbers.length;
  const all = [...numbers, ...(rest > 0 ? [`${rest} more`] : [])];
  const list = all.length === 1 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`;
  return `${rules.length === 1 ? "rule" : "rules"} ${list}`;
}

/** The sentences that no money moves, or that it is not known. */
export function unknownMoney({ tags, changed, isComplete, outsideNotRead }: Review, cost: ReviewCost): Phrase[] {
  const known = tags.flatMap(({ key }): readonly CurrencyImpact[] => {
    const ofTag = cost.tags.get(key) ?? [];
    return typeof ofTag === "string" ? [] : ofTag;
  });
  const isStill = known.every(({ bounds }) => bounds.moved.most === 0n);
  const unknown = tags.filter(({ key }) => typeof cost.tags.get(key) === "string").length;
  // Tags that are not in the plan, or can't be read, may follow a change.
  const isAllKnown = unknown === 0 && (changed.length === 0 || (isComplete && outsideNotRead.length === 0));
  return [
    ...(isStill ? [[isAllKnown ? "No money moves." : "No money moves, as far as it is known."]] : []),
    ...(unknown === 0 ? [] : [[`Money not known for ${counted(unknown, "tag")}.`]]),
  ];
}

/** What the figures are, and what is not in them. */
export function assumptions(data: CubeHeader, closed?: ClosedMonths): Phrase[] {
  const { costColumn, month, files, records, createdAt, sources, billingMonths } = data;
  const periods = [
    ...new Set(files.flatMap(({ billingPeriods }) => billingPeriods.map(({ period }) => period))),
  ].sort();
  const time = month ?? (periods.length === 0 ? undefined : periods.join(", "));
  const isAmortized = costColumn.toLowerCase() === "effectivecost";
  const keys = Object.entries(sources).map(([key, source]) => `${key} from ${source}`);
  const exports = exportsOf(data);
  const unknown = unknownKeys(data).map(({ name, share }) => name + share);
  return [
    say`An estimate from FOCUS cost data, column ${{ plain: costColumn }}: not the service's own figures.`,
    [
      `Not in it: ${isAmortized ? "" : "amortization, "}enrichment, custom costs, shared costs and reallocation that the service applies.`,
    ],
    say`Cost data: ${[counted(records, "record")]}${time === undefined ? [] : say` of ${{ plain: time }}`}, read ${{ plain: createdAt }}.`,
    ...(exports.length === 0 ? [] : [say`By its columns and providers, it is ${listOfNames(exports, mostListed)}.`]),
    ...(billingMonths.includes("ChargePeriodStart") ? [noBillingMonth] : []),
    ...(closed === undefined
      ? []
      : [
          say`Months are closed ${throughPhrase(closed)}. A month counts as closed if one invoice issuer has closed it, or a later one.`,
        ]),
    ...(keys.length === 0 ? [] : [say`Keys, as mapped: ${listOfNames(keys, mostListed)}.`]),
    ...(unknown.length === 0
      ? []
      : [
          say`Unknown in the cost data, so what depends on them is not evaluated: ${listOfNames(unknown, mostListed)}.`,
        ]),
    ...dataWarnings(data),
    [
      "A condition such as notIs matches records without a value. Upper and lower case differ in values, and in names of tags except in Azure.",
    ],
    ["Shares and gates use absolute cost, since credits are negative. Currencies are never added."],
  ];
}

const noBillingMonth: Phrase = [
  "Some cost data has no BillingPeriodStart, so the month of the charge in UTC stands for the billing month.",
];

/** How many names a sentence lists. */
const mostListed = 20;
