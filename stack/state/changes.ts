/**
 * What differs in meaning between the arguments in a state and those of the program, at its place. A rule that was added before others
 * is one change, because equal rules are paired. Arguments and paths are in the schema's form.
 */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../client/json";
import { fieldsOf, inFormOf, metadataOf } from "../../client/resources/metadataFields";
import type { MetadataMap } from "../../client/wire";
import { canonicalContent } from "../../rules/canonical";
import { isMembership } from "../../rules/operators";
import { isTooDeep } from "../../rules/nesting";
import { type Pair, pairInOrder, pairItems } from "../../rules/pairRules";
import { inProgramForm } from "../../rules/programForm";
import type { TagContent } from "../../rules/types";
import { type AnyFields, type ArgumentField, differingFields } from "./fields";
import { apiPath, fromSchemaForm, inSchemaForm } from "./schemaForm";
import { isUnknown } from "./unknown";

type Properties = Record<string, unknown>;
type Path = readonly (string | number)[];

/** A change of an argument, or of a part of one. What is added or updated is in the program, and what is deleted in the state. */
export interface Change {
  path: Path;
  kind: "add" | "delete" | "update";
}

/** A value as it is given, and one that is equal for all values of the same meaning. */
interface Side {
  given: unknown;
  meaning: unknown;
}

/**
 * The changes between two arguments. No path is part of another. Empty if both mean the same, or if nothing can be said of them: because
 * they are nested too deep, or because what the state has is in the API's form.
 */
export function changesOf(fields: AnyFields, before: Properties, after: Properties): Change[] {
  const [old, now] = [fromSchemaForm(before), fromSchemaForm(after)];
  if (isTooDeep(before) || isTooDeep(after) || !isDeepStrictEqual(inSchemaForm(old, before), before)) return [];
  const differing = differingFields<Properties>(fields as never, now, old);
  const declared = meaningOf(now);
  const sides: readonly Side[] = [
    { given: before, meaning: inSchemaForm(meaningOf(old, declared), before) },
    { given: after, meaning: inSchemaForm(declared, after) },
  ];
  const names = new Set(sides.flatMap(({ meaning }) => Object.keys(meaning as object)));
  return [...names].flatMap((name) => {
    const { same, secret, default: absent } = (fields[apiPath(name)] ?? {}) as Partial<ArgumentField<object>>;
    if (name.startsWith("__") || (same !== undefined && !differing.includes(apiPath(name)))) return [];
    const [one, other] = sides.map((side) => partOf(side, name)) as [Side, Side];
    if (isDeepStrictEqual(one.meaning ?? absent, other.meaning ?? absent)) return [];
    const changes = compare(one, other, [name]);
    return secret === true && changes.length > 0 ? [{ path: [name], kind: "update" }] : changes;
  });
}

/** Arguments in canonical form. What means the same as the declared arguments is written as these. */
function meaningOf({ rules, defaultValue, metadata, ...rest }: Properties, declared: Properties = {}): Properties {
  const content = canonicalContent(inProgramForm(contentOf(declared), contentOf({ rules, defaultValue })));
  return {
    ...rest,
    ...content,
    rules: Array.isArray(rules) ? content.rules : rules,
    metadata: isObject(metadata) ? metadataMeaning(metadata as MetadataMap, declared["metadata"]) : metadata,
  };
}

function contentOf({ rules, defaultValue }: Properties): TagContent {
  return { rules: Array.isArray(rules) ? rules : [], defaultValue } as TagContent;
}

function metadataMeaning(metadata: MetadataMap, declared: unknown): MetadataMap {
  return inFormOf(isObject(declared) ? (declared as MetadataMap) : {}, metadataOf(fieldsOf(metadata).values()));
}

function compare(before: Side, after: Side, path: Path, isSet = false): Change[] {
  if (isDeepStrictEqual(before.meaning, after.meaning)) return [];
  if (before.meaning === undefined) return [{ path, kind: "add" }];
  if (after.meaning === undefined) return [{ path, kind: "delete" }];
  // Of an unknown list, nobody knows what it removes.
  const changes = isLeaf(path) || isUnknown(after.given) ? [] : compareParts(before, after, path, isSet);
  // A difference is never without a path.
  return changes.length > 0 ? changes : [{ path, kind: "update" }];
}

/** A custom value is one value, of any shape. */
function isLeaf(path: Path): boolean {
  return path[0] === "metadata" && path[2] === "customMetadata" && path.length > 3;
}

function compareParts(before: Side, after: Side, path: Path, isSet: boolean): Change[] {
  const [old, now] = [before.meaning, after.meaning];
  if (Array.isArray(old) && Array.isArray(now)) {
    const [one, other] = [inGivenOrder(before, old), inGivenOrder(after, now)];
    return compareItems(one, other, path, (isSet ? pairItems : pairInOrder)(one.meaning, other.meaning));
  }
  if (!isObject(old) || !isObject(now)) return [];
  const areSets = path[0] === "metadata" || [old, now].every(({ operator }) => isMembership(operator));
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].flatMap((name) => compare(partOf(before, name), partOf(after, name), [...path, name], areSets));
}

/** A list with the indexes that are given. The canonical form of a set has another order. */
function inGivenOrder({ given }: Side, meaning: readonly unknown[]): Record<keyof Side, readonly unknown[]> {
  const list = Array.isArray(given) ? (given as unknown[]) : meaning;
  return { given: list, meaning: list.some(isObject) ? meaning : list };
}

/**
 * The changes of a list. The engine shows one change of an index, so what leaves an index and what comes there are compared.
 *
 * @param pairs equal items that stay
 */
function compareItems(
  before: Record<keyof Side, readonly unknown[]>,
  after: Record<keyof Side, readonly unknown[]>,
  path: Path,
  pairs: readonly Pair[],
): Change[] {
  const stays = new Set(pairs.map(({ beforeIndex }) => beforeIndex));
  const remains = new Set(pairs.map(({ afterIndex }) => afterIndex));
  const { length } = after.meaning.length > before.meaning.length ? after.meaning : before.meaning;
  return Array.from({ length }).flatMap((_, index): Change[] => {
    const at = [...path, index];
    const isGone = index < before.meaning.length && !stays.has(index);
    const isNew = index < after.meaning.length && !remains.has(index);
    if (isGone && isNew) return compare(partOf(before, index), partOf(after, index), at);
    return isGone || isNew ? [{ path: at, kind: isNew ? "add" : "delete" }] : [];
  });
}

function partOf({ given, meaning }: Side, name: string | number): Side {
  const own = (value: unknown): unknown =>
    Object.hasOwn(Object(value) as object, name) ? (value as Properties)[name] : undefined;
  return { given: own(given), meaning: own(meaning) };
}
