/** What `cost-allocation cube` says on stderr besides errors. */
import { amountToText } from "../../cost/cube/amounts";
import type { Cube, CubeHeader, TagNames } from "../../cost/cube/cube";
import type { CubePlan } from "../../cost/cube/plan";
import { hasCostCenter } from "../../cost/mapping/mapping";
import { listOfNames, type Phrase, say } from "../document/document";
import {
  costCenterAdvice,
  exportsOf,
  nearKeyNotes,
  noCostCenter,
  sharesWithoutCostCenter,
  unknownKeys,
} from "./money/costData";

/** How many names a line lists. */
const listed = 20;

/** A number with separators, unlike those of reports. */
function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** What the plan of a cube can't do, whatever the data is. */
export function planNotes({ keys }: CubePlan): Phrase[] {
  return keys.length === 0 ? [["warning: The rules use no key that the mapping knows."]] : [];
}

/** The keys that the query of a plan can't fill. */
export function queryNotes({ unmapped, absent }: CubePlan): Phrase[] {
  const columns = Object.fromEntries(absent.map((key) => [key.name, key.columns]));
  return unknownNotes(unmapped.map((name) => say`${{ plain: name }}: ${reason(name, columns)}`));
}

function unknownNotes(keys: readonly Phrase[]): Phrase[] {
  if (keys.length === 0) return [];
  return [
    ["warning: The data can't fill these keys, so they are unknown, and what depends on them is not evaluated:"],
    ...keys.slice(0, listed).map((key) => say`  ${key}`),
    ...(keys.length > listed ? [[`  and ${keys.length - listed} more keys`]] : []),
  ];
}

/** Why the data can't fill a key. */
function reason(name: string, absentColumns: CubeHeader["absentColumns"] = {}): Phrase {
  const columns = absentColumns[name];
  return columns === undefined ? ["not in the mapping"] : say`no column ${{ plain: columns.join(" or ") }}`;
}

/** The keys that are unknown in a cube, with the cost that depends on them. */
function unknownInCube({ header }: Cube): Phrase[] {
  const { unmappedKeys, absentColumns, tagNames = {} } = header;
  return unknownNotes(
    unknownKeys(header).map(({ name, share }) => {
      const isPartly =
        tagNames[name] === undefined ? "no column in some files" : "another name of the tag in some records";
      const why = unmappedKeys.includes(name) ? reason(name, absentColumns) : [isPartly];
      return say`${{ plain: name }}: ${why}${{ plain: share }}`;
    }),
  );
}

/** What a cube is, and what looks wrong about it. */
export function cubeNotes(cube: Cube, plan: CubePlan): Phrase[] {
  const { header, rowCount, currency, keys } = cube;
  const periods = [
    ...new Set(header.files.flatMap(({ billingPeriods }) => billingPeriods.map(({ period }) => period))),
  ];
  const exports = exportsOf(header);
  const empty = [...keys].filter(([, { dictionary }]) => dictionary.length === 1).map(([name]) => name);
  return [
    say`${[`${counted(rowCount, "row")} for ${counted(header.records, "record")}, ${counted(keys.size, "key")}`]}, in ${listOfNames(currency.dictionary.map(String), listed)}.`,
    ...totals(cube),
    ...(exports.length === 0 ? [] : [say`Recognized by columns and providers: ${listOfNames(exports, listed)}`]),
    ...(periods.length === 0 ? [] : [say`Billing periods, each counted once: ${listOfNames(periods.sort(), listed)}`]),
    ...withoutCostCenter(cube, plan),
    ...nearKeyNotes(header).map((note) => say`warning: ${note}`),
    ...Object.entries(header.tagNames ?? {}).flatMap(([key, names]) => tagNameNotes(key, names)),
    ...unknownInCube(cube),
    ...(empty.length === 0 ? [] : [say`warning: No record has a value for ${listOfNames(empty, listed)}`]),
  ];
}

/** Under which name a tag was found, and which other names it could have. */
function tagNameNotes(key: string, { used, others }: TagNames): Phrase[] {
  const tag = [used, ...others.map((other) => other.tag)];
  return [
    say`${{ plain: key }} is the tag ${{ name: used }} in the data.`,
    ...others.map(
      ({ tag: other, records }) =>
        say`warning: ${[counted(records, "record")]} ${[records === 1 ? "has" : "have"]} the tag ${{ name: other }} instead. It could be another one, so the value is unknown.`,
    ),
    ...(others.length === 0
      ? []
      : [
          say`  Say which it is in keys of cost-data.json: ${{ plain: `${JSON.stringify(key)}: ${JSON.stringify({ tag })}` }} takes the first one that a record has.`,
        ]),
  ];
}

/** The total of each provider and currency, to compare with the application's. */
function totals({ provider, currency, cost, records }: Cube): Phrase[] {
  const sums = new Map<string, { title: Phrase; units: bigint; count: number }>();
  for (const [row, code] of provider.codes.entries()) {
    const [name = null, unit = ""] = [provider.dictionary[code], currency.dictionary[currency.codes[row] ?? -1]];
    const id = JSON.stringify([name, unit]);
    const sum = sums.get(id) ?? {
      title: say`${name === null ? ["no provider"] : { plain: name }}, ${{ plain: unit ?? "" }}`,
      units: 0n,
      count: 0,
    };
    sums.set(id, { ...sum, units: sum.units + (cost[row] ?? 0n), count: sum.count + (records[row] ?? 0) });
  }
  const lines = [...sums.values()].map(
    ({ title, units, count }) => say`  ${title}: ${[`${amountToText(units)}, ${counted(count, "record")}`]}`,
  );
  const rest = lines.length - listed;
  return [...lines.slice(0, listed), ...(rest > 0 ? [[`  and ${rest} more providers`]] : [])];
}

/** Providers whose records no condition on a cost center matches. People hardly ever expect this. */
function withoutCostCenter({ header, provider, records }: Cube, { mapping }: CubePlan): Phrase[] {
  const counts = new Map<string | null, number>();
  for (const [row, code] of provider.codes.entries()) {
    const name = provider.dictionary[code] ?? null;
    if (!hasCostCenter(mapping, name)) counts.set(name, (counts.get(name) ?? 0) + (records[row] ?? 0));
  }
  const shares = sharesWithoutCostCenter(header);
  return [...counts].map(([name, count]) => {
    const which = name === null ? ["no provider"] : say`the provider ${name}`;
    const share = shares.get(name);
    const of = share === undefined ? [] : say` (${share})`;
    const have = count === 1 ? "has" : "have";
    return say`warning: ${[counted(count, "record")]}${of} ${[have]} ${which}, which belongs to ${noCostCenter(header)}. ${[costCenterAdvice]}`;
  });
}
