/** CSV files as a table for queries. DuckDB's own reader guesses, and loses records where it guesses wrong. */
import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import { messageOf } from "../../rules/shared/messageOf";
import { csvRecords } from "../csv/csvFile";
import { recordSeparator, valueSeparator } from "../csv/csvParser";

/** Each row has the wanted values of a record in one text. Passing each value to DuckDB takes ten times as long. */
const table = "csv_records";

/** What the table is made of: each row has many records. */
const pieces = "csv_pieces";

/** What a file has of the wanted columns. */
export interface CsvCounts {
  records: number;
  /** Those of the values, and of a separator after each. */
  characters: number;
}

/** About how many characters the table has at once, so that it fits into DuckDB's memory. */
const charactersAtOnce = 1 << 27;

/** The name of a column in {@link csvSource}. */
export function csvColumn(index: number): string {
  return `csv_${index}`;
}

/**
 * What follows FROM.
 *
 * @param wanted the indexes of the columns, in order
 */
export function csvSource(wanted: readonly number[]): string {
  const columns = wanted.map((index, place) => `parts[${place + 1}] AS ${csvColumn(index)}`);
  return `(SELECT ${columns.join(", ")} FROM (SELECT ${split("record", valueSeparator)} AS parts FROM ${table}))`;
}

function split(text: string, separator: string): string {
  return `string_split(${text}, chr(${separator.charCodeAt(0)}))`;
}

/**
 * Fills the table with the records of files that have the same columns in the same order, a part at a time. Yields whether more
 * follow.
 *
 * @param wanted the indexes of the columns, in order
 * @param counts gets what each file has, by its path
 * @throws {Error} if a file can't be read. The text names the file and is not escaped
 */
export async function* csvParts(
  connection: DuckDBConnection,
  paths: readonly string[],
  wanted: readonly number[],
  counts = new Map<string, CsvCounts>(),
  mostCharacters = charactersAtOnce,
): AsyncGenerator<"more" | "last"> {
  let appender = await beginPart(connection);
  let characters = 0;
  for (const path of paths) {
    const count = { records: 0, characters: 0 };
    try {
      for await (const records of csvRecords(path, wanted)) {
        count.records += records.split(recordSeparator).length;
        // The last separator of a piece is left out.
        count.characters += records.length + 1;
        appender.appendVarchar(records);
        appender.endRow();
        characters += records.length;
        if (characters < mostCharacters) continue;
        await endPart(connection, appender);
        yield "more";
        appender = await beginPart(connection);
        characters = 0;
      }
    } catch (error) {
      throw new Error(`${path} can't be read: ${messageOf(error)}`, {
        cause: error,
      });
    }
    counts.set(path, count);
  }
  await endPart(connection, appender);
  yield "last";
  await connection.run(`DROP TABLE ${table}`);
}

async function beginPart(connection: DuckDBConnection): Promise<DuckDBAppender> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${pieces} (piece VARCHAR)`);
  return connection.createAppender(pieces);
}

async function endPart(connection: DuckDBConnection, appender: DuckDBAppender): Promise<void> {
  appender.closeSync();
  const records = `SELECT unnest(${split("piece", recordSeparator)}) AS record FROM ${pieces}`;
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} AS ${records}`);
  await connection.run(`DROP TABLE ${pieces}`);
}
