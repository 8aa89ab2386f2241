/** The query for an engine that this program does not run. */
import { sourceText } from "../cube/buildCube";
import { lastDayOfOwnMonth } from "../cube/moments";
import { type CubePlan, planForColumns } from "../cube/plan";
import { recordKey } from "../../rules/evaluation/record";
import { type CostMapping, focusMapping, labelColumns, requiredColumns, type TagsType } from "../mapping/mapping";
import { type Dialect, type DialectName, dialects } from "./dialect";
import { cubeQuery, type MomentReading, type TableReading, type TagColumn } from "./query";
import { commentText } from "./literals";
import { laterMonthMark } from "./resultColumns";

/** Columns of the default mapping that only some versions and clouds have. A query fails if a column is missing. */
const rareColumns = new Set([
  "ServiceProviderName",
  "Provider",
  "InvoiceIssuer",
  "Publisher",
  "Region",
  ...labelColumns,
]);

/**
 * The plan for a table. Read the result of its query with the same plan.
 *
 * @param columns the names of the table's columns. Default: those that FOCUS 1.0 to 1.3 have, and those that the mapping file names
 * @throws {Error} if the table lacks a column that no query can do without. The text is not escaped
 */
export function enginePlan(plan: CubePlan, columns?: readonly string[]): CubePlan {
  const { mapping } = plan;
  if (columns === undefined) {
    const given = givenColumns(mapping);
    return planForColumns(plan, (column) => !rareColumns.has(column) || given.has(column));
  }
  // Engines don't tell names apart by their case, or tell them apart only if they are quoted.
  const lower = new Set(columns.map((column) => column.toLowerCase()));
  const has = (column: string): boolean => lower.has(column.toLowerCase());
  const missing = requiredColumns(mapping).filter((column) => !has(column));
  if (!mapping.provider.some(has)) missing.push(mapping.provider.join(" or "));
  if (missing.length > 0) throw new Error(`The table has no column ${missing.join(", and no column ")}.`);
  return planForColumns(plan, has);
}

/** A name as the table spells it. */
function spelled(name: string, columns: readonly string[]): string | undefined {
  return columns.find((one) => one === name) ?? columns.find((one) => one.toLowerCase() === name.toLowerCase());
}

/** The columns that the mapping file names. */
function givenColumns({ provider, tags, keys }: CostMapping): Set<string> {
  const ofKeys = [...keys].flatMap(([name, source]) => {
    const isGiven = source !== null && "columns" in source && source !== focusMapping.keys.get(name);
    return isGiven ? source.columns : [];
  });
  return new Set([
    ...(provider === focusMapping.provider ? [] : provider),
    ...(tags === focusMapping.tags ? [] : tags),
    ...ofKeys,
  ]);
}

/**
 * The query, with comments that say which column has the values of which key.
 *
 * @param table the table, as the engine's queries name it
 * @param columns the names of its columns, as it spells them: ClickHouse and Snowflake tell their case apart
 */
export function engineQuery(plan: CubePlan, name: DialectName, table: string, columns: readonly string[] = []): string {
  const { mapping, sources, keys, hasBilling } = plan;
  const dialect: Dialect = {
    ...dialects[name],
    identifier: (one) => dialects[name].identifier(spelled(one, columns) ?? one, columns.length > 0),
  };
  const { currency } = mapping;
  const column = (one: string): string => dialect.text(dialect.identifier(one));
  const needsTags = sources.some(({ source }) => "tags" in source);
  const query = cubeQuery(plan, {
    dialect,
    from: table,
    provider: firstValue(mapping.provider.map(column)),
    currency: typeof currency === "string" ? dialect.literal(currency) : column(currency.column),
    moment: textMoment(dialect, dialect.identifier("ChargePeriodStart")),
    ...(hasBilling ? { billing: billingOf(dialect) } : {}),
    amount: dialect.amount(dialect.identifier(mapping.cost)),
    column: (names) => (names.length === 1 ? column(names[0] ?? "") : firstValue(names.map(column))),
    tags: needsTags ? mapping.tags.map((one) => tagColumn(dialect, one, mapping.tagsType)) : [],
    extra: [],
    withRange: false,
  });
  const comments = sources.map((source) => {
    const names = keys.filter((key) => key.column === source.name).map(recordKey);
    return `-- ${source.name}: ${commentText(names.join(", "))} from ${commentText(sourceText(source.source, mapping))}`;
  });
  return [...comments, query].join("\n");
}

function billingOf(dialect: Dialect): TableReading["billing"] & object {
  const column = dialect.identifier("BillingPeriodStart");
  return { moment: textMoment(dialect, column), isMissing: `${firstValue([dialect.text(column)])} IS NULL` };
}

/** JSON is read as text, which every engine can group by. The other types are as the engine's functions expect them. */
function tagColumn(dialect: Dialect, name: string, given: TagsType | undefined): TagColumn {
  const type = given ?? (labelColumns.includes(name) ? "list" : dialect.usualTags);
  const column = dialect.identifier(name);
  return {
    sql: type === "json" ? dialect.text(column) : column,
    access: dialect.tags[type],
    canHavePrefixes: !labelColumns.includes(name),
  };
}

/** The first of some values that is not missing. */
export function firstValue(columns: readonly string[]): string {
  const values = columns.map((column) => `NULLIF(NULLIF(${column}, ''), 'NULL')`);
  return values.length === 1 ? (values[0] ?? "") : `COALESCE(${values.join(", ")})`;
}

/** How a query reads a moment, whatever the type of the column is. */
function textMoment({ literal, moment }: Dialect, column: string): MomentReading {
  return {
    sql: moment(column),
    month: (sql) => `SUBSTRING(${sql}, 1, 7)`,
    billingMonth: (sql) =>
      `CASE WHEN SUBSTRING(${sql}, 9, 2) > '${lastDayOfOwnMonth}' THEN SUBSTRING(${sql}, 1, 7) || '${laterMonthMark}' ELSE SUBSTRING(${sql}, 1, 7) END`,
    special: { epoch: "'1970-01'", unreadable: "'unreadable'" },
    literal: (milliseconds) => literal(momentText(milliseconds)),
  };
}

/** Without zeros at its end, so that it is not after a text that leaves them out. */
function momentText(moment: number): string {
  const text = new Date(moment).toISOString().replace("T", " ").replace("Z", "");
  return text
    .replace(/(\.\d*?)0+$/u, "$1")
    .replace(/\.$/u, "")
    .replace(/(?: 00:00)?:00$/u, "");
}
