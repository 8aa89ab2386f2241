/** The keys of the rules that are analyzed, and the texts that they are compared with. */
import { recordKey } from "../../evaluation/record";
import { virtualTagsCostCenter } from "../../references";
import type { KeyReference } from "../../types";

/** The number of the moment of a record, which is treated as a key. */
export const moment = 0;

interface Key {
  /** The name in a record: `<costCenter>:<type>:<key>`. */
  name: string;
  /** Whether the value that a record has for it is unknown. */
  isOpaque: boolean;
  /** Every text that a value is compared with as a whole. */
  values: Set<string>;
  /** Every text that a value may contain. */
  parts: Set<string>;
}

/** Gives each key a number, and invents values that the rules don't name. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #keys: Key[] = [newKey("", false)];
  /** The types of the keys in conditions, by cost center and key. */
  readonly #types = new Map<string, Set<string>>();
  readonly #separators = new Map<number, string>();
  #latestMoment: number | undefined;

  /** @param keys every key in the rules */
  constructor(keys: readonly KeyReference[]) {
    for (const { costCenter, key, type } of keys) {
      if (typeof type !== "string") continue;
      const place = JSON.stringify([costCenter, key]);
      const types = this.#types.get(place) ?? new Set();
      this.#types.set(place, types.add(type));
    }
  }

  /**
   * The number of a key. A reference without a type has the only type that the rules name for its key. If they name several, its
   * value depends on all of them, and is unknown here.
   */
  numberOf(reference: KeyReference): number {
    const types = this.#typesOf(reference);
    const [only = "tag"] = types;
    const isAmbiguous = types.length > 1;
    return this.#number(recordKey(isAmbiguous ? reference : { ...reference, type: only }), isAmbiguous);
  }

  /** Adds a number for something unreadable, which is treated as a key. */
  numberOfOpaque(): number {
    return this.#keys.push(newKey("", true)) - 1;
  }

  #number(name: string, isOpaque: boolean): number {
    const number = this.#numbers.get(name) ?? this.#keys.push(newKey(name, isOpaque)) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  #typesOf({ costCenter, key, type }: KeyReference): readonly string[] {
    // The service may return null.
    if (typeof type === "string") return [type];
    if (costCenter === virtualTagsCostCenter) return ["virtual_tag"];
    return [...(this.#types.get(JSON.stringify([costCenter, key])) ?? [])];
  }

  /** Whether the value that a record has for a key is unknown. */
  isOpaque(number: number): boolean {
    return this.#key(number).isOpaque;
  }

  /** The latest moment that a rule names; undefined if there are no timeframes. */
  get latestMoment(): number | undefined {
    return this.#latestMoment;
  }

  /** Notes the ends of a timeframe. */
  noteMoments(moments: readonly number[]): void {
    this.#latestMoment = Math.max(this.#latestMoment ?? -Infinity, ...moments);
  }

  /** The name of a key in a record. */
  nameOf(number: number): string {
    return this.#key(number).name;
  }

  /** Notes texts that values of a key are compared with. */
  note(number: number, kind: "values" | "parts", texts: Iterable<string>): void {
    const noted = this.#key(number)[kind];
    for (const text of texts) noted.add(text);
    this.#separators.delete(number);
  }

  /** Whether a rule compares values of this key with the text as a whole. */
  isNamed(number: number, text: string): boolean {
    return this.#key(number).values.has(text);
  }

  /** A character that no rule looks for in this key. A rule finds in texts joined with it only what it finds in one of them. */
  separatorOf(number: number): string {
    const known = this.#separators.get(number);
    if (known !== undefined) return known;
    const { parts } = this.#key(number);
    const isFree = (character: string): boolean => ![...parts].some((part) => part.includes(character));
    let found = ["-", "_", "/", "+", "~"].find(isFree);
    // The rules don't name all characters of the private use area.
    for (let code = 0xe000; found === undefined; code++) {
      const character = String.fromCodePoint(code);
      if (isFree(character)) found = character;
    }
    this.#separators.set(number, found);
    return found;
  }

  #key(number: number): Key {
    const key = this.#keys[number];
    if (key === undefined) throw new RangeError(`There is no key ${number}.`);
    return key;
  }
}

function newKey(name: string, isOpaque: boolean): Key {
  return { name, isOpaque, values: new Set(), parts: new Set() };
}
