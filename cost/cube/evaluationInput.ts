/** Prepares a cube for the evaluation of rules, and finds what it lacks for them. */
import type { Column, Columns } from "../../rules/evaluation/column";
import { recordKey, type RecordValue, UNKNOWN } from "../../rules/evaluation/record";
import type { KeyReference, TagContent } from "../../rules/types";
import type { Cube, CubeHeader } from "./cube";
import { keyNamed } from "../mapping/mapping";
import { boundsOf, monthOf, nextMonth, startOfMonth } from "./moments";
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
export function evaluationInput(cube: Cube): EvaluationInput {
  const { header, keys, rowCount, moment } = cube;
  const columns = [...keys, ...header.unmappedKeys.map((name): [string, Column] => [name, unknownColumn(name, cube)])];
  return { columns: Object.fromEntries(columns), rowCount, at: moment };
}

/** A key that the cost data can't tell. The records of other cost centers are known to have no value for it. */
function unknownColumn(name: string, { header, provider }: Cube): Column {
  const { costCenter = "" } = keyNamed(name) ?? {};
  const providers = Object.hasOwn(header.costCenters, costCenter) ? header.costCenters[costCenter] : undefined;
  const dictionary = provider.dictionary.map((one): RecordValue => {
    const isOwn = providers === undefined || providers === "*" || providers.includes(one);
    return isOwn ? UNKNOWN : null;
  });
  return { dictionary, codes: provider.codes };
}

/** What a cube lacks for some rules. */
export interface Lacking {
  /** The names of keys that it doesn't hold, in order: `AWS:tag:team`. Without a type: `AWS::team`. */
  keys: readonly string[];
  /** The beginnings and ends of timeframes at which it is not cut, in order: ISO 8601. */
  cuts: readonly string[];
}

/** What a cube lacks for the rules of some tags. Their results over it would be wrong, so make another cube. */
export function lackingFor(contents: readonly TagContent[], { header, keys, moment }: Cube): Lacking {
  const known = new Set([...keys.keys(), ...header.unmappedKeys]);
  const names = referencedKeys(contents)
    .filter((key) => !known.has(recordKey(withTagType(key))))
    .map(recordKey);
  return { keys: [...new Set(names)].sort(), cuts: lackingCuts(contents, header, moment) };
}

/** The cube with the near keys of some rules. It can have been made for others, too. */
export function withNearKeysOf(contents: readonly TagContent[], cube: Cube): Cube {
  const { nearKeys = {}, ...header } = cube.header;
  const names = new Set(referencedKeys(contents).map((key) => recordKey(withTagType(key))));
  const own = Object.entries(nearKeys).filter(([name]) => names.has(name));
  return { ...cube, header: own.length === 0 ? header : { ...header, nearKeys: Object.fromEntries(own) } };
}

/** A cube for a key without a type holds all keys with its name, the tag among them. */
function withTagType(key: KeyReference): KeyReference {
  return { ...key, type: key.type ?? "tag" };
}

/** A cut outside of the data's periods has all records on one side, so it is not needed. */
function lackingCuts(contents: readonly TagContent[], { month, cuts }: CubeHeader, moments: Float64Array): string[] {
  const first = moments.reduce((least, moment) => Math.min(least, moment), Infinity);
  const last = moments.reduce((most, moment) => Math.max(most, moment), -Infinity);
  if (moments.length === 0) return [];
  const end = startOfMonth(nextMonth(monthOf(last)));
  const needed = boundsOf(contents, month).filter((moment) => moment > first && moment < end);
  return needed.map((moment) => new Date(moment).toISOString()).filter((moment) => !cuts.includes(moment));
}
