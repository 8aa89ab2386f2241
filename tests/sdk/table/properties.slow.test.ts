/** Rules of random tables give every record what the rows say, one by one; what the rows leave open is an error. */
import fc from "fast-check";
import { evaluate } from "../../../rules";
import { runsOf } from "../../support/size";
import { type Column, keys, recordKeys, rulesOf } from "./table";

const columns = Object.keys(keys) as Column[];

type Row = Partial<Record<Column, string>> & { team: string };
type Cells = Partial<Record<Column, string>>;

const cell = fc.constantFrom("", "", "1", "2", "01", "a,b", 'q"');
const row = fc.record({
  account: cell,
  namespace: cell,
  project: cell,
  team: fc.constantFrom("A", "B", "C"),
});
/** Mostly tables whose rows agree, so that not nearly all are refused. */
const table = fc.oneof(
  fc.array(row, { minLength: 1, maxLength: 8 }),
  fc
    .array(row, { minLength: 1, maxLength: 12 })
    .map((rows) => rows.map((one) => ({ ...one, team: one.account === "" ? "A" : one.team }))),
  // Some with rows that have the keys of two others.
  fc.array(row, { minLength: 2, maxLength: 3 }).map((rows) => [
    ...rows,
    ...rows.flatMap((one, index) =>
      rows.slice(index + 1).map((other) => ({
        account: one.account === "" ? other.account : one.account,
        namespace: one.namespace === "" ? other.namespace : one.namespace,
        project: one.project === "" ? other.project : one.project,
        team: "C",
      })),
    ),
  ]),
);
const priority = fc.oneof(
  fc.constant(undefined),
  fc.subarray(columns, { minLength: 1 }),
  fc.shuffledSubarray(columns, { minLength: 3 }),
);

const keysOf = (one: Row): Column[] => columns.filter((column) => (one[column] ?? "") !== "");
const matches = (one: Row, record: Cells): boolean => keysOf(one).every((column) => one[column] === record[column]);

/** Whether a row wins over another wherever both match. */
function wins(one: Row, other: Row, order: readonly Column[]): boolean {
  const [mine, theirs] = [keysOf(one), keysOf(other)];
  if (theirs.every((column) => mine.includes(column))) return mine.length > theirs.length;
  if (mine.every((column) => theirs.includes(column))) return false;
  const first = order.find((column) => mine.includes(column) !== theirs.includes(column));
  return first !== undefined && mine.includes(first);
}

/** Whether some record matches both. */
const canMeet = (one: Row, other: Row): boolean =>
  keysOf(one).every((column) => (other[column] ?? "") === "" || one[column] === other[column]);

/** Whether a row has all keys of both, so that it wins over both wherever they meet. */
const isSettled = (rows: readonly Row[], one: Row, other: Row): boolean => {
  const both = new Set([...keysOf(one), ...keysOf(other)]);
  const isBoth = (third: Row): boolean =>
    keysOf(third).length === both.size &&
    keysOf(one).every((column) => third[column] === one[column]) &&
    keysOf(other).every((column) => third[column] === other[column]);
  return keysOf(one).length < both.size && keysOf(other).length < both.size && rows.some(isBoth);
};

const isAmbiguous = (rows: readonly Row[], order: readonly Column[]): boolean =>
  rows.some((one) =>
    rows.some(
      (other) =>
        one.team !== other.team &&
        canMeet(one, other) &&
        !wins(one, other, order) &&
        !wins(other, one, order) &&
        !isSettled(rows, one, other),
    ),
  );

/** What the rows give a record: the value of the rows that no other row wins over. */
function valueOf(rows: readonly Row[], record: Cells, order: readonly Column[]): string {
  const matching = rows.filter((one) => matches(one, record));
  const best = matching.filter((one) => !matching.some((other) => wins(other, one, order)));
  return best[0]?.team ?? "Nobody";
}

const values = ["1", "2", "01", "a,b", 'q"', undefined];
const records: Cells[] = values.flatMap((account) =>
  values.flatMap((namespace) =>
    values.map((project) =>
      Object.fromEntries(Object.entries({ account, namespace, project }).filter(([, value]) => value !== undefined)),
    ),
  ),
);

const asRecord = (cells: Cells): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).map(([column, value]) => [recordKeys[column as Column], value]));

const csvOf = (rows: readonly Row[]): string =>
  [[...columns, "team"], ...rows.map((one) => [...columns.map((column) => one[column] ?? ""), one.team])]
    .map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(","))
    .join("\n");

/** The rules; undefined if the table is refused. */
function rulesOrNone(
  rows: string | readonly Row[],
  order: readonly Column[] | undefined,
): ReturnType<typeof rulesOf> | undefined {
  try {
    return rulesOf(rows, order === undefined ? {} : { priority: order });
  } catch {
    return undefined;
  }
}

test("every record gets what the rows say, or the table is refused because they leave it open", () => {
  const seen = { refused: 0, made: 0 };
  fc.assert(
    fc.property(table, priority, (rows, order) => {
      const isRefused = rows.some((one) => keysOf(one).length === 0) || isAmbiguous(rows, order ?? []);
      const rules = rulesOrNone(rows, order);
      seen[rules === undefined ? "refused" : "made"] += 1;
      expect(rules === undefined).toBe(isRefused);
      if (rules === undefined) return;
      const results = records.map((record) => evaluate({ rules, defaultValue: "Nobody" }, asRecord(record)).value);
      expect(results).toEqual(records.map((record) => valueOf(rows, record, order ?? [])));
    }),
    { numRuns: runsOf("TABLE_RUNS", 300, 2_000) },
  );
  expect(Math.min(seen.refused, seen.made)).toBeGreaterThan(50);
});

test("neither the order of the rows nor their form matters", () => {
  fc.assert(
    fc.property(table, priority, fc.func(fc.integer()), (rows, order, random) => {
      const shuffled = rows
        .map((one, index) => ({ one, at: random(index) }))
        .sort((first, second) => first.at - second.at)
        .map(({ one }) => one);
      const rules = rulesOrNone(rows, order);
      expect(rulesOrNone(shuffled, order)).toEqual(rules);
      expect(rulesOrNone(csvOf(rows), order)).toEqual(rules);
    }),
    { numRuns: runsOf("TABLE_RUNS", 200, 1_000) },
  );
});

test("a row more changes or adds one rule at most", () => {
  fc.assert(
    fc.property(table, priority, row, (rows, order, more) => {
      const [before, after] = [rulesOrNone(rows, order), rulesOrNone([...rows, more], order)];
      if (before === undefined || after === undefined) return;
      const known = new Set(before.map((rule) => JSON.stringify(rule)));
      const changed = after.filter((rule) => !known.has(JSON.stringify(rule)));
      expect(changed.length).toBeLessThanOrEqual(1);
      expect(after.length - before.length).toBeLessThanOrEqual(changed.length);
      // The others keep their order.
      const unchanged = after.filter((rule) => !changed.includes(rule)).map((rule) => JSON.stringify(rule));
      expect(before.map((rule) => JSON.stringify(rule)).filter((rule) => unchanged.includes(rule))).toEqual(unchanged);
    }),
    { numRuns: runsOf("TABLE_RUNS", 300, 2_000) },
  );
});
