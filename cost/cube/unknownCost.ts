/** How much of the cost depends on what the cost data or the mapping can't tell. */
import { UNKNOWN } from "../../rules/evaluation/record";
import { amountToText } from "./amounts";
import { type CostMapping, hasCostCenter } from "../mapping/mapping";
import type { Cube, ProviderCost, UnknownCost } from "./cube";
import { evaluationInput } from "./evaluationInput";

/** The cost in which each key is unknown, by its name. A rule that uses the key can leave as much unevaluated. */
export function unknownCost(cube: Cube): Record<string, UnknownCost[]> {
  const { columns } = evaluationInput(cube);
  const totals = grossByCurrency(cube, () => true);
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]): [string, UnknownCost[]][] => {
      const code = column?.dictionary.indexOf(UNKNOWN) ?? -1;
      if (column === undefined || code < 0) return [];
      const isUnknown = column.dictionary.map((value) => value === UNKNOWN);
      const own = grossByCurrency(cube, (row) => isUnknown[column.codes[row] ?? 0] === true);
      const costs = [...own].map(([currency, gross]) => ({
        currency,
        gross: amountToText(gross),
        total: amountToText(totals.get(currency) ?? 0n),
      }));
      return costs.length === 0 ? [] : [[name, costs]];
    }),
  );
}

/** The providers that belong to no cost center and have more than 1 % of the cost of a currency: no condition matches their records. */
export function costWithoutCostCenter(cube: Cube, mapping: CostMapping): ProviderCost[] {
  const totals = grossByCurrency(cube, () => true);
  return cube.provider.dictionary.flatMap((provider, code) => {
    if (hasCostCenter(mapping, provider)) return [];
    const own = grossByCurrency(cube, (row) => cube.provider.codes[row] === code);
    return [...own].flatMap(([currency, gross]) => {
      const total = totals.get(currency) ?? 0n;
      const cost = { provider, currency, gross: amountToText(gross), total: amountToText(total) };
      return gross * 100n > total ? [cost] : [];
    });
  });
}

function grossByCurrency(
  { currency, gross, rowCount }: Cube,
  isCounted: (row: number) => boolean,
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (let row = 0; row < rowCount; row += 1) {
    if (!isCounted(row)) continue;
    const name = currency.dictionary[currency.codes[row] ?? 0] ?? "";
    sums.set(name, (sums.get(name) ?? 0n) + (gross[row] ?? 0n));
  }
  return sums;
}
