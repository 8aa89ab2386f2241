/** Another reader of CSV, which shares nothing with the one that it checks. */

const token = /"(?:[^"]|"")*"|[^",\r\n]+|,|\r?\n/uy;

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
  const body = text.replace(/^\ufeff/u, "");
  token.lastIndex = 0;
  while (token.lastIndex < body.length) {
    const found = token.exec(body)?.[0];
    if (found === undefined) return undefined;
    if (found === ",") {
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
  if (names === undefined || records.some(({ length }) => length !== names.length)) return undefined;
  const named = names.filter((name) => name !== "");
  return new Set(named).size < named.length ? undefined : records;
}
