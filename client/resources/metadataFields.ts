/**
 * Splits metadata into fields, because each field has its own owner: the groups of a value, its endpoints, and each key of its
 * custom metadata. Absent and empty are equal, and lists are sets of IDs. A part in a shape that the API documentation doesn't have is
 * one field, whatever is in it.
 */
import { createHash } from "node:crypto";
import { nameKey } from "../../rules/names";
import { isObject } from "../json";
import type { MetadataMap, ValueMetadata } from "../wire";

/** One field of one value's metadata. */
export interface MetadataField {
  /** The tag value. */
  value: string;
  /** Undefined if the value's metadata is no object. */
  name?: keyof ValueMetadata;
  /** The key in custom metadata; undefined for a list. */
  key?: string;
  /** A list in its written order, each ID once, or the value of the custom key. */
  content: unknown;
  /** Whether it has a shape that the API documentation doesn't have. */
  isOdd?: true;
}

/** Fields by their path, such as `metadata["Web"].groups` or `metadata["Web"].customMetadata["owner"]`. */
export type MetadataFields = Map<string, MetadataField>;

/** Splits metadata into fields. */
export function fieldsOf(metadata: MetadataMap): MetadataFields {
  const fields: MetadataFields = new Map();
  for (const [value, entry] of Object.entries<unknown>(metadata)) {
    const path = pathOf(value);
    if (!isObject(entry)) {
      fields.set(path, { value, content: entry, isOdd: true });
      continue;
    }
    for (const name of ["groups", "endpoints"] as const) {
      const list = entry[name] ?? [];
      if (!isListOfIds(list)) fields.set(`${path}.${name}`, { value, name, content: list, isOdd: true });
      else if (list.length > 0) fields.set(`${path}.${name}`, { value, name, content: [...new Set(list)] });
    }
    const name = "customMetadata";
    const custom = entry[name] ?? {};
    if (!isObject(custom)) fields.set(`${path}.${name}`, { value, name, content: custom, isOdd: true });
    else
      for (const [key, content] of Object.entries(custom)) {
        fields.set(`${path}.${name}[${JSON.stringify(key)}]`, { value, name, key, content });
      }
  }
  return fields;
}

/**
 * Spells the values of a map as in `spellings` where that is the same name (see `isSameName`). If one of the two has a value in
 * several Unicode forms, these are different values.
 */
export function spelledLike(spellings: Iterable<string>, metadata: MetadataMap): MetadataMap {
  const [theirs, own] = [formsOf(spellings), formsOf(Object.keys(metadata))];
  return Object.fromEntries(
    Object.entries(metadata).map(([value, entry]): [string, ValueMetadata] => {
      const forms = [...(theirs.get(nameKey(value)) ?? [])];
      const isOnly = forms.length === 1 && own.get(nameKey(value))?.size === 1;
      return [isOnly ? (forms[0] ?? value) : value, entry];
    }),
  );
}

/** The forms in which each name is written. */
function formsOf(names: Iterable<string>): Map<string, Set<string>> {
  const forms = new Map<string, Set<string>>();
  for (const name of names) forms.set(nameKey(name), (forms.get(nameKey(name)) ?? new Set()).add(name));
  return forms;
}

/** The path of a value, such as `metadata["Web"]`. */
export function pathOf(value: string): string {
  return `metadata[${JSON.stringify(value)}]`;
}

/**
 * Replaces a path where nothing is encrypted, because values and keys may be secrets. Only someone who has the metadata can tell
 * which field it is.
 *
 * @param id the tag's ID, so that the same path of other metadata has another digest
 */
export function pathDigest(id: string, path: string): string {
  return createHash("sha256").update(`${id.toLowerCase()}\n${path}`).digest("hex").slice(0, 24);
}

function isListOfIds(list: unknown): list is string[] {
  return Array.isArray(list) && list.every((id) => typeof id === "string");
}

