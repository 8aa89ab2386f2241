/**
 * What rules mean: `import { evaluate } from "pulumi-cost-allocation/rules"`. It loads neither Pulumi nor any other package.
 *
 * - `evaluate(content, record, options?)` returns the value that one record gets, and why.
 * - `compile(content, options?)` returns `{ keys, evaluate(columns, rowCount, at?) }`, for many records. `encodeColumn(values)` makes
 *   a column.
 * - `UNKNOWN` is the value of a key that the record's source can't tell. `recordKey({ costCenter, type, key })` is the name of a key
 *   in a record, or of a column.
 *
 * @packageDocumentation
 */
export { type Column, type Columns, encodeColumn } from "./evaluation/column";
export { compile, type Compiled, type CompiledResult } from "./evaluation/compiled";
export { type Decided, evaluate, type Evaluation, type Possibility, type Undecided } from "./evaluation/evaluate";
export type { EvaluateOptions, EvaluationTag } from "./evaluation/options";
export { type EvaluationRecord, recordKey, type RecordValue, UNKNOWN } from "./evaluation/record";
export { ReferenceCycleError } from "./evaluation/references";
export type * from "./types";
