/** What the service or an export of AWS puts before the keys of tags, labels and enrichments, and the zeros that a number loses. */
const leftOut = /^(?:(?:resourcetags\/)?user[:_]|resourcetags\/|f(?:inrichment)?_|[np]l_|0+(?=[1-9]\d*$))/u;

/** Nobody types a longer name, and a comparison takes the product of both lengths. */
const longestCompared = 100;

/**
 * The name that a person probably meant: the one that differs only in case or in what `leftOut` finds, or else the one that takes
 * the fewest changes of a letter, upper and lower case aside. Two neighboring letters in the wrong order are one change.
 *
 * @returns undefined if every name differs too much
 */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  const wanted = plain(typed);
  const bare = wanted.replace(leftOut, "");
  const same =
    names.find((name) => plain(name) === wanted) ??
    (bare === "" ? undefined : names.find((name) => plain(name).replace(leftOut, "") === bare));
  if (same !== undefined || wanted.length > longestCompared) return same;
  let closest: string | undefined;
  // One letter in three may differ.
  let fewest = Math.floor(wanted.length / 3) + 1;
  for (const name of names) {
    const candidate = plain(name);
    if (Math.abs(candidate.length - wanted.length) >= fewest) continue;
    const changes = editDistance(wanted, candidate);
    if (changes < fewest) [closest, fewest] = [name, changes];
  }
  return closest;
}

/**
 * A question that ends a message about an unknown name: ` Did you mean setAsLive?`. Empty if no known name is close.
 */
export function didYouMean(typed: string, known: readonly string[]): string {
  const name = closestName(typed, known) ?? known.find((other) => isBeginning(typed, other));
  return name === undefined ? "" : ` Did you mean ${name}?`;
}

/** A message about an unknown name, with the known name that was probably meant, or else with all of them. */
export function withHint(message: string, typed: string, known: readonly string[]): string {
  const hint = didYouMean(typed, known);
  return `${message}.${hint === "" ? ` Known: ${known.join(", ")}` : hint}`;
}

/** Whether one name begins with the other, as `defaultValue` begins with `default`. */
function isBeginning(typed: string, known: string): boolean {
  const [shorter = "", longer = ""] = [plain(typed), plain(known)].sort((a, b) => a.length - b.length);
  return shorter.length > 2 && longer.startsWith(shorter);
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}

/** How many letters have to be added, removed, replaced or swapped with the next one (optimal string alignment). */
function editDistance(from: string, to: string): number {
  const letters = Array.from(to);
  // Each row holds the distances to the first 0, 1, 2, ... letters of `to`.
  let row = [0, ...letters.keys()].map((_, index) => index);
  let [rowBefore, letterBefore]: [number[], string | undefined] = [[], undefined];
  for (const letter of from) {
    const next = [(row[0] ?? 0) + 1];
    letters.forEach((other, index) => {
      const [diagonal = 0, above = 0] = row.slice(index, index + 2);
      const isSwapped = letter === letters[index - 1] && other === letterBefore;
      const swapped = isSwapped ? (rowBefore[index - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(diagonal + (other === letter ? 0 : 1), above + 1, (next[index] ?? 0) + 1, swapped));
    });
    [rowBefore, row, letterBefore] = [row, next, letter];
  }
  return row[letters.length] ?? 0;
}