/** Joins fields to a map. `fromEntries` keeps a name such as `__proto__`, which an assignment would lose. */
export function metadataOf(fields: Iterable<MetadataField>): MetadataMap {
  const values = new Map<string, { lists: ValueMetadata; custom: Map<string, unknown> }>();
  const odd = new Map<string, ValueMetadata>();
  for (const { value, name, key, content } of fields) {
    if (name === undefined) {
      odd.set(value, content as ValueMetadata);
      continue;
    }
    const { lists, custom } = values.get(value) ?? { lists: {}, custom: new Map<string, unknown>() };
    values.set(value, { lists: key === undefined ? { ...lists, [name]: content } : lists, custom });
    if (key !== undefined) custom.set(key, content);
  }
  return Object.fromEntries([
    ...odd,
    ...[...values].map(([value, { lists, custom }]): [string, ValueMetadata] => [
      value,
      { ...lists, ...(custom.size === 0 ? {} : { customMetadata: Object.fromEntries(custom) }) },
    ]),
  ]);
}

/** Whether a field is a list of IDs; a missing one is an empty list. */
export function isList(field: MetadataField | undefined): boolean {
  return field === undefined || (field.key === undefined && field.isOdd !== true);
}

/** The elements of a list; none for a missing field. */
export function elementsOf(field: MetadataField | undefined): string[] {
  return field !== undefined && isList(field) ? (field.content as string[]) : [];
}

/** Whether two fields are equal; both may be missing. */
export function sameField(one: MetadataField | undefined, other: MetadataField | undefined): boolean {
  return textOf(one) === textOf(other);
}

/** The same text for all spellings of a field's content. */
function textOf(field: MetadataField | undefined): string {
  if (isList(field)) return JSON.stringify(elementsOf(field).toSorted());
  return JSON.stringify({ content: field?.content }, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Whether two maps are equal. */
export function sameMetadata(one: MetadataMap, other: MetadataMap): boolean {
  const [fields, others] = [fieldsOf(one), fieldsOf(other)];
  return fields.size === others.size && [...fields].every(([path, field]) => sameField(field, others.get(path)));
}

/** A map, spelled as in `known` wherever both are equal. */
export function inFormOf(known: MetadataMap, metadata: MetadataMap): MetadataMap {
  const knownFields = fieldsOf(known);
  const fields = [...fieldsOf(metadata)].map(([path, field]) => {
    const same = knownFields.get(path);
    return same !== undefined && sameField(same, field) ? same : field;
  });
  const said = metadataOf(fields);
  // Values keep the order of `known`, so that only changes show.
  const values = new Set([...Object.keys(known), ...Object.keys(said)]);
  const parts = [...values].map((value) => {
    const [before, now] = [valueIn(known, value), valueIn(said, value)];
    return sameMetadata(before, now) ? before : now;
  });
  return Object.fromEntries(parts.flatMap(Object.entries<ValueMetadata>));
}

function valueIn(metadata: MetadataMap, value: string): MetadataMap {
  // A computed name makes even `__proto__` a property of its own.
  return Object.hasOwn(metadata, value) ? { [value]: metadata[value] ?? {} } : {};
}

/** The fields of the first map that are missing or different in the second. */
export function fieldsBeside(fields: MetadataFields, others: MetadataFields): MetadataFields {
  return new Map([...fields].filter(([path, field]) => !sameField(field, others.get(path))));
}

/** The fields that differ between two maps, with the content of the first that has them. */
export function fieldsThatDiffer(one: MetadataFields, other: MetadataFields): MetadataFields {
  return new Map([...fieldsBeside(other, one), ...fieldsBeside(one, other)]);
}

/** The part of the service's map that a resource owns by what it declares. */
export function shareOf(current: MetadataMap, declared: MetadataMap): MetadataMap {
  const there = fieldsOf(current);
  return metadataOf([...fieldsOf(declared).keys()].flatMap((path) => there.get(path) ?? []));
}
