/** The query that makes a cube: one row for each group of records that the rules can't tell apart. */
import { markedStart, markStart, nameMark, nameMarkStart, unreadableMark } from "../cube/keyColumn";
import { nextMonth, startOfMonth } from "../cube/moments";
import type { CubePlan } from "../cube/plan";
import { otherNames, type TagSource } from "../mapping/mapping";
import type { Dialect, TagAccess } from "./dialect";
import { isOf, isOwn, onlyIf, ownProvider, providerConditions, tagProviders } from "./providers";
import { fixedResultColumns } from "./resultColumns";

/** How a query reads one kind of table. */
export interface TableReading {
  dialect: Dialect;
  /** What follows FROM. */
  from: string;
  /** The provider of a record; null if it has none. */
  provider: string;
  currency: string;
  moment: MomentReading;
  /** The beginning of the billing period. Undefined if the table does not have it. */
  billing?: { moment: MomentReading; isMissing: string };
  /** The cost as a decimal number. */
  amount: string;
  /** The first value of some columns, as text. */
  column: (names: readonly string[]) => string;
  /** The columns with tags, as far as keys need them and the table has them. */
  tags: readonly TagColumn[];
  /** More columns to group by. */
  extra: readonly Column[];
  /**
   * Whether the result also has the first and the last moment of each group, as `first_start` and `last_start`, and the names of all tags of
   * records that have no value for one of the keys under its own names, as the list `tag_names`. There are few such lists.
   */
  withRange: boolean;
}

/** A column with tags. */
export interface TagColumn {
  sql: string;
  access: TagAccess;
  /** Whether its keys can have prefixes, which Google Cloud's labels never have. */
  canHavePrefixes: boolean;
}

/** How a query reads the moment of a record. */
export interface MomentReading {
  sql: string;
  /** The month of a moment in this form. */
  month: (moment: string) => string;
  /** The month of a bill whose period begins then. With `laterMonthMark`, it is the month after it. */
  billingMonth: (moment: string) => string;
  /** Months in this form that stand for something else. The month of the epoch is what a column that can't be null has instead. */
  special: { epoch: string; unreadable: string };
  /** A moment in this form, from Unix milliseconds. */
  literal: (moment: number) => string;
}

/** A column of a query. */
export interface Column {
  name: string;
  sql: string;
}

/** The query. Its result has the columns that `resultColumns` lists, and then those of the reading. */
export function cubeQuery(plan: CubePlan, reading: TableReading): string {
  const { tags, withRange } = reading;
  // DuckDB, the only one with ranges, parses tags in less time than it groups their texts.
  const isGrouped = !withRange && tags.length > 0 && tags.every(({ access }) => access.isText);
  const steps = [
    step("source_records", select(recordColumns(plan, reading), reading.from)),
    step("timed_records", timedRecords(plan, reading)),
    ...(isGrouped ? [step("grouped_records", groupedRecords(plan, reading))] : []),
  ];
  const last = isGrouped ? "grouped_records" : "timed_records";
  const wanted = wantedTags(plan);
  const parsed = tags.map(({ access }, index) => ({
    name: `parsed_tags_${index}`,
    sql: access.parsed(tagsName(access, index), wanted),
  }));
  if (parsed.length > 0) {
    const own = providerConditions(plan, reading.dialect).map((sql, index) => ({ name: ownProvider(index), sql }));
    steps.push(step("parsed_records", select([all, ...parsed, ...own], last)));
    steps.push(step("tagged_records", select([all, ...ownEntries(plan, reading)], "parsed_records")));
  }
  steps.push(
    step("keyed_records", keyedRecords(plan, reading, parsed.length === 0 ? last : "tagged_records", isGrouped)),
  );
  if (hasTagNames(reading))
    steps.push(step("named_records", select([all, lackingNames(plan, reading)], "keyed_records")));
  return `WITH ${steps.join(", ")}\n${resultOf(plan, reading, isGrouped)}`;
}

/** How many records {@link tagNamesQuery} reads. Most tags have the same name in all records. */
const firstRecords = 10_000;

/** The names of all tags of the first records. */
export function tagNamesQuery({ tags, from }: TableReading): string {
  const names = namesSql(tags, ({ sql, access }) => (access.isText ? jsonText(sql) : sql));
  return `SELECT DISTINCT unnest(names) FROM (SELECT ${names} AS names FROM ${from} LIMIT ${firstRecords})`;
}

const all: Column = { name: "*", sql: "*" };

function step(name: string, sql: string): string {
  return `${name} AS (\n${sql}\n)`;
}

