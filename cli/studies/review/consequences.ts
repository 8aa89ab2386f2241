/** What the changes of a plan bring about, the worst first. Pure. */
import { type CurrencyImpact, movedNet } from "../../../cost/impact/impact";
import type { Bounds, Money } from "../../../cost/impact/money";
import type { Finding } from "../../../rules/analysis";
import { meaningOf } from "../../../rules/operators";
import { isVirtualTag } from "../../../rules/evaluation/references";
import type { TagContent } from "../../../rules/types";
import type { ReviewCost } from "../money/reviewCost";
import { comparisonAt, isOfValue } from "./proofs";
import {
  type Condition,
  conditionOf,
  type NewFinding,
  type Review,
  type TagName,
  tagNameOf,
  type TagReview,
} from "./review";

/** A value that a tag no longer gives, and that a rule of another tag still compares with. */
export interface LostValue {
  /** The tag that gave it: its name, or its ID if the name is not known. */
  tag: string;
  /** The key that the condition has: its ID, or its URN. */
  id: string;
  value: string;
  /** How many other values the condition has that the tag still gives. */
  others: number;
}

/** One consequence, of one tag. `isOutside`: the tag is not in the stack. `isBesideStaged`: of what stays live beside a staged save of it. */
export type Consequence = { tag: TagName; onlyIf?: Condition; isOutside?: true; isBesideStaged?: true } &
  /** A reference leads nowhere: the tag that it names is deleted or replaced. */
  (
    | { kind: "broken"; to: string; toId: string; isReplaced?: true; mayStay?: true }
    /** Rules no longer take any possible record: they can't match, or earlier rules take every record that they match. */
    | {
        kind: "stopped";
        rules: number[];
        finding: "never-matches" | "never-wins";
        before: NewFinding["before"];
        lost: LostValue[];
      }
    /** Rules compare with a value that no tag gives any more. They may still match other records. */
    | { kind: "lost"; rules: number[]; before: NewFinding["before"]; lost: LostValue[] }
    /** More money is left for the default. */
    | { kind: "unallocated"; currency: string; total: Money; increase: Bounds; before: Bounds; after: Bounds }
    /** Money moves from value to value. */
    | { kind: "moved"; currency: string; total: Money; moved: Bounds; net: bigint }
  );

const order: readonly Consequence["kind"][] = ["broken", "stopped", "lost", "unallocated", "moved"];

/**
 * The consequences for all tags and currencies: references that break, rules that stop, money that falls into the default, and money
 * that moves. The largest share of its currency's cost comes first.
 *
 * @param cost the money, if there is cost data
 */
export function consequencesOf(review: Review, cost?: ReviewCost): Consequence[] {
  const all = review.tags.flatMap((tag): Consequence[] => {
    const known = cost?.tags.get(tag.key) ?? [];
    return [
      ...brokenReferences(tag),
      ...stoppedRules(tag, review.names),
      ...(typeof known === "string" ? [] : known.flatMap((impact) => moneyOf(tag, impact))),
    ];
  });
  const isLater = ({ onlyIf = "deleted" }: Consequence): number => (onlyIf === "deleted" ? 0 : 1);
  return all.sort(
    (a, b) => isLater(a) - isLater(b) || order.indexOf(a.kind) - order.indexOf(b.kind) || shareOf(b) - shareOf(a),
  );
}

function subjectOf(tag: TagReview): Pick<Consequence, "tag" | "onlyIf" | "isOutside" | "isBesideStaged"> {
  const { facts } = tag;
  const onlyIf = conditionOf(tag);
  return {
    tag: tagNameOf(tag),
    ...(onlyIf === undefined ? {} : { onlyIf }),
    ...(facts.isOutside === true ? { isOutside: true } : {}),
    ...(facts.isBesideStaged === true ? { isBesideStaged: true } : {}),
  };
}

