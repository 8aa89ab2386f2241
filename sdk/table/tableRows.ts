/** Reads a table: objects, or CSV text with a header. */
import { CsvParser, recordSeparator, valueSeparator } from "../../cost/csv/csvParser";
import { withHint } from "../../rules/closestName";
import { numberHint } from "../../rules/shared/leadingZeros";
import { messageOf } from "../../rules/shared/messageOf";

/** A row that can be used: it has a value and at least one key, and its cells are text. */
export interface TableRow {
  /** Its position, from 1, without the header. */
  number: number;
  /** The value that its records get. */
  to: string;
  /** The cells of the key columns, in the order of the columns. An empty text is an empty cell. */
  cells: readonly string[];
}

/** The columns that matter. */
export interface TableColumns {
  /** The column with the values. */
  to: string;
  /** The columns with the keys. */
  keys: readonly string[];
}

/** What was read. */
export interface ReadTable {
  rows: TableRow[];
  /** One sentence for each mistake. */
  mistakes: string[];
}

/** A cell as it is given. Null and undefined are empty. */
type Cell = unknown;

/**
 * Reads a table.
 *
 * @throws {Error} if the CSV text can't be read
 */
export function readTable(table: string | readonly object[], { to, keys }: TableColumns): ReadTable {
  const columns = [to, ...keys];
  const { names, records } = typeof table === "string" ? readCsv(table, columns) : readObjects(table, columns);
  const missing = names === undefined ? [] : columns.filter((column) => !names.includes(column));
  if (names !== undefined && missing.length > 0) {
    const mistakes = missing.map((column) =>
      withHint(`The table has no column ${JSON.stringify(column)}`, column, names),
    );
    return { rows: [], mistakes };
  }
  if (records.length === 0) return { rows: [], mistakes: ["The table has no rows."] };
  const read = records.map((record, index) => readRow(record, index + 1, columns));
  return {
    rows: read.flatMap((row) => (Array.isArray(row) ? [] : [row])),
    mistakes: read.flatMap((row) => (Array.isArray(row) ? row : [])),
  };
}

/** The cells of each record, in the order of the wanted columns. */
interface Records {
  /** All columns. Undefined: nothing tells. */
  names: readonly string[] | undefined;
  records: readonly (readonly Cell[])[];
}

function readObjects(objects: readonly object[], columns: readonly string[]): Records {
  const names = new Set<string>();
  const records = objects.map((object, index) => {
    if (typeof object !== "object" || (object as unknown) === null) {
      throw new TypeError(`rulesFromTable: row ${index + 1} is no object.`);
    }
    for (const name of Object.keys(object)) names.add(name);
    const own = object as Readonly<Record<string, Cell>>;
    return columns.map((column) => (Object.hasOwn(own, column) ? own[column] : undefined));
  });
  return { names: objects.length === 0 ? undefined : [...names], records };
}

/** @throws {Error} if the text is no CSV with a header, or a row has another number of cells than the header */
function readCsv(text: string, columns: readonly string[]): Records {
  const bytes = Buffer.from(text);
  try {
    const names = namesIn(bytes);
    const indexes = columns.map((column) => names.indexOf(column));
    const parser = new CsvParser(indexes);
    const parts = [parser.push(bytes), parser.end()].flatMap((part) => part?.toString().split(recordSeparator) ?? []);
    // The parser returns the values in the order of the file.
    const inFile = [...new Set(indexes)].sort((one, other) => one - other);
    const places = indexes.map((index) => inFile.indexOf(index));
    const records = parts.map((part) => {
      const values = part.split(valueSeparator);
      return places.map((place) => values[place]);
    });
    return { names, records };
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`rulesFromTable: the CSV text can't be read. ${reason}`, { cause: error });
  }
}

/** The names of the columns. The text is read twice, because only the header tells which columns are wanted. */
function namesIn(bytes: Buffer): readonly string[] {
  const parser = new CsvParser([]);
  parser.push(bytes);
  parser.end();
  return parser.names ?? [];
}

/** The row, or its mistakes. */
function readRow(record: readonly Cell[], number: number, columns: readonly string[]): TableRow | string[] {
  const mistakes = record.flatMap((cell, index) => {
    const problem = problemOf(cell);
    return problem === undefined ? [] : [`Row ${number}: the cell of ${JSON.stringify(columns[index])} ${problem}.`];
  });
  if (mistakes.length > 0) return mistakes;
  const [to = "", ...cells] = record.map((cell) => (typeof cell === "string" ? cell : ""));
  if (to === "") mistakes.push(`Row ${number} has no value in ${JSON.stringify(columns[0])}.`);
  if (cells.every((cell) => cell === "")) mistakes.push(`Row ${number} has no key.`);
  return mistakes.length > 0 ? mistakes : { number, to, cells };
}

function problemOf(cell: Cell): string | undefined {
  if (cell === undefined || cell === null) return undefined;
  if (typeof cell !== "string") {
    return `is no text, but ${Array.isArray(cell) ? "an array" : `a ${typeof cell}`}${numberHint(cell)}`;
  }
  return cell === cell.trim() ? undefined : "begins or ends with a space";
}
