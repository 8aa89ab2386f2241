/** Proofs about the rules of Virtual Tags. */
export { analyze, type AnalyzeOptions, defaultSteps } from "./analyze";
export { type Equivalence, type EquivalenceOptions, isEquivalent } from "./equivalence";
export type { Finding, FindingKind, NotDecidedReason, WitnessRecord } from "./findings";
export type { AnalyzedTag } from "./resolvable";
export { type FindingReader, placeOf, sentenceOf } from "./messages";
