/**
 * What a preview shows of a change: the arguments that differ in meaning, by the engine's property paths. A rule that was added before
 * others is one path, because rules are paired as in a review.
 */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../client/json";
import { canonicalContent, isMembership } from "../rules/canonical";
import { isTooDeep } from "../rules/nesting";
import { longestInOrder, type Pair, pairItems } from "../rules/pairRules";
import type { TagContent } from "../rules/types";
import type { AnyFields } from "../stack/state/fields";
import { apiPath, fromSchemaForm, inSchemaForm } from "../stack/state/schemaForm";
import { containsUnknown, isUnknown } from "../stack/state/unknown";

type Properties = Record<string, unknown>;
type Path = readonly (string | number)[];

/** The engine reads what is added or updated from the arguments of the program, and what is deleted from those in the state. */
export type Change = "add" | "delete" | "update";

/** Whether a resource differs. */
export interface DiffAnswer {
  /** Absent if the engine is to compare the arguments. */
  changes?: boolean;
  /** The changes by their paths. If there are none, the engine shows all arguments. */
  details: ReadonlyMap<string, Change>;
  /** The arguments that replace the resource. */
  replaces: readonly string[];
}

/** No change. */
export const noDetails: DiffAnswer["details"] = new Map();

interface Found {
  path: Path;
  change: Change;
}

/** A value as the engine has it, and one that is equal for all values of the same meaning. Both have the same indexes and names. */
interface Side {
  given: unknown;
  meaning: unknown;
}

/**
 * The changes between the arguments in the state and those of the program, both in the schema's form. No path is part of another.
 * Empty if both mean the same, or if the engine is to compare them itself: it reads the paths from what the state has, which may be in
 * the form of the other front.
 */
export function detailedDiff(fields: AnyFields, before: Properties, after: Properties): ReadonlyMap<string, Change> {
  if ([before, after].some((side) => isTooDeep(side)) || !isInSchemaForm(before)) return noDetails;
  const [old, now] = [withMeaning(before), withMeaning(after)];
  const inApi = [fromSchemaForm(before), fromSchemaForm(after)] as const;
  const names = [...Object.keys(old.meaning), ...Object.keys(now.meaning)].filter((name) => !name.startsWith("__"));
  const changes = [...new Set(names)].flatMap((name): [string, Change][] => {
    const { same, secret } = (fields[apiPath(name)] ?? {}) as ComparedField;
    const isKnown = name in before && name in after && !containsUnknown(after[name]);
    if (isKnown && same?.(inApi[1], inApi[0]) === true) return [];
    const [one, other] = [partOf(old, name), partOf(now, name)];
    const found = secret === true ? leaf(one, other, [name]) : compare(one, other, [name]);
    const texts = found.map(({ path, change }): [string | undefined, Change] => [pathText(path), change]);
    // The engine would read another path.
    return texts.every((entry): entry is [string, Change] => entry[0] !== undefined) ? texts : [[name, "update"]];
  });
  return new Map(changes);
}

function isInSchemaForm(given: Properties): boolean {
  return isDeepStrictEqual(inSchemaForm(fromSchemaForm(given), given), given);
}

/** A field, for values of any type. */
interface ComparedField {
  same?: (declared: Properties, actual: Properties) => boolean;
  secret?: true;
}

/** Arguments, and their meaning. Those that have no other spellings stand for themselves. */
function withMeaning(given: Properties): { given: Properties; meaning: Properties } {
  const { rules, defaultValue, metadata, ...rest } = fromSchemaForm(given);
  const content = { rules: Array.isArray(rules) ? rules : [], defaultValue } as unknown as TagContent;
  const canonical = inSchemaForm({ ...canonicalContent(content) }, given);
  const meaning = {
    ...inSchemaForm(rest, given),
    ...canonical,
    rules: Array.isArray(rules) ? canonical["rules"] : rules,
    metadata: isObject(metadata) ? mapValues(metadata, metadataMeaning) : metadata,
  };
  return { given, meaning: Object.fromEntries(Object.entries(meaning).filter(([, value]) => value !== undefined)) };
}

