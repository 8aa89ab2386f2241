/** Reads a part of some files, with all names of tags. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CubePlan } from "../cube/plan";
import { isSpelling, otherNames, type TagSource, usualSpellings } from "../mapping/mapping";
import { cubeQuery, type TableReading, tagNamesQuery } from "../sql/query";

/**
 * Makes the table of a part. A record without a value for a key may have another name of it. Looking for all of them in each record would
 * take longer than all the rest. So the query looks for those that the first records have, and runs again if it finds more.
 *
 * @param table its name
 * @param known the other names to look for
 * @returns those that were found
 */
export async function readPart(
  connection: DuckDBConnection,
  plan: CubePlan,
  reading: TableReading,
  table: string,
  known?: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const hasTags = reading.tags.length > 0;
  const namesIn = async (query: string): Promise<string[]> => {
    const names = (await connection.runAndReadAll(query)).getRows().flat();
    return names.filter((name) => typeof name === "string").filter((name) => isOther(plan, name));
  };
  const names = known ?? new Set(hasTags ? await namesIn(tagNamesQuery(reading)) : []);
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} AS ${cubeQuery(withNames(plan, names), reading)}`);
  if (hasTags) {
    const found = new Set([...names, ...(await namesIn(`SELECT DISTINCT unnest(tag_names) FROM ${table}`))]);
    if (found.size > names.size) return readPart(connection, plan, reading, table, found);
    await connection.run(`ALTER TABLE ${table} DROP COLUMN tag_names`);
  }
  return names;
}

function isOther({ sources }: CubePlan, name: string): boolean {
  return sources.some(
    ({ source }) => "tags" in source && (otherNames(source).includes(name) || isSpelling(source, name)),
  );
}

/** The plan with only some of the other names of tags, in an order that no record decides. */
function withNames({ sources, ...plan }: CubePlan, names: ReadonlySet<string>): CubePlan {
  const known = sources.map((column) =>
    "tags" in column.source ? { ...column, source: sourceWithNames(column.source, names) } : column,
  );
  return { ...plan, sources: known };
}

function sourceWithNames(source: TagSource, names: ReadonlySet<string>): TagSource {
  const { prefixed = [], doubtful = [] } = source;
  const spellings = [...names].filter((name) => isSpelling(source, name)).sort();
  const usual = usualSpellings(source).filter((name) => names.has(name));
  return {
    ...source,
    prefixed: prefixed.filter((name) => names.has(name)),
    doubtful: doubtful.filter((name) => names.has(name)),
    spellings: [...new Set([...usual, ...spellings])],
  };
}
