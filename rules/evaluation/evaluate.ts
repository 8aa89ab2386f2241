/** The value that a record gets from the rules of a Virtual Tag, and why. */
import type { Condition, Filter, KeyReference, Rule, TagContent, TagValue } from "../types";
import { readGroup } from "../filters";
import { conditionTruth, rangeOf, rangeTruth } from "./condition";
import { type EvaluateOptions, filterLevel, refuseTooDeep, type ResolvedOptions, resolveOptions } from "./options";
import {
  checkedValue,
  combined,
  type EvaluationRecord,
  isSeveral,
  namesOf,
  possibleValue,
  type PossibleValue,
  type RecordValue,
  recordKey,
  UNKNOWN,
} from "./record";
import { isKeyReference, isVirtualTag, refuseCycles } from "./references";
import { and, maybe, no, type Truth, yes } from "./truth";

/** The value of the record is certain. */
export interface Decided {
  /** Tells it apart from {@link Undecided}. */
  decided: true;
  /** The value; null if the value is a key that the record has no value for. */
  value: string | null;
  /**
   * The index of the rule that gives the value, or null for the default. If earlier rules may match too but would give the same
   * value, it is the first rule that certainly matches, or null.
   */
  rule: number | null;
  /** The conditions of the rule that the record meets. In a group OR, all that it meets. Empty for the default. */
  because: Condition[];
}

/** One of the values that a record may get. */
export interface Possibility {
  /** The index of the rule, or null for the default. */
  rule: number | null;
  /** The value. UNKNOWN if it is a key whose value is unknown; null if the record has no value for the key. */
  value: RecordValue;
}

/** The value of the record depends on something that its source can't tell. */
export interface Undecided {
  /** Tells it apart from {@link Decided}. */
  decided: false;
  /** No value is certain. */
  value: null;
  /** The rules that may match first, in order, up to the first one that certainly matches, or the default. */
  could: Possibility[];
  /** The conditions of these rules that can't be decided. A rule with a timeframe can also depend on the moment. */
  because: Condition[];
}

/** The result of {@link evaluate}. */
export type Evaluation = Decided | Undecided;

/** What an evaluation works on. */
interface Context {
  record: EvaluationRecord;
  resolved: ResolvedOptions;
  /** The values of Virtual Tags that are evaluated already, by ID. */
  values: Map<string, PossibleValue>;
}

/**
 * Evaluates the rules of a Virtual Tag for one record. The first rule that matches decides. A condition on a key whose value is
 * unknown is neither true nor false; if the value of the record depends on it, the result is undecided. For many records, use
 * `compile`, which gives the same results.
 *
 * An empty `AND` matches every record, an empty `OR` none. A condition with an operator or a value that the API does not have is
 * unknown.
 *
 * @param content The rules and the default value.
 * @param record The values of the record's keys.
 * @param options The record's moment, the other Virtual Tags, and what the API leaves open.
 * @throws {ReferenceCycleError} if Virtual Tags refer to each other in a circle
 * @throws {TypeError} if `at` is not a moment, or a value of the record that is needed is not a string
 * @throws {RangeError} if a rule is nested deeper than 500 levels of objects and arrays
 */
export function evaluate(content: TagContent, record: EvaluationRecord, options: EvaluateOptions = {}): Evaluation {
  const resolved = resolveOptions(options);
  // Without other tags, no reference can lead back.
  if (resolved.tags.size > 0) refuseCycles(content, resolved.tags);
  return evaluateContent(content, { record, resolved, values: new Map() });
}

function evaluateContent({ rules, defaultValue }: TagContent, context: Context): Evaluation {
  const could: Possibility[] = [];
  for (const [index, rule] of rules.entries()) {
    const truth = ruleTruth(rule, context);
    if (truth === no) continue;
    could.push(...possibilities(index, rule.to, context));
    if (truth === yes) return conclude(could, rules, context);
  }
  could.push(...possibilities(null, defaultValue, context));
  return conclude(could, rules, context);
}

function ruleTruth({ filters, timeframe }: Rule, context: Context): Truth {
  const range = rangeOf(timeframe);
  const inTime = range === undefined ? yes : rangeTruth(range, context.resolved.at);
  return inTime === no ? no : and(inTime, filterTruth(filters, context));
}

function conclude(could: Possibility[], rules: readonly Rule[], context: Context): Evaluation {
  const { rule, value } = could.at(-1) as Possibility;
  const filterOf = (index: number | null): Filter[] => {
    const filters = index === null ? undefined : rules[index]?.filters;
    return filters === undefined ? [] : [filters];
  };
  if (value !== UNKNOWN && could.every((other) => other.value === value)) {
    const because = filterOf(rule).flatMap((filter) => conditionsThatAre(yes, filter, context));
    return { decided: true, value, rule, because };
  }
  const because = could
    .flatMap((one) => filterOf(one.rule))
    .flatMap((filter) => conditionsThatAre(maybe, filter, context));
  return { decided: false, value: null, could, because };
}

function filterTruth(filter: Filter, context: Context, level = filterLevel): Truth {
  refuseTooDeep(filter, level);
  const group = readGroup(filter);
  if (group === "unreadable") return maybe;
  if (group === undefined) {
    const condition = filter as Condition;
    return conditionTruth(condition, keyValue(condition, context), context.resolved);
  }
  const isAnd = group.key === "AND";
  // One such member decides the group.
  const decisive = isAnd ? no : yes;
  let result: Truth = isAnd ? yes : no;
  for (const member of group.members) {
    const truth = filterTruth(member, context, level + 2);
    if (truth === decisive) return decisive;
    if (truth === maybe) result = maybe;
  }
  return result;
}

/** The conditions that make a filter true, or unknown. */
function conditionsThatAre(wanted: Truth, filter: Filter, context: Context): Condition[] {
  if (filterTruth(filter, context) !== wanted) return [];
  const group = readGroup(filter);
  if (group === "unreadable") return [];
  if (group === undefined) return [filter as Condition];
  return group.members.flatMap((member) => conditionsThatAre(wanted, member, context));
}

/** A rule that passes an undecided Virtual Tag through has several possibilities. */
function possibilities(rule: number | null, to: TagValue, context: Context): Possibility[] {
  const value = isKeyReference(to) ? keyValue(to, context) : to;
  return isSeveral(value) ? value.map((one) => ({ rule, value: one })) : [{ rule, value }];
}

/** The value that the record has for a key. A Virtual Tag is evaluated once. */
function keyValue(key: KeyReference, context: Context): PossibleValue {
  const { record, resolved, values } = context;
  if (!isVirtualTag(key)) {
    const names = namesOf(key, () => Object.keys(record));
    return names.length === 1
      ? checkedValue(record[names[0] as string], names[0] as string)
      : combined(names.map((name) => checkedValue(record[name], name)));
  }
  const known = values.get(key.key);
  if (known !== undefined) return known;
  const tag = resolved.tags.get(key.key);
  const value = tag === undefined ? statedValue(recordKey(key), record) : valueOfTag(tag, context);
  values.set(key.key, value);
  return value;
}

/** Only the record itself can tell the value of a tag whose rules are not given. */
function statedValue(name: string, record: EvaluationRecord): RecordValue {
  return Object.hasOwn(record, name) ? checkedValue(record[name], name) : UNKNOWN;
}

function valueOfTag(tag: TagContent, context: Context): PossibleValue {
  const result = evaluateContent(tag, context);
  return possibleValue(result.decided ? [result.value] : result.could.map(({ value }) => value));
}