function select(columns: readonly Column[], from: string): string {
  const list = columns.map(({ name, sql }) => (name === sql ? `  ${sql}` : `  ${sql} AS ${name}`));
  return `SELECT\n${list.join(",\n")}\nFROM ${from}`;
}

function plain(names: readonly string[]): Column[] {
  return names.map((name) => ({ name, sql: name }));
}

function recordColumns({ sources }: CubePlan, reading: TableReading): Column[] {
  const { provider, currency, moment, billing, amount, column, tags, extra } = reading;
  return [
    { name: "provider", sql: provider },
    { name: "currency", sql: currency },
    { name: "charge_start", sql: moment.sql },
    ...(billing === undefined
      ? []
      : [
          { name: "billing_start", sql: billing.moment.sql },
          // A missing billing period is no error, but one that can't be read is.
          { name: "has_billing", sql: `CASE WHEN ${billing.isMissing} THEN 0 ELSE 1 END` },
        ]),
    { name: "amount", sql: amount },
    ...sources.flatMap(({ source }, index) =>
      "columns" in source ? { name: `column_${index}`, sql: column(source.columns) } : [],
    ),
    ...tags.map(({ sql }, index) => ({ name: `record_tags_${index}`, sql })),
    ...extra,
  ];
}

/** Adds the month and the part, and removes values that no rule needs. */
function timedRecords(plan: CubePlan, { dialect, moment, billing, tags }: TableReading): string {
  const { bounds, month, sources } = plan;
  const columns = [
    all,
    { name: fixedResultColumns.month, sql: moment.month("charge_start") },
    { name: fixedResultColumns.part, sql: partSql(bounds, moment) },
    ...(billing === undefined ? [] : [{ name: billingMonth, sql: billingSql(billing.moment) }]),
    ...sources.flatMap(({ source, providers }, index) =>
      "columns" in source ? { name: `own_${index}`, sql: onlyIf(isOf(providers, dialect), `column_${index}`) } : [],
    ),
    ...tags.flatMap(({ access }, index) =>
      access.isText ? { name: `tag_text_${index}`, sql: tagText(`record_tags_${index}`, plan, dialect) } : [],
    ),
  ];
  if (month === undefined) return select(columns, "source_records");
  const [first = "", end = ""] = [startOfMonth(month), startOfMonth(nextMonth(month))].map(moment.literal);
  // A moment that can't be read stays, so that it is refused: it could be of the month.
  return `${select(columns, "source_records")}\nWHERE charge_start IS NULL OR (charge_start >= ${first} AND charge_start < ${end})`;
}

/** The month of the bill. Null if the record has no billing period, which differs from one that can't be read. */
function billingSql({ month, billingMonth: ofBill, special: { epoch, unreadable } }: MomentReading): string {
  const [own, start] = [ofBill("billing_start"), month("billing_start")];
  return `CASE WHEN has_billing = 0 OR ${start} = ${epoch} THEN NULL ELSE COALESCE(${own}, ${unreadable}) END`;
}

function tagText(column: string, plan: CubePlan, dialect: Dialect): string {
  return onlyIf([...isOf(tagProviders(plan), dialect), `${column} NOT IN (${noTags})`], jsonText(column));
}

const noTags = "'', 'NULL', 'null'";

/** The text of tags as JSON. Azure's older exports leave out the braces. */
function jsonText(column: string): string {
  return `CASE WHEN ${column} LIKE '"%' THEN '{' || ${column} || '}' ELSE ${column} END`;
}

/** Whether a record has tags that can't be read. Undefined for tags of which this is not known. */
export function isUnreadable({ sql, access }: TagColumn): string | undefined {
  if (!access.isText) return undefined;
  return `(${sql} NOT IN (${noTags}) AND ${access.parsed(jsonText(sql), [""])} IS NULL)`;
}

/** How many of the bounds are not after the record. As a binary search, because there can be hundreds. */
function partSql(bounds: readonly number[], moment: MomentReading, passed = 0): string {
  const middle = bounds.length >> 1;
  const bound = bounds[middle];
  if (bound === undefined) return String(passed);
  const before = partSql(bounds.slice(0, middle), moment, passed);
  const after = partSql(bounds.slice(middle + 1), moment, passed + middle + 1);
  return `CASE WHEN charge_start < ${moment.literal(bound)} THEN ${before} ELSE ${after} END`;
}

const creditSum = "SUM(CASE WHEN amount < 0 THEN amount END)";

const { provider, currency, month, billingMonth, part, cost, credits, amounts } = fixedResultColumns;

/** What every step groups by, besides the sources. */
function fixedKeys({ billing }: TableReading): string[] {
  return [provider, currency, month, part, ...(billing === undefined ? [] : [billingMonth])];
}

