/** Makes a cube of groups of records, as a query returns them. */
import { recordKey } from "../../rules/evaluation/record";
import { type CostMapping, isOfCostCenter, type KeySource } from "../mapping/mapping";
import type { Cube, CubeColumn, CubeHeader, CubeSource } from "./cube";
import { startOfMonth } from "./moments";
import type { CubePlan } from "./plan";

/** Some records that have the same values. */
export interface Group {
  provider: string | null;
  currency: string;
  /** The month of the records, such as `2026-10`. */
  month: string;
  /** How many of the plan's bounds are not after the records. */
  part: number;
  /** The values of the plan's sources, in their order. */
  values: readonly (string | null)[];
  cost: bigint;
  gross: bigint;
  records: number;
}

/** A value as a cube has it. Exports write a missing value also as empty text or as the text `NULL`. */
export function orMissing(value: string | null): string | null {
  return value === "" || value === "NULL" ? null : value;
}

/** Numbers the values of a column in the order in which they come. */
class Dictionary {
  readonly #codes = new Map<string | null, number>([[null, 0]]);

  codeOf(value: string | null): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.#codes.size;
    this.#codes.set(value, code);
    return code;
  }

  get values(): (string | null)[] {
    return [...this.#codes.keys()];
  }
}

interface Row {
  codes: readonly number[];
  cost: bigint;
  gross: bigint;
  records: number;
}

/** The columns before those of the sources. */
const fixedColumns = 3;

/**
 * Adds up groups until they are a cube. The same groups in any order make the same cube.
 */
export class CubeBuilder {
  readonly #plan: CubePlan;
  readonly #dictionaries: readonly Dictionary[];
  readonly #rows = new Map<string, Row>();

  /** @param plan what the cube has to hold */
  constructor(plan: CubePlan) {
    this.#plan = plan;
    this.#dictionaries = Array.from({ length: fixedColumns + plan.sources.length }, () => new Dictionary());
  }

  /** Adds a group. */
  add({ provider, currency, month, part, values, cost, gross, records }: Group): void {
    const moment = Math.max(startOfMonth(month), part === 0 ? -Infinity : (this.#plan.bounds[part - 1] ?? -Infinity));
    const own = this.#plan.sources.map(({ providers }, index) =>
      // Another engine's result may have values that no rule asks for.
      providers === "*" || (provider !== null && providers.includes(provider))
        ? orMissing(values[index] ?? null)
        : null,
    );
    const texts = [currency, provider, String(moment), ...own];
    const codes = texts.map((text, index) => this.#dictionaries[index]?.codeOf(text) ?? 0);
    const id = codes.join(",");
    const row = this.#rows.get(id);
    this.#rows.set(id, {
      codes,
      cost: (row?.cost ?? 0n) + cost,
      gross: (row?.gross ?? 0n) + gross,
      records: (row?.records ?? 0) + records,
    });
  }

  /**
   * The cube of all groups.
   *
   * @param files what it was made of
   * @param now when it is made, in Unix milliseconds
   */
  finish(files: readonly CubeSource[], now: number): Cube {
    const { plan, rows, columns } = { plan: this.#plan, ...sorted([...this.#rows.values()], this.#dictionaries) };
    const [currency, provider, moment, ...sources] = columns as [CubeColumn, CubeColumn, CubeColumn, ...CubeColumn[]];
    const keys = plan.keys.map((key): [string, CubeColumn] => {
      const column = sources[plan.sources.findIndex(({ name }) => name === key.column)] as CubeColumn;
      return [recordKey(key), ofCostCenter(column, provider, plan.mapping, key.costCenter)];
    });
    return {
      header: headerOf(plan, files, rows, now),
      rowCount: rows.length,
      provider,
      // Every group has a currency, so that no value stands for a missing one.
      currency: { dictionary: currency.dictionary.slice(1), codes: currency.codes.map((code) => code - 1) },
      moment: Float64Array.from(moment.codes, (code) => Number(moment.dictionary[code])),
      keys: new Map(keys),
      cost: rows.map(({ cost }) => cost),
      gross: rows.map(({ gross }) => gross),
      records: rows.map(({ records }) => records),
    };
  }
}

/** Sorts the values of each dictionary, and then the rows by their values. Equal neighbors also make a file smaller. */
function sorted(rows: Row[], dictionaries: readonly Dictionary[]): { rows: Row[]; columns: CubeColumn[] } {
  const sortedValues = dictionaries.map(({ values: [, ...values] }) => [null, ...(values as string[]).sort()]);
  const newCodes = dictionaries.map(({ values }, index) => {
    const ranks = new Map(sortedValues[index]?.map((value, rank) => [value, rank]));
    return values.map((value) => ranks.get(value) ?? 0);
  });
  const recoded = rows.map((row) => ({ ...row, codes: row.codes.map((code, index) => newCodes[index]?.[code] ?? 0) }));
  recoded.sort((one, other) => {
    const first = one.codes.findIndex((code, index) => code !== other.codes[index]);
    return (one.codes[first] ?? 0) - (other.codes[first] ?? 0);
  });
  const columns = sortedValues.map((values, index) => ({
    dictionary: values,
    codes: Uint32Array.from(recoded, ({ codes }) => codes[index] ?? 0),
  }));
  return { rows: recoded, columns };
}

/** The column without the values of records of other cost centers. */
function ofCostCenter(column: CubeColumn, provider: CubeColumn, mapping: CostMapping, costCenter: string): CubeColumn {
  const isOwn = provider.dictionary.map((name) => isOfCostCenter(mapping, costCenter, name));
  const codes = column.codes.map((code, row) => (isOwn[provider.codes[row] ?? 0] === true ? code : 0));
  const used = [...new Set([0, ...codes])].sort((one, other) => one - other);
  const newCodes = new Map(used.map((code, index) => [code, index]));
  return {
    dictionary: used.map((code) => column.dictionary[code] ?? null),
    codes: codes.map((code) => newCodes.get(code) ?? 0),
  };
}

function headerOf(plan: CubePlan, files: readonly CubeSource[], rows: readonly Row[], now: number): CubeHeader {
  const { mapping, month, bounds, keys, sources, unmapped } = plan;
  const named = keys.map((key): [string, string] => {
    const source = sources.find(({ name }) => name === key.column)?.source;
    return [recordKey(key), source === undefined ? "" : sourceText(source, mapping)];
  });
  return {
    costColumn: mapping.cost,
    ...(month === undefined ? {} : { month }),
    cuts: bounds.map((moment) => new Date(moment).toISOString()),
    unmappedKeys: unmapped,
    sources: Object.fromEntries(named),
    costCenters: Object.fromEntries(mapping.costCenters),
    files,
    records: rows.reduce((sum, { records }) => sum + records, 0),
    createdAt: new Date(now).toISOString(),
  };
}

/** A source as messages and headers name it: `ServiceName`, `Tags["team"]`. The text is not escaped. */
export function sourceText(source: KeySource, { tags }: CostMapping): string {
  return "column" in source ? source.column : `${tags}[${JSON.stringify(source.tag)}]`;
}
