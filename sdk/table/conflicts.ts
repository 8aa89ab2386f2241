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
 * of rows and of pairs of sets, not of pairs of rows. Of all rows of two sets with the same such cells, one pair is named. A row with
 * exactly the keys of both rows of a pair settles it, because its rule comes before both.
 *
 * @param isDecided whether one of the two sets wins wherever both match
 */
export function conflictsOf(sets: readonly KeySet[], isDecided: (one: KeySet, other: KeySet) => boolean): Conflict[] {
  const found = sets.flatMap((set): Conflict[] => {
    const buckets = bucketsOf(set, set.columns);
    return [...buckets.values()].flatMap((bucket) => {
      const [first, another] = [...bucket.values()].map(([row]) => row);
      return first === undefined || another === undefined ? [] : [{ kind: "sameKeys", rows: [first, another] }];
    });
  });
  for (const [index, one] of sets.entries()) {
    for (const other of sets.slice(index + 1)) {
      if (!isDecided(one, other)) found.push(...conflictsBetween(one, other, settledBy(sets, one, other)));
    }
  }
  return found.sort(({ rows: [a, b] }, { rows: [c, d] }) => a.number - c.number || b.number - d.number);
}

/** The cells of the rows that have exactly the keys of two sets. */
function settledBy(sets: readonly KeySet[], one: KeySet, other: KeySet): Set<string> {
  const both = new Set([...one.columns, ...other.columns]);
  const set = sets.find(({ columns }) => columns.length === both.size && columns.every((column) => both.has(column)));
  return new Set(set?.rows.map(({ cells }) => JSON.stringify(cells)));
}

function conflictsBetween(one: KeySet, other: KeySet, settled: ReadonlySet<string>): Conflict[] {
  const shared = one.columns.filter((column) => other.columns.includes(column));
  const others = bucketsOf(other, shared);
  return [...bucketsOf(one, shared)].flatMap(([cells, mine]): Conflict[] => {
    const pair = unsettledPair(mine, others.get(cells) ?? new Map(), settled);
    return pair === undefined ? [] : [{ kind: "otherKeys", rows: pair }];
  });
}

/** Rows with the same cells in some columns, by their values. */
type Bucket = ReadonlyMap<string, readonly TableRow[]>;

function bucketsOf({ rows }: KeySet, columns: readonly number[]): Map<string, Bucket> {
  const buckets = new Map<string, Map<string, TableRow[]>>();
  for (const row of rows) {
    const cells = JSON.stringify(columns.map((column) => row.cells[column]));
    const bucket = buckets.get(cells) ?? new Map<string, TableRow[]>();
    buckets.set(cells, bucket);
    const same = bucket.get(row.to);
    if (same === undefined) bucket.set(row.to, [row]);
    else same.push(row);
  }
  return buckets;
}

/** A row of each bucket, with different values. Each pair before it is settled by a row of its own, so there are no more than rows. */
function unsettledPair(
  one: Bucket,
  other: Bucket,
  settled: ReadonlySet<string>,
): readonly [TableRow, TableRow] | undefined {
  for (const [to, mine] of one) {
    for (const [otherTo, theirs] of other) {
      if (to === otherTo) continue;
      for (const row of mine) {
        const open = theirs.find(({ cells }) => !settled.has(unionOf(row.cells, cells)));
        if (open !== undefined) return row.number < open.number ? [row, open] : [open, row];
      }
    }
  }
  return undefined;
}

const unionOf = (one: readonly string[], other: readonly string[]): string =>
  JSON.stringify(one.map((cell, index) => (cell === "" ? other[index] : cell)));
