/** CSV files as a table for queries. DuckDB's own reader guesses, and loses records where it guesses wrong. */
import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import { messageOf } from "../../rules/shared/messageOf";
import { csvRecords } from "../csv/csvFile";
import { recordSeparator, valueSeparator } from "../csv/csvParser";

/** Each row has the wanted values of many records in one text. Passing each value to DuckDB takes ten times as long. */
const table = "csv_pieces";

/** What a file has of the wanted columns. */
export interface CsvCounts {
  records: number;
  /** Those of the values in UTF-8, and of a separator after each. */
  bytes: number;
}

/** About how many bytes the table has at once. More take more memory, and hardly less time. */
const bytesAtOnce = 1 << 25;

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
  const records = `SELECT unnest(${split("decode(piece)", recordSeparator)}) AS record FROM ${table}`;
  return `(SELECT ${columns.join(", ")} FROM (SELECT ${split("record", valueSeparator)} AS parts FROM (${records})))`;
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
  mostBytes = bytesAtOnce,
): AsyncGenerator<"more" | "last"> {
  // A part is too small for several threads: they would take processor time only to wait.
  await connection.run("SET threads = 1");
  let appender = await beginPart(connection);
  let bytes = 0;
  for (const path of paths) {
    const count = { records: 0, bytes: 0 };
    try {
      for await (const records of csvRecords(path, wanted)) {
        count.records += separatorsIn(records) + 1;
        // The last separator of a piece is left out.
        count.bytes += records.length + 1;
        appender.appendBlob(records);
        appender.endRow();
        bytes += records.length;
        if (bytes < mostBytes) continue;
        appender.closeSync();
        yield "more";
        appender = await beginPart(connection);
        bytes = 0;
      }
    } catch (error) {
      throw new Error(`${path} can't be read: ${messageOf(error)}`, {
        cause: error,
      });
    }
    counts.set(path, count);
  }
  appender.closeSync();
  yield "last";
  await connection.run(`DROP TABLE ${table}; RESET threads`);
}

async function beginPart(connection: DuckDBConnection): Promise<DuckDBAppender> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (piece BLOB)`);
  return connection.createAppender(table);
}

/** Counted in place: a list of the records would take more memory than they do. */
function separatorsIn(records: Buffer): number {
  let count = 0;
  for (let at = records.indexOf(recordSeparator); at >= 0; at = records.indexOf(recordSeparator, at + 1)) count += 1;
  return count;
}
