/** What a change brings about, the worst first, one sentence each. */
import { type Block, counted, firstOf, given, joined, type Phrase, say } from "../../document/document";
import type { Bounds } from "../../../cost/impact/money";
import type { ReviewCost } from "../../studies/money/reviewCost";
import { type Consequence, consequencesOf, type LostValue } from "../../studies/review/consequences";
import type { Condition, Review } from "../../studies/review/review";
import { namePhrase, outside } from "./names";
import { overwrittenItems } from "./overwritten";
import { moneyOf } from "../money/amounts";
import { rangePhrase, numberedRules, shareRange, unknownMoney } from "../money/moved";

/** How many consequences the beginning shows. */
const mostSaid = 3;

/** How many tags are named that must change as well. */
const mostNamed = 10;

/**
 * The beginning of a review: what breaks, whose money moves, whose work is undone, and what else must change. What stays the same is
 * left out.
 */
export function consequenceBlocks(review: Review, cost: ReviewCost | undefined): Block[] {
  const every = consequencesOf(review, cost);
  const all = worstOfEach(every);
  const worst = all.slice(0, mostSaid);
  // However much breaks, the reader also learns whose money moves.
  const money = worst.some(isMoney) ? undefined : all.find(isMoney);
  const shown = given(...worst, money);
  const broken = brokenTags(review, all);
  const named = new Set([...shown, ...broken].map(({ tag }) => tag.id));
  const more = new Set(all.flatMap(({ tag }) => (named.has(tag.id) ? [] : [tag.id]))).size;
  const items = given(
    ...shown.map((one) => consequencePhrase(one, review, inOtherCurrencies(one, every))),
    more > 0 && [`Also affected: ${counted(more, "more tag")}.`],
    ...overwrittenItems(review),
    broken.length > 0 && say`To change as well: ${joined(namesOf(broken, review), ", ")}.`,
  );
  const moneyNotes = cost === undefined ? [] : unknownMoney(review, cost);
  return [
    { kind: "list", items },
    ...given<Block>(moneyNotes.length > 0 && { kind: "paragraph", role: "lead", text: joined(moneyNotes, " ") }),
  ];
}

const isMoney = ({ kind }: Consequence): boolean => kind === "unallocated" || kind === "moved";

/** Of each tag that the run leaves as it is, and that breaks because of the others, one consequence. */
function brokenTags({ tags }: Review, all: readonly Consequence[]): Consequence[] {
  const following = new Set(tags.flatMap(({ change, id, key }) => (change === "follows" ? [id ?? key] : [])));
  return all.filter(
    (one, index) =>
      !isMoney(one) &&
      one.onlyIf === undefined &&
      following.has(one.tag.id) &&
      all.findIndex(({ tag }) => tag.id === one.tag.id) === index,
  );
}

function namesOf(consequences: readonly Consequence[], review: Review): Phrase[] {
  return firstOf(
    consequences.map((one) => {
      const place = one.isOutside === true ? outside : [];
      const condition = one.kind === "broken" && one.mayStay === true ? say` (only if ${one.to} does not stay)` : [];
      return say`${namePhrase(one.tag, review)}${place}${condition}`;
    }),
    mostNamed,
  );
}

/** What is the same for all currencies of a consequence. */
const identityOf = ({ tag, kind, onlyIf }: Consequence): string => JSON.stringify([tag.id, kind, onlyIf]);

/** Of a tag that moves money in several currencies, only the first. */
function worstOfEach(all: readonly Consequence[]): Consequence[] {
  const said = new Set<string>();
  return all.filter((one) => {
    const isRepeated = "currency" in one && said.has(identityOf(one));
    said.add(identityOf(one));
    return !isRepeated;
  });
}

/** The least share of its currency's cost that is worth a word beside another currency: one percent. */
const leastShare = 100n;

/** The same of a tag in other currencies, unless it is negligible there. */
function inOtherCurrencies(consequence: Consequence, all: readonly Consequence[]): Consequence[] {
  const same = all.filter((one) => one !== consequence && identityOf(one) === identityOf(consequence));
  return same.filter((one) => "currency" in one && boundsOf(one).most * leastShare >= one.total.gross);
}

/** What a consequence is about, as absolute cost. */
function boundsOf(consequence: Extract<Consequence, { currency: string }>): Bounds {
  return consequence.kind === "moved" ? consequence.moved : consequence.increase;
}

