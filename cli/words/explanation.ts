/** Why a record gets its value, as text for people and as JSON. Text counts rules from 1, as `versions show`; JSON from 0. */
import type { Evaluation, Possibility } from "../../rules/evaluation/evaluate";
import { type EvaluationRecord, type RecordValue, UNKNOWN } from "../../rules/evaluation/record";
import type { Moment, TagContent, TagValue } from "../../rules/types";
import { conditionText, keyText, timeframeText } from "./contentText";
import type { InputTag } from "../sources/inputTag";
import { printable, quoted, type Terminal, titleOf } from "../console/terminal";

/** What is explained. */
export interface Explained {
  tag: InputTag;
  record: EvaluationRecord;
  /** The moment of the record, if it is known. */
  at: Moment | undefined;
  result: Evaluation;
}

/** The explanation in lines. */
export function explanationLines({ tag, record, at, result }: Explained, { colors }: Terminal): string[] {
  const { id, name } = tag;
  const entries = Object.entries(record);
  return [
    colors.bold(id === undefined ? `Virtual Tag ${quoted(name)}` : titleOf({ id, name })),
    ...(entries.length === 0 ? ["A record without values"] : ["Record:"]),
    ...entries.map(([key, value]) => `  ${printable(key)}: ${recordText(value)}`),
    "",
    ...(result.decided ? decidedLines(tag, result, colors) : undecidedLines(tag, result, at === undefined, colors)),
  ];
}

function recordText(value: RecordValue | undefined): string {
  if (value === UNKNOWN) return "unknown";
  return value === undefined || value === null || value === "" ? "no value" : quoted(value);
}

type Colors = Terminal["colors"];

function decidedLines(tag: TagContent, result: Evaluation & { decided: true }, colors: Colors): string[] {
  const { value, rule, because } = result;
  const to = assigned(tag, rule);
  const from = typeof to === "string" ? "" : `, ${value === null ? "because the record lacks" : "from"} ${keyText(to)}`;
  const shown = value === null ? "Value: none" : `Value: ${quoted(value)}`;
  const timeframe = rule === null ? undefined : tag.rules[rule]?.timeframe;
  const why = [
    ...because.map((condition) => `  ${conditionText(condition)}`),
    // The service may return null.
    ...((timeframe ?? undefined) === undefined
      ? []
      : [`  ${timeframeText(timeframe as NonNullable<typeof timeframe>)}`]),
  ];
  return [
    colors.green(`${shown}${from}`),
    rule === null
      ? "No rule matches, so the record gets the default value."
      : `Rule ${rule + 1} is the first that matches:`,
    ...(rule !== null && why.length === 0 ? ["  it matches every record"] : why),
  ];
}

function undecidedLines(
  tag: TagContent,
  result: Evaluation & { decided: false },
  isMomentUnknown: boolean,
  colors: Colors,
): string[] {
  const { could, because } = result;
  const conditions = new Set(because.map(conditionText));
  const withTimeframe = could.filter(
    ({ rule }) => isMomentUnknown && rule !== null && (tag.rules[rule]?.timeframe ?? undefined) !== undefined,
  );
  const keys = could.map(({ rule, value }) => ({ to: assigned(tag, rule), value }));
  const unknownKeys = keys.flatMap(({ to, value }) =>
    value === UNKNOWN && typeof to !== "string" ? [keyText(to)] : [],
  );
  return [
    colors.yellow("Value: undecided"),
    "It could be:",
    ...could.map((one) => `  ${possibilityText(tag, one)}`),
    "It depends on:",
    ...[...conditions].map((text) => `  ${text}`),
    ...[...new Set(unknownKeys)].map((key) => `  the value of ${key}`),
    ...withTimeframe.map(({ rule }) => `  the moment of the record, for rule ${(rule ?? 0) + 1} (--at gives it)`),
  ];
}

function possibilityText(tag: TagContent, { rule, value }: Possibility): string {
  const which = rule === null ? "the default value" : `rule ${rule + 1}`;
  const to = assigned(tag, rule);
  const from = typeof to === "string" ? "" : ` (the value of ${keyText(to)})`;
  return `${which}: ${value === UNKNOWN ? "unknown" : value === null ? "none" : quoted(value)}${from}`;
}

function assigned({ rules, defaultValue }: TagContent, rule: number | null): TagValue {
  return (rule === null ? undefined : rules[rule]?.to) ?? defaultValue;
}

/** The explanation as a JSON value. An unknown value is `null` with `unknown: true`, because JSON has no symbols. */
export function explanationJson({ tag, record, result }: Explained): object {
  const { id, name } = tag;
  const valueOf = (value: RecordValue | undefined): object =>
    value === UNKNOWN ? { value: null, unknown: true } : { value: value === "" ? null : (value ?? null) };
  return {
    tag: { ...(id === undefined ? {} : { id }), name },
    record: Object.fromEntries(Object.entries(record).map(([key, value]) => [key, valueOf(value)])),
    ...result,
    ...(result.decided ? {} : { could: result.could.map(({ rule, value }) => ({ rule, ...valueOf(value) })) }),
  };
}
