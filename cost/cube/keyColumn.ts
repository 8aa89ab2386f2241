/** The values of a key in a cube, from the values of its source. */
import type { Column } from "../../rules/evaluation/column";
import { type RecordValue, UNKNOWN } from "../../rules/evaluation/record";
import { type CostMapping, isOfCostCenter, isSpelling, type KeySource } from "../mapping/mapping";
import type { CubeColumn, TagNames } from "./cube";
import type { PlannedKey } from "./plan";

/** Returns the value, or null if it is missing. Exports also write a missing value as empty text or as the text `NULL`. */
export function orMissing(value: string | null): string | null {
  return value === "" || value === "NULL" ? null : value;
}

/** How a query's marks begin. */
export const markStart = "cost-allocation:";

/** What a query writes instead of that at the beginning of values, so that none of them looks like a mark. */
export const markedStart = "cost-allocation::";

/** What a query writes instead of the value of a tag, if the tags of a record can't be read. */
export const unreadableMark = "cost-allocation:unreadable tags";

/** Stands for a value that the data can't tell. No export has control characters in its values. */
export const unknownText = "\u001f?";

/** How the mark of a tag's name begins. */
export const nameMarkStart = `${markStart}tag `;

/**
 * What a query writes before the value of a tag that has one of the source's other names. It has no control characters, since tools
 * that export a result could leave them out, and the name, since people read results too.
 */
export function nameMark(tag: string): string {
  return `${nameMarkStart}${JSON.stringify(tag)}:`;
}

const nameMarked = /^cost-allocation:tag ("(?:[^"\\]|\\.)*"):(.*)$/su;

/** The name and the value of a tag that has a mark. */
function taggedValue(text: string | null): { tag: string; value: string | null } | undefined {
  const [, name, value = ""] = nameMarked.exec(text ?? "") ?? [];
  return name === undefined ? undefined : { tag: JSON.parse(name) as string, value: orMissing(value) };
}

/**
 * What a column of a cube has for a value of its source: the value, with its mark, or null if it is missing. Or the name of another tag that
 * the record has instead, because the cloud tells upper and lower case apart.
 */
export function storedValue(text: string | null, source: KeySource): { value: string | null } | { near: string } {
  if (text === unreadableMark && "tags" in source) return { value: unknownText };
  const value = orMissing(text);
  const marked = "columns" in source ? undefined : taggedValue(text);
  if (marked === undefined || "columns" in source) return { value };
  if (marked.value === null) return { value: null };
  return source.hasNoCase !== true && isSpelling(source, marked.tag) ? { near: marked.tag } : { value };
}

/** The values of a key, and the names of its tag. */
export interface KeyColumn {
  column: Column;
  /** Undefined unless the key is a tag that exports name in several ways. */
  names?: TagNames;
}

/**
 * The values of a key. Records of other cost centers have none.
 *
 * @param records how many records each row stands for
 */
export function keyColumn(
  { costCenter, source }: PlannedKey,
  { dictionary, codes }: CubeColumn,
  provider: CubeColumn,
  mapping: CostMapping,
  records: readonly number[],
): KeyColumn {
  const isOwn = provider.dictionary.map((name) => isOfCostCenter(mapping, costCenter, name));
  const own = codes.map((code, row) => (isOwn[provider.codes[row] ?? 0] === true ? code : 0));
  const used = [...new Set([0, ...own])].sort((one, other) => one - other);
  const found = new Map(used.map((code) => [code, foundValue(dictionary[code] ?? null, source)]));
  const names = namesOf(source, own, found, records);
  const values = used.map((code) => valueOf(found.get(code) ?? missing, source, names, mapping));
  const distinct = [...new Set(values)];
  const newCodes = new Map(used.map((code, index) => [code, distinct.indexOf(values[index] ?? null)]));
  return {
    column: { dictionary: distinct, codes: own.map((code) => newCodes.get(code) ?? 0) },
    ...(names === undefined ? {} : { names }),
  };
}

/** A value, and the name of the tag that has it. */
interface FoundValue {
  value: RecordValue;
  tag?: string | undefined;
}

const missing: FoundValue = { value: null };

function foundValue(text: string | null, source: KeySource): FoundValue {
  if (text === unknownText) return { value: UNKNOWN };
  if ("columns" in source) return { value: text };
  const { tags, prefixed = [], doubtful = [], hasNoCase } = source;
  const { tag, value } = taggedValue(text) ?? {
    tag: tags[0] ?? "",
    value: text?.startsWith(markedStart) === true ? markStart + text.slice(markedStart.length) : text,
  };
  if (hasNoCase === true && isSpelling(source, tag)) return { value, tag: tags[0] };
  // A cloud without other names has another tag with this name.
  return [...tags, ...prefixed, ...doubtful].includes(tag) ? { value, tag } : missing;
}

/** Which name of a tag counts: the first one with a value, in the order of the source. */
function namesOf(
  source: KeySource,
  codes: Uint32Array,
  found: ReadonlyMap<number, FoundValue>,
  records: readonly number[],
): TagNames | undefined {
  if ("columns" in source) return undefined;
  const { tags, prefixed = [], doubtful = [] } = source;
  if (prefixed.length + doubtful.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const [row, code] of codes.entries()) {
    const { value, tag } = found.get(code) ?? missing;
    if (typeof value === "string" && tag !== undefined) counts.set(tag, (counts.get(tag) ?? 0) + (records[row] ?? 0));
  }
  const all = [...tags, ...prefixed, ...doubtful].filter((tag) => counts.has(tag));
  const used = all.find((tag) => !doubtful.includes(tag)) ?? tags[0] ?? "";
  return { used, others: all.filter((tag) => tag !== used).map((tag) => ({ tag, records: counts.get(tag) ?? 0 })) };
}

function valueOf(
  { value, tag }: FoundValue,
  source: KeySource,
  names: TagNames | undefined,
  { azureSubscriptions }: CostMapping,
): RecordValue {
  if (typeof value !== "string") return value;
  // Under another name, it could be the value of another tag.
  if ("tags" in source) return names === undefined || tag === names.used ? value : UNKNOWN;
  const columns = source.columns.map((column) => column.toLowerCase());
  if (columns.includes("subaccountid") && azureSubscriptions === "guid") return withoutPath(value);
  return columns.every((column) => sectionColumns.has(column)) && noSections.has(value) ? null : value;
}

/** Azure's columns in which some values mean that there is none. In other columns, they are values. */
const sectionColumns = new Set(["x_invoicesectionid", "x_invoicesectionname", "x_accountid"]);

const noSections = new Set(["-2", "Unassigned"]);

/** The GUID of an Azure subscription, of which FOCUS data has the path. */
function withoutPath(account: string): string {
  return /^\/subscriptions\/([^/]+)\/?$/iu.exec(account)?.[1] ?? account;
}
