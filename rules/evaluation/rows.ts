/** Evaluates the rows of columns, one after the other. */
import { Candidates } from "./candidates";
import type { CheckedColumn } from "./column";
import { rangeTruth } from "./condition";
import type { Possibility } from "./evaluate";
import { Matches } from "./matches";
import type { ResolvedOptions } from "./options";
import type { Atom, Node, Program, ProgramRule } from "./program";
import { isSeveral, type PossibleValue, type RecordValue, UNKNOWN } from "./record";
import { and, maybe, no, type Truth, yes } from "./truth";

/** In place of the index of a rule: no rule matches. */
export const byDefault = -1;
/** In place of the index of a rule: the value depends on what is unknown. */
export const undecided = -2;

/** In place of the code of a value. */
const notLookedUp = -1;
const unknownValue = -2;

/** The value of a rule: a code, or for a key that it passes through, the code of each value of the column. */
type Outcome = { code: number } | { column: CheckedColumn; codes: Int32Array };

/** The rows of columns, with the rules of a program. */
export class Rows {
  /** The values that rows got so far. A code is an index in it. */
  readonly values: (string | null)[] = [];
  readonly #rules: readonly ProgramRule[];
  readonly #candidates: Candidates;
  /** The index of the default, after the rules. */
  readonly #default: number;
  readonly #moments: Float64Array;
  readonly #matches: Matches;
  readonly #valueCodes = new Map<string | null, number>();
  readonly #outcomes: readonly Outcome[];
  /** For each condition, the codes of its column. */
  readonly #atomCodes: readonly Int32Array[];

  /**
   * @param columns One for each slot of the program.
   * @param moments Unix milliseconds for each row. NaN if it is unknown.
   */
  constructor(program: Program, columns: readonly CheckedColumn[], moments: Float64Array, resolved: ResolvedOptions) {
    this.#rules = program.rules;
    this.#moments = moments;
    this.#matches = new Matches(program, columns, resolved);
    this.#candidates = new Candidates(program, columns, this.#matches, moments.length);
    this.#default = program.rules.length - 1;
    this.#atomCodes = program.atoms.map(({ slot }: Atom) => (columns[slot] as CheckedColumn).codes);
    const passed = columns.map((column) => ({
      column,
      codes: new Int32Array(column.dictionary.length).fill(notLookedUp),
    }));
    this.#outcomes = program.rules.map(({ to }) =>
      typeof to === "string" ? { code: this.#codeOf(to) } : (passed[to] as Outcome),
    );
  }

  /** Writes the rule and the value of each row. See `CompiledResult`. */
  evaluate(rule: Int32Array, value: Int32Array, ruleInQuestion: Uint8Array): void {
    for (let row = 0; row < rule.length; row += 1) this.#evaluateRow(row, rule, value, ruleInQuestion);
  }

  #evaluateRow(row: number, rule: Int32Array, value: Int32Array, ruleInQuestion: Uint8Array): void {
    const { columns, entries } = this.#candidates;
    // The first rule that certainly matches, or with which the value is undecided. Rules after it don't matter.
    let first = this.#default;
    let isUndecided = false;
    // The first rule that may match. The others that may match before `first` give the same value.
    let possible = first;
    for (const { codes, starts } of columns) {
      const code = codes[row] as number;
      const end = starts[code + 1] as number;
      for (let at = starts[code] as number; at < end; at += 1) {
        const candidate = entries[at] as number;
        const index = candidate >> 1;
        if (index >= first) break;
        const truth = this.#truthOf(candidate, row);
        if (truth === no) continue;
        if (truth === yes) {
          first = index;
          isUndecided = false;
          continue;
        }
        const later = Math.max(possible, index);
        if (later < first && !this.#haveSameValue(possible, index, row)) {
          first = later;
          isUndecided = true;
        }
        possible = Math.min(possible, index);
      }
    }
    const isDecided = !isUndecided && (possible >= first || this.#haveSameValue(possible, first, row));
    const code = isDecided ? this.#valueAt(first, row) : unknownValue;
    rule[row] = code === unknownValue ? undecided : first === this.#default ? byDefault : first;
    value[row] = code === unknownValue ? -1 : code;
    ruleInQuestion[row] = code === unknownValue || possible < first ? 1 : 0;
  }

  /** Whether two rules would give a row the same value, and it is known. */
  #haveSameValue(one: number, other: number, row: number): boolean {
    const code = this.#valueAt(one, row);
    return code !== unknownValue && code === this.#valueAt(other, row);
  }

  /** All rules in question for a row, as `evaluate` lists them. */
  couldOf(row: number): Possibility[] {
    const { columns, entries } = this.#candidates;
    let first = this.#default;
    const mayMatch = new Uint8Array(first + 1);
    for (const { codes, starts } of columns) {
      const code = codes[row] as number;
      for (const candidate of entries.subarray(starts[code], starts[code + 1])) {
        if (candidate >> 1 >= first) break;
        const truth = this.#truthOf(candidate, row);
        if (truth !== no) mayMatch[candidate >> 1] = 1;
        if (truth === yes) first = candidate >> 1;
      }
    }
    mayMatch[first] = 1;
    const could: Possibility[] = [];
    for (let index = 0; index <= first; index += 1) {
      if (mayMatch[index] === 0) continue;
      const rule = index === this.#default ? null : index;
      for (const value of this.#possibleValues(index, row)) could.push({ rule, value });
    }
    return could;
  }

  #truthOf(candidate: number, row: number): Truth {
    const rule = candidate >> 1;
    const { range } = this.#rules[rule] as ProgramRule;
    const inTime = range === undefined ? yes : rangeTruth(range, this.#moments[row] as number);
    if (inTime === no) return no;
    const { rest, isExact } = this.#candidates.guarded[rule] as Candidates["guarded"][number];
    const truth = and(inTime, this.#nodeTruth(rest, row));
    return isExact && (candidate & 1) === 1 ? and(truth, maybe) : truth;
  }

  #nodeTruth({ kind, atom, truth, members }: Node, row: number): Truth {
    if (kind === "constant") return truth;
    if (kind === "atom") {
      const codes = this.#atomCodes[atom] as Int32Array;
      return this.#matches.table(atom)[codes[row] as number] as Truth;
    }
    const decisive = kind === "and" ? no : yes;
    let result: Truth = kind === "and" ? yes : no;
    for (const member of members) {
      const ofMember = this.#nodeTruth(member, row);
      if (ofMember === decisive) return decisive;
      if (ofMember === maybe) result = maybe;
    }
    return result;
  }

  #valueAt(rule: number, row: number): number {
    const outcome = this.#outcomes[rule] as Outcome;
    if ("code" in outcome) return outcome.code;
    const { column, codes } = outcome;
    const code = column.codes[row] as number;
    const known = codes[code] as number;
    if (known !== notLookedUp) return known;
    const value = column.dictionary[code] as PossibleValue;
    return (codes[code] = value === UNKNOWN || isSeveral(value) ? unknownValue : this.#codeOf(value));
  }

  #possibleValues(rule: number, row: number): readonly RecordValue[] {
    const outcome = this.#outcomes[rule] as Outcome;
    if ("code" in outcome) return [this.values[outcome.code] as string | null];
    const value = outcome.column.dictionary[outcome.column.codes[row] as number] as PossibleValue;
    return isSeveral(value) ? value : [value];
  }

  #codeOf(value: string | null): number {
    let code = this.#valueCodes.get(value);
    if (code === undefined) {
      code = this.values.push(value) - 1;
      this.#valueCodes.set(value, code);
    }
    return code;
  }
}
