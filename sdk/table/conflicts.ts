/** Finds rows that contradict each other. Pure. */
import type { TableRow } from "./tableRows";

/** The rows with the same key columns. */
export interface KeySet {
  /** The indexes of the columns, in their order. */
  columns: readonly number[];
  rows: readonly TableRow[];
}

/** Two rows that one record can match, with different values. */
export interface Conflict {
  kind: "sameKeys" | "otherKeys";
  rows: readonly [TableRow, TableRow];
}

/** The sets of key columns, each with its rows. */
export function keySetsOf(rows: readonly TableRow[]): KeySet[] {
  const sets = new Map<string, { columns: readonly number[]; rows: TableRow[] }>();
  for (const row of rows) {
    const columns = row.cells.flatMap((cell, index) => (cell === "" ? [] : [index]));
    const name = columns.join();
    const set = sets.get(name);
    if (set === undefined) sets.set(name, { columns, rows: [row] });
    else set.rows.push(row);
  }
  return [...sets.values()];
}

/**
 * The conflicts. The rows of two sets are compared by their cells in the columns that both have, so the time grows with the number
 * of rows and of pairs of sets, not of pairs of rows. Of all rows of two sets with the same such cells, one pair is named.
 *
 * @param isDecided whether one of the two sets wins wherever both match
 */
export function conflictsOf(sets: readonly KeySet[], isDecided: (one: KeySet, other: KeySet) => boolean): Conflict[] {
  const found = sets.flatMap((set): Conflict[] => {
    const buckets = bucketsOf(set, set.columns);
    return [...buckets.values()].flatMap(({ first, another }) =>
      another === undefined ? [] : [{ kind: "sameKeys", rows: [first, another] }],
    );
  });
  for (const [index, one] of sets.entries()) {
    for (const other of sets.slice(index + 1)) {
      if (!isDecided(one, other)) found.push(...conflictsBetween(one, other));
    }
  }
  return found.sort(({ rows: [a, b] }, { rows: [c, d] }) => a.number - c.number || b.number - d.number);
}

function conflictsBetween(one: KeySet, other: KeySet): Conflict[] {
  const shared = one.columns.filter((column) => other.columns.includes(column));
  const others = bucketsOf(other, shared);
  return [...bucketsOf(one, shared)].flatMap(([cells, mine]): Conflict[] => {
    const theirs = others.get(cells);
    const pair = theirs && differentValues(mine, theirs);
    return pair === undefined ? [] : [{ kind: "otherKeys", rows: pair }];
  });
}

/** The rows with the same cells in some columns: the first one, and the first one with another value. */
interface Bucket {
  first: TableRow;
  another: TableRow | undefined;
}

function bucketsOf({ rows }: KeySet, columns: readonly number[]): Map<string, Bucket> {
  const buckets = new Map<string, Bucket>();
  for (const row of rows) {
    const cells = JSON.stringify(columns.map((column) => row.cells[column]));
    const bucket = buckets.get(cells);
    if (bucket === undefined) buckets.set(cells, { first: row, another: undefined });
    else if (bucket.another === undefined && bucket.first.to !== row.to) bucket.another = row;
  }
  return buckets;
}

/** A row of each bucket, with different values. */
function differentValues(one: Bucket, other: Bucket): readonly [TableRow, TableRow] | undefined {
  const pairs = [
    [one.first, other.first],
    [one.first, other.another],
    [one.another, other.first],
  ] as const;
  const found = pairs.find(
    (pair): pair is readonly [TableRow, TableRow] =>
      pair[0] !== undefined && pair[1] !== undefined && pair[0].to !== pair[1].to,
  );
  return found && (found[0].number < found[1].number ? found : [found[1], found[0]]);
}