/** The groups of records with the same text of tags, so that each text is parsed once. */
function groupedRecords({ sources }: CubePlan, reading: TableReading): string {
  const { tags, extra } = reading;
  const own = sources.flatMap(({ source }, index) => ("columns" in source ? [`own_${index}`] : []));
  const texts = tags.map((_, index) => `tag_text_${index}`);
  const keys = [...fixedKeys(reading), ...own, ...texts, ...extra.map(({ name }) => name)];
  const columns = [
    ...plain(keys),
    { name: "amount_total", sql: "SUM(amount)" },
    { name: "credit_total", sql: creditSum },
    { name: "amount_total_count", sql: "COUNT(amount)" },
    { name: "record_total_count", sql: "COUNT(*)" },
  ];
  return `${select(columns, "timed_records")}\nGROUP BY ${keys.join(", ")}`;
}

function keyedRecords(plan: CubePlan, reading: TableReading, from: string, isGrouped: boolean): string {
  const { sources } = plan;
  const { dialect, tags, extra, withRange } = reading;
  const needed = hasTagNames(reading)
    ? [
        ...tags.map(({ access }, index) => tagsName(access, index)),
        ...providerConditions(plan, dialect).map((_, index) => ownProvider(index)),
      ]
    : [];
  const keys = sources.map(({ name, source, providers }, index) => {
    if ("columns" in source) return { name, sql: `own_${index}` };
    if (isMarkedLater(source, reading)) return { name, sql: ownEntry(index, 0, 0) };
    const entries = tagEntries(source, index, tags, dialect, wantedTags(plan));
    return { name, sql: entries === undefined ? "NULL" : onlyIf(isOwn(plan, providers, dialect), entries) };
  });
  const measures = isGrouped
    ? ["amount_total", "credit_total", "amount_total_count", "record_total_count"]
    : ["amount", ...(withRange ? ["charge_start"] : [])];
  return select(
    [...plain(fixedKeys(reading)), ...keys, ...plain([...needed, ...extra.map(({ name }) => name), ...measures])],
    from,
  );
}

/** The values that records have for the sources' own names. A column of their own each, since most are needed twice. */
function ownEntries(plan: CubePlan, { dialect, tags }: TableReading): Column[] {
  const wanted = wantedTags(plan);
  return plan.sources.flatMap(({ source, providers }, index) => {
    if ("columns" in source) return [];
    return source.tags.flatMap((tag, place) =>
      tags.map(({ access }, column) => ({
        name: ownEntry(index, place, column),
        sql: onlyIf(isOwn(plan, providers, dialect), access.entry(`parsed_tags_${column}`, tag, wanted)),
      })),
    );
  });
}

function ownEntry(source: number, tag: number, column: number): string {
  return `entry_${source}_${tag}_${column}`;
}

/**
 * The first value that a record has for the names of a tag, and that is not empty. That of another name has a mark, since it could be another tag.
 * Undefined if the table has no tags.
 */
function tagEntries(
  source: TagSource,
  sourceIndex: number,
  columns: readonly TagColumn[],
  { literal }: Dialect,
  wanted: readonly string[],
): string | undefined {
  const parsed = columns.map((column, index) => ({
    ...column,
    name: `parsed_tags_${index}`,
    text: `tag_text_${index}`,
  }));
  const marked = parsed.flatMap(({ access, name, canHavePrefixes }) => {
    const values = namesBesideOwn(source, canHavePrefixes).map((tag) => {
      const entry = access.entry(name, tag, wanted);
      return `CASE ${whenPresent(entry, `${literal(nameMark(tag))} || ${entry}`)} END`;
    });
    if (values.length === 0) return [];
    // Records without tags are many, and need no search.
    return `CASE WHEN ${access.hasTags?.(name) ?? `${name} IS NOT NULL`} THEN ${firstOf(values)} END`;
  });
  const own = source.tags.flatMap((_, place) =>
    parsed.map(({ access, name, text }, column) => {
      const entry = ownEntry(sourceIndex, place, column);
      const present = `${whenMarked(entry, literal)} ${whenPresent(entry, entry)}`;
      if (!access.isText) return `CASE ${present} END`;
      return `CASE WHEN ${text} IS NOT NULL AND ${name} IS NULL THEN ${literal(unreadableMark)} ${present} END`;
    }),
  );
  return own.length === 0 ? undefined : firstOf([...own, ...marked]);
}

/** The other names of a tag that a query looks for. */
function namesBesideOwn(source: TagSource, canHavePrefixes: boolean): readonly string[] {
  return canHavePrefixes ? otherNames(source) : (source.spellings ?? []);
}

