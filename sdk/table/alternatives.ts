/** Writes rows with the same value and the same key columns in as few conditions as possible. Pure. */

/** For each column, the texts that match. */
export type Alternative = readonly (readonly string[])[];

/**
 * The alternatives that match exactly the rows. Rows that differ in one column are one alternative, the last column first.
 *
 * @param rows the cells of each row, without empty ones
 * @returns in an order that does not depend on that of the rows
 */
export function alternativesOf(rows: readonly (readonly string[])[]): Alternative[] {
  let merged: Alternative[] = rows.map((cells) => cells.map((cell) => [cell]));
  const width = rows[0]?.length ?? 0;
  for (let column = width - 1; column >= 0; column -= 1) merged = mergedIn(column, merged);
  return merged
    .map((alternative) => [JSON.stringify(alternative), alternative] as const)
    .sort(([one], [other]) => compareTexts(one, other))
    .map(([, alternative]) => alternative);
}

/** Makes one of all that differ in this column only. */
function mergedIn(column: number, alternatives: readonly Alternative[]): Alternative[] {
  const groups = new Map<string, { like: Alternative; texts: Set<string> }>();
  for (const alternative of alternatives) {
    const rest = JSON.stringify(alternative.filter((_, index) => index !== column));
    const texts = alternative[column] ?? [];
    const group = groups.get(rest);
    if (group === undefined) groups.set(rest, { like: alternative, texts: new Set(texts) });
    else for (const text of texts) group.texts.add(text);
  }
  return [...groups.values()].map(({ like, texts }) =>
    like.map((own, index) => (index === column ? [...texts].sort(compareTexts) : own)),
  );
}

/** By code units, so that the order is the same on every machine. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
