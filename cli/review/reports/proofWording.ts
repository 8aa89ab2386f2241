/** The sentences about what is proved of a change. */
import { type Finding, placeOf, sentenceOf } from "../../../rules/analysis";
import { type Effect, recordEntries } from "../../content/effect";
import type { TagReview } from "../review";
import { counted, joined, type Phrase, say } from "./phrase";

/** How many new findings are named. JSON has all. */
const namedFindings = 5;

/** What the change means for records, and the findings that it brings. */
export function proofPhrases({ effect, diff, newFindings = [] }: TagReview): Phrase[] {
  const isMove = diff?.rules.every(({ change }) => change === "moved" || change === "unchanged") === true;
  const more = newFindings.length - namedFindings;
  return [
    ...(effect === undefined ? [] : [effectPhrase(effect, isMove && diff.defaultValue === undefined)]),
    ...newFindings.slice(0, namedFindings).map(findingPhrase),
    ...(more > 0 ? [say`Warning: ${[counted(more, "more new finding")]}. To see all, use --json.`] : []),
  ];
}

/**
 * An effect in a sentence.
 *
 * @param isMove whether only the order of the rules changes
 */
export function effectPhrase(effect: Effect, isMove: boolean): Phrase {
  switch (effect.kind) {
    case "same":
      return isMove
        ? say`Harmless: in the new order, every record gets the same value.`
        : say`Same result for every record.`;
    case "different":
      return say`For example, a record with ${recordPhrase(effect)} gets ${valuePhrase(effect.after)} instead of ${valuePhrase(effect.before)}.`;
    case "not-decided":
      return say`Whether every record gets the same value was not decided: the proof takes too long.`;
  }
}

function recordPhrase({ record, at }: Extract<Effect, { kind: "different" }>): Phrase {
  const values = recordEntries(record).map(([key, value]) => say`${key} = ${value}`);
  const others = values.length === 0 ? [say`no values`] : [];
  return joined([...values, ...others, ...(at === undefined ? [] : [say`the moment ${at}`])], ", ");
}

const valuePhrase = (value: string | null): Phrase => (value === null ? say`no value` : say`${value}`);

function findingPhrase(finding: Finding): Phrase {
  return say`Warning: ${[placeOf(finding)]} ${[sentenceOf(finding)]}.`;
}
