/** The query for an engine that this program does not run. */
import { sourceText } from "../cube/buildCube";
import type { CubePlan } from "../cube/plan";
import { recordKey } from "../../rules/evaluation/record";
import { focusMapping } from "../mapping/mapping";
import { type Dialect, type DialectName, dialects } from "./dialect";
import { cubeQuery, type MomentReading } from "./query";
import { commentText } from "./literals";

/**
 * The columns with the provider in a table of FOCUS 1.0 to 1.3, unless the mapping names others. A query fails if a column is missing,
 * and only 1.3 has `ServiceProviderName`.
 */
const providerColumns = ["ProviderName", "InvoiceIssuerName", "PublisherName"];

/**
 * The query, with comments that say which column has the values of which key.
 *
 * @param table the table, as the engine's queries name it
 */
export function engineQuery(plan: CubePlan, name: DialectName, table: string): string {
  const { mapping, sources, keys } = plan;
  const dialect = dialects[name];
  const column = (one: string): string => dialect.text(dialect.identifier(one));
  const type = mapping.tagsType ?? dialect.usualTags;
  const needsTags = sources.some(({ source }) => "tag" in source);
  const query = cubeQuery(plan, {
    dialect,
    from: table,
    provider: firstValue((mapping.provider === focusMapping.provider ? providerColumns : mapping.provider).map(column)),
    currency: column("BillingCurrency"),
    moment: textMoment(dialect, dialect.identifier("ChargePeriodStart")),
    billing: {
      moment: textMoment(dialect, dialect.identifier("BillingPeriodStart")),
      isMissing: `${firstValue([column("BillingPeriodStart")])} IS NULL`,
    },
    amount: dialect.amount(dialect.identifier(mapping.cost)),
    column,
    ...(needsTags ? { tags: { sql: tagsSql(dialect, mapping.tags, type), access: dialect.tags[type] } } : {}),
    extra: [],
    withRange: false,
  });
  const comments = sources.map((source) => {
    const names = keys.filter((key) => key.column === source.name).map(recordKey);
    return `-- ${source.name}: ${commentText(names.join(", "))} from ${commentText(sourceText(source.source, mapping))}`;
  });
  return [...comments, query].join("\n");
}

/** JSON is read as text, which every engine can group by. The other types are as the engine's functions expect them. */
function tagsSql(dialect: Dialect, name: string, type: string): string {
  return type === "json" ? dialect.text(dialect.identifier(name)) : dialect.identifier(name);
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
