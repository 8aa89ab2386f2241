/** The sentences about what is proved of a change. */
import { type Finding, placeOf, sentenceOf } from "../../../rules/analysis";
import { type Effect, recordEntries } from "../../studies/effect";
import type { TagReview } from "../../studies/review/review";
import { counted, joined, type Phrase, say } from "./phrase";

/** How many new findings are named. JSON has all. */
const namedFindings = 5;

/** What the change means for records, and the findings that it brings. */
export function proofPhrases({ effect, diff, facts, newFindings = [] }: TagReview): Phrase[] {
  const isMove = diff?.rules.every(({ change }) => change === "moved" || change === "unchanged") === true;
  const more = newFindings.length - namedFindings;
  // Other sentences say that a content is not compared, or can't be read.
  const isSaid = effect?.kind === "not-decided" && (facts.live ?? facts.unreadable) !== undefined;
  return [
    ...(effect === undefined || isSaid
      ? []
      : facts.isStaged === true
        ? [stagedEffectPhrase(effect)]
        : [effectPhrase(effect, isMove && diff.defaultValue === undefined)]),
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
      return say`For example, a record ${recordPhrase(effect)} gets ${valuePhrase(effect.after)} instead of ${valuePhrase(effect.before)}.`;
    case "not-decided":
      return say`Whether every record gets the same value was not decided: ${[reasons[effect.because]]}.`;
  }
}

/** What a staged content would change. */
function stagedEffectPhrase(effect: Effect): Phrase {
  switch (effect.kind) {
    case "same":
      return say`If it went live now, every record would get the same value as before.`;
    case "different":
      return say`If it went live now, a record ${recordPhrase(effect)} would get ${valuePhrase(effect.after)} instead of ${valuePhrase(effect.before)}.`;
    case "not-decided":
      return effectPhrase(effect, false);
  }
}

const reasons: Readonly<Record<Extract<Effect, { kind: "not-decided" }>["because"], string>> = {
  proof: "the proof takes too long",
  content: "what records get now is not known",
  tags: "it depends on other tags, and what they give is not known",
  unreadable: "it depends on a part of the rules that can't be read",
};

function recordPhrase({ record, at }: Extract<Effect, { kind: "different" }>): Phrase {
  const values = recordEntries(record).map(([key, value]) => say`${key} = ${value}`);
  // A date without a time is the start of that day.
  const moment = at === undefined ? [] : [`of ${at.replace("T00:00:00Z", "")} `];
  return [...moment, "with ", ...(values.length === 0 ? ["no values"] : joined(values, ", "))];
}

const valuePhrase = (value: string | null): Phrase => (value === null ? say`no value` : say`${value}`);

function findingPhrase(finding: Finding): Phrase {
  return say`Warning: ${[placeOf(finding)]} ${[sentenceOf(finding)]}.`;
}