/**
 * One consequence.
 *
 * @param inOthers the same in other currencies
 */
export function consequencePhrase(
  consequence: Consequence,
  review: Review,
  inOthers: readonly Consequence[] = [],
): Phrase {
  const place = consequence.isOutside === true ? outside : [];
  const title = say`${namePhrase(consequence.tag, review)}${place}`;
  const { onlyIf } = consequence;
  const name = onlyIf === undefined ? title : say`If ${conditions[onlyIf](title)}, ${title}`;
  const also = inOthers.flatMap(alsoPhrase);
  switch (consequence.kind) {
    case "broken":
      return say`${name} refers to ${consequence.to}, which ${[goneText(consequence)]}.`;
    case "stopped":
      return say`${name}: ${stoppedPhrase(consequence)}.`;
    case "lost": {
      const { rules, before, lost } = consequence;
      const verb = rules.length === 1 ? "compares" : "compare";
      const which = before === "fine" ? "which it no longer gives" : "which it does not give";
      return say`${name}: ${[numberedRules(rules)]} ${[verb]} ${joined(
        lost.map(({ tag, value }) => say`${tag} with ${value}`),
        " and ",
      )}, ${[which]}.`;
    }
    case "unallocated": {
      const { currency, total, increase, before, after } = consequence;
      const verb = increase.least > 0n ? "fall" : "may fall";
      const shares = say`${shareRange(before, total)} before, ${shareRange(after, total)} after`;
      const amounts = say`${rangePhrase(increase, (units) => moneyOf(units, currency))} more${also}${[inOthers.length === 0 ? "" : ","]}`;
      return say`${name}: ${amounts} ${[verb]} into the default: ${shares}.`;
    }
    case "moved": {
      const { currency, total, moved } = consequence;
      const verb = moved.least > 0n ? "moves" : "may move";
      const amount = rangePhrase(moved, (units) => moneyOf(units, currency));
      return say`${name}: ${amount} ${[verb]}, ${shareRange(moved, total)} of the cost${also}.`;
    }
  }
}

/** The same in another currency: `, and $10.00 (1% of the cost in USD)`. */
function alsoPhrase(consequence: Consequence): Phrase {
  if (!("currency" in consequence)) return [];
  const { currency, total } = consequence;
  const bounds = boundsOf(consequence);
  const amount = rangePhrase(bounds, (units) => moneyOf(units, currency));
  return say`, and ${amount} (${shareRange(bounds, total)} of the cost in ${{ plain: currency }})`;
}

const conditions: Readonly<Record<Condition, (title: Phrase) => Phrase>> = {
  saved: (title) => say`${{ command: "pulumi up" }} saves ${title}`,
  staged: (title) => say`the staged version of ${title} goes live`,
  unknown: (title) => say`the save of ${title} goes live`,
  deleted: (title) => say`${title} is deleted`,
};

/** What happens to a tag that others refer to. */
export function goneText({ isReplaced, mayStay }: { isReplaced?: true; mayStay?: true }): string {
  return `${mayStay === true ? "may be" : "is"} ${isReplaced === true ? "replaced by a tag with another ID" : "deleted"}`;
}

function stoppedPhrase({ rules, finding, before, lost }: Extract<Consequence, { kind: "stopped" }>): Phrase {
  const isOne = rules.length === 1;
  const subject = `${numberedRules(rules)}${before === "absent" ? `, which ${isOne ? "is" : "are"} new,` : ""}`;
  const verb = { "never-matches": ["matches", "match"], "never-wins": ["takes", "take"] }[finding][isOne ? 0 : 1] ?? "";
  const what = before === "fine" ? `no longer ${verb} any record` : `${verb} no record`;
  if (finding === "never-wins")
    return [`${subject} ${what}: earlier rules match all that ${isOne ? "it matches" : "they match"}`];
  const why = lost.map((one) => lostPhrase(one, before === "fine"));
  return why.length === 0 ? [`${subject} ${what}`] : say`${[subject]} ${[what]}: ${joined(why, " and ")}`;
}

function lostPhrase({ tag, value }: LostValue, isKnown: boolean): Phrase {
  return say`${tag} ${[isKnown ? "no longer gives" : "does not give"]} ${value}`;
}
