/** A cube by months. Pure. */
import type { Column } from "../../rules/evaluation/column";
import type { Cube } from "./cube";

/** The records of one month. */
export interface CubeMonth {
  /** The month of their bills, or of their charges if the cube holds those of one month only: `2026-10`. */
  month: string;
  cube: Cube;
}

/** The parts of a cube that belong to the bills of one month each, in order. A cube of one month's charges is one part. */
export function cubeByMonth(cube: Cube): CubeMonth[] {
  const { month: only } = cube.header;
  if (only !== undefined) return [{ month: only, cube }];
  const { dictionary, codes } = cube.billingMonth;
  const rows = dictionary.map((): number[] => []);
  codes.forEach((code, row) => rows[code]?.push(row));
  return dictionary
    .flatMap((month, code) => {
      const ofMonth = rows[code] ?? [];
      return month === null || ofMonth.length === 0 ? [] : [{ month, cube: partOf(cube, ofMonth) }];
    })
    .sort((one, other) => (one.month < other.month ? -1 : 1));
}

function partOf(whole: Cube, rows: readonly number[]): Cube {
  const { header, provider, currency, moment, billingMonth, keys, cost, gross, records } = whole;
  const listed = <Value>(values: ArrayLike<Value>): Value[] => rows.map((row) => values[row] as Value);
  // The dictionaries stay whole, so that each part has the same currencies.
  const column = <Of extends Column>(values: Of): Of & { codes: Uint32Array } => {
    return { ...values, codes: Uint32Array.from(listed(values.codes)) };
  };
  return {
    header,
    rowCount: rows.length,
    provider: column(provider),
    currency: column(currency),
    moment: Float64Array.from(listed(moment)),
    billingMonth: column(billingMonth),
    keys: new Map([...keys].map(([name, values]) => [name, column(values)])),
    cost: listed(cost),
    gross: listed(gross),
    records: listed(records),
  };
}
