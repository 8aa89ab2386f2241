/** The values that many records get from the rules of a Virtual Tag. The cost depends on the rules that can match a record. */
import type { KeyReference, Moment, TagContent } from "../types";
import { type CheckedColumn, columnOf, type Columns, countedColumn } from "./column";
import type { Possibility } from "./evaluate";
import { type EvaluateOptions, millisecondsOf, type ResolvedOptions, resolveOptions } from "./options";
import { type Program, programOf } from "./program";
import { isSeveral, possibleValue, type PossibleValue, recordKey } from "./record";
import { isVirtualTag, refuseCycles } from "./references";
import { Rows } from "./rows";

/** The values of all rows. */
export interface CompiledResult {
  /** For each row, the index of the rule that gives its value, -1 for the default, or -2 if the value is undecided. */
  rule: Int32Array;
  /** For each row, the index of its value in `values`; -1 if it is undecided. */
  value: Int32Array;
  /** The values. null is the value of a row that has no value for the key that a rule passes through. */
  values: readonly (string | null)[];
  /** For each row, 1 if it is undecided, or if rules before the one in `rule` may match too, which would give the same value. */
  ruleInQuestion: Uint8Array;
  /** The rules in question of such a row, as `could` in the result of `evaluate`. Empty for other rows. */
  couldOf: (row: number) => Possibility[];
}

/** The rules of a Virtual Tag, to evaluate for many records. */
export interface Compiled {
  /**
   * The keys that the rules use, those of referenced tags included. A reference without a `type` stands for every key that differs
   * only in the type. A Virtual Tag is a key only if the option `tags` does not have it.
   */
  keys: readonly KeyReference[];
  /**
   * Evaluates rows. The columns can be evaluated by several contents, one after the other.
   *
   * @param columns The columns by `<costCenter>:<type>:<key>`. No row has a value for a key without a column.
   * @param rowCount How many rows there are.
   * @param at The moment of all rows, or Unix milliseconds for each row (NaN if it is unknown). Default: the option `at`.
   * @throws {RangeError} if a column does not fit
   * @throws {TypeError} if a value is not a string, or `at` is not a moment
   */
  evaluate: (columns: Columns, rowCount: number, at?: Moment | Date | Float64Array) => CompiledResult;
}

/**
 * Prepares the rules of a Virtual Tag for many records. The results are always those of `evaluate`.
 *
 * @param content The rules and the default value. They must not change afterwards.
 * @param options As for `evaluate`.
 * @throws {ReferenceCycleError} if Virtual Tags refer to each other in a circle
 * @throws {TypeError} if `at` is not a moment
 * @throws {RangeError} if a rule is nested deeper than 500 levels of objects and arrays
 */
export function compile(content: TagContent, options: EvaluateOptions = {}): Compiled {
  const resolved = resolveOptions(options);
  refuseCycles(content, resolved.tags);
  const program = programOf(content, resolved);
  const programs = new Map<string, Program>();
  addReferenced(program, resolved, programs);
  const keys = new Map<string, KeyReference>();
  for (const { slots } of [program, ...programs.values()]) {
    for (const { key } of slots) if (!isGiven(key, programs)) keys.set(recordKey(key), key);
  }
  return {
    keys: [...keys.values()],
    evaluate: (columns, rowCount, at = options.at) => {
      const run = new Run(programs, columns, momentsOf(at, rowCount), resolved);
      return run.result(program);
    },
  };
}

function isGiven(key: KeyReference, programs: ReadonlyMap<string, Program>): boolean {
  return isVirtualTag(key) && programs.has(key.key);
}

function addReferenced({ slots }: Program, resolved: ResolvedOptions, programs: Map<string, Program>): void {
  for (const { key } of slots) {
    const tag = isVirtualTag(key) && !programs.has(key.key) ? resolved.tags.get(key.key) : undefined;
    if (tag === undefined) continue;
    const program = programOf(tag, resolved);
    programs.set(key.key, program);
    addReferenced(program, resolved, programs);
  }
}

/** @throws {RangeError} if there are fewer moments than rows */
function momentsOf(at: Moment | Date | Float64Array | undefined, rowCount: number): Float64Array {
  if (!(at instanceof Float64Array)) return new Float64Array(rowCount).fill(millisecondsOf(at));
  if (at.length < rowCount) throw new RangeError(`There are ${at.length} moments instead of ${rowCount}.`);
  return at.subarray(0, rowCount);
}

/** One evaluation of all rows. */
class Run {
  readonly #programs: ReadonlyMap<string, Program>;
  readonly #columns: Columns;
  readonly #moments: Float64Array;
  readonly #resolved: ResolvedOptions;
  /** The columns that were used before, by key. Referenced tags share those of the others. */
  readonly #checked = new Map<string, CheckedColumn>();

  constructor(
    programs: ReadonlyMap<string, Program>,
    columns: Columns,
    moments: Float64Array,
    resolved: ResolvedOptions,
  ) {
    this.#programs = programs;
    this.#columns = columns;
    this.#moments = moments;
    this.#resolved = resolved;
  }

  get #rowCount(): number {
    return this.#moments.length;
  }

  result(program: Program): CompiledResult {
    const columns = program.slots.map(({ key }) => this.#columnOf(key));
    const rows = new Rows(program, columns, this.#moments, this.#resolved);
    const [rule, value] = [new Int32Array(this.#rowCount), new Int32Array(this.#rowCount)];
    const ruleInQuestion = new Uint8Array(this.#rowCount);
    rows.evaluate(rule, value, ruleInQuestion);
    const couldOf = (row: number): Possibility[] => (ruleInQuestion[row] === 1 ? rows.couldOf(row) : []);
    return { rule, value, values: rows.values, ruleInQuestion, couldOf };
  }

  #columnOf(key: KeyReference): CheckedColumn {
    const name = recordKey(key);
    const known = this.#checked.get(name);
    if (known !== undefined) return known;
    const program = isVirtualTag(key) ? this.#programs.get(key.key) : undefined;
    const column =
      program === undefined ? columnOf(key, this.#columns, this.#rowCount) : columnOfResult(this.result(program), name);
    this.#checked.set(name, column);
    return column;
  }
}

/** The values of a tag as a column for the tags that refer to it. An undecided value is one of several, or unknown. */
function columnOfResult({ value, values, couldOf }: CompiledResult, name: string): CheckedColumn {
  const dictionary: PossibleValue[] = values.map((one) => possibleValue([one]));
  const single = new Map<unknown, number>(dictionary.map((one, code) => [one, code]));
  const several = new Map<unknown, number>();
  const codeOf = (possible: PossibleValue): number => {
    const [known, form] = isSeveral(possible) ? [several, JSON.stringify(possible)] : [single, possible];
    const code = known.get(form) ?? dictionary.push(possible) - 1;
    known.set(form, code);
    return code;
  };
  const codes = value.map((code, row) => {
    if (code !== -1) return code;
    const possible = possibleValue(couldOf(row).map((one) => one.value));
    // The dictionary also has each of several values.
    if (isSeveral(possible)) possible.forEach(codeOf);
    return codeOf(possible);
  });
  return countedColumn(dictionary, codes, codes.length, name);
}
