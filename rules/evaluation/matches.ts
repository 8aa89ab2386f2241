/** What the conditions of a program say about the values of columns. Each distinct value is tested once, not once per row. */
import type { CheckedColumn } from "./column";
import type { Settings } from "./options";
import type { Atom, Program } from "./program";
import { UNKNOWN } from "./record";
import { maybe, no, yes } from "./truth";

/** The codes of a column by what they stand for. */
interface SlotCodes {
  missing: number[];
  unknown: number[];
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
  constructor({ atoms, slots }: Program, columns: readonly CheckedColumn[], settings: Settings) {
    this.#atoms = atoms;
    this.#columns = columns;
    this.#containsAll = settings.containsSeveral === "all";
    this.#positive = atoms.map(() => undefined);
    this.#tables = atoms.map(() => undefined);
    this.#slots = slots.map(({ equals, contains }, slot) => {
      const found: SlotCodes = {
        missing: [],
        unknown: [],
        equals: Array.from(equals, () => []),
        contains: Array.from({ length: contains.size }, () => []),
      };
      for (const [code, value] of (columns[slot] as CheckedColumn).dictionary.entries()) {
        if (value === null) found.missing.push(code);
        else if (value === UNKNOWN) found.unknown.push(code);
        else {
          const text = settings.caseSensitive ? value : value.toLowerCase();
          const equal = equals.get(text);
          if (equal !== undefined) found.equals[equal]?.push(code);
          if (contains.size > 0) contains.find(text, (index) => found.contains[index]?.push(code));
        }
      }
      return found;
    });
  }

  /** The codes of unknown values in the column of a slot. */
  unknownCodes(slot: number): readonly number[] {
    return this.#slots[slot]?.unknown ?? [];
  }

  /** The codes of the values for which a positive condition with texts is true. */
  positiveCodes(atom: number): readonly number[] {
    return (this.#positive[atom] ??= this.#findPositive(this.#atoms[atom] as Atom));
  }

  /** How many rows have these values, or an unknown one. */
  rowsThatMayMatch(atom: number): number {
    const { slot } = this.#atoms[atom] as Atom;
    const { counts } = this.#columns[slot] as CheckedColumn;
    let rows = 0;
    for (const codes of [this.positiveCodes(atom), this.unknownCodes(slot)]) {
      for (const code of codes) rows += counts[code] as number;
    }
    return rows;
  }

  /** What a condition says about each value of its column. */
  table(atom: number): Uint8Array {
    return (this.#tables[atom] ??= this.#makeTable(atom));
  }

  #makeTable(atom: number): Uint8Array {
    const { slot, kind, negative, onMissing } = this.#atoms[atom] as Atom;
    const { missing, unknown } = this.#slots[slot] as SlotCodes;
    const [matching, other] = negative ? [no, yes] : [yes, no];
    const table = new Uint8Array((this.#columns[slot] as CheckedColumn).dictionary.length);
    table.fill(kind === "exists" ? matching : other);
    if (kind !== "exists") for (const code of this.positiveCodes(atom)) table[code] = matching;
    for (const code of missing) table[code] = onMissing;
    for (const code of unknown) table[code] = maybe;
    return table;
  }

  #findPositive({ slot, kind, texts }: Atom): readonly number[] {
    const codes = (this.#slots[slot] as SlotCodes)[kind === "contains" ? "contains" : "equals"];
    const [first, ...others] = texts;
    if (first === undefined) return [];
    if (others.length === 0) return codes[first] as number[];
    const needed = kind === "contains" && this.#containsAll ? texts.length : 1;
    const found = new Map<number, number>();
    for (const text of texts) {
      for (const code of codes[text] as number[]) found.set(code, (found.get(code) ?? 0) + 1);
    }
    return [...found].filter(([, times]) => times >= needed).map(([code]) => code);
  }
}
