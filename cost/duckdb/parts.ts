/** Reads a part of some files, with all spellings of tags. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CubePlan } from "../cube/plan";
import { isSpelling, usualSpellings } from "../mapping/mapping";
import { cubeQuery, type TableReading } from "../sql/query";

/**
 * Adds a part to the table `result`, which the first part makes. A record without a value for a key may have another spelling of it. Looking
 * for all spellings in each record would take longer than all the rest, so the query runs again if the names of tags have one.
 *
 * @param plan the plan with the spellings to look for
 * @returns the plan with those that were found
 */
export async function addPart(
  connection: DuckDBConnection,
  plan: CubePlan,
  reading: TableReading,
  isFirst: boolean,
): Promise<CubePlan> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE part AS ${cubeQuery(plan, reading)}`);
  if (reading.tags.length > 0) {
    const result = await connection.runAndReadAll("SELECT DISTINCT unnest(tag_names) FROM part");
    const names = result.getRows().flatMap(([name]) => (typeof name === "string" ? [name] : []));
    const found = withSpellings(plan, names);
    if (found !== plan) return addPart(connection, found, reading, isFirst);
  }
  await connection.run(`${isFirst ? "CREATE OR REPLACE TEMP TABLE result AS" : "INSERT INTO result"} FROM part`);
  return plan;
}

/** The plan without spellings. */
export function withoutSpellings({ sources, ...plan }: CubePlan): CubePlan {
  const known = sources.map((column) =>
    "tags" in column.source ? { ...column, source: { ...column.source, spellings: [] } } : column,
  );
  return { ...plan, sources: known };
}

/** The plan with more spellings, in an order that no record decides; the same one if there are no more. */
function withSpellings(plan: CubePlan, names: readonly string[]): CubePlan {
  const sources = plan.sources.map((column) => {
    const { source } = column;
    if ("columns" in source) return column;
    const known = source.spellings ?? [];
    const all = [...new Set([...known, ...names.filter((name) => isSpelling(source, name))])];
    if (all.length === known.length) return column;
    const usual = usualSpellings(source).filter((name) => all.includes(name));
    return { ...column, source: { ...source, spellings: [...new Set([...usual, ...all.sort()])] } };
  });
  return sources.every((column, index) => column === plan.sources[index]) ? plan : { ...plan, sources };
}
