/** What a change of a content means for records. */
import { joined, type Phrase, say } from "../document/document";
import { type Effect, recordEntries } from "../studies/effect";

/**
 * An effect in a sentence.
 *
 * @param how `moved`: only the order of the rules changes. `staged`: it is that of a content which is not live
 */
export function effectPhrase(effect: Effect, how?: "moved" | "staged"): Phrase {
  switch (effect.kind) {
    case "same":
      return [
        {
          moved: "Harmless: in the new order, every record gets the same value.",
          staged: "If it went live now, every record would get the same value as before.",
          now: "Same result for every record.",
        }[how ?? "now"],
      ];
    case "different": {
      const values = say`${valuePhrase(effect.after)} instead of ${valuePhrase(effect.before)}`;
      return how === "staged"
        ? say`If it went live now, a record ${recordPhrase(effect)} would get ${values}.`
        : say`For example, a record ${recordPhrase(effect)} gets ${values}.`;
    }
    case "not-decided":
      return [`Whether every record gets the same value was not decided: ${reasons[effect.because]}.`];
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
  const moment = at === undefined ? [] : say`of ${{ plain: at.replace("T00:00:00Z", "") }} `;
  return [...moment, "with ", ...(values.length === 0 ? ["no values"] : joined(values, ", "))];
}

const valuePhrase = (value: string | null): Phrase => (value === null ? ["no value"] : [{ name: value }]);
