/** Gates: limits for the money that a change moves. A gate whose figure is not known fails. Pure. */
import { amountToText, readAmount } from "../cube/amounts";
import type { CurrencyImpact } from "./impact";
import { percentageOf, percentageText, readPercentage } from "./share";

/** The gates, named as their options. */
export const gateNames = ["max-moved", "max-unallocated", "max-unallocated-increase", "unmatched-rules"] as const;

/** One of the gates. */
export type GateName = (typeof gateNames)[number];

/** The limits of a tag, as they are given. An absent one is no gate. */
export interface GateLimits {
  /** The most absolute cost that may move, in each currency: `10000`. */
  "max-moved"?: string;
  /** The largest share of the absolute cost that no rule may match: `5%`. */
  "max-unallocated"?: string;
  /** By how much this share may grow, in percentage points: `1%`. */
  "max-unallocated-increase"?: string;
  /** Whether each rule must take some record. */
  "unmatched-rules"?: boolean;
  /**
   * Whether only what the change brings counts: rules that took no record before, and a default that took too much and does not take
   * more, pass. Default: false
   */
  onlyNew?: boolean;
}

/**
 * Why a figure is not known. `unreadable`: the plan hides the content. `notCompared`: what is live was not read, and the plan does not
 * have it. `cycle`: Virtual Tags refer to each other in a circle. `noData`: there is no cost data for the tag. `notEvaluated`: money
 * whose value the cost data can't tell decides about the gate.
 */
export type UnknownReason = "unreadable" | "notCompared" | "cycle" | "noData" | "notEvaluated";

/** The result of a gate, as the JSON of a review has it. */
export interface GateResult {
  gate: GateName;
  /** The name of the tag. */
  tag: string;
  /** The ID of the tag, if it has one. */
  id?: string;
  /** The currency of the figure. Absent if the figure is in no currency, or unknown. */
  currency?: string;
  /** The limit as it was given; `0` for rules that match no record. */
  limit: string;
  /** The figure: an amount, a percentage or a count. If it is not certain, the least that it can be; null if it is not known. */
  actual: string | null;
  /** The most that the figure can be, if money that can't be evaluated makes it uncertain. Above the limit, the gate fails. */
  atMost?: string;
  /** Why the gate can't be decided, so that it fails. */
  reason?: UnknownReason;
  /** The indexes of the rules that match no record. */
  rules?: number[];
  /** The indexes of the rules that may match no record, depending on what the cost data can't tell. */
  maybeRules?: number[];
  /** The share of the absolute cost that could not be evaluated after the change. Absent if it is zero. */
  notEvaluated?: string;
  /** Without `onlyNew`, the gate would fail: it passes because the change makes nothing worse. */
  onlyNew?: true;
  passed: boolean;
}

/** A tag with its figures, or why they are not known. */
export interface GatedTag {
  name: string;
  id?: string;
  cost: readonly CurrencyImpact[] | UnknownReason;
  /** Whether the change creates the tag, so that nothing was wrong with it before. */
  isNew?: boolean;
}

/**
 * What is wrong with a limit.
 *
 * @returns words that follow the name of the option; undefined if nothing is wrong
 */
export function limitProblem(gate: GateName, limit: unknown): string | undefined {
  if (gate === "unmatched-rules") return typeof limit === "boolean" ? undefined : "must be true or false";
  if (gate === "max-moved") {
    const amount = typeof limit === "string" ? readAmount(limit) : undefined;
    return amount === undefined || amount < 0n ? "must be an amount, for example 10000" : undefined;
  }
  const isPercentage = typeof limit === "string" && readPercentage(limit) !== undefined;
  return isPercentage ? undefined : "must be a percentage, for example 5%";
}

/** Applies the gates to a tag. */
export function gateResults(tag: GatedTag, limits: GateLimits): GateResult[] {
  return gateNames.flatMap((gate) => {
    const limit = limits[gate];
    if (limit === undefined || limit === false) return [];
    const base = {
      gate,
      tag: tag.name,
      ...(tag.id === undefined ? {} : { id: tag.id }),
      limit: limit === true ? "0" : limit,
    };
    const { cost } = tag;
    if (typeof cost === "string") return [unknown(base, cost)];
    if (cost.length === 0) return [unknown(base, "noData")];
    const onlyNew = limits.onlyNew === true && tag.isNew !== true;
    if (gate === "unmatched-rules") return [unmatchedRules(base, cost, onlyNew)];
    return cost.map((impact) => {
      const figure = figureOf(gate, base.limit, impact);
      const isExcused = onlyNew && gate === "max-unallocated" && impact.bounds.byDefaultIncrease.most <= 0n;
      const { actual, atMost, notEvaluated } = figure;
      const excused = {
        actual,
        ...(atMost && { atMost }),
        ...(notEvaluated && { notEvaluated }),
        onlyNew: true as const,
      };
      return {
        ...base,
        currency: impact.currency,
        ...(isExcused && !figure.passed ? { ...excused, passed: true } : figure),
      };
    });
  });
}

