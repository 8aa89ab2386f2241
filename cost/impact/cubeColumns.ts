/** The columns of a cube, as rules are evaluated with them, and what a cube lacks for some rules. */
import { keysOf, isVirtualTag } from "../../rules/evaluation/references";
import type { Column, Columns } from "../../rules/evaluation/column";
import { type RecordValue, UNKNOWN } from "../../rules/evaluation/record";
import type { KeyReference, TagContent } from "../../rules/types";
import type { Cube } from "../cube/cube";
import { boundsOf, nextMonth, startOfMonth } from "../cube/moments";
import { keyName, keyNamed } from "../mapping/mapping";

/** A cube, ready to evaluate rules. */
export interface CubeColumns {
  cube: Cube;
  /** By key. What the cost data can't tell is unknown. */
  columns: Columns;
  /** For each row, the moment of its records in Unix milliseconds. */
  moments: Float64Array;
}

/** Prepares a cube once for any number of tags. */
export function columnsOfCube(cube: Cube): CubeColumns {
  const held = [...cube.keys].map(([name, { values, codes }]): [string, Column] => [
    name,
    { dictionary: values, codes },
  ]);
  const unknown = cube.header.unmappedKeys.map((name): [string, Column] => [name, unknownColumn(cube, name)]);
  return {
    cube,
    columns: Object.fromEntries([...held, ...unknown]),
    moments: Float64Array.from(cube.moment.codes, (code) => cube.moment.values[code] ?? NaN),
  };
}

/** A key that the cost data can't tell. The records of other cost centers are known to have no value for it. */
function unknownColumn({ header, provider }: Cube, name: string): Column {
  const { costCenter = "" } = keyNamed(name) ?? {};
  const providers = Object.hasOwn(header.costCenters, costCenter) ? header.costCenters[costCenter] : "*";
  const dictionary = provider.values.map((value): RecordValue => {
    const isOwn = providers === undefined || providers === "*" || (value !== null && providers.includes(value));
    return isOwn ? UNKNOWN : null;
  });
  return { dictionary, codes: provider.codes };
}

/** What a cube lacks. It was made for other rules. */
export interface Lacks {
  /** The names of keys that it neither holds nor lists as unknown, in order. */
  keys: string[];
  /** The moments in Unix milliseconds at which timeframes begin or end and it is not cut, in order. */
  moments: number[];
}

/** What a cube lacks for the rules of some tags. */
export function lacksOf(cube: Cube, contents: readonly TagContent[]): Lacks {
  const known = new Set([...cube.keys.keys(), ...cube.header.unmappedKeys]);
  const names = contents.flatMap(keysOf).flatMap((key) => {
    // Cubes hold no Virtual Tags: their values follow from the other keys.
    if (isVirtualTag(key) || key.type === "virtual_tag") return [];
    const name = nameInCube(key);
    return known.has(name) ? [] : [name];
  });
  const cuts = new Set(cube.header.cuts.map((cut) => Date.parse(cut)));
  const { values } = cube.moment;
  const first = values.reduce((least, moment) => Math.min(least, moment), Infinity);
  const last = values.reduce((most, moment) => Math.max(most, moment), -Infinity);
  const end =
    values.length === 0 ? -Infinity : startOfMonth(nextMonth(new Date(last).toISOString().slice(0, "2026-10".length)));
  const moments = boundsOf(contents, cube.header.month).filter(
    (moment) => !cuts.has(moment) && moment > first && moment < end,
  );
  return { keys: [...new Set(names)].sort(), moments };
}

/** A key without a type stands for several. A cube that was made for it has at least the tag. */
function nameInCube({ costCenter, type = "tag", key }: KeyReference): string {
  return keyName({ costCenter, type, key });
}
