/** A cost record as the rules see it: the values of its keys. */
import { virtualTagsCostCenter } from "../references";
import type { KeyReference } from "../types";

/**
 * The value of a key that the record's source can't tell. A condition on it is neither true nor false. It is registered, so that
 * it is the same in every copy of the package.
 */
export const UNKNOWN: unique symbol = Symbol.for("pulumi-cost-allocation.UNKNOWN");

/** The value of a key in a record. `null` and `""` mean that the record has none. */
export type RecordValue = string | null | typeof UNKNOWN;

/**
 * A cost record: values by `<costCenter>:<type>:<key>`, such as `AWS:tag:team`. A key that is absent has no value. So the keys of a
 * cost center that the record does not belong to need no entry.
 */
export type EvaluationRecord = Readonly<Record<string, RecordValue | undefined>>;

/**
 * The name of a key in a record: `<costCenter>:<type>:<key>`. A Virtual Tag always has the type `virtual_tag`. A key without a type
 * has an empty one: it is no name in a record, but stands for every name that differs only in the type.
 */
export function recordKey(reference: KeyReference): string {
  const { costCenter, type, key } = reference;
  return `${costCenter}:${costCenter === virtualTagsCostCenter ? "virtual_tag" : (type ?? "")}:${key}`;
}

/**
 * The names that a key has in a record: one, or for a key reference without a `type`, each name that differs only in the type.
 *
 * @param names The names of all keys of the record.
 */
export function namesOf(reference: KeyReference, names: () => readonly string[]): readonly string[] {
  const { costCenter, type, key } = reference;
  // The service may return null.
  if (typeof type === "string" || costCenter === virtualTagsCostCenter) return [recordKey(reference)];
  const [start, end] = [`${costCenter}:`, `:${key}`];
  return names().filter((name) => {
    const between = name.slice(start.length, -end.length);
    const isLongEnough = name.length > start.length + end.length;
    return isLongEnough && name.startsWith(start) && name.endsWith(end) && !between.includes(":");
  });
}

/** One value for a key that stands for several: unknown if one of them is unknown or if they differ. */
export function combined(values: readonly RecordValue[]): RecordValue {
  const [first = null, ...others] = new Set(values.filter((value) => value !== null));
  return others.length === 0 ? first : UNKNOWN;
}

/**
 * A value as the evaluation uses it: an empty string counts as missing, as for `exists`.
 *
 * @throws {TypeError} if it is a number or anything else that would never equal a string
 */
export function checkedValue(value: unknown, name: string): RecordValue {
  if (value === UNKNOWN) return UNKNOWN;
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "string") return value;
  throw new TypeError(`${name} of the record must be a string, null or UNKNOWN, but is a ${typeof value}.`);
}

/** What the evaluation knows of a key's value. Of a Virtual Tag that is undecided, it knows the values that it could have. */
export type PossibleValue = RecordValue | readonly (string | null)[];

/** What is known of a Virtual Tag's value if it is one of these. */
export function possibleValue(values: readonly RecordValue[]): PossibleValue {
  const distinct = [...new Set(values.map((value) => (value === "" ? null : value)))];
  const known = distinct.filter((value) => value !== UNKNOWN);
  if (known.length < distinct.length) return UNKNOWN;
  return known.length === 1 ? (known[0] as string | null) : known;
}

/** Whether a value is one of several. */
export function isSeveral(value: PossibleValue): value is readonly (string | null)[] {
  return typeof value === "object" && value !== null;
}
