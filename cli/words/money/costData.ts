/** What a cube says about the data that it was made of. */
import { readAmount } from "../../../cost/cube/amounts";
import type { CubeHeader } from "../../../cost/cube/cube";
import { listOfNames, type Phrase, say } from "../../document/document";
import { percentageOf, spokenPercentage } from "../../../cost/impact/share";

/** The exports that were recognized: `AWS FOCUS 1.2`. */
export function exportsOf({ files }: CubeHeader): string[] {
  return [...new Set(files.flatMap((source) => source.exports ?? []))].sort();
}

/** The providers whose cost falls into the default because they belong to no cost center. */
export function providerNotes({ withoutCostCenter = [] }: CubeHeader): Phrase[] {
  const shares = new Map<string | null, string[]>();
  for (const { provider, currency, gross, total } of withoutCostCenter) {
    const share = spokenPercentage(percentageOf(readAmount(gross) ?? 0n, readAmount(total) ?? 0n));
    shares.set(provider, [...(shares.get(provider) ?? []), `${share} of the cost in ${currency}`]);
  }
  return [...shares].map(([provider, of]) => {
    const which = provider === null ? ["Records without a provider"] : say`The records of the provider ${provider}`;
    return say`${which} (${listOfNames(of, of.length)}) belong to no cost center, so they have no value for any key.`;
  });
}

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
