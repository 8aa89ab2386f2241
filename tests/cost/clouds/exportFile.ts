/** Writes exports as files. */
import { writeRecords } from "../exportRecords";
import { sqlText, tagsSql, writeCsvRows } from "../focusData";
import type { ColumnType } from "./columns";
import type { CloudExport, Value } from "./exports";

type Rows = readonly Readonly<Record<string, Value>>[];

/** Writes Parquet, with all columns of the export in their types. */
export async function writeExport(path: string, cloudExport: CloudExport): Promise<void> {
  const { charges, columns, row } = cloudExport;
  const rows = charges.map(row);
  const records = rows.map((values) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, type]) => [
        name,
        sqlOf(timed(values[name], type, cloudExport), type, name, rows),
      ]),
    ),
  );
  await writeRecords(path, ...records);
}

/** Writes CSV, in which objects and lists are JSON. */
export function writeExportCsv(path: string, cloudExport: CloudExport): void {
  const { charges, columns, row, missing } = cloudExport;
  const rows = charges.map(row).map((values) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, type]) => {
        const value = values[name] ?? null;
        return [name, isMoment(name) && typeof value === "string" ? cloudExport.time(value) : textOf(value, type)];
      }),
    ),
  );
  writeCsvRows(path, rows, missing);
}

const isMoment = (name: string): boolean => /Period(?:Start|End)$/u.test(name);

/** Only times as text have a form of their own. */
function timed(value: Value | undefined, type: ColumnType, { time }: CloudExport): Value {
  const isTime = type === "VARCHAR" && typeof value === "string" && /^\d{4}-\d\d-\d\dT/u.test(value);
  return isTime ? time(value) : (value ?? null);
}

/** A value as text: objects and lists as JSON. */
export function textOf(value: Value, type: ColumnType): string | null {
  if (value === null || typeof value === "string") return value;
  if (type === "list") return JSON.stringify(Object.entries(value).map(([Key, Value]) => ({ Key, Value })));
  const json = JSON.stringify(value);
  return type === "json without braces" ? json.slice(1, -1) : json;
}

function sqlOf(value: Value, type: ColumnType, column: string, rows: Rows): string {
  const tags = typeof value === "string" || value === null ? undefined : value;
  if (type === "map") return `CAST(${tagsSql(tags, "map", [])} AS MAP(VARCHAR, VARCHAR))`;
  if (type === "struct") return tagsSql(tags, "struct", fieldsOf(column, rows));
  if (type === "list") {
    const entries = Object.entries(tags ?? {}).map(
      ([key, text]) => `{'Key': ${sqlText(key)}, 'Value': ${sqlText(text)}}`,
    );
    return `CAST([${entries.join(", ")}] AS STRUCT("Key" VARCHAR, "Value" VARCHAR)[])`;
  }
  return `CAST(${sqlText(textOf(value, type))} AS ${type.startsWith("json") ? "VARCHAR" : type})`;
}

/** The keys that any record has. A structure needs one, and DuckDB doesn't tell fields apart by their case. */
function fieldsOf(column: string, rows: Rows): string[] {
  const fields = new Map<string, string>();
  for (const key of rows.flatMap((row) => Object.keys(row[column] ?? {}))) {
    if (!fields.has(key.toLowerCase())) fields.set(key.toLowerCase(), key);
  }
  return fields.size === 0 ? ["Id"] : [...fields.values()];
}
