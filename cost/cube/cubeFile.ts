/** Cubes as files: gzipped JSON. */
import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Column } from "../../rules/evaluation/column";
import { UNKNOWN } from "../../rules/evaluation/record";
import { isObject } from "../../rules/shared/isObject";
import { absolute, amountToText, readAmount } from "./amounts";
import type { Cube, CubeColumn, CubeHeader } from "./cube";
import { monthPattern } from "./moments";

/** What the files of this version begin with. */
const format = "cost-allocation-cube";
const version = 2;

/** A larger file is damaged, or made to fill the memory. */
const mostBytes = 500_000_000;

/** A column in the file. */
interface StoredColumn {
  /** False stands for an unknown one. */
  values: readonly (string | null | false)[];
  /** Bytes per code. */
  width: 1 | 2 | 4;
  /** The codes, in base64. The lowest byte of each comes first. */
  codes: string;
}

interface StoredCube {
  format: typeof format;
  version: typeof version;
  header: CubeHeader;
  rowCount: number;
  provider: StoredColumn;
  currency: StoredColumn;
  moment: StoredColumn;
  billingMonth: StoredColumn;
  keys: { name: string; column: StoredColumn }[];
  /** Decimal numbers. */
  cost: string[];
  /** Decimal numbers, or null where it is the absolute value of the cost. */
  gross: (string | null)[];
  records: readonly number[];
}

/** The file of a cube. Write it with mode 0600: it has the costs of the company. */
export function cubeBytes(cube: Cube): Uint8Array {
  const stored: StoredCube = {
    format,
    version,
    header: cube.header,
    rowCount: cube.rowCount,
    provider: storeColumn(cube.provider),
    currency: storeColumn(cube.currency),
    moment: storeColumn(momentColumn(cube.moment)),
    billingMonth: storeColumn(cube.billingMonth),
    keys: [...cube.keys].map(([name, column]) => ({ name, column: storeColumn(column) })),
    cost: cube.cost.map(amountToText),
    gross: cube.gross.map((gross, row) => (gross === absolute(cube.cost[row] ?? 0n) ? null : amountToText(gross))),
    records: cube.records,
  };
  return gzipSync(JSON.stringify(stored));
}

/**
 * Reads a cube.
 *
 * @param source the path of the file, or its content
 * @throws {Error} if it is not a complete cube. The text is not escaped and doesn't name the file, except for an error of the file system
 */
export function readCube(source: string | Uint8Array): Cube {
  const stored = parsed(typeof source === "string" ? readFileSync(source) : source);
  if (!isObject(stored) || stored["format"] !== format) throw new Error("It is not a cube.");
  if (stored["version"] !== version) {
    throw new Error(
      `It is a cube of version ${JSON.stringify(stored["version"])}, and this program reads version ${version}. Make it again from the same data: npx cost-allocation cube`,
    );
  }
  const { rowCount, header, cost, gross, records, keys } = stored;
  if (!isCount(rowCount) || !isObject(header) || !isList(keys)) throw damaged();
  const column = (value: unknown): CubeColumn => loadKnown(value, rowCount);
  const costs = loadAmounts(cost, rowCount);
  return {
    header: checkedHeader(header),
    rowCount,
    provider: column(stored["provider"]),
    currency: column(stored["currency"]),
    moment: momentsOf(column(stored["moment"])),
    billingMonth: checkedMonths(column(stored["billingMonth"])),
    keys: new Map(
      keys.map((key) => {
        if (!isObject(key) || typeof key["name"] !== "string") throw damaged();
        return [key["name"], loadColumn(key["column"], rowCount)];
      }),
    ),
    cost: costs,
    gross: loadAmounts(gross, rowCount, costs),
    records: loadCounts(records, rowCount),
  };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(gunzipSync(bytes, { maxOutputLength: mostBytes }).toString("utf8"));
  } catch {
    throw new Error("It is not a cube, or it is damaged.");
  }
}

function damaged(): Error {
  return new Error("The cube is damaged. Make it again.");
}

