/**
 * What rules mean: `import { evaluate } from "pulumi-cost-allocation/rules"`. It loads neither Pulumi nor any other package.
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
