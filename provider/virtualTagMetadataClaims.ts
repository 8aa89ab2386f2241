/**
 * Who declares which metadata in this run. Two resources that declare the same value would take it from each other at every
 * run, and one that owns the whole map would take it from all others.
 */
import type { MetadataMap } from "../client";
import type { Problem } from "../rules/validate";
import type { Claims } from "./lifecycle";
import { containsUnknown, isUnknown } from "./unknown";
import { fieldsOf } from "./virtualTagMetadataFields";

/** The names of the claims on one tag's metadata. An ID is the same in upper and lower case. */
const claimsOn = (virtualTagId: string) => {
  const subject = `metadata of Virtual Tag ${virtualTagId.toLowerCase()}`;
  return {
    whole: `${subject}: all of it`,
    /** One of those that merge, the last: enough to tell the others. */
    some: `${subject}: some of it`,
    value: (value: string) => `${subject}: ${JSON.stringify(value)}`,
    field: (path: string) => `${subject}: ${path}`,
  } as const;
};

/** Claims what checked arguments declare. What is not known before something else was made is claimed when it is known. */
export function claimMetadata(news: Record<string, unknown>, claims: Claims): Problem[] {
  const { virtualTagId, metadata, mergeValuesAndMetadata, resourceUrn } = news;
  if (typeof virtualTagId !== "string" || isUnknown(virtualTagId) || isUnknown(mergeValuesAndMetadata)) return [];
  if (typeof resourceUrn !== "string") return [];
  const { whole, some, value, field } = claimsOn(virtualTagId);
  const taken = (claim: string): string | undefined => {
    const owner = claims.get(claim);
    return owner === resourceUrn ? undefined : owner;
  };
  const wholeBy = taken(whole);
  if (mergeValuesAndMetadata !== true) {
    const others = wholeBy ?? taken(some);
    if (others !== undefined) {
      const advice = "set mergeValuesAndMetadata: true in both, and other values in each";
      return [{ path: "virtualTagId", message: `is a tag whose metadata ${others} declares as well: ${advice}` }];
    }
    claims.set(whole, resourceUrn);
    return [];
  }
  if (wholeBy !== undefined) {
    const advice = "set mergeValuesAndMetadata: true there as well";
    return [{ path: "virtualTagId", message: `is a tag whose metadata ${wholeBy} owns as a whole: ${advice}` }];
  }
  claims.set(some, resourceUrn);
  const declared = isUnknown(metadata) ? {} : (metadata as MetadataMap);
  const problems = Object.keys(declared).flatMap((name) => {
    const owner = taken(value(name));
    claims.set(value(name), owner ?? resourceUrn);
    if (owner === undefined) return [];
    const message = `is also declared by ${owner}: one of the two would take it from the other`;
    return [{ path: `metadata[${JSON.stringify(name)}]`, message }];
  });
  if (problems.length > 0 || containsUnknown(declared)) return problems;
  for (const path of fieldsOf(declared).keys()) claims.set(field(path), resourceUrn);
  return [];
}

/**
 * What another resource of this run declares of a tag's metadata. After a rename, or when a field moves from one resource to
 * another, the new owner may have written before the old one lets go, which then must not take it away.
 */
export function declaredByOthers(
  virtualTagId: string,
  resourceUrn: string | undefined,
  claims: Claims,
): { whole: boolean; some: boolean; field: (path: string) => boolean } {
  const { whole, some, field } = claimsOn(virtualTagId);
  const byAnother = (claim: string): boolean => claims.has(claim) && claims.get(claim) !== resourceUrn;
  return { whole: byAnother(whole), some: byAnother(some), field: (path) => byAnother(field(path)) };
}
