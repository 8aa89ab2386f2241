/** Proofs about the rules of Virtual Tags. */
export { analyze, type AnalyzeOptions, defaultSteps } from "./analyze";
export type { AnalyzedTag } from "./compile";
export { type Equivalence, type EquivalenceOptions, isEquivalent } from "./equivalence";
export type { Finding, FindingKind, WitnessRecord } from "./findings";
export { placeOf, sentenceOf } from "./wording";