/**
 * Whether records are grouped by the value that a tag has. There are far fewer groups than records in which to look for what could be a mark.
 * An empty value, which hides no other one, counts as a missing one when the result is read.
 */
function isMarkedLater(source: TagSource, { tags, withRange }: TableReading): boolean {
  const [column] = tags;
  return (
    withRange &&
    source.tags.length * tags.length === 1 &&
    column?.access.isText === false &&
    namesBesideOwn(source, column.canHavePrefixes).length === 0
  );
}

function whenMarked(value: string, literal: Dialect["literal"]): string {
  const escaped = `${literal(markedStart)} || SUBSTRING(${value}, ${markStart.length + 1})`;
  return `WHEN ${value} LIKE ${literal(`${markStart}%`)} THEN ${escaped}`;
}

/** An empty value must not hide that of another name. */
function whenPresent(entry: string, sql: string): string {
  return `WHEN ${entry} NOT IN ('', 'NULL') THEN ${sql}`;
}

function firstOf(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? "") : `COALESCE(${values.join(", ")})`;
}

function hasTagNames({ tags, withRange }: TableReading): boolean {
  return withRange && tags.length > 0;
}

/** The column of a query with tags that are not parsed. */
function tagsName({ isText }: TagAccess, index: number): string {
  return `${isText ? "tag_text" : "record_tags"}_${index}`;
}

/** The keys of tags whose values a query reads. */
function wantedTags({ sources }: CubePlan): string[] {
  return [
    ...new Set(sources.flatMap(({ source }) => ("tags" in source ? [...source.tags, ...otherNames(source)] : []))),
  ];
}

/** The names of all tags of a record. */
function namesSql(columns: readonly TagColumn[], column: (column: TagColumn, index: number) => string): string {
  const names = columns.map((one, index) => one.access.keys?.(column(one, index)) ?? "NULL");
  return names.length === 1 ? names.join("") : `list_concat(${names.join(", ")})`;
}

/**
 * What the names of all tags have in common of records that lack a value for one of the keys under its own names: another name may count before
 * the one that has a value. Lists of names would be copied for each record.
 */
function lackingNames(plan: CubePlan, { dialect, tags }: TableReading): Column {
  const lacks = plan.sources.flatMap(({ name, source, providers }) => {
    if ("columns" in source) return [];
    const isMarked = `starts_with(${name}, ${dialect.literal(nameMarkStart)})`;
    const conditions = [
      `${name} IS NULL`,
      `${name} IN ('', 'NULL')`,
      ...(otherNames(source).length === 0 ? [] : [isMarked]),
    ];
    return [`(${[...isOwn(plan, providers, dialect), `(${conditions.join(" OR ")})`].join(" AND ")})`];
  });
  const names = namesSql(tags, ({ access }, index) => tagsName(access, index));
  return { name: "names_hash", sql: `CASE WHEN ${lacks.join(" OR ")} THEN hash(${names}) END` };
}

function resultOf(plan: CubePlan, reading: TableReading, isGrouped: boolean): string {
  const { sources, recordsColumn } = plan;
  const { dialect, tags, extra, withRange } = reading;
  const keys = [...fixedKeys(reading), ...sources.map(({ name }) => name), ...extra.map(({ name }) => name)];
  const hasNames = hasTagNames(reading);
  const names = namesSql(tags, ({ access }, index) => {
    return `any_value(${tagsName(access, index)}) FILTER (WHERE names_hash IS NOT NULL)`;
  });
  const values = sources.map(({ name, source }) => {
    const isMarked = "tags" in source && isMarkedLater(source, reading);
    return { name, sql: isMarked ? `CASE ${whenMarked(name, dialect.literal)} ELSE ${name} END` : name };
  });
  const columns = [
    ...plain(fixedKeys(reading)),
    ...values,
    ...plain(extra.map(({ name }) => name)),
    { name: cost, sql: dialect.text(isGrouped ? "SUM(amount_total)" : "SUM(amount)") },
    { name: credits, sql: dialect.text(isGrouped ? "SUM(credit_total)" : creditSum) },
    { name: amounts, sql: isGrouped ? "SUM(amount_total_count)" : "COUNT(amount)" },
    { name: recordsColumn, sql: isGrouped ? "SUM(record_total_count)" : "COUNT(*)" },
    ...(withRange
      ? [
          { name: "first_start", sql: "MIN(charge_start)" },
          { name: "last_start", sql: "MAX(charge_start)" },
        ]
      : []),
    ...(hasNames ? [{ name: "tag_names", sql: names }] : []),
  ];
  const from = select(columns, hasNames ? "named_records" : "keyed_records");
  return `${from}\nGROUP BY ${[...keys, ...(hasNames ? ["names_hash"] : [])].join(", ")}`;
}
