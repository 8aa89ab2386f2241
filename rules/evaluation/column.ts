/** The values of many records for one key: each distinct value once, and a number for each record. */
import type { KeyReference } from "../types";
import { checkedValue, combined, namesOf, type PossibleValue, recordKey, type RecordValue, UNKNOWN } from "./record";
import { isVirtualTag } from "./references";

/** The values of one key. */
export interface Column {
  /** The distinct values. `null` and `""` are missing, UNKNOWN is unknown. */
  dictionary: readonly RecordValue[];
  /** For each row, the index of its value in `dictionary`. */
  codes: Int32Array | Uint32Array | Uint16Array | Uint8Array;
}

/**
 * The columns of many records, by `<costCenter>:<type>:<key>`. No record has a value for a key without a column, so a key that the
 * source can't tell needs a column that contains UNKNOWN.
 */
export type Columns = Readonly<Record<string, Column | undefined>>;

/** Makes a column of the values of all rows. */
export function encodeColumn(values: Iterable<RecordValue>): Column {
  const index = new Map<RecordValue, number>();
  const codes: number[] = [];
  for (const value of values) {
    let code = index.get(value);
    if (code === undefined) index.set(value, (code = index.size));
    codes.push(code);
  }
  return { dictionary: [...index.keys()], codes: Int32Array.from(codes) };
}

/** A column that is checked, and in the form that rows are evaluated with. */
export interface CheckedColumn {
  dictionary: readonly PossibleValue[];
  codes: Int32Array;
  /** How many rows have each value. */
  counts: Int32Array;
}

/**
 * The column of a key. If a key reference without a type stands for several columns, their values are combined, row by row.
 *
 * @throws {RangeError} if a column has fewer rows, or a code that is not in its dictionary
 * @throws {TypeError} if a value is not a string
 */
export function columnOf(key: KeyReference, columns: Columns, rowCount: number): CheckedColumn {
  const names = namesOf(key, () => Object.keys(columns));
  const found = names.flatMap((name) => {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
    return column === undefined ? [] : [checkedColumn(column, rowCount, name)];
  });
  const [first] = found;
  if (first === undefined) {
    // The record alone can't tell what the rules of another tag make of it.
    const dictionary: RecordValue[] = [isVirtualTag(key) ? UNKNOWN : null];
    return checkedColumn({ dictionary, codes: new Int32Array(rowCount) }, rowCount, recordKey(key));
  }
  if (found.length === 1) return first;
  const rows = Array.from({ length: rowCount }, (_, row) =>
    combined(found.map(({ dictionary, codes }) => dictionary[codes[row] as number] as RecordValue)),
  );
  return checkedColumn(encodeColumn(rows), rowCount, recordKey(key));
}

function checkedColumn({ dictionary, codes }: Column, rowCount: number, name: string): CheckedColumn {
  if (codes.length < rowCount) throw new RangeError(`Column ${name} has ${codes.length} rows instead of ${rowCount}.`);
  return countedColumn(
    dictionary.map((value) => checkedValue(value, name)),
    codes instanceof Int32Array ? codes : Int32Array.from(codes),
    rowCount,
    name,
  );
}

/**
 * A column with the number of rows of each value.
 *
 * @throws {RangeError} if it has a code that is not in its dictionary
 */
export function countedColumn(
  dictionary: readonly PossibleValue[],
  codes: Int32Array,
  rowCount: number,
  name: string,
): CheckedColumn {
  const counts = new Int32Array(dictionary.length);
  for (let row = 0; row < rowCount; row += 1) {
    const code = codes[row] as number;
    const count = counts[code];
    if (count === undefined) throw new RangeError(`Row ${row} of column ${name} has no value in its dictionary.`);
    counts[code] = count + 1;
  }
  return { dictionary, codes, counts };
}
