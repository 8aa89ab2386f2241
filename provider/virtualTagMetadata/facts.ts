/** What the metadata in the service means for an operation: what is missing, what is surplus, and what belongs to others. Pure. */
import type { MetadataMap, ValueMetadata } from "../../client";
import { isObject } from "../../client/json";
import {
  elementsOf,
  fieldsBeside,
  fieldsOf,
  fieldsThatDiffer,
  isList,
  type MetadataField,
  type MetadataFields,
  metadataOf,
  pathOf,
  sameField,
  sameMetadata,
  spelledLike,
} from "../../client/resources/metadataFields";
import type { Wanted } from "./wanted";

/** The facts about a tag's metadata. Fields are identified by their paths. */
export type Facts = {
  /** Whether nothing is left to write. */
  isDone: boolean;
  /** Declared fields that already were as declared when this resource first declared them. */
  found: string[];
  /** Declared fields that this stack has not written: those found now, or by an earlier run. */
  unwritten: string[];
  /** Fields that this stack no longer declares and never wrote: they may belong to others. */
  unsure: string[];
  /** What the API documentation does not have: fields with other names, and fields and values in other shapes. */
  unknown: Map<string, { value: string }>;
} & (WholeFacts | MergeFacts);

/** Facts of a resource that owns the whole map. */
export interface WholeFacts {
  owns: "whole";
  declared: MetadataFields;
  /** The values with something that may belong to others. `isLost`: a write overwrites it. */
  entered: { values: string[]; isLost: boolean }[];
  /** What others changed in this resource's map and a write overwrites. */
  overwritten: string[];
}

/** Facts of a resource that merges. */
export interface MergeFacts {
  owns: "fields";
  /** Declared fields that the service does not have as declared. A merge adds them. */
  missing: MetadataFields;
  /** Fields that are no longer declared, and the rest of each: a list keeps what others added. */
  surplus: Map<string, { field: MetadataField; rest: MetadataField | undefined }>;
  /** Declared fields that others filled before this resource declared them. */
  taken: string[];
  /** Fields of this resource that others changed since: a write overwrites some, and leaves the rest to others. */
  overwritten: string[];
  leftToOthers: string[];
  /** The map after the operation. What this resource does not own is unchanged. */
  after: MetadataMap;
  /** Its values with missing fields. Whole values are merged, because the API documentation does not say how deep the service merges. */
  part: MetadataMap;
  /** Whether the service still has the result of the last merge, so nobody else has written since. */
  isAsMerged: boolean;
}

type MergePlan = Pick<MergeFacts, "missing" | "surplus" | "taken" | "overwritten" | "leftToOthers">;

/** The fields that the service has, that a refresh found last, that this resource declared last, and that it declares. */
type Fields = Record<"there" | "known" | "own" | "declared", MetadataFields>;

/** The part of {@link Wanted} that the facts depend on. */
export type Declarations = Pick<Wanted, "before" | "declared" | "isMerge" | "own" | "ownsWhole" | "unwritten">;

/**
 * @param shown what the service has
 * @param merged what the service had after the last write, if that was a merge
 */
export function factsOf(shown: MetadataMap, wanted: Declarations, merged?: MetadataMap): Facts {
  const { unwritten } = wanted;
  const current = inOwnSpelling(shown, wanted);
  const isAsMerged = merged !== undefined && sameMetadata(current, inOwnSpelling(merged, wanted));
  const fields = {
    there: fieldsOf(current),
    known: fieldsOf(wanted.before),
    own: fieldsOf(wanted.own),
    declared: fieldsOf(wanted.declared),
  };
  const { there, own, declared } = fields;
  const isFound = (path: string): boolean => !own.has(path) && sameField(there.get(path), declared.get(path));
  const found = [...declared.keys()].filter(isFound);
  const facts = {
    found,
    unwritten: [...unwritten.filter((path) => declared.has(path)), ...found],
    unsure: unwritten.filter((path) => there.has(path) && !declared.has(path)),
    unknown: unknownFields(current, there),
  };
  if (!wanted.isMerge) {
    const isDone = fieldsThatDiffer(there, declared).size === 0;
    return { isDone, ...facts, ...wholeFacts(facts, fields, wanted.ownsWhole) };
  }
  const plan = planMerge(fields, unwritten);
  const isDone = plan.missing.size === 0 && plan.surplus.size === 0;
  const after = mapAfter(current, there, plan);
  const missing = new Set(valuesOf(plan.missing.values()));
  const part = Object.fromEntries(Object.entries(after).filter(([value]) => missing.has(value)));
  return { owns: "fields", isDone, ...facts, ...plan, after, part, isAsMerged };
}

/** What the service shows, with the resource's spelling of the values. */
function inOwnSpelling(shown: MetadataMap, { before, declared, own }: Declarations): MetadataMap {
  return spelledLike([declared, before, own].flatMap(Object.keys), shown);
}

function wholeFacts(
  { unknown, unsure }: Pick<Facts, "unknown" | "unsure">,
  { there, known, own, declared }: Fields,
  ownsWhole: boolean,
): WholeFacts {
  const isOther = (path: string): boolean => !sameField(there.get(path), declared.get(path));
  // Compares with what this resource declared last, because a refresh is no consent to drift.
  const changed = [...fieldsThatDiffer(own, there).keys()].filter(isOther);
  const overwritten = new Set([...changed, ...unknown.keys()]);
  const foreign = ownsWhole ? [] : [...fieldsBeside(there, known), ...unknown];
  const lost = foreign.filter(([path]) => isOther(path) || unknown.has(path));
  const entered = [
    // They may belong to others, like fields that the first write finds.
    { values: valuesOf(unsure.map((path) => there.get(path))), isLost: true },
    { values: valuesOf((lost.length > 0 ? lost : foreign).map(([, field]) => field)), isLost: lost.length > 0 },
  ].filter(({ values }) => values.length > 0);
  return { owns: "whole", declared, entered, overwritten: ownsWhole ? [...overwritten] : [] };
}

