/**
 * When two names are the same. Unicode can write an `é` as one character, or as an `e` with an accent. People can't tell the two
 * apart, and a service may store one as the other. This is about names only: a rule compares the bytes of its values.
 */

/** A name in the one form (NFC) that it is compared in. */
export function nameKey(name: string): string {
  return name.normalize("NFC");
}

/** Whether two names are the same; both may be missing. */
export function isSameName(one: string | undefined, other: string | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && nameKey(one) === nameKey(other));
}

/** A name as one of those words writes it, if that is the same name. */
export function inWordsOfName(words: readonly (string | undefined)[], name: string): string {
  return words.find((word) => isSameName(word, name)) ?? name;
}