/** The metadata of a value: lists are sets, and what is empty is absent. */
function metadataMeaning(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const parts = Object.entries(entry).flatMap(([name, part]): [string, unknown][] => {
    if (Object.keys(Object(part) as object).length === 0 && typeof part === "object") return [];
    if (name !== "customMetadata") return [[name, Array.isArray(part) ? [...new Set(part)].sort() : part]];
    return [[name, isObject(part) ? mapValues(part, sorted) : part]];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** JSON with names in a fixed order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

function compare(before: Side, after: Side, path: Path): Found[] {
  if (isSame(before.meaning, after.meaning)) return [];
  if (before.meaning === undefined) return [{ path, change: "add" }];
  if (after.meaning === undefined) return [{ path, change: "delete" }];
  // Of an unknown list, nobody knows what it removes.
  const found = isLeaf(path) || isUnknown(after.given) ? [] : compareParts(before, after, path);
  // A difference is never without a path.
  return found.length > 0 ? found : [{ path, change: "update" }];
}

/** The engine shows the parts of a custom value. */
function isLeaf(path: Path): boolean {
  return path[0] === "metadata" && path[2] === "customMetadata" && path.length > 3;
}

function leaf(before: Side, after: Side, path: Path): Found[] {
  return compare(before, after, path).length === 0 ? [] : [{ path, change: "update" }];
}

function compareParts(before: Side, after: Side, path: Path): Found[] {
  if (Array.isArray(before.meaning) && Array.isArray(after.meaning)) {
    const pairs = longestInOrder(pairItems<unknown>(before.meaning, after.meaning, [(item) => item]));
    return compareItems(before, after, path, pairs);
  }
  if (!isObject(before.meaning) || !isObject(after.meaning)) return [];
  const names = new Set([...Object.keys(before.meaning), ...Object.keys(after.meaning)]);
  const areSets =
    path[0] === "metadata"
      ? path.length === 2
      : [before.meaning, after.meaning].every(({ operator }) => isMembership(operator));
  return [...names].flatMap((name) => {
    const [one, other, at] = [partOf(before, name), partOf(after, name), [...path, name]];
    const [old, now] = [one.given, other.given];
    if (!textLists.has(name) || !Array.isArray(old) || !Array.isArray(now)) return compare(one, other, at);
    if (isSame(one.meaning, other.meaning)) return [];
    // The meaning of a set has another order.
    const pairs = pairItems<unknown>(old, now, [(item) => item]);
    return compareItems(
      { given: old, meaning: old },
      { given: now, meaning: now },
      at,
      areSets ? pairs : longestInOrder(pairs),
    );
  });
}

/** Lists of texts, some of which are sets. */
const textLists: ReadonlySet<string> = new Set(["value", "groups", "endpoints"]);

/**
 * The changes of a list. The engine shows one change of an index, so what leaves an index and what comes there are compared.
 *
 * @param pairs items that stay in order
 */
function compareItems(before: Side, after: Side, path: Path, pairs: readonly Pair[]): Found[] {
  const [old, now] = [before.meaning, after.meaning] as [unknown[], unknown[]];
  const kept = pairs.filter(({ beforeIndex, afterIndex }) => isSame(old[beforeIndex], now[afterIndex]));
  const stays = new Set(kept.map(({ beforeIndex }) => beforeIndex));
  const remains = new Set(kept.map(({ afterIndex }) => afterIndex));
  return Array.from({ length: Math.max(old.length, now.length) }).flatMap((_, index): Found[] => {
    const at = [...path, index];
    const isGone = index < old.length && !stays.has(index);
    const isNew = index < now.length && !remains.has(index);
    if (!isGone && !isNew) return [];
    if (!isGone) return [{ path: at, change: "add" }];
    if (!isNew) return [{ path: at, change: "delete" }];
    const found = compare(partOf(before, index), partOf(after, index), at);
    return found.length > 0 ? found : [{ path: at, change: "update" }];
  });
}

function partOf({ given, meaning }: Side, name: string | number): Side {
  const own = (value: unknown): unknown =>
    Object.hasOwn(Object(value) as object, name) ? (value as Properties)[name] : undefined;
  return { given: own(given), meaning: own(meaning) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function mapValues(object: Properties, change: (value: unknown) => unknown): Properties {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

/** A path as the engine reads it: in quotes, only `\"` is an escape. Undefined if it can't read a name. */
function pathText(path: Path): string | undefined {
  const steps = path.map((step) => {
    if (typeof step === "number") return `[${step}]`;
    if (/^[A-Za-z_$][\w$]*$/.test(step)) return `.${step}`;
    return /\\(?:"|$)/.test(step) ? undefined : `["${step.replaceAll('"', '\\"')}"]`;
  });
  return steps.includes(undefined) ? undefined : steps.join("").replace(/^\./, "");
}
