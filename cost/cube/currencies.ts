/** Currencies as the cost data writes them: codes such as `USD`, or the names of virtual ones such as `credits`. */

/** A sign such as `$`, or a number that a decimal comma cut in two, is certainly none. For queries of DuckDB, too. */
export const currencyPattern = /^\p{L}([^\p{Sc}]*[^\p{Sc}\s])?$/u;

/** A currency that the data spells in two ways, so that its amounts would not be added. */
export interface CurrencySpellings {
  /** Capitals, if one has them. */
  usual: string;
  other: string;
}

/** The first such currency of some in order. */
export function currencySpellings(currencies: readonly (string | null)[]): CurrencySpellings | undefined {
  const usual = new Map<string, string>();
  for (const other of currencies) {
    if (other === null) continue;
    const first = usual.get(other.toUpperCase());
    if (first !== undefined) return { usual: first, other };
    usual.set(other.toUpperCase(), other);
  }
  return undefined;
}
