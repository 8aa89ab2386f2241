/** The results of an analysis. */

/**
 * What a finding says. The first four are also in the result of `cost-allocation review`.
 *
 * - `never-matches`: no record meets the filter and the timeframe of the rule.
 * - `never-wins`: for each record that the rule matches, an earlier rule decides.
 * - `no-effect`: without the rule, each record gets the same value.
 * - `default-unused`: the rules match every record.
 * - `member-no-effect`: without this member of a group, each record gets the same value.
 * - `value-never-produced`: a condition compares a Virtual Tag with values of which this tag gives none.
 * - `value-gone`: a condition compares a Virtual Tag with several values. The tag gives others of them, but never this one.
 * - `not-decided`: the analysis could not decide this for the rule or the member; without a rule, for the default or the whole
 *   tag.
 * - `overlap`: some record matches two rules. Only with `pairs`.
 * - `order-irrelevant`: two neighboring rules can trade places without any effect. Only with `pairs`.
 */
export type FindingKind =
  | "never-matches"
  | "never-wins"
  | "no-effect"
  | "default-unused"
  | "member-no-effect"
  | "value-never-produced"
  | "value-gone"
  | "not-decided"
  | "overlap"
  | "order-irrelevant";

/**
 * Why something is not decided: the budget was used up (`too-long`), or it depends on a part of the rules that can't be read
 * (`unreadable`), such as an operator that the API documentation does not have.
 */
export type NotDecidedReason = "too-long" | "unreadable";

/** A record that proves a claim: values by `<costCenter>:<type>:<key>`, as `evaluate` takes them. An absent key is missing. */
export type WitnessRecord = Readonly<Record<string, string>>;

/** One result about a Virtual Tag, with its proof. */
export interface Finding {
  /** The index of the tag in the contents. */
  tag: number;
  /** The ID of the tag, if the contents have it. */
  id?: string;
  /** The name of the tag, if the contents have it. */
  name?: string;
  /** What the result is. */
  kind: FindingKind;
  /** The index of the rule. Absent if the finding is about the default or the whole tag. */
  rule?: number;
  /** The index of the second rule of a pair. */
  other?: number;
  /** The member of a group, or the value of a condition, as in a program: `rules[3].filters.AND[1]`. */
  path?: string;
  /**
   * The rules that prove it, in order. For `never-wins` and `default-unused`, together they match every such record, and none of
   * them can be left out. For `no-effect` and `member-no-effect`, they give the records in question the same value, or decide them
   * before. Empty if the rule or the member alone is the reason, or the default.
   */
  by?: number[];
  /** Whether the default gives some of the records the same value. Only for `no-effect` and `member-no-effect`. */
  byDefault?: boolean;
  /** Why it is not decided. */
  reason?: NotDecidedReason;
  /** The value that is never given. Only for `value-gone`. */
  value?: string;
  /** The ID of the Virtual Tag that does not give it. Only for `value-gone`. */
  key?: string;
  /** A record that both rules of a pair match. */
  witness?: WitnessRecord;
  /** The moment of the witness in Unix milliseconds, if a timeframe matters. */
  at?: number;
}
