/** What a change brings about, the worst first, one sentence each. */
import { placeOf, sentenceOf } from "../../../rules/analysis";
import { conditionCode } from "../../program/programText";
import { type Block, counted, firstOf, given, joined, type Phrase, say } from "../../document/document";
import type { Bounds, Money } from "../../../cost/impact/money";
import type { ReviewCost } from "../../studies/money/reviewCost";
import { type Checked, type CheckResult, type ReviewFinding, tagsOf } from "../../studies/review/checks/check";
import type { Consequence } from "../../studies/review/consequences";
import type { RenamedValue } from "../../studies/review/renamed";
import type { Condition, Review, TagName } from "../../studies/review/review";
import { stopPhrase } from "./existingTags";
import { namePhrase, outside } from "./names";
import { undonePhrase } from "./overwritten";
import { moneyOf } from "../money/amounts";
import { gatePhrase } from "../money/gates";
import { movedAmount, numberedRules, rangePhrase, shareRange, unknownMoney } from "../money/moved";

/** How many consequences the beginning shows. */
const mostSaid = 3;

/** How many tags are named that must change as well. */
const mostNamed = 10;

/**
 * The beginning of a review: what breaks, whose money moves, whose work is undone, and what else must change. What stays the same is
 * left out.
 */
export function consequenceBlocks(review: Review, cost: ReviewCost | undefined, checked: Checked): Block[] {
  const every = consequenceFindings(checked);
  const all = worstOfEach(every);
  const worst = all.slice(0, mostSaid);
  // However much breaks, the reader also learns whose money moves.
  const money = worst.some(isMoney) ? undefined : all.find(isMoney);
  const shown = given(...worst, money);
  const broken = checked.findings.filter(({ check }) => check === "to-change-as-well");
  const named = new Set([...shown, ...broken].map(({ tag }) => tag.id));
  const more = new Set(all.flatMap(({ tag }) => (named.has(tag.id) ? [] : [tag.id]))).size;
  const items = given(
    ...shown.map((one) => withCheck(one, findingPhrase(one, review, checked, inOtherCurrencies(one, every)))),
    more > 0 && [`Also affected: ${counted(more, "more tag")}.`],
    ...checked.findings
      .filter(({ check }) => check === "value-renamed")
      .slice(0, mostSaid)
      .map((one) => withCheck(one, findingPhrase(one, review, checked))),
    ...undoneItems(review, checked),
    broken.length > 0 && say`To change as well: ${joined(namesOf(broken, review), ", ")}.`,
  );
  const notes = given<Phrase>(
    ...(cost === undefined ? [] : unknownMoney(review, cost)),
    problemsOf(checked).length > 0 && verdict(checked),
  );
  return [
    { kind: "list", items },
    ...given<Block>(notes.length > 0 && { kind: "paragraph", role: "lead", text: joined(notes, " ") }),
    ...fixBlocks(checked),
  ];
}

/** A finding that is a consequence. */
type Of = ReviewFinding & { subject: { kind: "consequence"; consequence: Consequence } };

/** The findings that are consequences, the worst first. What comes about only under a condition comes last. */
function consequenceFindings({ findings }: Checked): Of[] {
  const all = findings.filter((one): one is Of => one.subject.kind === "consequence");
  const isLater = ({ subject }: Of): boolean => (subject.consequence.onlyIf ?? "deleted") !== "deleted";
  return [...all.filter((one) => !isLater(one)), ...all.filter(isLater)];
}

const isMoney = ({ category }: ReviewFinding): boolean => category === "allocation";

/** The sentence with the name of its check, under which the docs have it. */
const withCheck = ({ check }: ReviewFinding, text: Phrase): Phrase => say`${text} (${{ plain: check }})`;

/** What the change undoes of the work of others, those that lose an edit first. */
function undoneItems(review: Review, checked: Checked): Phrase[] {
  const all = checked.findings.filter(({ check }) => check === "undoes-work");
  const more = all.length - mostSaid;
  return given<Phrase>(
    ...all.slice(0, mostSaid).map((one) => withCheck(one, findingPhrase(one, review, checked))),
    more > 0 && [`${more} more with work of others.`],
  );
}

function namesOf(findings: readonly ReviewFinding[], review: Review): Phrase[] {
  return firstOf(
    findings.map(({ subject, tag }) => {
      const left = subject.kind === "left" ? subject.consequence : undefined;
      const place = left?.isOutside === true ? outside : [];
      const condition =
        left?.kind === "broken" && left.mayStay === true ? say` (only if ${left.to} does not stay)` : [];
      return say`${namePhrase(tag, review)}${place}${condition}`;
    }),
    mostNamed,
  );
}

