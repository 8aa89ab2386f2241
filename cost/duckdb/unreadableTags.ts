/** Tags that can't be read, so that their keys are unknown. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { UnreadableTags } from "../cube/cube";
import { unreadableMark } from "../cube/keyColumn";
import type { CubePlan } from "../cube/plan";
import { shownValue } from "../csv/csvParser";
import { isUnreadable, type TableReading } from "../sql/query";
import type { FileGroup } from "./dataFiles";
import { columnNamed } from "./fileReading";
import { places } from "./firstWrong";
import { totalsOf } from "./totals";

/** The files with such tags, of those that the table `result` was made of. They are read again if there are any. */
export async function unreadableTags(
  connection: DuckDBConnection,
  { sources, mapping }: CubePlan,
  { tags }: TableReading,
  group: FileGroup,
): Promise<UnreadableTags[]> {
  const isMarked = sources.flatMap(({ name, source }) => ("tags" in source ? [`${name} = '${unreadableMark}'`] : []));
  if (isMarked.length === 0 || tags.every((tag) => isUnreadable(tag) === undefined)) return [];
  const marked = await connection.runAndReadAll(`SELECT COUNT(*) FROM result WHERE ${isMarked.join(" OR ")}`);
  if (Number(marked.getRows()[0]?.[0]) === 0) return [];
  const { word, column: place } = places[group.format];
  const found: UnreadableTags[] = [];
  for (const tag of tags) {
    const isWrong = isUnreadable(tag);
    const [name, column] = mapping.tags
      .map((one) => [one, columnNamed(group, one)] as const)
      .find(([, one]) => one !== undefined && tag.sql.includes(one.sql)) ?? [""];
    if (isWrong === undefined || column === undefined) continue;
    const at = `CAST(${place.sql} AS BIGINT)`;
    for (const path of group.paths) {
      const [count, first, text] = await totalsOf(
        connection,
        { ...group, paths: [path] },
        {
          columns: [column, place],
          ofPart: `COUNT(*) FILTER (${isWrong}) AS wrong, MIN(${at}) FILTER (${isWrong}) AS place, arg_min(${tag.sql}, ${at}) FILTER (${isWrong}) AS value`,
          ofAll: "SUM(wrong), MIN(place), arg_min(value, place)",
        },
      );
      if (Number(count) === 0) continue;
      found.push({
        file: path,
        column: name,
        records: Number(count),
        first: `${word} ${first}`,
        value: shownValue(text ?? ""),
      });
    }
  }
  return found;
}
