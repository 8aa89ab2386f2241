/** A cube: cost data reduced to what rules can see of it. Each row stands for all records that no rule of the tags can tell apart. */

import type { Column } from "../../rules/evaluation/column";

/** A column as a dictionary and codes, as `compile` of rules/ evaluates it. */
export interface CubeColumn extends Column {
  /** The different values. In the column of the provider, the first one is null: the record has none. */
  dictionary: readonly (string | null)[];
  /** For each row, the index of its value. */
  codes: Uint32Array;
}

/** A folder with files that a cube was made of, and the records of one billing period in them. */
export interface CubeSource {
  /** The folder as it was given, the manifest that names the files, or the file with the result of a query. */
  folder: string;
  /** The names of the files. */
  files: readonly string[];
  /** The exports, as far as columns and providers tell: `AWS FOCUS 1.2`. */
  exports?: readonly string[];
  /** The records of each billing period (`2026-10`). Empty for the result of a query, which doesn't tell them. */
  billingPeriods: readonly { period: string; records: number }[];
}

/** A column that tells the billing month of a record. */
export type BillingMonthColumn = "BillingPeriodStart" | "ChargePeriodStart";

/** The names under which records have a tag. */
export interface TagNames {
  /** The name whose values count. */
  used: string;
  /** Other names, and how many records have a value only under them. It could be that of another tag, so it is unknown. */
  others: readonly { tag: string; records: number }[];
}

/** Tags of a file that can't be read: text that is no JSON, or neither an object nor a list of keys and values. */
export interface UnreadableTags {
  file: string;
  column: string;
  records: number;
  /** Where the first of these records is: `line 7`, or in Parquet `row 6`. */
  first: string;
  /** What it has: the beginning of the text, in quotes. */
  value: string;
}

/** A tag whose name differs from that of a key only in case, and the records that have it and no value for the key. */
export interface NearKey {
  tag: string;
  records: number;
  /** What these records cost, in each currency: decimal numbers. */
  costs: readonly { currency: string; cost: string; gross: string }[];
}

/** The absolute cost of records of one currency in which a key is unknown. */
export interface UnknownCost {
  currency: string;
  /** Decimal numbers: of these records, and of all. */
  gross: string;
  total: string;
}

/** The absolute cost of a provider's records of one currency. */
export interface ProviderCost {
  /** Null: the records that name none. */
  provider: string | null;
  currency: string;
  /** Decimal numbers: of these records, and of all. */
  gross: string;
  total: string;
}

/** What a cube says about itself. */
export interface CubeHeader {
  /** The column with the cost. */
  costColumn: string;
  /** The only month of charges that it holds (`2026-10`). Default: all of the data. */
  month?: string;
  /**
   * Where the billing months come from: the columns of the data. `ChargePeriodStart` means that some data has no `BillingPeriodStart`, so
   * that the month of the charge stands for the billing month.
   */
  billingMonths: readonly BillingMonthColumn[];
  /** It is cut at the start of each month in UTC, and at these moments: ISO 8601, in order. */
  cuts: readonly string[];
  /** The names of the keys that the cost data can't tell: `AWS:billing_dimension:usage_type`. Their values are unknown. */
  unmappedKeys: readonly string[];
  /** The tags that have another name in the data than the key, or several. By key. */
  tagNames?: Readonly<Record<string, TagNames>>;
  /** The tags that can't be read. Keys of tags are unknown in their records. */
  unreadableTags?: readonly UnreadableTags[];
  /** The tags that rules could have meant, by key. The cloud of the key tells upper and lower case apart. */
  nearKeys?: Readonly<Record<string, readonly NearKey[]>>;
  /** The unmapped keys that the mapping knows, with the columns that the data doesn't have. */
  absentColumns?: Readonly<Record<string, readonly string[]>>;
  /** The mapping: where the values of each held key came from. */
  sources: Readonly<Record<string, string>>;
  /** The providers of each cost center, or `*` for all. Null: none. */
  costCenters: Readonly<Record<string, readonly (string | null)[] | "*">>;
  /** The absolute cost of the records in which a key is unknown. By key; without keys that are unknown in no record. */
  unknownCost?: Readonly<Record<string, readonly UnknownCost[]>>;
  /** The providers that belong to no cost center and have more than 1 % of the absolute cost of a currency. Absent if there are none. */
  withoutCostCenter?: readonly ProviderCost[];
  /** What it was made of. */
  files: readonly CubeSource[];
  /** How many records it stands for. */
  records: number;
  /**
   * The moment that the data reaches: ISO 8601. The last `ChargePeriodStart`, or the last moment of a month of which all records are of the
   * whole month. Absent if it is not known, as in the result of a query.
   */
  lastCharge?: string;
  /** When it was made: ISO 8601. */
  createdAt: string;
}

/** A cube in memory. Each list has one entry for each row. */
export interface Cube {
  header: CubeHeader;
  /** How many rows it has. */
  rowCount: number;
  /** The providers, as the cost data names them. */
  provider: CubeColumn;
  /** The currencies. Never add amounts of different ones. */
  currency: CubeColumn;
  /**
   * The beginning of the period of each row's records, in Unix milliseconds. A timeframe of the tags contains a whole period, or
   * nothing of it.
   */
  moment: Float64Array;
  /** The month of the bill that has the records, such as `2026-10`: a bill can correct charges of another month. */
  billingMonth: CubeColumn;
  /**
   * The held keys, by name (`AWS:tag:team`). A record of another cost center has no value. The first value of each dictionary is null.
   * A value is unknown in records whose files can't tell it.
   */
  keys: ReadonlyMap<string, Column>;
  /** The sum of the records' costs, in units of 10^-12 (`amountScale`). */
  cost: readonly bigint[];
  /** The sum of the records' absolute costs, in the same unit. */
  gross: readonly bigint[];
  /** How many records the row stands for. */
  records: readonly number[];
}
