/** Compares the tags with the catalog. Pure. */
import { unknownValue } from "../../stack/state/unknown";
import { closestName } from "../../rules/closestName";
import { virtualTagsCostCenter } from "../../rules/references";
import type { Key, Values } from "../sources/account/catalog";
import type { Subject } from "./subjects";
import { type Use, usesIn } from "./catalogUses";

/** What is wrong with a place. */
export type CatalogFindingKind =
  /** The catalog has no such cost center. */
  | "unknown-cost-center"
  /** The cost center has no such key. */
  | "unknown-key"
  /** The cost center has the key, but not with this type. */
  | "wrong-type"
  /** The account has never seen the value. */
  | "unknown-value"
  /** Neither the account nor the plan has the Virtual Tag. */
  | "missing-tag";

/** A place of a tag that does not fit the catalog. */
export interface CatalogFinding {
  kind: CatalogFindingKind;
  tag: Pick<Subject, "id" | "name">;
  /** The path in the tag, such as `rules[0].filters.AND[1]`. */
  path: string;
  costCenter: string;
  key: string;
  /** Absent where the place has no type. */
  type?: string | undefined;
  /** The value; only of `unknown-value`. */
  value?: string;
  /** What was probably meant: a cost center, a key, a type, a value or the ID of a tag. Absent if nothing is close. */
  closest?: string | undefined;
  /** Whether only upper and lower case differ from `closest`. */
  differsInCase: boolean;
  /** Of `unknown-value`: the key is a tag that the plan declares, and the plan decides which values it has. */
  isDeclared?: true;
}

/** What the account has. */
export interface Known {
  keys: readonly Key[];
  /** The Virtual Tags that there are, or will be: ID or URN, and name. */
  tags: readonly { id: string; name: string }[];
}

/** A use of a key, with its tag. */
export interface TagUse extends Use {
  tag: Subject;
}

/** All places of the tags that name a key. Those with a key that is unknown until deployment are apart. */
export function usesOf(tags: readonly Subject[]): { known: TagUse[]; unknown: TagUse[] } {
  const uses = tags.flatMap((tag) => usesIn(tag.content).map((use) => ({ ...use, tag })));
  const isUnknown = ({ costCenter, key, type }: Use): boolean => [costCenter, key, type].includes(unknownValue);
  return { known: uses.filter((use) => !isUnknown(use)), unknown: uses.filter(isUnknown) };
}

/** The catalog, prepared for many lookups. */
export class CatalogIndex {
  readonly #keys = new Map<string, Map<string, Key>>();
  readonly #tags: Known["tags"];
  readonly #ids: ReadonlySet<string>;
  /** The search for the closest name is slow, and the same mistake is often repeated. */
  readonly #closest = new Map<string, string | undefined>();

  constructor({ keys, tags }: Known) {
    for (const key of keys) {
      const group = this.#keys.get(key.costCenter) ?? new Map<string, Key>();
      this.#keys.set(key.costCenter, group.set(key.key, key));
    }
    this.#tags = tags;
    this.#ids = new Set(tags.map(({ id }) => id.toLowerCase()));
  }

  /** What is wrong with the key of a place; undefined if the catalog has it. */
  keyFinding(use: TagUse): CatalogFinding | undefined {
    const { costCenter, key, type } = use;
    if (costCenter === virtualTagsCostCenter) return this.#tagFinding(use);
    const keys = this.#keys.get(costCenter);
    if (keys === undefined) {
      return this.#finding("unknown-cost-center", use, costCenter, [...this.#keys.keys(), virtualTagsCostCenter]);
    }
    const types = keys.get(key)?.types;
    if (types === undefined) {
      // Of keys that are equally close, one of this type is meant.
      const isOther = (known: Key): number => (type === undefined || hasType(known, type) ? 0 : 1);
      const ordered = [...keys.values()].sort((one, other) => isOther(one) - isOther(other));
      return this.#finding(
        "unknown-key",
        use,
        key,
        ordered.map((known) => known.key),
      );
    }
    if (type === undefined || types.length === 0 || types.includes(type)) return undefined;
    const finding = this.#finding("wrong-type", use, type, types);
    return { ...finding, closest: finding.closest ?? types[0] };
  }

  /** What is wrong with the values of a place, given all values of the key. */
  valueFindings(use: TagUse, values: readonly string[], isDeclared: boolean): CatalogFinding[] {
    const all = new Set(values);
    return use.values.flatMap(({ path, value, part }) => {
      const isSeen = all.has(value) || (part && values.some((other) => other.includes(value)));
      if (isSeen || value === unknownValue) return [];
      const declared = isDeclared ? { isDeclared: true as const } : {};
      return [{ ...this.#finding("unknown-value", { ...use, path }, value, values), value, ...declared }];
    });
  }

  #tagFinding(use: TagUse): CatalogFinding | undefined {
    const { key } = use;
    if (this.#ids.has(key.toLowerCase())) return undefined;
    // Where an ID is expected, people write the name.
    const named = this.#tags.find(({ name }) => name === key) ?? this.#tags.find(({ name }) => isSame(name, key));
    return { ...this.#finding("missing-tag", use, key, []), closest: named?.id };
  }

  #finding(kind: CatalogFindingKind, use: TagUse, typed: string, names: readonly string[]): CatalogFinding {
    const { tag, path, costCenter, key, type } = use;
    const closest = this.#closestTo(typed, names, JSON.stringify([kind, costCenter, key, type, typed]));
    const { id, name } = tag;
    const differsInCase = closest !== undefined && isSame(closest, typed);
    return { kind, tag: { id, name }, path, costCenter, key, type, closest, differsInCase };
  }

  #closestTo(typed: string, names: readonly string[], id: string): string | undefined {
    if (!this.#closest.has(id)) {
      const sameLetters = names.find((name) => isSame(name, typed));
      const near = sameLetters ?? (names.length > mostCompared ? undefined : closestName(typed, names));
      this.#closest.set(id, near);
    }
    return this.#closest.get(id);
  }
}

/** With more names, the search takes seconds, and a name that is close by chance means little. */
const mostCompared = 10_000;

function hasType({ types }: Key, type: string): boolean {
  return types.length === 0 || types.includes(type);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The values that a tag will have. The account may not have seen them yet. */
export function declaredValues({ content: { rules, defaultValue } }: Subject): Values {
  const values = [...rules.map(({ to }) => to), defaultValue];
  const isStatic = (value: unknown): value is string => typeof value === "string" && value !== unknownValue;
  return values.every(isStatic) ? { values } : { problem: "a key decides some of its values" };
}
