/** Cubes of a few rows. */
import type { Cube, CubeColumn } from "../../../cost/cube/cube";
import { readAmount } from "../../../cost/cube/amounts";

/** One row. */
export interface SmallRow {
  /** Default: AWS. */
  provider?: string | null;
  /** Default: USD. */
  currency?: string;
  /** Unix milliseconds. Default: the first moment of October 2026. */
  at?: number;
  /** The month of the bill. Default: that of the moment. */
  bill?: string;
  /** The values of keys, by name. An absent one is missing. */
  keys?: Readonly<Record<string, string | null>>;
  cost: string;
  /** Default: the absolute cost. */
  gross?: string;
  /** Default: 1. */
  records?: number;
}

/** The moment of rows that have no other one. */
export const october = Date.UTC(2026, 9, 1);

/**
 * Makes a cube.
 *
 * @param unmappedKeys the names of keys that the cost data can't tell
 */
export function smallCube(
  rows: readonly SmallRow[],
  keys: readonly string[],
  unmappedKeys: readonly string[] = [],
): Cube {
  const providers = rows.map(({ provider = "AWS" }) => provider);
  const cost = rows.map((row) => readAmount(row.cost) ?? 0n);
  return {
    header: {
      costColumn: "BilledCost",
      cuts: [],
      unmappedKeys,
      sources: Object.fromEntries(keys.map((key) => [key, "Tags"])),
      costCenters: { AWS: ["AWS"], GCP: ["Google Cloud"] },
      billingMonths: ["BillingPeriodStart"],
      files: [],
      records: rows.reduce((sum, { records = 1 }) => sum + records, 0),
      lastCharge: "2026-10-31T00:00:00.000Z",
      createdAt: "2026-11-01T00:00:00.000Z",
    },
    rowCount: rows.length,
    provider: column([null, ...providers], 1),
    currency: column(rows.map(({ currency = "USD" }) => currency)),
    moment: Float64Array.from(rows, ({ at = october }) => at),
    billingMonth: column(rows.map(({ at = october, bill = new Date(at).toISOString().slice(0, 7) }) => bill)),
    keys: new Map(keys.map((key) => [key, column([null, ...rows.map((row) => row.keys?.[key] ?? null)], 1)])),
    cost,
    gross: rows.map((row, index) => {
      const amount = cost[index] ?? 0n;
      return row.gross === undefined ? (amount < 0n ? -amount : amount) : (readAmount(row.gross) ?? 0n);
    }),
    records: rows.map(({ records = 1 }) => records),
  };
}

function column(texts: readonly (string | null)[], from = 0): CubeColumn {
  const dictionary = [...new Set(texts)];
  return { dictionary, codes: Uint32Array.from(texts.slice(from), (text) => dictionary.indexOf(text)) };
}
