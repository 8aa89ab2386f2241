/** Makes rules of a table that a company keeps anyway: which account, namespace or project belongs to which team. */
import { withHint } from "../../rules/closestName";
import { type NamesOf, refuseUnknownNames } from "../argumentChecks";
import { allOf, anyOf, type KeyBuilder } from "../builders";
import type { ConditionKeyArgs, FilterArgs, RuleArgs } from "../ruleArgs";
import { type Alternative, alternativesOf, compareTexts } from "./alternatives";
import { type Conflict, conflictsOf, type KeySet, keySetsOf } from "./conflicts";
import { readTable } from "./tableRows";

/** What the columns of a table mean. */
export interface TableOptions {
  /** The column with the value that records get, such as `team`. */
  to: string;
  /**
   * The columns with keys, and what they are compared with:
   * `{ account_id: dimension("AWS", "linked_account"), namespace: key("Kubernetes", "namespace", "k8s_namespace") }`.
   */
  keys: Readonly<Record<string, KeyBuilder>>;
  /**
   * Columns of `keys`, the one that wins first. Decides between two rows that one record can match, if neither has all keys of the
   * other: the row with the first of these columns that only one of them has. Default: such rows with different values are an error, unless a row has the
   * keys of both.
   */
  priority?: readonly string[];
}

const known: NamesOf<TableOptions> = { to: true, keys: true, priority: true };

/** More lines would hide what to do. */
const mostMistakes = 20;

/**
 * The rules for a table of keys and values: one for each value and set of keys, with `oneOf`. Their order depends on the rows, and
 * not on the order of the rows. A row with several keys matches records that have all of them, and wins over rows with a part of
 * its keys. An empty cell is no condition.
 *
 * @param table Objects, or the text of a CSV file with a header. Columns that the options don't name are ignored.
 * @param options What the columns mean, and which one wins.
 * @throws {Error} If the table is ambiguous or has mistakes, with the rows, counted from 1 without the header.
 */
export function rulesFromTable(table: string | readonly object[], options: TableOptions): RuleArgs[] {
  refuseUnknownNames("rulesFromTable", options, known);
  refuse(optionMistakes(options));
  const { to, keys, priority = [] } = options;
  const names = Object.keys(keys);
  const { rows, mistakes } = readTable(table, { to, keys: names });
  const ranks = priority.map((name) => names.indexOf(name));
  const sets = keySetsOf(rows);
  const builders = Object.values(keys);
  const conflicts = conflictsOf(
    sets,
    (one, other) => isDecided(ranks, one, other) || areOfTwoClouds([...one.columns, ...other.columns], builders),
  );
  refuse([...mistakes, ...conflicts.map((conflict) => sentenceOf(conflict, options))]);
  return sets.sort((one, other) => comparePrecedence(ranks, one, other)).flatMap((set) => rulesOf(set, builders));
}

/** @throws {Error} with the mistakes, if there are any */
function refuse(mistakes: readonly string[]): void {
  if (mistakes.length === 0) return;
  const more = mistakes.length - mostMistakes;
  const lines = mistakes.slice(0, mostMistakes).map((mistake) => `- ${mistake}`);
  throw new Error(
    [
      "rulesFromTable: the table can't become rules:",
      ...lines,
      ...(more > 0 ? [`- There are ${more} more mistakes.`] : []),
    ].join("\n"),
  );
}

function optionMistakes({ keys, priority = [] }: TableOptions): string[] {
  const columns = Object.entries(keys);
  const wrong = columns.filter(
    ([, builder]) => typeof (builder as Partial<KeyBuilder> | undefined)?.oneOf !== "function",
  );
  const same = columns.flatMap(([name, builder], index) => {
    const earlier = columns.slice(0, index).find(([, other]) => isSameKey(builder, other));
    return earlier === undefined
      ? []
      : [`keys: ${JSON.stringify(earlier[0])} and ${JSON.stringify(name)} are the same key.`];
  });
  const unknown = priority.filter((name) => !Object.hasOwn(keys, name));
  return [
    ...(columns.length === 0 ? ["keys has no column."] : []),
    ...wrong.map(([name]) => `keys: ${JSON.stringify(name)} is no key. Use dimension(...), tag(...) or key(...).`),
    ...(wrong.length === 0 ? same : []),
    ...unknown.map((name) =>
      withHint(`priority: ${JSON.stringify(name)} is no column of keys`, name, Object.keys(keys)),
    ),
    ...(new Set(priority).size < priority.length ? ["priority names a column twice."] : []),
  ];
}

