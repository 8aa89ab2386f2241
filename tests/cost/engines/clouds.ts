/** The queries for other engines give the same money of the clouds' exports: AWS's maps and doubles, Azure's texts without braces, Google's lists. */
import { join } from "node:path";
import { type CubePlan, planCube } from "../../../cost/cube/plan";
import { cubeOfResult } from "../../../cost/cube/resultCsv";
import { parseMapping } from "../../../cost/mapping/parseMapping";
import { enginePlan, engineQuery } from "../../../cost/sql/engineQuery";
import { moneyOf } from "../clouds/charges";
import type { ColumnType } from "../clouds/columns";
import { textOf, writeExport } from "../clouds/exportFile";
import { type CloudExport, exports, mapping, type Value } from "../clouds/exports";
import { content, moneyIn } from "../clouds/rules";
import { sqlText } from "../focusData";

const clouds = exports.filter(({ file }) => ["aws-focus-1.2", "azure-focus-1.0", "gcp-focus"].includes(file));

const tableOf = ({ file }: CloudExport): string => `export_${file.replaceAll(/\W/gu, "_")}`;

/** The plan for a table of the export. Only Azure's tags are not as the engines have them by default. */
function planOf({ columns }: CloudExport): CubePlan {
  const text = JSON.stringify({ keys: mapping.keys, ...(columns["Tags"] === "map" ? {} : { tagsType: "json" }) });
  const own = "Tags" in columns ? parseMapping(text) : parseMapping("{}");
  return enginePlan(planCube([content], own), Object.keys(columns));
}

/** Expects the money of the exports of the results of {@link cloudQueries}. */
export function expectCloudMoney(results: readonly string[]): void {
  expect(results).toHaveLength(3);
  for (const [index, cloud] of clouds.entries()) {
    const cube = cubeOfResult(results[index] ?? "", planOf(cloud), "result.csv", 0);
    expect(moneyIn(cube)).toEqual(moneyOf(cloud.charges));
  }
}

/** The queries of all clouds, and the files that Spark reads as tables. */
export async function cloudQueries(
  dialect: "spark" | "clickhouse" | "trino",
  folder: string,
): Promise<{ queries: string[]; tables: Record<string, string> }> {
  const tables = Object.fromEntries(clouds.map((cloud) => [tableOf(cloud), join(folder, `${cloud.file}.parquet`)]));
  for (const cloud of clouds) await writeExport(tables[tableOf(cloud)] ?? "", cloud);
  const sources = {
    spark: tableOf,
    clickhouse: (cloud: CloudExport) => `file('${tables[tableOf(cloud)] ?? ""}', Parquet)`,
    trino: trinoTable,
  };
  return { tables, queries: clouds.map((cloud) => engineQuery(planOf(cloud), dialect, sources[dialect](cloud))) };
}

/** The records as a list of values, since Trino in one process has no files. */
function trinoTable({ charges, columns, row }: CloudExport): string {
  const rows = charges.map(row).map((values) => {
    const list = Object.entries(columns).map(([name, type]) => trinoValue(values[name] ?? null, type));
    return `(${list.join(", ")})`;
  });
  return `(VALUES ${rows.join(", ")}) AS export (${Object.keys(columns).join(", ")})`;
}

function trinoValue(value: Value, type: ColumnType): string {
  const entries = typeof value === "string" || value === null ? [] : Object.entries(value);
  if (type === "map") {
    const list = (texts: readonly string[]): string => `ARRAY[${texts.map(sqlText).join(", ")}]`;
    const map = `MAP(${list(entries.map(([key]) => key))}, ${list(entries.map(([, text]) => text))})`;
    return `CAST(${value === null ? "NULL" : map} AS MAP(VARCHAR, VARCHAR))`;
  }
  if (type === "list") {
    const fields = entries.map(([key, text]) => `ROW(${sqlText(key)}, ${sqlText(text)})`);
    return `CAST(ARRAY[${fields.join(", ")}] AS ARRAY(ROW(Key VARCHAR, Value VARCHAR)))`;
  }
  const text = textOf(value, type);
  if (text !== null && /^TIMESTAMP/u.test(type)) {
    return `TIMESTAMP '${text.replace("T", " ").replace("Z", type === "TIMESTAMPTZ" ? " UTC" : "")}'`;
  }
  return text === null ? "NULL" : `CAST(${sqlText(text)} AS ${/^D|^B/u.test(type) ? type : "VARCHAR"})`;
}
