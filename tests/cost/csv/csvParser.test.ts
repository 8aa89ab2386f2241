/** CSV is read in one way, or refused: every text is read as another reader does, or not at all. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { CsvParser, lineIndex, recordSeparator, valueSeparator } from "../../../cost/csv/csvParser";
import { readIndependently } from "./independentReader";
import { csvColumns, csvRecords } from "../../../cost/csv/csvFile";
import { folder } from "../../support/folder";
import { atSize } from "../../support/size";

const runs = atSize(1_000, 3_000);

/** The names and the records; undefined if the text is refused. */
function read(
  pieces: readonly Uint8Array[],
  wanted: readonly number[] = [...Array(20).keys()],
): string[][] | undefined {
  const parser = new CsvParser(wanted);
  try {
    const texts = [...pieces.map((piece) => parser.push(piece)), parser.end()];
    const records = texts.flatMap((text) => text?.toString().split(recordSeparator) ?? []);
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
    separator: fc.constantFrom(",", ",", ";", "\t"),
    lineEnds: fc.array(fc.constantFrom("\n", "\r\n", "\n\n", "\r"), { minLength: 1, maxLength: 2 }),
    texts: fc.array(noise, { minLength: 1, maxLength: 12 }),
    quoting: fc.array(fc.constantFrom("all", "all", "needed", "never", "after a space"), {
      minLength: 1,
      maxLength: 2,
    }),
    more: fc.constantFrom("", "", "\n", ",", '"'),
  })
  .map(({ width, separator, lineEnds, texts, quoting, more }) => {
    const written = texts.map((text, index) => {
      const quoted = `"${text.replaceAll('"', '""')}"`;
      const how = quoting[index % quoting.length];
      if (how === "after a space") return ` ${quoted}`;
      return how === "all" || (how === "needed" && /[",;\t\r\n]/u.test(text)) ? quoted : text;
    });
    const names = ["x", "y", "z"].slice(0, width).join(separator);
    const lines = written.flatMap((_, index) =>
      index % width === 0 ? [written.slice(index, index + width).join(separator)] : [],
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
    { numRuns: runs },
  );
  expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(runs / 6);
});

test.each([
  ["a record that begins with #", "a,b\n#1,2\n", [["#1", "2"]]],
  ["spaces, which belong to the value", "a,b\n 1 ,\t\n", [[" 1 ", "\t"]]],
  ["a backslash, which escapes nothing", 'a,b\n"\\",x\\\n', [["\\", "x\\"]]],
  ["no line end after the last record", "a,b\n1,2", [["1", "2"]]],
  ["empty lines", "a,b\r\n\r\n1,2\n\n", [["1", "2"]]],
  ["two marks at the beginning", "\ufeff\ufeffa,b\n1,2\n", [["1", "2"]]],
  ["semicolons", 'a;"b,c"\n1,5;2\n', [["1,5", "2"]]],
  ["tabs", "a\tb\n1;2\t3\n", [["1;2", "3"]]],
  ["commas beside semicolons", "a;b,c\n1;2,3\n", [["1;2", "3"]]],
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

test.each([1, 3, 1000])("each record can have the line in which it begins, in pieces of %i bytes", (size) => {
  const text = '\ufeffa,b\r\n\r\n"1\n2",3\r\n\n4,5\n6,"\n"\n7,8';
  const records = read(inPieces(Buffer.from(text), size), [0, lineIndex])?.slice(1);
  expect(records).toEqual([
    ["1\n2", "3"],
    ["4", "6"],
    ["6", "7"],
    ["7", "9"],
  ]);
});

test("a message has the line and the column, in pieces of any size", () => {
  const bytes = Buffer.concat([Buffer.from('a,b\r\n"1\n2",3\r\n'), Buffer.from("4,é\n", "latin1")]);
  for (const size of [1, 2, 7, 100]) {
    const parser = new CsvParser([0]);
    expect(() => {
      for (const piece of inPieces(bytes, size)) parser.push(piece);
      parser.end();
    }).toThrow('Line 4 is not text in UTF-8, in the column b: "\ufffd".');
  }
});

test.each([
  ["", "empty"],
  ["\na,b\n", "empty line"],
  ["sep=;\na;b\n1;2\n", "line for spreadsheets"],
  ["a,a\n", '"a"'],
  ["a,b\n1,2\n1,2,\n", 'Line 3 has 3 values, and there are 2 columns: "1,2,".'],
  ["a,b\n\n1\n", 'Line 3 has 1 values, and there are 2 columns: "1".'],
  ['a,b\n1,"2\n', 'Line 2 has a quote that is not closed, in the column b: "\\"2'],
  ['a,b\n1,2"\n', 'Line 2 has a quote in the wrong place, in the column b: "2'],
  ['a,b\n"1\n2",3\r\n1, "2"\n', 'Line 4 has a quote in the wrong place, in the column b: " '],
  ['a,b\n"1" ,2\n', 'Line 2 has a quote in the wrong place, in the column a: "\\"1\\" ".'],
  ["a,b\r1,2\r", "carriage return"],
  ['"a,b\n', "The line with the names of the columns has a quote that is not closed"],
  ["a,b\n1,2\n1,x\u001fy\n", 'Line 3 has the control character U+001F, which no cost data has, in the column b: "x'],
  ["a,b\n1,\u001e\n", "U+001E"],
])("%j is refused", (text, problem) => {
  const parser = new CsvParser([]);
  expect(() => {
    parser.push(Buffer.from(text));
    parser.end();
  }).toThrow(problem);
});

test("other encodings without a mark are refused", () => {
  for (const encoding of ["utf16le", "latin1"] as const) {
    expect(read([Buffer.from("a,b\né,2\n", encoding)])).toBeUndefined();
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

/** Compressed CSV: it is read whole, or refused. */
describe("files", () => {
  async function read(bytes: Uint8Array, name = "focus.csv.gz"): Promise<string[]> {
    const path = join(folder(), name);
    writeFileSync(path, bytes);
    const values: string[] = [];
    for await (const records of csvRecords(path, [0])) values.push(...records.toString().split(recordSeparator));
    return values;
  }

  const lines = Array.from({ length: 3_000 }, (_, index) => `${(index * 7919) % 3_001}`);
  const whole = gzipSync(`n\n${lines.join("\n")}\n`);
  const member = (...of: string[]): Buffer => gzipSync(of.map((line) => `${line}\n`).join(""));

  test("a whole file, with its columns", async () => {
    expect(await read(whole, "FOCUS.CSV.GZ")).toEqual(lines);
    expect(await csvColumns(join(folder(), "FOCUS.CSV.GZ"))).toEqual(["n"]);
    expect(await read(Buffer.from("n\n1\n"), "focus.csv")).toEqual(["1"]);
  });

  test("several compressed parts in one file, also empty ones", async () => {
    const parts = [member("n", "1"), member(), member("2"), member("3")];
    expect(await read(Buffer.concat(parts))).toEqual(["1", "2", "3"]);
  });

  test("text in UTF-16 with a mark, in both byte orders, and cut off", async () => {
    const little = Buffer.from("\ufeffn\né🏷️\n", "utf16le");
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big, gzipSync(little)]) {
      const name = bytes === little || bytes === big ? "focus.csv" : "focus.csv.gz";
      expect(await read(bytes, name)).toEqual(["é🏷️"]);
    }
    await expect(read(little.subarray(0, little.length - 1), "focus.csv")).rejects.toThrow("UTF-16");
  });

  test.each([
    ["UTF-16 without a mark", Buffer.from("n\n1\n", "utf16le"), "UTF-16 without a mark"],
    ["UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 0x6e, 0, 0, 0]), "UTF-32"],
    ["a spreadsheet", Buffer.from("PK\u0003\u0004"), "spreadsheet"],
    ["Parquet", Buffer.from("PAR1\u0015"), "Name it .parquet"],
    ["gzip", whole, "name it .csv.gz"],
  ])("%s is refused by its name", async (_, bytes, problem) => {
    await expect(read(bytes, "focus.csv")).rejects.toThrow(problem);
  });

  test("each file that is cut off is refused", async () => {
    const cuts = [1, 4, 7, 8, 9, 100, Math.floor(whole.length / 2), whole.length - 12];
    for (const cut of cuts) await expect(read(whole.subarray(0, whole.length - cut))).rejects.toThrow("cut off");
    const parts = Buffer.concat([member("n", "1"), member("2")]);
    const second = member("2").length;
    for (const cut of [1, second - 1, second - 11]) {
      await expect(read(parts.subarray(0, parts.length - cut))).rejects.toThrow("cut off");
    }
  });

  test.each([
    ["another checksum", 8, "damaged"],
    ["another length", 4, "damaged"],
    ["other data", Math.floor(whole.length / 2), "damaged"],
  ])("%s is refused", async (_, fromEnd, problem) => {
    const bytes = Buffer.from(whole);
    bytes[bytes.length - fromEnd] = (bytes.at(-fromEnd) ?? 0) ^ 0xff;
    await expect(read(bytes)).rejects.toThrow(problem);
  });

  test.each([
    ["text", Buffer.from("rest")],
    ["zeros", Buffer.alloc(10)],
    ["zeros and another compressed part", Buffer.concat([Buffer.alloc(10), member("4")])],
  ])("%s after the compressed data: refused", async (_, rest) => {
    await expect(read(Buffer.concat([whole, rest]))).rejects.toThrow(/damaged|other data/u);
  });

  test.each([
    ["text with the name of a compressed file", "focus.csv.gz", Buffer.from("n\n1\n"), "damaged"],
    ["an empty compressed file", "focus.csv.gz", Buffer.alloc(0), "cut off"],
    ["a file without content", "focus.csv", Buffer.alloc(0), "empty"],
  ])("%s is refused", async (_, name, bytes, problem) => {
    await expect(read(bytes, name)).rejects.toThrow(problem);
  });

  test("a file that does not exist is an error, compressed or not", async () => {
    for (const name of ["none.csv", "none.csv.gz"])
      await expect(csvColumns(join(folder(), name))).rejects.toThrow("ENOENT");
  });
});
