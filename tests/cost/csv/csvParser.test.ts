/** CSV is read in one way, or refused: every text is read as another reader does, or not at all. */
import fc from "fast-check";
import { CsvParser, recordSeparator, valueSeparator } from "../../../cost/csv/csvParser";
import { readIndependently } from "./independentReader";

/** The names and the records; undefined if the text is refused. */
function read(
  pieces: readonly Uint8Array[],
  wanted: readonly number[] = [...Array(20).keys()],
): string[][] | undefined {
  const parser = new CsvParser(wanted);
  try {
    const texts = [...pieces.map((piece) => parser.push(piece)), parser.end()];
    const records = texts.flatMap((text) => text?.split(recordSeparator) ?? []);
    return [[...(parser.names ?? [])], ...records.map((record) => record.split(valueSeparator))];
  } catch {
    return undefined;
  }
}

const inPieces = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

const parts = [
  "a",
  "1",
  ",",
  ",",
  '"',
  '""',
  "\n",
  "\r\n",
  "\r",
  " ",
  "#",
  "\\",
  "'",
  ";",
  "\t",
  "NULL",
  "é",
  "🏷️",
  "\0",
  "\ufeff",
];
/** Anything. */
const noise = fc.array(fc.constantFrom(...parts), { maxLength: 25 }).map((list) => list.join(""));
/** What a program may write, right or almost. */
const table = fc
  .record({
    width: fc.integer({ min: 1, max: 3 }),
    lineEnds: fc.array(fc.constantFrom("\n", "\r\n", "\n\n", "\r"), { minLength: 1, maxLength: 2 }),
    texts: fc.array(noise, { minLength: 1, maxLength: 12 }),
    quoting: fc.array(fc.constantFrom("all", "all", "needed", "never", "after a space"), {
      minLength: 1,
      maxLength: 2,
    }),
    more: fc.constantFrom("", "", "\n", ",", '"'),
  })
  .map(({ width, lineEnds, texts, quoting, more }) => {
    const written = texts.map((text, index) => {
      const quoted = `"${text.replaceAll('"', '""')}"`;
      const how = quoting[index % quoting.length];
      if (how === "after a space") return ` ${quoted}`;
      return how === "all" || (how === "needed" && /[",\r\n]/u.test(text)) ? quoted : text;
    });
    const names = ["x", "y", "z"].slice(0, width).join(",");
    const lines = written.flatMap((_, index) =>
      index % width === 0 ? [written.slice(index, index + width).join(",")] : [],
    );
    return [names, ...lines].map((line, index) => line + (lineEnds[index % lineEnds.length] ?? "")).join("") + more;
  });

test("random text gives the records that another reader gives, or is refused by both, whatever its pieces are", () => {
  const seen = { read: 0, refused: 0 };
  fc.assert(
    fc.property(fc.oneof(noise, table), fc.integer({ min: 1, max: 9 }), (text, size) => {
      const expected = readIndependently(text);
      const bytes = Buffer.from(text);
      expect(read([bytes])).toEqual(expected);
      expect(read(inPieces(bytes, size))).toEqual(expected);
      seen[expected === undefined ? "refused" : "read"] += 1;
    }),
    { numRuns: 3_000 },
  );
  expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(500);
});

test.each([
  ["a record that begins with #", "a,b\n#1,2\n", [["#1", "2"]]],
  ["spaces, which belong to the value", "a,b\n 1 ,\t\n", [[" 1 ", "\t"]]],
  ["a backslash, which escapes nothing", 'a,b\n"\\",x\\\n', [["\\", "x\\"]]],
  ["no line end after the last record", "a,b\n1,2", [["1", "2"]]],
  ["empty lines", "a,b\r\n\r\n1,2\n\n", [["1", "2"]]],
  ["a mark at the beginning", "\ufeffa,b\n1,2\n", [["1", "2"]]],
  ["line ends in quotes", 'a,b\n"1\r\n2","\n"\n', [["1\r\n2", "\n"]]],
  ["empty values", 'a,b\n,""\n', [["", ""]]],
  ["NULL", "a,b\nNULL,\\N\n", [["NULL", "\\N"]]],
])("%s", (_, text, records) => {
  expect(read([Buffer.from(text)])?.slice(1)).toEqual(records);
});

test("only the wanted values are returned", () => {
  expect(read([Buffer.from('a,b,c\n1,"2 ",é\n')], [1, 2])).toEqual([
    ["a", "b", "c"],
    ["2 ", "é"],
  ]);
});

test.each([
  ["", "empty"],
  ["\na,b\n", "empty line"],
  ["a,a\n", '"a"'],
  ["a,b\n1,2\n1,2,\n", "Record 2 has 3 values"],
  ["a,b\n1\n", "Record 1 has 1 values"],
  ['a,b\n1,"2\n', "Record 1 has a quote that is not closed"],
  ['a,b\n1,2"\n', "Record 1 has a quote in the wrong place"],
  ['a,b\n1, "2"\n', "Record 1 has a quote in the wrong place"],
  ['a,b\n"1" ,2\n', "Record 1 has a quote in the wrong place"],
  ["a,b\r1,2\r", "carriage return"],
  ['"a,b\n', "names of the columns"],
  ["a,b\n1,\u001f\n", "U+001F"],
  ["a,b\n1,\u001e\n", "U+001E"],
])("%j is refused", (text, problem) => {
  const parser = new CsvParser([]);
  expect(() => {
    parser.push(Buffer.from(text));
    parser.end();
  }).toThrow(problem);
});

test("other encodings are refused", () => {
  for (const encoding of ["utf16le", "latin1"] as const) {
    expect(read([Buffer.from("\ufeffa,b\né,2\n", encoding)])).toBeUndefined();
  }
});

test("a quote that is never closed is found before all of the text is in memory", () => {
  const parser = new CsvParser([]);
  parser.push(Buffer.from('a\n"'));
  const piece = Buffer.alloc(1 << 20, "x");
  expect(() => {
    for (let count = 0; count < 8; count += 1) parser.push(piece);
  }).toThrow("4 MiB");
});
