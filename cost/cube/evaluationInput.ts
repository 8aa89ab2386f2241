/** A cube as the rules are evaluated over it, and whether it has what they need. */
import type { Column, Columns } from "../../rules/evaluation/column";
import { recordKey, UNKNOWN } from "../../rules/evaluation/record";
import type { KeyReference, TagContent } from "../../rules/types";
import type { Cube, CubeHeader } from "./cube";
import { boundsOf } from "./moments";
import { referencedKeys } from "./plan";

/** The arguments of `Compiled.evaluate` in rules/. */
export interface EvaluationInput {
  /** The held keys, and a column of unknown values for each key that the cost data can't tell. */
  columns: Columns;
  rowCount: number;
  /** The moment of each row, in Unix milliseconds. */
  at: Float64Array;
}

/** A cube's rows for `Compiled.evaluate`. */
export function evaluationInput({ header, keys, rowCount, moment }: Cube): EvaluationInput {
  const unknown: Column = { dictionary: [UNKNOWN], codes: new Uint8Array(rowCount) };
  const columns = [...keys, ...header.unmappedKeys.map((name): [string, Column] => [name, unknown])];
  return { columns: Object.fromEntries(columns), rowCount, at: moment };
}

/** What a cube lacks for some rules. */
export interface Lacking {
  /** The names of keys that it doesn't hold, in order: `AWS:tag:team`. Without a type: `AWS::team`. */
  keys: readonly string[];
  /** The beginnings and ends of timeframes at which it is not cut, in order: ISO 8601. */
  cuts: readonly string[];
}

/** What a cube lacks for the rules of some tags. Their results over it would be wrong, so make another cube. */
export function lackingFor(contents: readonly TagContent[], { header, keys }: Pick<Cube, "header" | "keys">): Lacking {
  const known = new Set([...keys.keys(), ...header.unmappedKeys]);
  const names = referencedKeys(contents)
    .filter((key) => !known.has(recordKey(withTagType(key))))
    .map(recordKey);
  return { keys: [...new Set(names)].sort(), cuts: lackingCuts(contents, header) };
}

/** A cube for a key without a type holds all keys with its name, the tag among them. */
function withTagType(key: KeyReference): KeyReference {
  return { ...key, type: key.type ?? "tag" };
}

function lackingCuts(contents: readonly TagContent[], { month, cuts }: CubeHeader): string[] {
  const needed = boundsOf(contents, month).map((moment) => new Date(moment).toISOString());
  return needed.filter((moment) => !cuts.includes(moment));
}
