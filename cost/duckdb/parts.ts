/** Reads a part of some files, with all names of tags. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CubePlan } from "../cube/plan";
import { isSpelling, otherNames, type TagSource, usualSpellings } from "../mapping/mapping";
import { cubeQuery, type TableReading, tagNamesQuery } from "../sql/query";

/**
 * Adds a part to the table `result`, which the first part makes. A record without a value for a key may have another name of it. Looking for
 * all of them in each record would take longer than all the rest. So the query looks for those that the first records have, and runs again if
 * it finds more.
 *
 * @param known the other names to look for
 * @returns those that were found
 */
export async function addPart(
  connection: DuckDBConnection,
  plan: CubePlan,
  reading: TableReading,
  isFirst: boolean,
  known?: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const hasTags = reading.tags.length > 0;
  const namesIn = async (query: string): Promise<string[]> => {
    const names = (await connection.runAndReadAll(query)).getRows().flat();
    return names.filter((name) => typeof name === "string").filter((name) => isOther(plan, name));
  };
  const names = known ?? new Set(hasTags ? await namesIn(tagNamesQuery(reading)) : []);
  await connection.run(`CREATE OR REPLACE TEMP TABLE part AS ${cubeQuery(withNames(plan, names), reading)}`);
  if (hasTags) {
    const found = new Set([...names, ...(await namesIn("SELECT DISTINCT unnest(tag_names) FROM part"))]);
    if (found.size > names.size) return addPart(connection, plan, reading, isFirst, found);
  }
  const columns = hasTags ? "SELECT * EXCLUDE (tag_names)" : "";
  const into = isFirst ? "CREATE OR REPLACE TEMP TABLE result AS" : "INSERT INTO result";
  await connection.run(`${into} ${columns} FROM part`);
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
