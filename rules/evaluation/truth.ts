/** Three-valued logic (Kleene's). The values are numbers, so that compiled rules can store them in typed arrays. */

/** False. */
export const no = 0;
/** True. */
export const yes = 1;
/** Unknown: it depends on what the source of the record can't tell. */
export const maybe = 2;

/** One of the three. */
export type Truth = typeof no | typeof yes | typeof maybe;

/** Whether both are true. */
export function and(one: Truth, other: Truth): Truth {
  if (one === no || other === no) return no;
  return one === yes ? other : maybe;
}

/** What is true in one of several cases: known if it is the same in all of them. */
export function sameTruth(truths: readonly Truth[]): Truth {
  const [first = maybe, ...others] = new Set(truths);
  return others.length === 0 ? first : maybe;
}
