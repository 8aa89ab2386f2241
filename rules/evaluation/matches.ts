/** What the conditions of a program say about the values of columns. Each distinct value is tested once, not once per row. */
import type { CheckedColumn } from "./column";
import type { ResolvedOptions } from "./options";
import type { Atom, Program } from "./program";
import { isSeveral, type PossibleValue, UNKNOWN } from "./record";
import { maybe, no, sameTruth, type Truth, yes } from "./truth";

/** The codes of a column by what they stand for. */
interface SlotCodes {
  missing: number[];
  unknown: number[];
  /** The codes that stand for one of several other codes. */
  several: Map<number, number[]>;
  /** By the index of a text: the codes of the values that equal it. */
  equals: number[][];
  /** By the index of a text: the codes of the values that contain it. */
  contains: number[][];
}

/** The conditions of a program, for the values of columns. */
export class Matches {
  readonly #atoms: readonly Atom[];
  readonly #containsAll: boolean;
  readonly #columns: readonly CheckedColumn[];
  readonly #slots: readonly SlotCodes[];
  readonly #positive: (readonly number[] | undefined)[];
  readonly #tables: (Uint8Array | undefined)[];

  /** @param columns One for each slot of the program. */
  constructor({ atoms, slots }: Program, columns: readonly CheckedColumn[], resolved: ResolvedOptions) {
    this.#atoms = atoms;
    this.#columns = columns;
    this.#containsAll = resolved.containsSeveral === "all";
    this.#positive = atoms.map(() => undefined);
    this.#tables = atoms.map(() => undefined);
    this.#slots = slots.map(({ equals, contains }, slot) => {
      const found: SlotCodes = {
        missing: [],
        unknown: [],
        several: new Map(),
        equals: Array.from(equals, () => []),
        contains: Array.from({ length: contains.size }, () => []),
      };
      const { dictionary } = columns[slot] as CheckedColumn;
      for (const [code, value] of dictionary.entries()) {
        if (value === null) found.missing.push(code);
        else if (value === UNKNOWN) found.unknown.push(code);
        else if (isSeveral(value)) found.several.set(code, codesIn(dictionary, value));
        else {
          const text = resolved.caseSensitive ? value : value.toLowerCase();
          const equal = equals.get(text);
          if (equal !== undefined) found.equals[equal]?.push(code);
          if (contains.size > 0) contains.find(text, (index) => found.contains[index]?.push(code));
        }
      }
      return found;
    });
  }

  /** The codes of the values for which a positive condition with texts is unknown. */
  unknownCodes(atom: number): readonly number[] {
    const { unknown, several } = this.#slotOf(atom);
    return several.size === 0 ? unknown : [...unknown, ...this.#severalThatAre(maybe, atom)];
  }

  /** The codes of the values for which a positive condition with texts is true. */
  trueCodes(atom: number): readonly number[] {
    const codes = this.#positiveCodes(atom);
    return this.#slotOf(atom).several.size === 0 ? codes : [...codes, ...this.#severalThatAre(yes, atom)];
  }

  #severalThatAre(truth: Truth, atom: number): number[] {
    const table = this.table(atom);
    return [...this.#slotOf(atom).several.keys()].filter((code) => table[code] === truth);
  }

  #slotOf(atom: number): SlotCodes {
    return this.#slots[(this.#atoms[atom] as Atom).slot] as SlotCodes;
  }

  /** The codes that the texts of a condition select, without those that stand for several values. */
  #positiveCodes(atom: number): readonly number[] {
    return (this.#positive[atom] ??= this.#findPositive(this.#atoms[atom] as Atom));
  }

  /** How many rows have these values, or an unknown one. */
  rowsThatMayMatch(atom: number): number {
    const { slot } = this.#atoms[atom] as Atom;
    const { counts } = this.#columns[slot] as CheckedColumn;
    let rows = 0;
    for (const codes of [this.trueCodes(atom), this.unknownCodes(atom)]) {
      for (const code of codes) rows += counts[code] as number;
    }
    return rows;
  }

  /** What a condition says about each value of its column. */
  table(atom: number): Uint8Array {
    return (this.#tables[atom] ??= this.#makeTable(atom));
  }

  #makeTable(atom: number): Uint8Array {
    const { slot, tests, negative, onMissing } = this.#atoms[atom] as Atom;
    const { missing, unknown, several } = this.#slots[slot] as SlotCodes;
    const [matching, other] = negative ? [no, yes] : [yes, no];
    const table = new Uint8Array((this.#columns[slot] as CheckedColumn).dictionary.length);
    table.fill(tests === "exists" ? matching : other);
    if (tests !== "exists") for (const code of this.#positiveCodes(atom)) table[code] = matching;
    for (const code of missing) table[code] = onMissing;
    for (const code of unknown) table[code] = maybe;
    for (const [code, codes] of several) table[code] = sameTruth(codes.map((one) => table[one] as Truth));
    return table;
  }

  #findPositive({ slot, tests, texts }: Atom): readonly number[] {
    const codes = (this.#slots[slot] as SlotCodes)[tests === "contains" ? "contains" : "equals"];
    const [first, ...others] = texts;
    if (first === undefined) return [];
    if (others.length === 0) return codes[first] as number[];
    const needed = tests === "contains" && this.#containsAll ? texts.length : 1;
    const found = new Map<number, number>();
    for (const text of texts) {
      for (const code of codes[text] as number[]) found.set(code, (found.get(code) ?? 0) + 1);
    }
    return [...found].filter(([, times]) => times >= needed).map(([code]) => code);
  }
}

/** The codes of several values. The dictionary also has each of them. */
function codesIn(dictionary: readonly PossibleValue[], values: readonly (string | null)[]): number[] {
  return values.map((value) => dictionary.indexOf(value));
}
