/**
 * When two names are the same. Unicode can write an `é` as one character, or as an `e` with an accent. People can't tell the two
 * apart, and a service may store one as the other. This is about names only: a rule compares the bytes of its values.
 */

/** More marks on one letter than any language has (30, in Unicode's stream-safe text). Their order takes quadratic time. */
const tooManyMarks = /(\P{M}?\p{M}{31,})/u;

/** A name in the one form (NFC) that it is compared in. A letter with too many marks stays as it is. */
export function nameKey(name: string): string {
  if (!tooManyMarks.test(name)) return name.normalize("NFC");
  const parts = name.split(tooManyMarks);
  return parts.map((part, index) => (index % 2 === 0 ? part.normalize("NFC") : part)).join("");
}

/** Whether two names are the same; both may be missing. */
export function isSameName(one: string | undefined, other: string | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && nameKey(one) === nameKey(other));
}

/** The known spelling of a name, or the name itself if none of these is the same name. */
export function knownSpelling(known: readonly (string | undefined)[], name: string): string {
  return known.find((spelling) => isSameName(spelling, name)) ?? name;
}
