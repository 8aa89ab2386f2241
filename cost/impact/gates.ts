/** Gates: limits for the money that a change moves. A gate whose figure is not known fails. Pure. */
import { amountToText, readAmount } from "../cube/amounts";
import { hasClosed, movedInClosed } from "./closedMonths";
import type { CurrencyImpact } from "./impact";
import {
  type Acknowledgment,
  type GateLimits,
  type GateName,
  gateNames,
  type GateSetting,
  endOf,
  settingOf,
} from "./gateLimits";
import { percentageOf, percentageText, readPercentage } from "./share";

/**
 * Why a figure is not known. `unreadable`: the plan hides the content. `notCompared`: what is live was not read, and the plan does not
 * have it. `cycle`: Virtual Tags refer to each other in a circle. `noData`: there is no cost data for the tag. `keysMissing`: the cost
 * data lacks keys of its rules. `notEvaluated`: money whose value the cost data can't tell decides about the gate. `monthNotInData`: the
 * cost data lacks the month that is limited, or one between its own first month and that. `partOfBills`: it has the charges of one month
 * only, so it can't tell what moves in a bill.
 */
export type UnknownReason =
  "unreadable" | "notCompared" | "cycle" | "noData" | "keysMissing" | "notEvaluated" | "monthNotInData" | "partOfBills";

/** The result of a gate, as the JSON of a review has it. */
export interface GateResult {
  gate: GateName;
  /** The name of the tag. */
  tag: string;
  /** The ID of the tag, if it has one. */
  id?: string;
  /** The currency of the figure. Absent if the figure is in no currency, or unknown. */
  currency?: string;
  /** The limit as it was given: an amount, a percentage or a month; `0` for rules that match no record. */
  limit: string;
  /** The figure: an amount, a percentage or a count. If it is not certain, the least that it can be; null if it is not known. */
  actual: string | null;
  /** The most that the figure can be, if money that can't be evaluated makes it uncertain. Above the limit, the gate fails. */
  atMost?: string;
  /** Why the gate can't be decided, so that it fails. */
  reason?: UnknownReason;
  /** The billing months of the cost data, if it lacks the month that is limited. */
  months?: string[];
  /** The indexes of the rules that match no record. */
  rules?: number[];
  /** The indexes of the rules that may match no record, depending on what the cost data can't tell. */
  maybeRules?: number[];
  /** The share of the absolute cost that could not be evaluated after the change. Absent if it is zero. */
  notEvaluated?: string;
  /** The figure comes about only if `pulumi up` does not stop at the tag; or only if a save goes live, which is staged, or unknown until deployment; or only if a tag that may stay is deleted. */
  onlyIf?: "saved" | "staged" | "unknown" | "deleted";
  /** The change creates the tag: what it gives in closed months is new, and takes nothing from what others reported. So it passes. */
  isNew?: true;
  /** Without `onlyNew`, the gate would fail: it passes because the change makes nothing worse. */
  onlyNew?: true;
  /** A gate that does not pass is only a warning. */
  level?: "warn";
  /** The gate would fail, and passes because somebody acknowledged it. */
  acknowledged?: true;
  /** The acknowledgment of a gate that would fail. Without `acknowledged`, it has ended. */
  acknowledgment?: Acknowledgment;
  passed: boolean;
}

/** A tag with its figures, or why they are not known. */
export interface GatedTag {
  name: string;
  id?: string;
  cost: readonly CurrencyImpact[] | UnknownReason;
  /** The only month of charges in the cost data. Default: all that it has */
  onlyMonth?: string | undefined;
  /** Whether the change creates the tag, so that nothing was wrong with it before. */
  isNew?: boolean;
}

/**
 * Applies the gates to a tag.
 *
 * @param now Unix milliseconds, which decide whether an acknowledgment has ended
 */
export function gateResults(tag: GatedTag, limits: GateLimits, now: number): GateResult[] {
  const onlyNew = limits.onlyNew === true && tag.isNew !== true;
  return gateNames.flatMap((gate) => {
    const setting = settingOf(limits, gate);
    if (setting === undefined) return [];
    return resultsOf(tag, gate, setting, onlyNew).map((result) => withSetting(result, setting, now));
  });
}

function resultsOf(tag: GatedTag, gate: GateName, { limit }: GateSetting, onlyNew: boolean): GateResult[] {
  const base = {
    gate,
    tag: tag.name,
    ...(tag.id === undefined ? {} : { id: tag.id }),
    limit: limit === true ? "0" : limit,
  };
  const { cost } = tag;
  if (typeof cost === "string") return [unknown(base, cost)];
  if (cost.length === 0) return [unknown(base, "noData")];
  if (gate === "unmatched-rules") return [unmatchedRules(base, cost, onlyNew)];
  if (gate === "closed-through") {
    const months = [...new Set(cost.flatMap((impact) => impact.months.map(({ month }) => month)))].sort();
    if (tag.onlyMonth !== undefined) return [unknown(base, "partOfBills")];
    if (!hasClosed(months, { through: base.limit })) return [{ ...unknown(base, "monthNotInData"), months }];
  }
  return cost.map((impact) => {
    const figure = figureOf(gate, base.limit, impact);
    const isExcused = onlyNew && gate === "max-unallocated" && impact.bounds.byDefaultIncrease.most <= 0n;
    const { actual, atMost, notEvaluated } = figure;
    if (gate === "closed-through" && tag.isNew === true && !figure.passed)
      return { ...base, currency: impact.currency, actual, ...(atMost && { atMost }), isNew: true, passed: true };
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
}

/** The result as a warning, or as acknowledged. A gate that passes needs no acknowledgment. */
function withSetting(result: GateResult, { level, acknowledged }: GateSetting, now: number): GateResult {
  const { passed, ...others } = result;
  const needed = passed ? undefined : acknowledged;
  const isExcused = needed !== undefined && now < endOf(needed);
  return {
    ...others,
    ...(level === "warn" ? { level } : {}),
    ...(isExcused ? { acknowledged: true as const } : {}),
    ...(needed === undefined ? {} : { acknowledgment: needed }),
    passed: passed || isExcused,
  };
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
  const isClosing = gate === "closed-through";
  const isAmount = isClosing || readPercentage(limit) === undefined;
  const allowed = (isClosing ? 0n : isAmount ? readAmount(limit) : readPercentage(limit)) ?? -1n;
  const text = (figure: bigint): string => (isAmount ? amountToText(figure) : percentageText(figure, allowed));
  const figures = {
    "max-moved": bounds.moved,
    "closed-through": movedInClosed(impact.months, { through: limit }),
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
