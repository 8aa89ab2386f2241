/** Converts tags of V1 to V2. */
import type { CatalogKey, VirtualTag } from "../../client";
import type { VirtualTagV1 } from "../../client/wire";
import { isObject, type JsonObject } from "../../client/json";
import { mapFilter } from "../../rules/filters";
import { virtualTagsCostCenter } from "../../rules/references";
import type { KeyReference, Rule, TagValue } from "../../rules/types";
import { quoted } from "../console/terminal";
import type { Remark } from "./remarks";

/** A tag in the form of V2. */
export interface Converted {
  tag: VirtualTag;
  /** Why a condition could not be converted. Empty if all could. */
  reasons: string[];
  /** What was converted, and what is unclear; each once. */
  remarks: Pick<Remark, "kind" | "reason">[];
}

/**
 * Converts a tag to V2: `isNot` becomes `notIs`, and what V1 leaves out or spells loosely (the types of keys, and the
 * case of cost centers and keys) comes from the catalog. What V2 can save already stays as it is. A key that the catalog
 * does not have, or has in several spellings, is unclear: V1 may have matched another key.
 *
 * @param catalog the keys of the account, with their types
 */
export function toV2(tag: VirtualTagV1, catalog: readonly CatalogKey[]): Converted {
  const reasons: string[] = [];
  const [changes, doubts] = [new Set<string>(), new Set<string>()];
  const keys = new CatalogKeys(catalog);
  const isCaseSensitive = tag.isCaseSensitive === true;
  const spelled = (given: KeyReference): KeyReference => {
    const known = keys.find(given, isCaseSensitive);
    const doubt = given.costCenter === virtualTagsCostCenter ? undefined : keys.doubt(given, isCaseSensitive);
    if (doubt !== undefined) doubts.add(`${title(given)} ${doubt}`);
    if (known === undefined) return given;
    for (const field of ["costCenter", "key"] as const) {
      if (known[field] === given[field]) continue;
      changes.add(`${field} ${quoted(given[field])} is spelled ${quoted(known[field])}, as in the catalog`);
    }
    return { ...given, costCenter: known.costCenter, key: known.key };
  };
  const condition = (given: JsonObject): JsonObject => {
    if (typeof given["costCenter"] !== "string" || typeof given["key"] !== "string") return given;
    const operator = given["operator"] === "isNot" ? "notIs" : given["operator"];
    if (operator !== given["operator"]) changes.add("the operator isNot is notIs in V2");
    const reference = spelled(given as unknown as KeyReference);
    const found = keys.typeOf(reference);
    const type = given["type"] ?? found;
    if (type === undefined) reasons.push(missingType(reference, keys.typesOf(reference)));
    else if (given["type"] === undefined) changes.add(`the type of ${title(reference)} is ${quoted(found ?? "")}`);
    return { ...given, ...reference, type, operator };
  };
  const value = (given: TagValue): TagValue => (isReference(given) ? spelled(given) : given);
  const rules = tag.rules.map((rule: unknown) =>
    isObject(rule)
      ? { ...rule, to: value(rule["to"] as TagValue), filters: mapFilter(rule["filters"], condition) }
      : rule,
  ) as Rule[];
  const remarks = [
    ...[...changes].map((reason) => ({ kind: "converted" as const, reason })),
    ...[...doubts].map((reason) => ({ kind: "unclear" as const, reason })),
  ];
  return { tag: { ...tag, rules, defaultValue: value(tag.defaultValue) }, reasons, remarks };
}

function isReference(value: unknown): value is KeyReference {
  return isObject(value) && typeof value["costCenter"] === "string" && typeof value["key"] === "string";
}

const title = ({ costCenter, key }: KeyReference): string => `${quoted(costCenter)} ${quoted(key)}`;

function missingType(reference: KeyReference, types: readonly string[]): string {
  const why =
    types.length === 0 ? "the catalog has no type for it" : `the catalog has several: ${types.map(quoted).join(", ")}`;
  return `V2 requires the type of ${title(reference)}, and ${why}`;
}

/** The keys of the catalog, found as V1 spells them. */
class CatalogKeys {
  readonly #bySpelling = new Map<string, CatalogKey[]>();

  constructor(catalog: readonly CatalogKey[]) {
    for (const key of catalog) {
      for (const spelling of new Set([exact(key), loose(key)])) {
        this.#bySpelling.set(spelling, [...(this.#bySpelling.get(spelling) ?? []), key]);
      }
    }
  }

  /** The catalog's entry for a key, if there is exactly one spelling of it. */
  find(given: KeyReference, isCaseSensitive: boolean): CatalogKey | undefined {
    const [same] = this.#bySpelling.get(exact(given)) ?? [];
    if (same !== undefined || isCaseSensitive) return same;
    const candidates = this.#bySpelling.get(loose(given)) ?? [];
    return new Set(candidates.map(exact)).size === 1 ? candidates[0] : undefined;
  }

  /** Why it is not certain which key of the catalog V1 means; undefined if it is. Without case, V1 may mean any spelling. */
  doubt(given: KeyReference, isCaseSensitive: boolean): string | undefined {
    const spellings = new Set((this.#bySpelling.get(isCaseSensitive ? exact(given) : loose(given)) ?? []).map(exact));
    if (spellings.size === 1) return undefined;
    return spellings.size === 0
      ? "is not in the catalog"
      : `is one of ${spellings.size} keys that differ in spelling only`;
  }

  /** The types that the catalog has for a key. */
  typesOf(given: KeyReference): string[] {
    if (given.costCenter === virtualTagsCostCenter) return ["virtual_tag"];
    return [...new Set((this.#bySpelling.get(exact(given)) ?? []).flatMap(({ types = [] }) => types))];
  }

  /** The type of a key, if there is only one. */
  typeOf(given: KeyReference): string | undefined {
    const [type, ...others] = this.typesOf(given);
    return others.length === 0 ? type : undefined;
  }
}

const exact = ({ costCenter, key }: { costCenter: string; key: string }): string => JSON.stringify([costCenter, key]);

/** Without case, and with the short prefix that V1 returns for enrichment keys. */
const loose = ({ costCenter, key }: { costCenter: string; key: string }): string =>
  `loose ${JSON.stringify([costCenter.toLowerCase(), key.toLowerCase().replace(/^finrichment_/, "f_")])}`;