/** The values that fields belong to. */
function valuesOf(fields: Iterable<{ value: string } | undefined>): string[] {
  return [...new Set([...fields].flatMap((field) => field?.value ?? []))];
}

function planMerge({ there, known, own, declared }: Fields, unwritten: readonly string[]): MergePlan {
  const plan: MergePlan = { missing: new Map(), surplus: new Map(), taken: [], overwritten: [], leftToOthers: [] };
  for (const [path, field] of declared) {
    const now = there.get(path);
    if (sameField(now, field)) continue;
    plan.missing.set(path, field);
    const ours = own.get(path);
    if (ours === undefined && now !== undefined) plan.taken.push(path);
    if (ours !== undefined && isChanged(now, ours, field)) plan.overwritten.push(path);
  }
  for (const [path, ours] of own) {
    const now = there.get(path);
    // If a refresh did not find the field and it is there now, somebody else entered it.
    if (declared.has(path) || now === undefined || !known.has(path) || unwritten.includes(path)) continue;
    const rest = restOf(now, ours);
    if (!sameField(rest, now)) plan.surplus.set(path, { field: now, rest });
    if (rest !== undefined) plan.leftToOthers.push(path);
  }
  return plan;
}

/**
 * Whether a write was carried out. A service may merge lists, and keep what was in them before.
 *
 * @param now what the service has afterwards
 */
export function isCarriedOut(
  { kind, missing }: { kind: "merge" | "replace"; missing: MetadataFields },
  now: MetadataMap,
  wanted: Declarations,
): boolean {
  if (kind === "replace") return factsOf(now, wanted).isDone;
  const there = fieldsOf(inOwnSpelling(now, wanted));
  return [...missing].every(([path, field]) => {
    const now = there.get(path);
    if (!isList(field)) return sameField(now, field);
    const elements = new Set(elementsOf(now));
    return elementsOf(field).every((element) => elements.has(element));
  });
}

/** The whole map with the missing fields, without the surplus ones, and otherwise unchanged. */
function mapAfter(current: MetadataMap, there: MetadataFields, { missing, surplus }: MergePlan): MetadataMap {
  const fields = new Map(there);
  for (const [path, { rest }] of surplus) {
    if (rest === undefined) fields.delete(path);
    else fields.set(path, rest);
  }
  for (const [path, field] of missing) fields.set(path, field);
  const touched = new Set(valuesOf([...missing.values(), ...[...surplus.values()].map(({ field }) => field)]));
  const remade = metadataOf([...fields.values()].filter(({ value }) => touched.has(value)));
  const entries = [...touched].map((value): [string, ValueMetadata] => [
    value,
    { ...unknownIn(current, value), ...(Object.hasOwn(remade, value) ? remade[value] : {}) },
  ]);
  return Object.fromEntries([
    ...Object.entries(current).filter(([value]) => !touched.has(value)),
    ...entries.filter(([, entry]) => Object.keys(entry).length > 0),
  ]);
}

function unknownFields(metadata: MetadataMap, fields: MetadataFields): Facts["unknown"] {
  const odd = [...fields].filter(([, { isOdd }]) => isOdd);
  const named = Object.keys(metadata).flatMap((value) =>
    Object.keys(unknownIn(metadata, value)).map((name) => [`${pathOf(value)}.${name}`, { value }] as const),
  );
  return new Map([...odd, ...named]);
}

/** Fields that the API documentation does not have. The client refuses to send them, which is better than losing them. */
function unknownIn(current: MetadataMap, value: string): object {
  const entry: unknown = Object.hasOwn(current, value) ? current[value] : undefined;
  const known: (keyof ValueMetadata)[] = ["groups", "endpoints", "customMetadata"];
  return Object.fromEntries(
    Object.entries(isObject(entry) ? entry : {}).filter(([name]) => !known.includes(name as keyof ValueMetadata)),
  );
}

/**
 * Whether somebody else changed a field of ours. A mixture of `ours` and `wanted` is no such change: an interrupted run may have
 * left a list with elements of both.
 */
function isChanged(now: MetadataField | undefined, ours: MetadataField, wanted: MetadataField): boolean {
  if (![now, ours].every(isList)) return !sameField(now, ours);
  const [is, was, will] = [new Set(elementsOf(now)), new Set(elementsOf(ours)), new Set(elementsOf(wanted))];
  const foreign = [...is].some((element) => !was.has(element) && !will.has(element));
  const lost = [...was].some((element) => will.has(element) && !is.has(element));
  return foreign || lost;
}

/** What remains of a field without our part. A custom key that others set since belongs to them. */
function restOf(now: MetadataField, ours: MetadataField): MetadataField | undefined {
  if (!isList(now)) return sameField(now, ours) ? undefined : now;
  const own = new Set(elementsOf(ours));
  const content = elementsOf(now).filter((element) => !own.has(element));
  return content.length === 0 ? undefined : { ...now, content };
}
