/** Compares the values in the cost data with those that the service lists. Pure. */
import { sourceText } from "../../cost/cube/buildCube";
import type { Cube } from "../../cost/cube/cube";
import type { CubePlan, PlannedKey } from "../../cost/cube/plan";
import { recordKey, UNKNOWN } from "../../rules/evaluation/record";

/** What the comparison says of one key. */
export interface ComparedKey {
  /** The key as a record has it, such as `AWS:tag:team`. */
  key: string;
  /** Where the data has it. */
  from: string;
  /** Whether it looks wrong: the service lists none of the values in the data, or there are no values at all. */
  isWrong: boolean;
  /** The values in the data; undefined if the data has no column for them. */
  own: readonly string[] | undefined;
  /** The values that the service lists; undefined if it has no such key. */
  listed: readonly string[] | undefined;
  /** How many of the values in the data the service lists. */
  common: number;
}

/**
 * Compares each key of a cube.
 *
 * @param listed what the service lists
 */
export function comparedKeys(
  cube: Cube,
  plan: CubePlan,
  listed: ReadonlyMap<PlannedKey, readonly string[] | undefined>,
): ComparedKey[] {
  return plan.keys.map((key) => {
    const values = cube.keys.get(recordKey(key))?.dictionary;
    const own = values?.filter((value) => value !== null && value !== UNKNOWN);
    const known = new Set(listed.get(key));
    const common = own?.filter((value) => known.has(value)).length ?? 0;
    const from = cube.header.sources[recordKey(key)] ?? sourceText(key.source, plan.mapping);
    return { key: recordKey(key), from, isWrong: common === 0, own, listed: listed.get(key), common };
  });
}