/** The key of a column, which the type of a builder hides from programs. */
function keyOf(builder: KeyBuilder): ConditionKeyArgs {
  return builder as unknown as ConditionKeyArgs;
}

/** Whether two columns are compared with the same key. No record has two values for it. Keys that are known later may differ. */
function isSameKey(one: KeyBuilder, other: KeyBuilder): boolean {
  const fields = (builder: KeyBuilder): unknown[] => {
    const { costCenter, key, type } = keyOf(builder);
    return [costCenter, key, type];
  };
  const others = fields(other);
  return fields(one).every((field, index) => typeof field === "string" && field === others[index]);
}

function sentenceOf({ kind, rows: [one, other] }: Conflict, { keys, to }: TableOptions): string {
  const rows = `Rows ${one.number} and ${other.number}`;
  if (kind === "sameKeys") return `${rows} have the same keys and different values in ${JSON.stringify(to)}.`;
  const names = Object.keys(keys);
  const [first, second] = [one, other].map(({ cells }) =>
    names.filter((_, index) => cells[index] !== "").join(" and "),
  );
  return `${rows} can match the same record, by ${first} and by ${second}, and have different values in ${JSON.stringify(to)}. Say with "priority" which column wins, or add a row with the keys of both.`;
}

/** Whether one of two sets of columns wins wherever rows of both match. */
function isDecided(ranks: readonly number[], one: KeySet, other: KeySet): boolean {
  const isPart = (part: KeySet, whole: KeySet): boolean =>
    part.columns.every((column) => whole.columns.includes(column));
  return isPart(one, other) || isPart(other, one) || compareRanks(ranks, one, other) !== 0;
}

/** The cost centers of the clouds. A record has one provider, and no value for a key of another one. */
const clouds: readonly unknown[] = ["AWS", "Azure", "GCP", "OCI"];

/** Whether columns have keys of two clouds, so that no record matches all of them. */
function areOfTwoClouds(columns: readonly number[], builders: readonly KeyBuilder[]): boolean {
  const costCenters = columns.map((column) => keyOf(builders[column] as KeyBuilder).costCenter);
  return new Set(costCenters.filter((costCenter) => clouds.includes(costCenter))).size > 1;
}

/** The set with the first column that only one of them has comes first. */
function compareRanks(ranks: readonly number[], one: KeySet, other: KeySet): number {
  const column = ranks.find((rank) => one.columns.includes(rank) !== other.columns.includes(rank));
  if (column === undefined) return 0;
  return one.columns.includes(column) ? -1 : 1;
}

/** In this order, a set comes before each part of it. */
function comparePrecedence(ranks: readonly number[], one: KeySet, other: KeySet): number {
  return (
    compareRanks(ranks, one, other) ||
    other.columns.length - one.columns.length ||
    compareTexts(one.columns.join(), other.columns.join())
  );
}

/** A rule for each value. No two of them match the same record. */
function rulesOf({ columns, rows }: KeySet, builders: readonly KeyBuilder[]): RuleArgs[] {
  const byValue = new Map<string, string[][]>();
  for (const row of rows) {
    const cells = columns.map((column) => row.cells[column] ?? "");
    const same = byValue.get(row.to);
    if (same === undefined) byValue.set(row.to, [cells]);
    else same.push(cells);
  }
  const keys = columns.map((column) => builders[column] as KeyBuilder);
  return [...byValue]
    .sort(([one], [other]) => compareTexts(one, other))
    .map(([to, cells]) => ({ to, filters: filterOf(alternativesOf(cells), keys) }));
}

function filterOf(alternatives: readonly Alternative[], keys: readonly KeyBuilder[]): FilterArgs {
  const filters = alternatives.map((alternative) => {
    const conditions = keys.map((key, index) => key.oneOf([...(alternative[index] ?? [])]));
    const [only, ...more] = conditions;
    return only !== undefined && more.length === 0 ? only : allOf(conditions);
  });
  const [only, ...more] = filters;
  return only !== undefined && more.length === 0 ? only : anyOf(filters);
}
