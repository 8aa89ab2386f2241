/** The limits of gates, as the command line and a gates file give them. Pure. */
import { readAmount } from "../cube/amounts";
import { monthPattern } from "../cube/moments";
import { readPercentage } from "./share";

/** The gates, named as their options. */
export const gateNames = [
  "max-moved",
  "closed-through",
  "max-unallocated",
  "max-unallocated-increase",
  "unmatched-rules",
] as const;

/** One of the gates. */
export type GateName = (typeof gateNames)[number];

/** Somebody answers for a gate that fails. Until its end, the gate passes, whatever its figure is and also if that is not known. */
export interface Acknowledgment {
  by: string;
  reason: string;
  /** The last day in UTC: `2026-12-31`. */
  until: string;
}

/** A limit with more about it. */
export interface GateSetting<Limit extends string | boolean = string | true> {
  limit: Limit;
  /** Whether a gate that does not pass is a failure, which is the default, or a warning. */
  level?: "fail" | "warn";
  acknowledged?: Acknowledgment;
}

/** The limits of a tag, as they are given. An absent one is no gate. */
export interface GateLimits {
  /** The most absolute cost that may move, in each currency: `10000`. Or its share of all absolute cost: `10%`. */
  "max-moved"?: string | GateSetting<string>;
  /** The last closed month, in which nothing may move, nor before: `2026-09`. */
  "closed-through"?: string | GateSetting<string>;
  /** The largest share of the absolute cost that no rule may match: `5%`. */
  "max-unallocated"?: string | GateSetting<string>;
  /** By how much this share may grow, in percentage points: `1%`. */
  "max-unallocated-increase"?: string | GateSetting<string>;
  /** Whether each rule must take some record. */
  "unmatched-rules"?: boolean | GateSetting<boolean>;
  /**
   * Whether only what the change brings counts: rules that took no record before, and a default that took too much and does not take
   * more, pass. Default: false
   */
  onlyNew?: boolean;
}

/** The setting of a gate; undefined if it is no gate. */
export function settingOf(limits: GateLimits, gate: GateName): GateSetting | undefined {
  const given = limits[gate];
  if (given === undefined || given === false) return undefined;
  if (typeof given !== "object") return { limit: given };
  const { limit, ...others } = given;
  return limit === false ? undefined : { limit, ...others };
}

/**
 * What is wrong with a limit.
 *
 * @returns words that follow the name of the option; undefined if nothing is wrong
 */
export function limitProblem(gate: GateName, limit: unknown): string | undefined {
  if (gate === "unmatched-rules") return typeof limit === "boolean" ? undefined : "must be true or false";
  if (gate === "closed-through") {
    const isMonth = typeof limit === "string" && monthPattern.test(limit);
    return isMonth ? undefined : "must be a month, for example 2026-09";
  }
  const share = typeof limit === "string" ? readPercentage(limit) : undefined;
  if (gate === "max-moved" && share !== undefined && share > (readPercentage("100%") ?? 0n))
    return "must be at most 100%";
  if (share !== undefined) return undefined;
  if (gate !== "max-moved") return "must be a percentage, for example 5%";
  const amount = typeof limit === "string" ? readAmount(limit) : undefined;
  return amount === undefined || amount < 0n ? "must be an amount, for example 10000, or a percentage" : undefined;
}

/** The first moment after an acknowledgment, in Unix milliseconds. */
export function endOf({ until }: Acknowledgment): number {
  const millisecondsOfDay = 86_400_000;
  return Date.parse(`${until}T00:00:00Z`) + millisecondsOfDay;
}