/** Why a check was skipped, by what it needs. */
export const skippedFor: Readonly<Record<NonNullable<CheckResult["needs"]>, string>> = {
  account: "without the account",
  costData: "without cost data",
  limit: "without a limit",
};

const problemsOf = ({ findings }: Checked): ReviewFinding[] =>
  findings.filter(({ level, subject }) => level !== "note" && subject.kind !== "left");

/** How many problems there are, how many of them depend on what is not known, and which checks were skipped. */
function verdict(checked: Checked): Phrase {
  const { checks } = checked;
  const problems = problemsOf(checked);
  const open = problems.filter(({ outcome }) => outcome !== "acknowledged");
  const certain = open.filter(({ isCertain }) => isCertain).length;
  const acknowledged = problems.length - open.length;
  const skipped = (["account", "costData"] as const).flatMap((need) => {
    const count = checks.filter(({ needs }) => needs === need).length;
    return count === 0 ? [] : [`${counted(count, "check")} skipped (${skippedFor[need]})`];
  });
  const parts = [
    counted(certain, "problem"),
    ...given(
      open.length > certain && `${open.length - certain} to decide`,
      acknowledged > 0 && `${acknowledged} acknowledged`,
    ),
    ...skipped,
  ];
  return [`${parts.join(", ")}.`];
}

/**
 * One finding in a sentence.
 *
 * @param inOthers the same in other currencies
 */
export function findingPhrase(
  finding: ReviewFinding,
  review: Review,
  checked: Pick<Checked, "causes">,
  inOthers: readonly Of[] = [],
): Phrase {
  const { cause, subject, tag } = finding;
  switch (subject.kind) {
    case "consequence": {
      const others = inOthers.map((one) => one.subject.consequence);
      const found = checked.causes.find(({ id }) => id === cause);
      return consequencePhrase(subject.consequence, review, others, found && tagsOf(found));
    }
    case "left":
      return say`${namePhrase(tag, review)} breaks, and stays as it is.`;
    case "analysis":
      return say`${namePhrase(tag, review)}: ${[placeOf(subject.finding, "people")]} ${[sentenceOf(subject.finding, "people")]}.`;
    case "stop":
      return stopPhrase(finding, subject, review);
    case "undone":
      return undonePhrase(subject.of, review);
    case "renamed":
      return renamedPhrase(subject.value, review);
    case "gate":
      return gatePhrase(subject.result);
  }
}

/** What is the same for all currencies of a consequence. */
const identityOf = ({ subject: { consequence } }: Of): string =>
  JSON.stringify([consequence.tag.id, consequence.kind, consequence.onlyIf]);

/** Of a tag that moves money in several currencies, only the first. */
function worstOfEach(all: readonly Of[]): Of[] {
  const said = new Set<string>();
  return all.filter((one) => {
    const isRepeated = isMoney(one) && said.has(identityOf(one));
    said.add(identityOf(one));
    return !isRepeated;
  });
}

/** The least share of its currency's cost that is worth a word beside another currency: one percent. */
const leastShare = 100n;

/** The same of a tag in other currencies, unless it is negligible there. */
function inOtherCurrencies(finding: Of, all: readonly Of[]): Of[] {
  const same = all.filter((one) => one !== finding && identityOf(one) === identityOf(finding));
  return same.filter(({ subject: { consequence: one } }) =>
    "currency" in one ? boundsOf(one).most * leastShare >= one.total.gross : false,
  );
}

/** What a consequence is about, as absolute cost. */
function boundsOf(consequence: Extract<Consequence, { currency: string }>): Bounds {
  return consequence.kind === "moved" ? consequence.moved : consequence.increase;
}

/**
 * One consequence.
 *
 * @param inOthers the same in other currencies
 * @param edited the edited tags from which it follows. They are named if the tag itself is none of them
 */
export function consequencePhrase(
  consequence: Consequence,
  review: Review,
  inOthers: readonly Consequence[] = [],
  edited: readonly TagName[] = [],
): Phrase {
  const { kind, isOutside, onlyIf, tag } = consequence;
  const title = say`${namePhrase(tag, review)}${isOutside === true ? outside : []}`;
  const condition = onlyIf === undefined ? [] : say`If ${conditions[onlyIf](title)}, `;
  if (kind === "broken")
    return say`${condition}${title} refers to ${consequence.to}, which ${[goneText(consequence)]}.`;
  const causes = edited.some(({ id }) => id === tag.id) ? [] : edited.map((one) => namePhrase(one, review));
  const verb = causes.length === 1 ? "changes" : "change";
  const start =
    causes.length === 0
      ? say`${condition}${title}: `
      : say`${joined(firstOf(causes, mostSaid), ", ")} ${[verb]}: in ${title}, `;
  return say`${start}${whatPhrase(consequence, inOthers)}.`;
}

