/** What a cube of some rules has to hold, and where the cost data has it. */
import { createHash } from "node:crypto";
import { recordKey } from "../../rules/evaluation/record";
import { isVirtualTag, keysOf } from "../../rules/evaluation/references";
import type { KeyReference, TagContent } from "../../rules/types";
import {
  type CostMapping,
  focusMapping,
  type Key,
  keyNamed,
  type KeySource,
  type Providers,
  sourceOf,
} from "../mapping/mapping";
import { boundsOf } from "./moments";

/** Some records that have the same values. */
export interface Group {
  provider: string | null;
  currency: string;
  /** The month of the records, such as `2026-10`. */
  month: string;
  /** The month of their bill. */
  billingMonth: string;
  /** How many of the plan's bounds are not after the records. */
  part: number;
  /** The values of the plan's sources, in their order. */
  values: readonly (string | null)[];
  cost: bigint;
  gross: bigint;
  records: number;
}

/** A column of the query's result with the values of one source. */
export interface SourceColumn {
  /** Its name, which depends on the source and the providers. So the result of another query is noticed. */
  name: string;
  source: KeySource;
  /** The providers whose records need the values. */
  providers: Providers;
}

/** A key that a cube holds. */
export interface PlannedKey extends Key {
  /** The name of the {@link SourceColumn} with its values. */
  column: string;
  /** Where the mapping says that its values are. */
  source: KeySource;
}

/** A key whose columns the data doesn't have. */
export interface AbsentKey {
  /** The name of the key: `AWS:tag:team`. */
  name: string;
  /** The columns that could have held its values. */
  columns: readonly string[];
}

/** What a cube has to hold. */
export interface CubePlan {
  mapping: CostMapping;
  /** The only month that it holds, such as `2026-10`. Default: all. */
  month?: string;
  /** The moments, besides the starts of months, at which it cuts time. Unix milliseconds, in order. */
  bounds: readonly number[];
  sources: readonly SourceColumn[];
  /** In the order of their names. */
  keys: readonly PlannedKey[];
  /** The names of the keys that the cost data can't tell, in order. */
  unmapped: readonly string[];
  /** Whether the data has billing periods, as far as that is known. */
  hasBilling: boolean;
  /** Those of {@link unmapped} that the mapping knows, but that the data has no column for. */
  absent: readonly AbsentKey[];
  /** The name of the result's column with the record counts. It depends on the columns, the month and the bounds. */
  recordsColumn: string;
}

/** Results of queries that told other billing months, or wrote marks in values in another way, are refused. */
const queryVersion = 5;

/**
 * Plans a cube for the rules of some tags.
 *
 * @throws {Error} if a key can't be part of a query. The text is not escaped.
 */
export function planCube(contents: readonly TagContent[], mapping: CostMapping, month?: string): CubePlan {
  const names = [...new Set(referencedKeys(contents).flatMap((key) => namesFor(key, mapping)))].sort();
  const keys = names.map((name) => ({ name, key: keyNamed(name) }));
  const mapped = keys.flatMap(({ key }) => {
    const source = key && sourceOf(mapping, key);
    return key === undefined || source === undefined ? [] : [{ key, source }];
  });
  const columns = sourceColumns(mapped, mapping);
  const held = new Set(mapped.map(({ key }) => recordKey(key)));
  const bounds = boundsOf(contents, month);
  return {
    mapping,
    ...(month === undefined ? {} : { month }),
    bounds,
    sources: [...columns.values()],
    keys: mapped.map(({ key, source }) => ({ ...key, source, column: columns.get(identity(source))?.name ?? "" })),
    unmapped: names.filter((name) => !held.has(name)),
    hasBilling: true,
    absent: [],
    recordsColumn: recordsColumn(mapping, month, bounds),
  };
}

/**
 * The plan for data that has only some columns: what does not exist is left out, and a key without any column is unknown.
 *
 * @param has whether the data has a column
 */
