import type { Assignment } from "./solver/formula";
import type { WitnessRecord } from "./findings";
import { moment, type Vocabulary } from "./solver/vocabulary";

/** A record that a search found, in the form that `evaluate` takes. */
export function witnessOf(record: Assignment, vocabulary: Vocabulary): { witness: WitnessRecord; at?: number } {
  const values: [string, string][] = [];
  let at: number | undefined;
  for (const [key, value] of record) {
    if (key === moment) at = value as number;
    else if (typeof value === "string") values.push([vocabulary.nameOf(key), value]);
  }
  values.sort(([a], [b]) => (a < b ? -1 : 1));
  return { witness: Object.fromEntries(values), ...(at === undefined ? {} : { at }) };
}
