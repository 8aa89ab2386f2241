/** How tags can leave closed months as they are, with the rules as code. Rules count from 1. */
import { ruleCode } from "../../program/programText";
import { amountToText } from "../../../cost/cube/amounts";
import type { Bounds } from "../../../cost/impact/money";
import type { Rule } from "../../../rules/types";
import { type Block, type Extent, firstOf, joined, type Phrase, say, type Span } from "../../document/document";
import type { AdvisedMoney, ClosedAdvice } from "../../studies/money/closedAdvice";
import type { DatedRule } from "../../studies/money/datedContent";
import { moneyOf } from "./amounts";
import { rangePhrase } from "./moved";

/** How many rules a terminal and a comment show. The page has all. */
const mostRules = 25;

const withoutRules: Readonly<Record<NonNullable<ClosedAdvice["without"]>, string>> = {
  follows: "Its own rules stay as they are: what moves follows from the tags that it refers to.",
  deleted:
    "A deleted tag gives no record a value. Delete it when nobody looks at these months anymore, or acknowledge the gate.",
  default:
    "No timeframe can keep the closed months: the default changes, which has none, or the timeframe of a rule can't be read. Keep the default, or acknowledge the gate.",
  unproven:
    "Whether rules with timeframes keep the closed months depends on what the cost data or the plan can't tell, so none are shown. Acknowledge the gate.",
};

/** The advice for each tag, folded. */
export function adviceBlocks(advice: readonly ClosedAdvice[], extent: Extent): Block[] {
  return advice.map((one): Block => {
    const { name, through, rules = [], leftOut = [], without } = one;
    const dated = rules.flatMap(({ kind, rule }, index): Phrase[] => {
      if (kind === "same") return [];
      return [say`Rule ${index + 1}, ${[kind === "new" ? "new" : "as before"]}${timePhrase(rule)}: ${codeOf(rule)}`];
    });
    const left = leftOut.map(({ kind, rule }): Phrase => {
      const why =
        kind === "new" ? "new, but its own timeframe ends before" : "removed, and its own timeframe begins after";
      return say`Left out, ${[why]}: ${codeOf(rule)}`;
    });
    const items = firstOf([...dated, ...left], extent === "page" ? Infinity : mostRules);
    const reason: Phrase = [without === undefined ? "The other rules stay as they are." : withoutRules[without]];
    const proof =
      without === undefined || without === "follows" ? one.currencies.map((money) => proofOf(money, one)) : [];
    return {
      kind: "details",
      summary: say`How ${name} can leave bills through ${{ plain: through }} as they are`,
      blocks: [
        { kind: "list", items },
        { kind: "paragraph", text: joined([reason, ...proof, ...stillFailing(one)], " ") },
      ],
    };
  });
}

/** When a rule applies: ` from 2026-10-01T00:00:00.000Z`. The first moment of all is not said. */
function timePhrase({ timeframe }: Rule): Phrase {
  const [from, to] = [Number(timeframe?.from ?? 0), Number(timeframe?.to ?? Infinity)];
  return [...(from === 0 ? [] : say` from ${momentOf(from)}`), ...(to === Infinity ? [] : say` up to ${momentOf(to)}`)];
}

const codeOf = (rule: Rule): Span => ({ command: ruleCode(rule) });

/** What to do about what the advice can't keep. */
function stillFailing({ rules, without, currencies }: ClosedAdvice): Phrase[] {
  const isAdvice = rules !== undefined || without === "follows";
  if (!isAdvice || currencies.every(({ closed }) => closed.most === 0n)) return [];
  return [["So the gate still fails: do this, and acknowledge the gate for the rest."]];
}

const momentOf = (moment: number): { plain: string } => ({ plain: new Date(moment).toISOString() });

/** What moves if the advice is followed, as the cost data says. */
function proofOf({ currency, closed, open, openBefore }: AdvisedMoney, { through, from }: ClosedAdvice): Phrase {
  const range = (bounds: Bounds): Phrase => rangePhrase(bounds, (units) => moneyOf(units, currency));
  const same = open.least === openBefore.least && open.most === openBefore.most;
  const later = same ? say`as without the timeframes` : say`instead of ${range(openBefore)}`;
  const figures = say`Then ${range(closed)} moves in bills through ${{ plain: through }}, and ${range(open)} in later ones, ${later}.`;
  // A timeframe is about the moment of the charge, not about the bill.
  const day = { plain: new Date(from).toISOString().slice(0, "2026-10-01".length) };
  const left =
    closed.most === 0n
      ? []
      : say` What is left is charged on ${day} or later (bills of Google Cloud end some hours after the month in UTC), depends on what the cost data can't tell, or follows from tags without this advice.`;
  const lost = same ? [] : say` Later bills also have charges from before ${day}.`;
  return [...figures, ...left, ...lost];
}

/** A sum that moves. */
interface Range {
  /** What certainly moves. */
  moved: string;
  /** The most that may move, if that depends on what the cost data can't tell. */
  movedAtMost?: string;
}

/** A rule of an advice. */
type AdvisedRule = Pick<DatedRule, "kind" | "rule">;

/** How a tag that fails a gate can pass it. */
export interface AdviceJson {
  /** The gate. */
  gate: "closed-through";
  /** The name of the tag. */
  tag: string;
  id?: string;
  /** The last closed month, such as `2026-09`. */
  limit: string;
  /** The first open moment, in Unix milliseconds. */
  from: number;
  /** The rules with timeframes, in order; absent if no timeframe can keep the closed months. */
  rules?: AdvisedRule[];
  /** Rules that are in none of them, because their own timeframes are on the other side of the moment. */
  leftOut?: AdvisedRule[];
  /** Why there are no rules. */
  without?: NonNullable<ClosedAdvice["without"]>;
  /** What moves with these rules, in closed and in open months of each currency. */
  then: { currency: string; closed: Range; open: Range }[];
}

/** The advice as the JSON of a review has it. Amounts are decimal numbers, and rules count from 0. */
export function adviceJson({ name, id, through, from, rules, leftOut, without, currencies }: ClosedAdvice): AdviceJson {
  const range = ({ least, most }: Bounds): Range => ({
    moved: amountToText(least),
    ...(least === most ? {} : { movedAtMost: amountToText(most) }),
  });
  return {
    gate: "closed-through",
    tag: name,
    ...(id === undefined ? {} : { id }),
    limit: through,
    from,
    ...(rules === undefined ? {} : { rules: rules.map(({ kind, rule }) => ({ kind, rule })) }),
    ...(leftOut === undefined ? {} : { leftOut: leftOut.map(({ kind, rule }) => ({ kind, rule })) }),
    ...(without === undefined ? {} : { without }),
    then: currencies.map(({ currency, closed, open }) => ({ currency, closed: range(closed), open: range(open) })),
  };
}
