/** Why a record gets its value, for people and as JSON. People count rules from 1, as in `versions show`; JSON from 0. */
import type { Evaluation, Possibility } from "../../rules/evaluation/evaluate";
import { type EvaluationRecord, type RecordValue, UNKNOWN } from "../../rules/evaluation/record";
import type { Moment, TagContent, TagValue } from "../../rules/types";
import { type Document, given, type Line, type Phrase, plainText, say } from "../document/document";
import type { InputTag } from "../sources/inputTag";
import { conditionPhrase, keyPhrase, type TagNames, tagTitle, timeframePhrase } from "./content";

/** What is explained. */
export interface Explained {
  tag: InputTag;
  record: EvaluationRecord;
  /** The moment of the record, if it is known. */
  at: Moment | undefined;
  result: Evaluation;
  /** The names of the tags that its rules refer to. */
  names: TagNames;
}

/** The explanation. */
export function explanationDocument({ tag, record, at, result, names }: Explained): Document {
  const entries = Object.entries(record);
  const lines: Line[] = [
    [entries.length === 0 ? "A record without values" : "Record:"],
    ...below(entries.map(([key, value]) => say`${{ plain: key }}: ${recordPhrase(value)}`)),
    [],
    ...(result.decided ? decidedLines(tag, result, names) : undecidedLines(tag, result, names, at === undefined)),
  ];
  return { title: tagTitle(tag), blocks: [{ kind: "lines", lines }] };
}

const below = (phrases: readonly Phrase[]): Line[] => phrases.map((text) => ({ indent: 2, text }));

function recordPhrase(value: RecordValue | undefined): Phrase {
  if (value === UNKNOWN) return ["unknown"];
  return value === undefined || value === null || value === "" ? ["no value"] : say`${value}`;
}

function decidedLines(tag: TagContent, result: Evaluation & { decided: true }, names: TagNames): Line[] {
  const { value, rule, because } = result;
  const to = assigned(tag, rule);
  const why = value === null ? "because the record lacks" : "from";
  const from = typeof to === "string" ? [] : say`, ${[why]} ${keyPhrase(to, names)}`;
  // The service may return null.
  const timeframe = (rule === null ? undefined : tag.rules[rule]?.timeframe) ?? undefined;
  const reasons = [
    ...because.map((condition) => conditionPhrase(condition, names)),
    ...given(timeframe && timeframePhrase(timeframe)),
  ];
  return [
    { tone: "added", text: say`Value: ${value === null ? ["none"] : say`${value}`}${from}` },
    [
      rule === null
        ? "No rule matches, so the record gets the default value."
        : `Rule ${rule + 1} is the first that matches:`,
    ],
    ...below(rule !== null && reasons.length === 0 ? [["it matches every record"]] : reasons),
  ];
}

function undecidedLines(
  tag: TagContent,
  { could, because }: Evaluation & { decided: false },
  names: TagNames,
  isMomentUnknown: boolean,
): Line[] {
  const withTimeframe = could.filter(
    ({ rule }) => isMomentUnknown && rule !== null && (tag.rules[rule]?.timeframe ?? undefined) !== undefined,
  );
  const unknownKeys = could.flatMap(({ rule, value }) => {
    const to = assigned(tag, rule);
    return value === UNKNOWN && typeof to !== "string" ? [say`the value of ${keyPhrase(to, names)}`] : [];
  });
  return [
    { tone: "changed", text: ["Value: undecided"] },
    ["It could be:"],
    ...below(could.map((one) => possibilityPhrase(tag, one, names))),
    ["It depends on:"],
    ...below(distinct(because.map((condition) => conditionPhrase(condition, names)))),
    ...below(distinct(unknownKeys)),
    ...below(
      withTimeframe.map(({ rule }) => [`the moment of the record, for rule ${(rule ?? 0) + 1} (--at gives it)`]),
    ),
  ];
}

/** Each phrase once. */
const distinct = (phrases: readonly Phrase[]): Phrase[] => [
  ...new Map(phrases.map((phrase) => [plainText(phrase), phrase])).values(),
];

function possibilityPhrase(tag: TagContent, { rule, value }: Possibility, names: TagNames): Phrase {
  const which = rule === null ? "the default value" : `rule ${rule + 1}`;
  const to = assigned(tag, rule);
  const from = typeof to === "string" ? [] : say` (the value of ${keyPhrase(to, names)})`;
  return say`${[which]}: ${value === UNKNOWN ? ["unknown"] : value === null ? ["none"] : say`${value}`}${from}`;
}

function assigned({ rules, defaultValue }: TagContent, rule: number | null): TagValue {
  return (rule === null ? undefined : rules[rule]?.to) ?? defaultValue;
}

/** The explanation as a JSON value. An unknown value is `null` with `unknown: true`, because JSON has no symbols. */
export function explanationJson({ tag, record, result }: Explained): object {
  const { id, name } = tag;
  const valueOf = (value: RecordValue | undefined): { value: string | null; unknown?: true } =>
    value === UNKNOWN ? { value: null, unknown: true } : { value: value === "" ? null : (value ?? null) };
  return {
    tag: { ...(id === undefined ? {} : { id }), name },
    record: Object.fromEntries(Object.entries(record).map(([key, value]) => [key, valueOf(value)])),
    ...(result.decided
      ? result
      : { ...result, could: result.could.map(({ rule, value }) => ({ rule, ...valueOf(value) })) }),
  };
}
