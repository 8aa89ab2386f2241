/** Another reader of CSV, which shares nothing with the one that it checks. */

/** What separates the values: of comma, semicolon and tab the only one outside of quotes in the first line, or else the comma. */
function separatorOf(body: string): string {
  const [names = ""] = body.replaceAll(/"(?:[^"]|"")*"/gu, "").split("\n");
  const found = [",", ";", "\t"].filter((one) => names.includes(one));
  return found.length === 1 ? (found[0] ?? ",") : ",";
}

/**
 * The records of a text, the names of the columns first. Lines without anything are no records.
 *
 * @returns undefined if RFC 4180 does not tell how to read it
 */
export function readIndependently(text: string): string[][] | undefined {
  const records: string[][] = [];
  let record: string[] = [];
  let value: string | undefined;
  const endRecord = (): void => {
    if (record.length > 0 || value !== undefined) records.push([...record, value ?? ""]);
    [record, value] = [[], undefined];
  };
  const body = text.replace(/^\ufeff+/u, "");
  const separator = separatorOf(body);
  const token = new RegExp(`"(?:[^"]|"")*"|[^"${separator}\\r\\n]+|${separator}|\\r?\\n`, "uy");
  while (token.lastIndex < body.length) {
    const found = token.exec(body)?.[0];
    if (found === undefined) return undefined;
    if (found === separator) {
      record.push(value ?? "");
      value = undefined;
    } else if (found.endsWith("\n") && !found.startsWith('"')) {
      if (records.length === 0 && record.length === 0 && value === undefined) return undefined;
      endRecord();
    } else if (value !== undefined) {
      return undefined;
    } else {
      value = found.startsWith('"') ? found.slice(1, -1).split('""').join('"') : found;
    }
  }
  endRecord();
  const [names] = records;
  if (names?.some((name) => name.includes("\0")) === true) return undefined;
  if (names === undefined || records.some(({ length }) => length !== names.length)) return undefined;
  const named = names.filter((name) => name !== "");
  return new Set(named).size < named.length ? undefined : records;
}
