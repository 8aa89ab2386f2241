/** The keys of the rules that are analyzed, and the texts that they are compared with. */
import { recordKey, virtualTagsCostCenter } from "../../evaluation/record";
import type { KeyReference } from "../../types";

/** The number of the moment of a record, which is treated as a key. */
export const moment = 0;

interface Key {
  /** The name in a record: `<costCenter>:<type>:<key>`. */
  name: string;
  /** Every text that a value is compared with as a whole. */
  values: Set<string>;
  /** Every text that a value may contain. */
  parts: Set<string>;
}

/** Gives each key a number, and invents values that the rules don't name. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #keys: Key[] = [{ name: "", values: new Set(), parts: new Set() }];
  /** The types of the keys in conditions, by cost center and key. */
  readonly #types = new Map<string, Set<string>>();
  readonly #separators = new Map<number, string>();

  /** @param keys every key in the rules */
  constructor(keys: readonly KeyReference[]) {
    for (const { costCenter, key, type } of keys) {
      if (type === undefined) continue;
      const place = JSON.stringify([costCenter, key]);
      const types = this.#types.get(place) ?? new Set();
      this.#types.set(place, types.add(type));
    }
  }

  /**
   * The number of a key. A reference without a type means the only type that the rules name for its key. If they name several, it is
   * a key of its own, so that nothing false is proved.
   */
  numberOf(reference: KeyReference): number {
    const name = recordKey(this.#withType(reference));
    const number = this.#numbers.get(name) ?? this.#keys.length;
    if (number === this.#keys.length) {
      this.#numbers.set(name, number);
      this.#keys.push({ name, values: new Set(), parts: new Set() });
    }
    return number;
  }

  #withType(reference: KeyReference): KeyReference {
    const { costCenter, key, type } = reference;
    if (type !== undefined || costCenter === virtualTagsCostCenter) return reference;
    const [only = "tag", ...others] = this.#types.get(JSON.stringify([costCenter, key])) ?? [];
    return others.length === 0 ? { costCenter, key, type: only } : reference;
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

  /**
   * A character that no rule names for this key. Between texts, it keeps them apart: whatever a rule looks for is within one of them.
   */
  separatorOf(number: number): string {
    const known = this.#separators.get(number);
    if (known !== undefined) return known;
    const { parts } = this.#key(number);
    const isFree = (character: string): boolean => ![...parts].some((part) => part.includes(character));
    let found = ["-", "_", "/", "+", "~"].find(isFree);
    // No text holds all characters of the private use area.
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
