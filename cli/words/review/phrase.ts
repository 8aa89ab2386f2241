/** Sentences that quote names of the account. Each output format escapes the names in its own way. */

/** A sentence in parts: our own words, and texts that come from the account or a program. */
export type Phrase = readonly (string | { text: string })[];

/**
 * Writes a phrase as a template: ``say`Renamed from ${before} to ${after}.` ``. Strings in it are texts of the account, numbers and
 * phrases are words.
 */
export function say(words: TemplateStringsArray, ...values: readonly (string | number | Phrase)[]): Phrase {
  return words.flatMap((word, index) => {
    const value = values[index];
    if (value === undefined) return [word];
    if (typeof value === "number") return [word, String(value)];
    return [word, ...(typeof value === "string" ? [{ text: value }] : value)];
  });
}

/** Phrases in one, with our own words between them. */
export function joined(phrases: readonly Phrase[], separator: string): Phrase {
  return phrases.flatMap((phrase, index) => (index === 0 ? phrase : [separator, ...phrase]));
}

/**
 * The phrase as a text.
 *
 * @param quote escapes a text of the account
 * @param word escapes our own words. Default: as they are
 */
export function render(
  phrase: Phrase,
  quote: (text: string) => string,
  word: (text: string) => string = (text) => text,
): string {
  return phrase.map((part) => (typeof part === "string" ? word(part) : quote(part.text))).join("");
}

/** A number with its noun: `1 rule`, `2 rules`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