/** What happens in the tag. */
function whatPhrase(consequence: Exclude<Consequence, { kind: "broken" }>, inOthers: readonly Consequence[]): Phrase {
  const also = inOthers.flatMap(alsoPhrase);
  switch (consequence.kind) {
    case "stopped":
      return stoppedPhrase(consequence);
    case "lost":
      return lostPhrase(consequence);
    case "unallocated": {
      const { currency, total, increase, before, after } = consequence;
      const verb = increase.least > 0n ? "fall" : "may fall";
      const shares = say`${shareRange(before, total)} before, ${shareRange(after, total)} after`;
      const amounts = say`${rangePhrase(increase, (units) => moneyOf(units, currency))} more${also}${[inOthers.length === 0 ? "" : ","]}`;
      return say`${amounts} ${[verb]} into the default: ${shares}`;
    }
    case "moved": {
      const { amount, share, credits } = movedAmount(consequence);
      const verb = consequence.moved.least > 0n ? "moves" : "may move";
      return say`${amount} ${[verb]}, ${share} of the cost${credits === undefined ? [] : say` (${credits})`}${also}`;
    }
  }
}

/** Rules compare with a value that is not given, and may still match by others. */
function lostPhrase({ rules, before, lost }: Extract<Consequence, { kind: "lost" }>): Phrase {
  const exists = before === "fine" ? "no longer exists" : "does not exist";
  const values = lost.map(({ tag, value }) => say`value ${value} of ${tag} ${[exists]}`);
  const others = Math.min(...lost.map((one) => one.others));
  const rest =
    others === 0
      ? `${numberedRules(rules)} ${rules.length === 1 ? "compares" : "compare"} with it`
      : `the ${others === 1 ? "other value" : `other ${others} values`} of ${numberedRules(rules)} still ${others === 1 ? "matches" : "match"}`;
  return say`${joined(values, " and ")}; ${[rest]}`;
}

/** A value that has another name, and who still compares with the old one. */
function renamedPhrase({ tag, from, to, followers }: RenamedValue, review: Review): Phrase {
  const names = new Map(followers.map((one) => [one.tag.id, namePhrase(one.tag, review)]));
  const verb = names.size === 1 ? "compares" : "compare";
  const left =
    names.size === 0 ? [] : say`; ${joined(firstOf([...names.values()], mostSaid), ", ")} still ${[verb]} with ${from}`;
  return say`${namePhrase(tag, review)}: ${from} is now called ${to}${left}.`;
}

/** The conditions to write, where other tags compare with a value that has another name. */
function fixBlocks({ renamed }: Checked): Block[] {
  const items = renamed.flatMap(({ followers }) =>
    followers.map(
      ({ tag, path, condition }) => say`${tag.name}, ${{ plain: path }}: ${{ command: conditionCode(condition) }}`,
    ),
  );
  return items.length === 0
    ? []
    : [
        {
          kind: "details",
          summary: ["What to write, as the program has it"],
          blocks: [{ kind: "list", items: firstOf(items, mostNamed) }],
        },
      ];
}

const increaseAmount = (increase: Bounds, currency: string, total: Money): { amount: Phrase; share: Phrase } => ({
  amount: rangePhrase(increase, (units) => moneyOf(units, currency)),
  share: shareRange(increase, total),
});

/** The same in another currency: `, and $10.00 (1% of the cost in USD)`. */
function alsoPhrase(consequence: Consequence): Phrase {
  if (!("currency" in consequence)) return [];
  const { currency, total } = consequence;
  const { amount, share } =
    consequence.kind === "moved" ? movedAmount(consequence) : increaseAmount(consequence.increase, currency, total);
  return say`, and ${amount} (${share} of the cost in ${{ plain: currency }})`;
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
  const why = lost.map(
    ({ tag, value }) => say`${tag} ${[before === "fine" ? "no longer gives" : "does not give"]} ${value}`,
  );
  return why.length === 0 ? [`${subject} ${what}`] : say`${[subject]} ${[what]}: ${joined(why, " and ")}`;
}
