/** What a cube says about the data that it was made of. */
import { readAmount } from "../../../cost/cube/amounts";
import type { CubeHeader } from "../../../cost/cube/cube";
import { percentageOf, spokenPercentage } from "../../../cost/impact/share";
import { keyNamed } from "../../../cost/mapping/mapping";
import { counted, joined, listOfNames, type Phrase, say } from "../../document/document";
import { moneyOf } from "./amounts";

/** The exports that were recognized: `AWS FOCUS 1.2`. */
export function exportsOf({ files }: CubeHeader): string[] {
  return [...new Set(files.flatMap((source) => source.exports ?? []))].sort();
}

/** What looks wrong about the data, whatever is computed from it. */
export function dataWarnings(header: CubeHeader): Phrase[] {
  return [...unreadableNotes(header), ...providerNotes(header), ...nearKeyNotes(header)];
}

/** The tags that can't be read. */
function unreadableNotes({ unreadableTags = [] }: CubeHeader): Phrase[] {
  return unreadableTags.map(
    ({ file, column, records, first, value }) =>
      say`${{ plain: file }}: ${[counted(records, "record")]} with tags in the column ${{ plain: column }} that can't be read: their keys are unknown. The first one is in ${[first]}: ${{ plain: value }}.`,
  );
}

/** Which shares of the cost have the providers that belong to no cost center, without those that have at most 1 %. */
export function sharesWithoutCostCenter({ withoutCostCenter = [] }: CubeHeader): Map<string | null, Phrase> {
  const shares = new Map<string | null, string[]>();
  for (const { provider, currency, gross, total } of withoutCostCenter) {
    const share = spokenPercentage(percentageOf(readAmount(gross) ?? 0n, readAmount(total) ?? 0n));
    shares.set(provider, [...(shares.get(provider) ?? []), `${share} of the cost in ${currency}`]);
  }
  return new Map([...shares].map(([provider, of]) => [provider, listOfNames(of, of.length)]));
}

/** The providers whose cost falls into the default because they belong to no cost center. */
function providerNotes(header: CubeHeader): Phrase[] {
  return [...sharesWithoutCostCenter(header)].map(([provider, shares]) => {
    const which = provider === null ? ["Records without a provider"] : say`The records of the provider ${provider}`;
    const value = sharedCostCenters(header).length === 0 ? "any key" : "other keys";
    return say`${which} (${shares}) belong to ${noCostCenter(header)}, so they have no value for ${[value]}. ${[costCenterAdvice]}`;
  });
}

/** What a provider belongs to that the mapping doesn't name. */
export function noCostCenter(header: CubeHeader): Phrase {
  const shared = sharedCostCenters(header);
  return shared.length === 0
    ? ["no cost center"]
    : say`no cost center but ${joined(
        shared.map((name) => [{ name }]),
        " and ",
      )}`;
}

/** The cost centers that have all records. */
function sharedCostCenters({ costCenters }: CubeHeader): string[] {
  return Object.entries(costCenters).flatMap(([name, providers]) => (providers === "*" ? [name] : []));
}

/** What to do about a provider without a cost center. */
export const costCenterAdvice = "Name it in costCenters of cost-data.json.";

/** A key that is unknown in some records, or in all. */
export interface UnknownKey {
  name: string;
  /** The share of the cost that this can leave unevaluated, in parentheses. Empty if the cube does not say it. */
  share: string;
}

/** The keys that the cost data can't tell, in order. */
export function unknownKeys({ unmappedKeys, unknownCost }: CubeHeader): UnknownKey[] {
  const names = [...new Set([...unmappedKeys, ...Object.keys(unknownCost ?? {})])].sort();
  return names.map((name) => {
    const shares = (unknownCost?.[name] ?? []).map(({ currency, gross, total }) => {
      const share = percentageOf(readAmount(gross) ?? 0n, readAmount(total) ?? 0n);
      return `${spokenPercentage(share)} of the cost in ${currency}`;
    });
    if (unknownCost === undefined) return { name, share: "" };
    return { name, share: shares.length === 0 ? " (no record)" : ` (up to ${shares.join(", ")})` };
  });
}

/** Which other tags rules could have meant, whose names differ only in case. One sentence for each key. */
export function nearKeyNotes({ nearKeys = {}, tagNames = {} }: CubeHeader): Phrase[] {
  return Object.entries(nearKeys).map(([key, near]) => {
    const found = near.map(({ tag, records, costs }) => {
      const amounts = costs.map(({ currency, gross }) => moneyOf(readAmount(gross) ?? 0n, currency).plain);
      return say`${{ name: tag }} (${{ plain: amounts.join(", ") }}, ${[counted(records, "record")]})`;
    });
    // The entry says all names of the tag, so one that counts already must not be missing.
    const names =
      tagNames[key] === undefined ? [] : [tagNames[key].used, ...tagNames[key].others.map(({ tag }) => tag)];
    const tag = [...new Set([keyNamed(key)?.key ?? key, ...names, ...near.map((one) => one.tag)])];
    const entry = `${JSON.stringify(key)}: ${JSON.stringify({ tag })}`;
    return say`${{ plain: key }} has no value in records with the tag ${joined(found, " or ")}, since upper and lower case differ. If it is one tag, add to keys of cost-data.json: ${{ plain: entry }}.`;
  });
}