/** The moments of the rows as a column of ISO 8601. */
function momentColumn(moments: Float64Array): CubeColumn {
  const dictionary = [...new Set(moments)];
  const codes = new Map(dictionary.map((moment, code) => [moment, code]));
  return {
    dictionary: dictionary.map((moment) => new Date(moment).toISOString()),
    codes: Uint32Array.from(moments, (moment) => codes.get(moment) ?? 0),
  };
}

function storeColumn({ dictionary, codes }: Column): StoredColumn {
  const values = dictionary.map((value) => (value === UNKNOWN ? false : value));
  const width = values.length <= 0x100 ? 1 : values.length <= 0x10000 ? 2 : 4;
  const bytes = Buffer.alloc(codes.length * width);
  for (const [row, code] of codes.entries()) bytes.writeUIntLE(code, row * width, width);
  return { values, width, codes: bytes.toString("base64") };
}

/** A column without unknown values. */
function loadKnown(stored: unknown, rowCount: number): CubeColumn {
  const { dictionary, codes } = loadColumn(stored, rowCount);
  const known = dictionary.filter((value) => value !== UNKNOWN);
  if (known.length < dictionary.length) throw damaged();
  return { dictionary: known, codes };
}

function loadColumn(stored: unknown, rowCount: number): Column & { codes: Uint32Array } {
  if (!isObject(stored)) throw damaged();
  const { values, width, codes: text } = stored;
  if (!isList(values) || !values.every(isStoredValue)) throw damaged();
  if ((width !== 1 && width !== 2 && width !== 4) || typeof text !== "string") throw damaged();
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== rowCount * width) throw damaged();
  const codes = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const code =
      width === 1 ? (bytes[row] ?? 0) : width === 2 ? bytes.readUInt16LE(row * 2) : bytes.readUInt32LE(row * 4);
    if (code >= values.length) throw damaged();
    codes[row] = code;
  }
  return { dictionary: values.map((value) => (value === false ? UNKNOWN : value)), codes };
}

function isStoredValue(value: unknown): value is string | null | false {
  return value === null || value === false || typeof value === "string";
}

/** @param costs for the gross amounts, which are null where they are the absolute values of these */
function loadAmounts(stored: unknown, rowCount: number, costs?: readonly bigint[]): bigint[] {
  if (!isList(stored) || stored.length !== rowCount) throw damaged();
  return stored.map((text, row) => {
    const amount =
      typeof text === "string" ? readAmount(text) : text === null && costs ? absolute(costs[row] ?? 0n) : undefined;
    if (amount === undefined) throw damaged();
    return amount;
  });
}

function loadCounts(stored: unknown, rowCount: number): number[] {
  if (!isList(stored) || stored.length !== rowCount || !stored.every(isCount)) throw damaged();
  return [...stored];
}

function momentsOf({ dictionary, codes }: CubeColumn): Float64Array {
  const moments = dictionary.map((text) => Date.parse(text ?? ""));
  if (moments.some(Number.isNaN)) throw damaged();
  return Float64Array.from(codes, (code) => moments[code] ?? NaN);
}

function checkedMonths(months: CubeColumn): CubeColumn {
  if (months.dictionary.every((month) => month !== null && monthPattern.test(month))) return months;
  throw damaged();
}

function checkedHeader(header: Readonly<Record<string, unknown>>): CubeHeader {
  const {
    costColumn,
    cuts,
    unmappedKeys,
    absentColumns = {},
    tagNames = {},
    nearKeys = {},
    unreadableTags = [],
    unknownCost = {},
    withoutCostCenter = [],
    sources,
    costCenters,
  } = header;
  const { files, records, createdAt, billingMonths } = header;
  const isText = (value: unknown): boolean => typeof value === "string";
  const isComplete =
    [costColumn, createdAt].every(isText) &&
    [cuts, unmappedKeys, billingMonths].every((list) => isList(list) && list.every(isText)) &&
    [sources, costCenters, absentColumns, tagNames, nearKeys, unknownCost].every(isObject) &&
    [files, withoutCostCenter, unreadableTags].every(isList) &&
    isCount(records) &&
    [header["month"], header["lastCharge"]].every((text) => text === undefined || isText(text));
  if (!isComplete) throw damaged();
  return header as unknown as CubeHeader;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