type Base = Pick<GateResult, "gate" | "tag" | "id" | "limit">;

function unknown(base: Base, reason: UnknownReason): GateResult {
  return { ...base, actual: null, reason, passed: false };
}

function unmatchedRules(base: Base, cost: readonly CurrencyImpact[], onlyNew: boolean): GateResult {
  const { without, maybeWithout } = rulesWithoutRecords(cost);
  const counts = (rule: number): boolean => !onlyNew || !wasWithoutRecords(cost, rule);
  const [rules, maybeRules] = [without.filter(counts), maybeWithout.filter(counts)];
  const isExcused = rules.length + maybeRules.length < without.length + maybeWithout.length;
  const isUnclear = rules.length === 0 && maybeRules.length > 0;
  return {
    ...base,
    actual: String(rules.length),
    ...(maybeRules.length === 0 ? {} : { atMost: String(rules.length + maybeRules.length), maybeRules }),
    ...(isUnclear ? { reason: "notEvaluated" } : {}),
    rules,
    ...(isExcused && rules.length + maybeRules.length === 0 ? { onlyNew: true as const } : {}),
    passed: rules.length + maybeRules.length === 0,
  };
}

/** Whether a rule was there before the change, and certainly took no record. */
function wasWithoutRecords(cost: readonly CurrencyImpact[], index: number): boolean {
  const rules = cost.flatMap(({ rules: all }) => all.filter(({ rule }) => rule === index));
  return rules.every(
    ({ isNew, before, uncertain }) => isNew !== true && before.records + uncertain.before.records === 0,
  );
}

/** The indexes of the rules that take no record of any currency after the change: certainly, or depending on what is not known. */
export function rulesWithoutRecords(cost: readonly CurrencyImpact[]): { without: number[]; maybeWithout: number[] } {
  const [first] = cost;
  const rules = (first?.rules ?? []).flatMap(({ rule }, index) => {
    const ofRule = cost.map((impact) => impact.rules[index]);
    const takesSome = ofRule.some((one) => (one?.after.records ?? 0) > 0);
    const mayTakeSome = ofRule.some((one) => (one?.uncertain.after.records ?? 0) > 0);
    return rule === null || takesSome ? [] : [{ rule, mayTakeSome }];
  });
  return {
    without: rules.flatMap(({ rule, mayTakeSome }) => (mayTakeSome ? [] : [rule])),
    maybeWithout: rules.flatMap(({ rule, mayTakeSome }) => (mayTakeSome ? [rule] : [])),
  };
}

type Figure = Pick<GateResult, "actual" | "atMost" | "reason" | "notEvaluated" | "passed">;

function figureOf(gate: Exclude<GateName, "unmatched-rules">, limit: string, impact: CurrencyImpact): Figure {
  const { total, notEvaluated, bounds } = impact;
  const hidden = notEvaluated.after.gross;
  const apart = hidden === 0n ? {} : { notEvaluated: percentageText(percentageOf(hidden, total.gross)) };
  const isAmount = gate === "max-moved";
  const allowed = (isAmount ? readAmount(limit) : readPercentage(limit)) ?? -1n;
  const text = (figure: bigint): string => (isAmount ? amountToText(figure) : percentageText(figure, allowed));
  const figures = {
    "max-moved": bounds.moved,
    "max-unallocated": bounds.byDefault.after,
    "max-unallocated-increase": bounds.byDefaultIncrease,
  };
  const [least, most] = [figures[gate].least, figures[gate].most].map((units) =>
    isAmount ? units : percentageOf(units, total.gross),
  ) as [bigint, bigint];
  return {
    actual: text(least),
    ...(least === most ? {} : { atMost: text(most) }),
    ...(least <= allowed && most > allowed ? { reason: "notEvaluated" as const } : {}),
    ...apart,
    passed: most <= allowed,
  };
}
