/** Makes a cube of groups of records, as a query returns them. */
import { recordKey } from "../../rules/evaluation/record";
import type { CostMapping, KeySource } from "../mapping/mapping";
import type { BillingMonthColumn, Cube, CubeColumn, CubeHeader, CubeSource, TagNames } from "./cube";
import { type KeyColumn, keyColumn, storedValue, unknownText } from "./keyColumn";
import { startOfMonth } from "./moments";
import { NearKeys } from "./nearKeys";
import type { CubePlan, Group, PlannedKey } from "./plan";
import { costWithoutCostCenter, unknownCost } from "./unknownCost";

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

/** Groups of a cube. Each list has one entry for each group, but the codes have one for each column of each group. */
interface Rows {
  codes: number[];
  cost: bigint[];
  gross: bigint[];
  records: number[];
}

/** The columns before those of the sources: currency, provider, moment, billing month. */
const fixedColumns = 4;

/**
 * Adds up groups until they are a cube. The same groups in any order make the same cube.
 */
export class CubeBuilder {
  readonly #plan: CubePlan;
  readonly #dictionaries: readonly Dictionary[];
  readonly #providers: readonly (ReadonlySet<string | null> | "*")[];
  readonly #near: NearKeys;
  readonly #rows: Rows = { codes: [], cost: [], gross: [], records: [] };

  /** @param plan what the cube has to hold */
  constructor(plan: CubePlan) {
    this.#plan = plan;
    this.#near = new NearKeys(plan);
    this.#dictionaries = Array.from({ length: fixedColumns + plan.sources.length }, () => new Dictionary());
    this.#providers = plan.sources.map(({ providers }) => (providers === "*" ? "*" : new Set(providers)));
  }

