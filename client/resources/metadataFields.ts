/**
 * Metadata taken apart into its fields, the unit in which it is owned: the list of groups of a value, its list of
 * endpoints, and each key of its custom metadata. Absent and empty are the same, and lists are sets of IDs. What the service shows in
 * another shape than the API document's is one field, whatever is in it.
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
  /** A list without doubles, in its written order, or whatever the custom key holds. */
  content: unknown;
  /** Whether it has another shape than the API document's. */
  isOdd?: true;
}

/** Fields by their path, such as `metadata["Web"].groups` or `metadata["Web"].customMetadata["owner"]`. */
export type MetadataFields = Map<string, MetadataField>;

/** Takes metadata apart. */
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
 * A map with its values written as others write them, where that is the same name (see `isSameName`). Where one of the two has a
 * value in several forms, these are different values.
 */
export function spelledLike(words: Iterable<string>, metadata: MetadataMap): MetadataMap {
  const [theirs, own] = [formsOf(words), formsOf(Object.keys(metadata))];
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
 * Stands for a path in what is not encrypted: values and keys may be secrets, and whoever reads the metadata itself can still tell
 * which field is meant.
 *
 * @param id the tag's ID, so that the same path of other metadata has another digest
 */
export function pathDigest(id: string, path: string): string {
  return createHash("sha256").update(`${id.toLowerCase()}\n${path}`).digest("hex").slice(0, 24);
}

function isListOfIds(list: unknown): list is string[] {
  return Array.isArray(list) && list.every((id) => typeof id === "string");
}

/** Puts fields together. `fromEntries` keeps a name such as `__proto__`; an assignment would lose it. */
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

/** The elements of a list; none for a field that is not there. */
export function elementsOf(field: MetadataField | undefined): string[] {
  return field !== undefined && isList(field) ? (field.content as string[]) : [];
}

/** Whether two fields say the same; both may be missing. */
export function sameField(one: MetadataField | undefined, other: MetadataField | undefined): boolean {
  return textOf(one) === textOf(other);
}

/** The one text that all spellings of a field's content have. */
function textOf(field: MetadataField | undefined): string {
  if (isList(field)) return JSON.stringify(elementsOf(field).toSorted());
  return JSON.stringify({ content: field?.content }, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Whether two maps say the same. */
export function sameMetadata(one: MetadataMap, other: MetadataMap): boolean {
  const [fields, others] = [fieldsOf(one), fieldsOf(other)];
  return fields.size === others.size && [...fields].every(([path, field]) => sameField(field, others.get(path)));
}

/** What a map says, in the words of another wherever that says the same. */
export function inWordsOf(words: MetadataMap, metadata: MetadataMap): MetadataMap {
  const known = fieldsOf(words);
  const fields = [...fieldsOf(metadata)].map(([path, field]) => {
    const same = known.get(path);
    return same !== undefined && sameField(same, field) ? same : field;
  });
  const said = metadataOf(fields);
  // Values keep the order of the words, so that only what has changed shows.
  const values = new Set([...Object.keys(words), ...Object.keys(said)]);
  const parts = [...values].map((value) => {
    const [before, now] = [valueIn(words, value), valueIn(said, value)];
    return sameMetadata(before, now) ? before : now;
  });
  return Object.fromEntries(parts.flatMap(Object.entries<ValueMetadata>));
}

function valueIn(metadata: MetadataMap, value: string): MetadataMap {
  // A computed name makes even `__proto__` a property of its own.
  return Object.hasOwn(metadata, value) ? { [value]: metadata[value] ?? {} } : {};
}

/** The fields of the first that the second does not have, or has otherwise. */
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