function brokenReferences(tag: TagReview): Consequence[] {
  const gone = (tag.facts.follows ?? []).filter(({ isGone }) => isGone);
  return gone.map(({ id, name, isReplaced, mayStay }) => ({
    ...subjectOf(tag),
    kind: "broken",
    to: name,
    toId: id,
    ...(isReplaced === true ? { isReplaced } : {}),
    ...(mayStay === true ? { mayStay } : {}),
  }));
}

function stoppedRules(tag: TagReview, names: Review["names"]): Consequence[] {
  const { after, newFindings = [] } = tag;
  if (after === undefined) return [];
  const groups = new Map<string, Extract<Consequence, { kind: "stopped" | "lost" }>>();
  for (const rule of [...new Set(newFindings.flatMap((finding) => finding.rule ?? []))].sort((a, b) => a - b)) {
    const own = newFindings.filter((finding) => finding.rule === rule);
    const lost = own.flatMap((finding) => lostValue(after, finding, tag.findings ?? own, names) ?? []);
    const [stop] = own.filter(({ kind }) => kind === "never-matches" || kind === "never-wins");
    if (stop === undefined && lost.length === 0) continue;
    const before = own[0]?.before ?? "notKnown";
    // It takes no record, as before.
    if (before === "stopped") continue;
    const finding = stop?.kind === "never-wins" ? "never-wins" : "never-matches";
    const group = JSON.stringify([stop && finding, before, lost]);
    const found = groups.get(group);
    if (found !== undefined) found.rules.push(rule);
    else {
      const same = { ...subjectOf(tag), rules: [rule], before, lost };
      groups.set(group, stop === undefined ? { ...same, kind: "lost" } : { ...same, kind: "stopped", finding });
    }
  }
  // Each value is gone for itself.
  return [...groups.values()].flatMap((one): Consequence[] =>
    one.kind === "lost" ? one.lost.map((lost) => ({ ...one, lost: [lost] })) : [one],
  );
}

/** What a finding says of another tag's value; undefined if it is about something else. */
function lostValue(
  content: TagContent,
  { kind, path }: Finding,
  all: readonly Finding[],
  names: Review["names"],
): LostValue | undefined {
  if (!isOfValue(kind) || path === undefined) return undefined;
  const { condition, value } = comparisonAt(content, path) ?? {};
  if (condition === undefined || value === undefined || !isVirtualTag(condition)) return undefined;
  const place = path.replace(/\.value\[\d+\]$/u, "");
  const gone = all.filter((one) => one.kind === "value-gone" && one.path?.startsWith(`${place}.value[`) === true);
  const values = new Set([condition.value ?? []].flat());
  for (const one of gone) if (one.value !== undefined) values.delete(one.value);
  // What a negative condition excludes besides does not match.
  const others = kind === "value-gone" && meaningOf(condition.operator)?.isNegative === false ? values.size : 0;
  return { tag: names.get(condition.key) ?? condition.key, id: condition.key, value, others };
}

function moneyOf(tag: TagReview, impact: CurrencyImpact): Consequence[] {
  const { currency, total, bounds, exists } = impact;
  const { moved, byDefault, byDefaultIncrease: increase } = bounds;
  // A tag that is deleted has no default any more: all of its money moves.
  const isLeft = exists.after && increase.most > 0n;
  return [
    ...(isLeft ? [{ ...subjectOf(tag), kind: "unallocated" as const, currency, total, increase, ...byDefault }] : []),
    ...(moved.most > 0n
      ? [{ ...subjectOf(tag), kind: "moved" as const, currency, total, moved, net: movedNet(impact) }]
      : []),
  ];
}

/** The share of its currency's cost: amounts of two currencies can't be compared. 0 for what is no money. */
function shareOf(consequence: Consequence): number {
  if (!("total" in consequence) || consequence.total.gross === 0n) return 0;
  const { most } = consequence.kind === "moved" ? consequence.moved : consequence.increase;
  return Number((most * 1_000_000n) / consequence.total.gross);
}