  /**
   * Adds a group.
   *
   * @param lacked the indexes of the plan's sources whose values the data of the group can't tell
   */
  add(group: Group, lacked?: ReadonlySet<number>): void {
    const { provider, currency, month, billingMonth, part, values, cost, gross, records } = group;
    const { bounds } = this.#plan;
    const moment = Math.max(startOfMonth(month), part === 0 ? -Infinity : (bounds[part - 1] ?? -Infinity));
    const rows = this.#rows;
    const add = (column: number, value: string | null): void => {
      rows.codes.push(this.#dictionaries[column]?.codeOf(value) ?? 0);
    };
    add(0, currency);
    add(1, provider);
    add(2, String(moment));
    add(3, billingMonth);
    for (const [index, { name, source }] of this.#plan.sources.entries()) {
      // Another engine's result may have values that no rule needs.
      const providers = this.#providers[index];
      const isOwn = providers === "*" || providers?.has(provider) === true;
      const stored = isOwn ? storedValue(values[index] ?? null, source) : { value: null };
      if ("near" in stored && lacked?.has(index) !== true) this.#near.add(name, stored.near, group);
      const value = "near" in stored ? null : stored.value;
      add(fixedColumns + index, isOwn && lacked?.has(index) === true ? unknownText : value);
    }
    rows.cost.push(cost);
    rows.gross.push(gross);
    rows.records.push(records);
  }

  /**
   * The cube of all groups.
   *
   * @param files what it was made of
   * @param billingMonths the columns that told the billing months
   * @param now when it is made, in Unix milliseconds
   * @param lastCharge as in the header, if it is known
   */
  finish(
    files: readonly CubeSource[],
    billingMonths: readonly BillingMonthColumn[],
    now: number,
    lastCharge?: string,
  ): Cube {
    const plan = this.#plan;
    const { columns, cost, gross, records } = sorted(this.#rows, this.#dictionaries);
    const [currency, provider, moment, billingMonth, ...sources] = columns as [
      ...[CubeColumn, CubeColumn, CubeColumn, CubeColumn],
      ...CubeColumn[],
    ];
    const keys = plan.keys.map((key) => {
      const source = sources[plan.sources.findIndex(({ name }) => name === key.column)] as CubeColumn;
      return { key, name: recordKey(key), ...keyColumn(key, source, provider, plan.mapping, records) };
    });
    const cube: Cube = {
      header: {
        ...headerOf(plan, keys, files, records, now),
        billingMonths,
        ...(lastCharge === undefined ? {} : { lastCharge }),
      },
      rowCount: records.length,
      provider,
      currency: withoutMissing(currency),
      billingMonth: withoutMissing(billingMonth),
      moment: Float64Array.from(moment.codes, (code) => Number(moment.dictionary[code])),
      keys: new Map(keys.map(({ name, column }) => [name, column])),
      cost,
      gross,
      records,
    };
    const withoutCostCenter = costWithoutCostCenter(cube, plan.mapping);
    const nearKeys = this.#near.finish();
    const others = {
      ...(withoutCostCenter.length === 0 ? {} : { withoutCostCenter }),
      ...(Object.keys(nearKeys).length === 0 ? {} : { nearKeys }),
    };
    return { ...cube, header: { ...cube.header, unknownCost: unknownCost(cube), ...others } };
  }
}

/**
 * Sorts the values of each dictionary, then the groups by their values. Adds up groups with equal values, which come from several
 * files, or from several forms of a missing value. Sorting also makes the file smaller.
 */
function sorted(rows: Rows, dictionaries: readonly Dictionary[]): Omit<Rows, "codes"> & { columns: CubeColumn[] } {
  const width = dictionaries.length;
  const sortedValues = dictionaries.map(({ values: [, ...values] }) => [null, ...(values as string[]).sort()]);
  const newCodes = dictionaries.map(({ values }, column) => {
    const ranks = new Map(sortedValues[column]?.map((value, rank) => [value, rank]));
    return values.map((value) => ranks.get(value) ?? 0);
  });
  const codes = new Uint32Array(rows.codes.length);
  for (const [index, code] of rows.codes.entries()) codes[index] = newCodes[index % width]?.[code] ?? 0;
  const codeOf = (row: number, column: number): number => codes[row * width + column] ?? 0;
  // By the last column first: each pass keeps the order of those before it among equal values. Comparing rows would take longer.
  let order = Uint32Array.from(rows.records.keys());
  for (let column = width - 1; column >= 0; column--) {
    const places = new Uint32Array((sortedValues[column]?.length ?? 0) + 1);
    for (const row of order) {
      const next = codeOf(row, column) + 1;
      places[next] = (places[next] ?? 0) + 1;
    }
    for (const code of places.keys()) places[code] = (places[code] ?? 0) + (places[code - 1] ?? 0);
    const ordered = new Uint32Array(order.length);
    for (const row of order) {
      const code = codeOf(row, column);
      const place = places[code] ?? 0;
      ordered[place] = row;
      places[code] = place + 1;
    }
    order = ordered;
  }
  const isSame = (one: number, other: number): boolean =>
    dictionaries.every((_, column) => codeOf(one, column) === codeOf(other, column));
  const firsts: number[] = [];
  const sums = { cost: [] as bigint[], gross: [] as bigint[], records: [] as number[] };
  for (const [index, row] of order.entries()) {
    if (index === 0 || !isSame(row, order[index - 1] ?? 0)) {
      firsts.push(row);
      sums.cost.push(0n);
      sums.gross.push(0n);
      sums.records.push(0);
    }
    const at = sums.records.length - 1;
    sums.cost[at] = (sums.cost[at] ?? 0n) + (rows.cost[row] ?? 0n);
    sums.gross[at] = (sums.gross[at] ?? 0n) + (rows.gross[row] ?? 0n);
    sums.records[at] = (sums.records[at] ?? 0) + (rows.records[row] ?? 0);
  }
  const columns = sortedValues.map((dictionary, column) => ({
    dictionary,
    codes: Uint32Array.from(firsts).map((row) => codeOf(row, column)),
  }));
  return { ...sums, columns };
}

interface NamedKey extends KeyColumn {
  key: PlannedKey;
  name: string;
}

/** A column in which every group has a value, so that none stands for a missing one. */
function withoutMissing({ dictionary, codes }: CubeColumn): CubeColumn {
  return { dictionary: dictionary.slice(1), codes: codes.map((code) => code - 1) };
}

function headerOf(
  plan: CubePlan,
  columns: readonly NamedKey[],
  files: readonly CubeSource[],
  records: readonly number[],
  now: number,
): Omit<CubeHeader, "billingMonths"> {
  const { mapping, month, bounds, sources, unmapped, absent } = plan;
  const named = columns.map(({ key, name, names }): [string, string] => {
    const source =
      names === undefined ? sources.find((one) => one.name === key.column)?.source : { tags: [names.used] };
    return [name, source === undefined ? "" : sourceText(source, mapping)];
  });
  const tagNames = columns.flatMap(({ key: { source }, name, names }): [string, TagNames][] => {
    if (names === undefined || "columns" in source) return [];
    return source.tags.includes(names.used) && names.others.length === 0 ? [] : [[name, names]];
  });
  return {
    costColumn: mapping.cost,
    ...(month === undefined ? {} : { month }),
    cuts: bounds.map((moment) => new Date(moment).toISOString()),
    unmappedKeys: unmapped,
    ...(tagNames.length === 0 ? {} : { tagNames: Object.fromEntries(tagNames) }),
    ...(absent.length === 0 ? {} : { absentColumns: Object.fromEntries(absent.map((key) => [key.name, key.columns])) }),
    sources: Object.fromEntries(named),
    costCenters: Object.fromEntries(mapping.costCenters),
    files,
    records: records.reduce((sum, count) => sum + count, 0),
    createdAt: new Date(now).toISOString(),
  };
}

/** A source as messages and headers name it: `ServiceName`, `Tags["team"]`. The text is not escaped. */
export function sourceText(source: KeySource, { tags }: CostMapping): string {
  if ("columns" in source) return source.columns.join(" or ");
  return `${tags.join(" or ")}[${source.tags.map((tag) => JSON.stringify(tag)).join(" or ")}]`;
}
