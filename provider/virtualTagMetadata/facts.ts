/** What the service's metadata means for what is wanted: what is missing, what is too much, and what is others'. Pure. */
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

/** What the service has of a tag's metadata. Fields are named by their paths. */
export type Facts = {
  /** Whether nothing is left to write. */
  isDone: boolean;
  /** Declared fields that others had entered as declared, before this resource declared them. */
  found: string[];
  /** Declared fields that this stack has not written: found now, or by an earlier run. */
  unwritten: string[];
  /** Fields that this stack never wrote and no longer declares: they may be others'. */
  unsure: string[];
  /** What the API document does not show: fields of other names, and fields and values of other shapes. */
  unknown: Map<string, { value: string }>;
} & (WholeFacts | MergeFacts);

/** Facts of a resource that owns the whole map. */
export interface WholeFacts {
  owns: "whole";
  declared: MetadataFields;
  /** The values with something that may be others'. `isLost`: a write overwrites it. */
  entered: { values: string[]; isLost: boolean }[];
  /** What others changed in this resource's map, and a write overwrites. */
  overwritten: string[];
}

/** Facts of a resource that merges. */
export interface MergeFacts extends MergePlan {
  owns: "fields";
  /** The map as it is to be. Everything that this resource does not own stays as it is. */
  after: MetadataMap;
  /** The values of it that have missing fields. They are merged whole: the API document does not say how deep the service merges. */
  part: MetadataMap;
  /** Whether the service has what it had after the last merge: then nobody else has written since. */
  isAsMerged: boolean;
}

/** What stands between what the service has and what a merging resource declares. */
interface MergePlan {
  /** Declared fields that the service does not have as declared: what a merge is sent with. */
  missing: MetadataFields;
  /** Fields that are not declared any more, and what remains of each: a list keeps what others have added to it. */
  surplus: Map<string, { field: MetadataField; rest: MetadataField | undefined }>;
  /** Declared fields that others filled before this resource declared them. */
  taken: string[];
  /** Fields of this resource that others have changed since: those that a write overwrites, and those that are left to others. */
  overwritten: string[];
  leftToOthers: string[];
}

/** Fields: what is there, what a refresh found last, what this resource declared last, and what it declares. */
type Fields = Record<"there" | "known" | "own" | "declared", MetadataFields>;

/** What of {@link Wanted} the facts depend on. */
export type Declarations = Pick<Wanted, "before" | "declared" | "isMerge" | "own" | "ownsWhole" | "unwritten">;

/**
 * @param shown what the service has
 * @param merged what it had after the last write, if that was a merge
 */
export function factsOf(shown: MetadataMap, wanted: Declarations, merged?: MetadataMap): Facts {
  const { unwritten } = wanted;
  const current = inOwnSpelling(shown, wanted);
  const isAsMerged = merged !== undefined && sameMetadata(current, inOwnSpelling(merged, wanted));
  const [there, known, own, declared] = [current, wanted.before, wanted.own, wanted.declared].map(fieldsOf) as Four;
  const fields = { there, known, own, declared };
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

type Four = [MetadataFields, MetadataFields, MetadataFields, MetadataFields];

/** What the service shows, with its values written as the resource writes them. */
function inOwnSpelling(shown: MetadataMap, { before, declared, own }: Declarations): MetadataMap {
  return spelledLike([declared, before, own].flatMap(Object.keys), shown);
}

function wholeFacts(
  { unknown, unsure }: Pick<Facts, "unknown" | "unsure">,
  { there, known, own, declared }: Fields,
  ownsWhole: boolean,
): WholeFacts {
  const isOther = (path: string): boolean => !sameField(there.get(path), declared.get(path));
  // A refresh is no consent: what counts is what this resource declared last.
  const changed = [...fieldsThatDiffer(own, there).keys()].filter(isOther);
  const overwritten = [...changed, ...[...unknown.keys()].filter((path) => !declared.has(path))];
  const foreign = ownsWhole ? [] : [...fieldsBeside(there, known), ...unknown];
  const lost = foreign.filter(([path]) => isOther(path) || unknown.has(path));
  const entered = [
    // They may belong to others, as when the first write finds them.
    { values: valuesOf(unsure.map((path) => there.get(path))), isLost: true },
    { values: valuesOf((lost.length > 0 ? lost : foreign).map(([, field]) => field)), isLost: lost.length > 0 },
  ].filter(({ values }) => values.length > 0);
  return { owns: "whole", declared, entered, overwritten: ownsWhole ? [...new Set(overwritten)] : [] };
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
    // What a refresh did not find, and is there now, was entered by someone else.
    if (declared.has(path) || now === undefined || !known.has(path) || unwritten.includes(path)) continue;
    const rest = restOf(now, ours);
    if (!sameField(rest, now)) plan.surplus.set(path, { field: now, rest });
    if (rest !== undefined) plan.leftToOthers.push(path);
  }
  return plan;
}

/**
 * Whether a write was carried out. A service that unites lists keeps what was in them before.
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

/** The whole map as it is to be: with what is missing, without what is surplus, and everything else untouched. */
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

/** Fields that the document does not know: the client refuses to send them, which is better than to lose them. */
function unknownIn(current: MetadataMap, value: string): object {
  const entry: unknown = Object.hasOwn(current, value) ? current[value] : undefined;
  const known: (keyof ValueMetadata)[] = ["groups", "endpoints", "customMetadata"];
  return Object.fromEntries(
    Object.entries(isObject(entry) ? entry : {}).filter(([name]) => !known.includes(name as keyof ValueMetadata)),
  );
}

/**
 * Whether someone else has changed a field of ours. What is on its way from `ours` to `wanted` is no such change: an
 * interrupted run may have left a list that holds elements of both.
 */
function isChanged(now: MetadataField | undefined, ours: MetadataField, wanted: MetadataField): boolean {
  if (![now, ours].every(isList)) return !sameField(now, ours);
  const [is, was, will] = [new Set(elementsOf(now)), new Set(elementsOf(ours)), new Set(elementsOf(wanted))];
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
