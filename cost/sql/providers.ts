/** Which records have a value, by their providers. */
import type { CubePlan } from "../cube/plan";
import type { Providers } from "../mapping/mapping";
import type { Dialect } from "./dialect";

/** The providers whose tags are read. */
export function tagProviders({ sources }: CubePlan): Providers {
  const lists = sources.flatMap(({ source, providers }) => ("tags" in source ? [providers] : []));
  return lists.includes("*") ? "*" : [...new Set(lists.flat())].sort();
}

/** A value that only some records have. */
export function onlyIf(conditions: readonly string[], sql: string): string {
  return conditions.length === 0 ? sql : `CASE WHEN ${conditions.join(" AND ")} THEN ${sql} END`;
}

/** Whether a record is of some providers. */
export function isOf(providers: Providers, { literal }: Dialect): string[] {
  return providers === "*" ? [] : [providerSql(providers, literal)];
}

/** Whether a record has the tags of a source. Each of these conditions is a column, since most are needed many times. */
export function providerConditions({ sources }: CubePlan, dialect: Dialect): string[] {
  const ofTags = sources.filter(({ source }) => "tags" in source);
  return [...new Set(ofTags.flatMap(({ providers }) => isOf(providers, dialect)))];
}

/** The same as {@link isOf}, of records that have these columns. */
export function isOwn(plan: CubePlan, providers: Providers, dialect: Dialect): string[] {
  const all = providerConditions(plan, dialect);
  return isOf(providers, dialect).map((sql) => ownProvider(all.indexOf(sql)));
}

/** The column with one of the conditions. */
export function ownProvider(index: number): string {
  return `has_provider_${index}`;
}

function providerSql(providers: readonly (string | null)[], literal: Dialect["literal"]): string {
  const named = providers.filter((one) => one !== null).map(literal);
  const conditions = [
    ...(named.length === 0 ? [] : [`provider IN (${named.join(", ")})`]),
    ...(named.length === providers.length ? [] : ["provider IS NULL"]),
  ];
  return conditions.length === 1 ? conditions.join("") : `(${conditions.join(" OR ")})`;
}
