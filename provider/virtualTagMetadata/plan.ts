/** What a merge has to do, as pure functions over what is there, what was declared and what is. */
import type { MetadataMap, ValueMetadata } from "../../client";
import { isObject } from "../../client/json";
import {
  elementsOf,
  fieldsOf,
  isList,
  type MetadataField,
  type MetadataFields,
  metadataOf,
  pathOf,
  sameField,
} from "../../client/resources/metadataFields";

/** What stands between what the service has and what this resource declares. */
export interface MergePlan {
  /** Declared fields that the service does not have as declared: what a merge is sent with. */
  missing: MetadataFields;
  /** Fields that are not declared any more, and what remains of each: a list keeps what others have added to it. */
  surplus: Map<string, { field: MetadataField; rest: MetadataField | undefined }>;
  /** Declared fields that others filled before this resource declared them. */
  taken: MetadataFields;
  /** Fields of this resource that others have changed since. */
  changed: MetadataFields;
}

/** What a resource declares, and what it declared before. */
export interface Declarations {
  /** What it declared last, or what a refresh has found in its place since. */
  before: MetadataMap;
  /** What it declared last: its own. */
  own: MetadataMap;
  /** What it declares now. */
  declared: MetadataMap;
  /** The paths of the fields in `own` that it never wrote. Default: none. */
  unwritten?: readonly string[];
}

/** @param current what the service has */
export function planMerge(current: MetadataMap, declarations: Declarations): MergePlan {
  const { before, own, declared, unwritten = [] } = declarations;
  const [there, known, owned, wanted] = [fieldsOf(current), fieldsOf(before), fieldsOf(own), fieldsOf(declared)];
  const plan: MergePlan = { missing: new Map(), surplus: new Map(), taken: new Map(), changed: new Map() };
  for (const [path, field] of wanted) {
    const now = there.get(path);
    if (sameField(now, field)) continue;
    plan.missing.set(path, field);
    const ours = owned.get(path);
    if (ours === undefined && now !== undefined) plan.taken.set(path, field);
    if (ours !== undefined && isChanged(now, ours, field)) plan.changed.set(path, field);
  }
  for (const [path, ours] of owned) {
    const now = there.get(path);
    // What a refresh did not find, and is there now, was entered by someone else.
    if (wanted.has(path) || now === undefined || !known.has(path) || unwritten.includes(path)) continue;
    const rest = restOf(now, ours);
    if (!sameField(rest, now)) plan.surplus.set(path, { field: now, rest });
    if (rest !== undefined) plan.changed.set(path, now);
  }
  return plan;
}

/** The fields that are as declared already, and that the resource did not declare before: others entered them. */
export function foundPaths(
  current: MetadataMap,
  { own, declared }: Declarations,
  written: ReadonlySet<string>,
): string[] {
  const [there, owned] = [fieldsOf(current), fieldsOf(own)];
  return [...fieldsOf(declared)].flatMap(([path, field]) =>
    !owned.has(path) && !written.has(path) && sameField(there.get(path), field) ? [path] : [],
  );
}

/** Whether nothing is left to do. */
export function isDone({ missing, surplus }: MergePlan): boolean {
  return missing.size === 0 && surplus.size === 0;
}

/** Whether what was merged is in the service. A service that unites lists keeps what was in them before. */
export function contains(current: MetadataMap, merged: MetadataFields): boolean {
  const there = fieldsOf(current);
  return [...merged].every(([path, field]) => {
    const now = there.get(path);
    if (!isList(field)) return sameField(now, field);
    const elements = new Set(elementsOf(now));
    return elementsOf(field).every((element) => elements.has(element));
  });
}

/** The whole map as it is to be: with what is missing, without what is surplus, and everything else untouched. */
export function mapAfter(current: MetadataMap, { missing, surplus }: MergePlan): MetadataMap {
  const fields = fieldsOf(current);
  for (const [path, { rest }] of surplus) {
    if (rest === undefined) fields.delete(path);
    else fields.set(path, rest);
  }
  for (const [path, field] of missing) fields.set(path, field);
  const touched = new Set([
    ...[...missing.values()].map(({ value }) => value),
    ...[...surplus.values()].map(({ field }) => field.value),
  ]);
  const remade = metadataOf([...fields.values()].filter(({ value }) => touched.has(value)));
  const entries = [...touched].map((value): [string, ValueMetadata] => [
    value,
    { ...unknownFields(current, value), ...(Object.hasOwn(remade, value) ? remade[value] : {}) },
  ]);
  return Object.fromEntries([
    ...Object.entries(current).filter(([value]) => !touched.has(value)),
    ...entries.filter(([, entry]) => Object.keys(entry).length > 0),
  ]);
}

/** The values of a map that another map has too, each whole. */
export function valuesOf(metadata: MetadataMap, others: MetadataMap): MetadataMap {
  return Object.fromEntries(Object.entries(metadata).filter(([value]) => Object.hasOwn(others, value)));
}

/** The values that have metadata, and are to have none. */
export function removedValues(current: MetadataMap, after: MetadataMap): string[] {
  const values = new Set([...fieldsOf(current).values()].map(({ value }) => value));
  return [...values].filter((value) => !Object.hasOwn(after, value));
}

/** The paths of what the API document does not show: fields of other names, and fields and values of other shapes. */
export function unknownPaths(metadata: MetadataMap): string[] {
  const odd = [...fieldsOf(metadata)].filter(([, { isOdd }]) => isOdd).map(([path]) => path);
  const unknown = Object.keys(metadata).flatMap((value) =>
    Object.keys(unknownFields(metadata, value)).map((name) => `${pathOf(value)}.${name}`),
  );
  return [...odd, ...unknown];
}

/**
 * Whether someone else has changed a field of ours. What is on its way from `ours` to `wanted` is no such change: an
 * interrupted run may have left a list that holds elements of both.
 */
function isChanged(now: MetadataField | undefined, ours: MetadataField, wanted: MetadataField): boolean {
  if (![now, ours].every(isList)) return !sameField(now, ours);
  const [is, was, will] = [now, ours, wanted].map((field) => new Set(elementsOf(field))) as [
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  const foreign = [...is].some((element) => !was.has(element) && !will.has(element));
  const lost = [...was].some((element) => will.has(element) && !is.has(element));
  return foreign || lost;
}

/** What remains of a field once ours is taken out of it. A custom key that others have set since is theirs. */
function restOf(now: MetadataField, ours: MetadataField): MetadataField | undefined {
  if (!isList(now)) return sameField(now, ours) ? undefined : now;
  const own = new Set(elementsOf(ours));
  const content = elementsOf(now).filter((element) => !own.has(element));
  return content.length === 0 ? undefined : { ...now, content };
}

/** Fields that the document does not know: the client refuses to send them, which is better than to lose them. */
function unknownFields(current: MetadataMap, value: string): object {
  const entry: unknown = Object.hasOwn(current, value) ? current[value] : undefined;
  const known: (keyof ValueMetadata)[] = ["groups", "endpoints", "customMetadata"];
  return Object.fromEntries(
    Object.entries(isObject(entry) ? entry : {}).filter(([name]) => !known.includes(name as keyof ValueMetadata)),
  );
}
