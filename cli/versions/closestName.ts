/**
 * The name that a person probably meant: the one that takes the fewest changes of a letter, upper and lower case aside.
 *
 * @returns undefined if every name differs too much
 */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  const wanted = plain(typed);
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

function plain(name: string): string {
  return name.trim().toLowerCase();
}

/** How many letters have to be added, removed or replaced (Levenshtein). */
function editDistance(from: string, to: string): number {
  const letters = Array.from(to);
  // Each row holds the distances to the first 0, 1, 2, ... letters of `to`.
  let row = [0, ...letters.keys()].map((_, index) => index);
  for (const letter of from) {
    const next = [(row[0] ?? 0) + 1];
    letters.forEach((other, index) => {
      const [diagonal = 0, above = 0] = row.slice(index, index + 2);
      next.push(Math.min(diagonal + (other === letter ? 0 : 1), above + 1, (next[index] ?? 0) + 1));
    });
    row = next;
  }
  return row[letters.length] ?? 0;
}
