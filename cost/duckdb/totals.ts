/** Sums over the records of some files, part by part, since CSV does not fit into the memory. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { csvParts, csvSource } from "./csvTable";
import { type FileColumn, type FileGroup, parquetSource } from "./dataFiles";

/** What to sum up. */
export interface Totals {
  /** The columns that it needs. */
  columns: readonly FileColumn[];
  /** What each part gives, as SQL with names. */
  ofPart: string;
  /** What all parts give together, as SQL over these names. */
  ofAll: string;
}

/** The row that the sums are, as text. */
export async function totalsOf(
  connection: DuckDBConnection,
  group: FileGroup,
  { columns, ofPart, ofAll }: Totals,
): Promise<(string | null)[]> {
  const wanted = [...new Set(columns.flatMap(({ index }) => index ?? []))];
  wanted.sort((one, other) => one - other);
  const add = async (from: string, isFirst: boolean): Promise<void> => {
    const into = isFirst ? "CREATE OR REPLACE TEMP TABLE totals AS" : "INSERT INTO totals";
    await connection.run(`${into} SELECT ${ofPart} FROM ${from}`);
  };
  if (group.format === "csv") {
    const parts = csvParts(connection, group.paths, wanted);
    for (let isFirst = true; (await parts.next()).done !== true; isFirst = false) await add(csvSource(wanted), isFirst);
  } else await add(parquetSource(group.paths), true);
  const result = await connection.runAndReadAll(`SELECT ${ofAll} FROM totals`);
  return (result.getRows()[0] ?? []).map((value) => (value === null ? null : String(value)));
}
