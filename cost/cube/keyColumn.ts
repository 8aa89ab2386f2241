/** The values of a key in a cube, from the values of its source. */
import type { Column } from "../../rules/evaluation/column";
import { type RecordValue, UNKNOWN } from "../../rules/evaluation/record";
import { type CostMapping, isOfCostCenter } from "../mapping/mapping";
import type { CubeColumn } from "./cube";
import type { PlannedKey } from "./plan";

/** Stands for a value that the data can't tell. No export has control characters in its values. */
export const unknownText = "\u001f?";

/** The values of a key. Records of other cost centers have none. */
export function keyColumn(key: PlannedKey, column: CubeColumn, provider: CubeColumn, mapping: CostMapping): Column {
  const isOwn = provider.dictionary.map((name) => isOfCostCenter(mapping, key.costCenter, name));
  const codes = column.codes.map((code, row) => (isOwn[provider.codes[row] ?? 0] === true ? code : 0));
  const used = [...new Set([0, ...codes])].sort((one, other) => one - other);
  const values = used.map((code) => valueOf(column.dictionary[code] ?? null));
  const dictionary = [...new Set(values)];
  const newCodes = new Map(used.map((code, index) => [code, dictionary.indexOf(values[index] ?? null)]));
  return { dictionary, codes: codes.map((code) => newCodes.get(code) ?? 0) };
}

function valueOf(text: string | null): RecordValue {
  return text === unknownText ? UNKNOWN : text;
}