export function planForColumns(plan: CubePlan, has: (column: string) => boolean): CubePlan {
  const { provider, tags } = plan.mapping;
  // Without any provider, the data can't be read, and the error has to name all columns.
  const mapping = {
    ...plan.mapping,
    provider: provider.some(has) ? provider.filter(has) : provider,
    tags: tags.filter(has),
  };
  const absent = new Map<string, readonly string[]>();
  const sources = plan.sources.flatMap((column): SourceColumn[] => {
    const { name, source } = column;
    const all = columnsOf(source, plan.mapping);
    const columns = all.filter(has);
    if (columns.length === 0) absent.set(name, all);
    else return "tags" in source ? [column] : [{ ...column, source: { columns } }];
    return [];
  });
  const absentKeys = plan.keys.flatMap((key): AbsentKey[] => {
    const columns = absent.get(key.column);
    return columns === undefined ? [] : [{ name: recordKey(key), columns }];
  });
  return {
    ...plan,
    mapping,
    sources,
    keys: plan.keys.filter(({ column }) => !absent.has(column)),
    unmapped: [...plan.unmapped, ...absentKeys.map(({ name }) => name)].sort(),
    hasBilling: has("BillingPeriodStart"),
    absent: [...plan.absent, ...absentKeys],
    recordsColumn: recordsColumn(mapping, plan.month, plan.bounds),
  };
}

/** The columns that can hold the values of a source. */
export function columnsOf(source: KeySource, { tags }: CostMapping): readonly string[] {
  return "tags" in source ? tags : source.columns;
}

function recordsColumn(mapping: CostMapping, month: string | undefined, bounds: unknown): string {
  const { cost, currency, provider, tags } = mapping;
  // A result of the usual query stays readable.
  const own = currency === focusMapping.currency ? [] : [currency];
  return `records_${fingerprint([queryVersion, cost, provider, tags, month, bounds, ...own])}`;
}

/** The keys that the rules use. Virtual Tags are left out, because their values follow from the other keys. */
export function referencedKeys(contents: readonly TagContent[]): KeyReference[] {
  return contents.flatMap(keysOf).filter((key) => !isVirtualTag(key));
}

/** A key without a type stands for the keys of all types with its name, as far as the mapping knows them. */
function namesFor({ costCenter, type, key }: KeyReference, { keys }: CostMapping): string[] {
  if (type !== undefined) return [checkedName({ costCenter, type, key })];
  const types = [...keys.keys()].flatMap((name) => {
    const other = keyNamed(name);
    return other?.key === key && ["*", costCenter].includes(other.costCenter) ? [other.type] : [];
  });
  return ["tag", ...types].map((one) => checkedName({ costCenter, type: one, key }));
}

function checkedName(key: Key): string {
  const name = recordKey(key);
  // No engine takes them in a query, and no cost data has them.
  if (/[\0\p{Cs}]/u.test(name))
    throw new Error(`The key ${JSON.stringify(name)} has a character that no query can have.`);
  return name;
}

function sourceColumns(
  mapped: readonly { key: Key; source: KeySource }[],
  { costCenters }: CostMapping,
): Map<string, SourceColumn> {
  const columns = new Map<string, SourceColumn>();
  for (const { key, source } of mapped) {
    const other = columns.get(identity(source));
    const providers = union(other?.providers ?? [], costCenters.get(key.costCenter) ?? "*");
    // One column has the values for all cost centers that read a tag. Those without prefixes leave out the values of other names.
    const all = other !== undefined && "tags" in source && "prefixed" in other.source ? other.source : source;
    columns.set(identity(source), { name: `k_${fingerprint([all, providers])}`, source: all, providers });
  }
  return columns;
}

function union(one: Providers, other: Providers): Providers {
  return one === "*" || other === "*" ? "*" : [...new Set([...one, ...other])].sort();
}

function identity(source: KeySource): string {
  return JSON.stringify("tags" in source ? { tags: source.tags, hasNoCase: source.hasNoCase } : source);
}

/** Short, so that it fits into every engine's column names, and long enough that two of a query are never the same. */
function fingerprint(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 10);
}
