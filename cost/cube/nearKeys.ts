/** The tags that rules could have meant: their names differ from those of keys only in case. */
import { recordKey } from "../../rules/evaluation/record";
import { isNamed, isOfCostCenter, isSpelling } from "../mapping/mapping";
import { amountToText } from "./amounts";
import type { NearKey } from "./cube";
import type { CubePlan, Group, PlannedKey } from "./plan";

interface Sums {
  records: number;
  costs: Map<string, { cost: bigint; gross: bigint }>;
}

/** Adds up what the records cost that have such a tag and no value for the key. */
export class NearKeys {
  readonly #plan: CubePlan;
  /** By key, and by tag. */
  readonly #sums = new Map<PlannedKey, Map<string, Sums>>();

  constructor(plan: CubePlan) {
    this.#plan = plan;
  }

  /**
   * Adds a group.
   *
   * @param column the column in whose place it has the tag
   */
  add(column: string, tag: string, { provider, currency, cost, gross, records }: Group): void {
    const { keys, mapping } = this.#plan;
    for (const key of keys) {
      if (key.column !== column || !("tags" in key.source) || !isSpelling(key.source, tag)) continue;
      // The mapping file has said which tags the key is.
      if (isNamed(mapping, key) || !isOfCostCenter(mapping, key.costCenter, provider)) continue;
      const tags = this.#sums.get(key) ?? new Map<string, Sums>();
      const sums = tags.get(tag) ?? { records: 0, costs: new Map<string, { cost: bigint; gross: bigint }>() };
      const before = sums.costs.get(currency) ?? { cost: 0n, gross: 0n };
      sums.costs.set(currency, { cost: before.cost + cost, gross: before.gross + gross });
      tags.set(tag, { ...sums, records: sums.records + records });
      this.#sums.set(key, tags);
    }
  }

  /** The near keys, by key. A tag that another key of the rules reads is none. */
  finish(): Record<string, NearKey[]> {
    const isRead = ({ costCenter }: PlannedKey, tag: string): boolean =>
      this.#plan.keys.some(
        ({ costCenter: other, source }) =>
          other === costCenter && "tags" in source && [...source.tags, ...(source.prefixed ?? [])].includes(tag),
      );
    const near = [...this.#sums].map(([key, tags]): [string, NearKey[]] => [
      recordKey(key),
      [...tags]
        .filter(([tag]) => !isRead(key, tag))
        .sort(byName)
        .map(nearKey),
    ]);
    return Object.fromEntries(near.filter(([, { length }]) => length > 0).sort(byName));
  }
}

function nearKey([tag, { records, costs }]: [string, Sums]): NearKey {
  const texts = [...costs].sort(byName).map(([currency, { cost, gross }]) => {
    return { currency, cost: amountToText(cost), gross: amountToText(gross) };
  });
  return { tag, records, costs: texts };
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);
