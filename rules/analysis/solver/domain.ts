/**
 * Sets of values of one key, exact for every combination of comparisons. There are infinitely many strings, but it is easy to
 * decide whether one meets a combination: join the texts that it must contain with a separator that no rule names. Only a required
 * text that contains a forbidden one makes this impossible.
 */
import { passes, type Test, type TextTest } from "./formula";

/** One of these values. null means that the key is missing. */
interface Listed {
  kind: "listed";
  values: readonly (string | null)[];
}

/** Every string with these properties. There are always infinitely many. */
interface Strings {
  kind: "strings";
  /** Whether the key may be missing too. */
  missing: boolean;
  /** The string is none of these. */
  excluded: ReadonlySet<string>;
  /** For each of these lists, the string contains one of its texts. */
  must: readonly (readonly string[])[];
  /** The string contains none of these texts. */
  mustNot: readonly string[];
}

/** Moments in these ranges, in Unix milliseconds. Both ends belong to a range. Sorted. */
interface Moments {
  kind: "moments";
  ranges: readonly (readonly [number, number])[];
}

/** A set of values of a key that has at least one value. */
export type Domain = Listed | Strings | Moments;

/** Every value of a key, and missing. */
export const anything: Domain = { kind: "strings", missing: true, excluded: new Set(), must: [], mustNot: [] };

/** Every moment. */
export const anytime: Domain = {
  kind: "moments",
  ranges: [[Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
};

/** The values for which a test is true, or, without `isPositive`, false. undefined if there are none. */
export function narrow(domain: Domain, test: Test, isPositive: boolean): Domain | undefined {
  switch (domain.kind) {
    case "listed": {
      const values = domain.values.filter((value) => passes(test, value) === isPositive);
      if (values.length === domain.values.length) return domain;
      return values.length === 0 ? undefined : { kind: "listed", values };
    }
    case "strings":
      return test.kind === "within" ? undefined : isPositive ? including(domain, test) : excluding(domain, test);
    case "moments": {
      if (test.kind !== "within") return undefined;
      const { from, to } = test;
      const wanted: [number, number][] = isPositive
        ? [[from, to]]
        : [
            [-Infinity, from - 1],
            [to + 1, Infinity],
          ];
      // A timeframe that ends before it begins has no moment, so its opposite is every moment.
      if (from > to) return isPositive ? undefined : domain;
      const ranges = domain.ranges.flatMap(([start, end]) =>
        wanted
          .map(([first, last]) => [Math.max(start, first), Math.min(end, last)] as const)
          .filter(([first, last]) => first <= last),
      );
      return ranges.length === 0 ? undefined : { kind: "moments", ranges };
    }
  }
}

function including(domain: Strings, test: TextTest): Domain | undefined {
  switch (test.kind) {
    case "exists":
      return domain.missing ? { ...domain, missing: false } : domain;
    case "oneOf": {
      const values = [...test.values].filter((value) => isIn(domain, value));
      return values.length === 0 ? undefined : { kind: "listed", values };
    }
    case "contains": {
      const parts = test.parts.filter((part) => !containsAny(part, domain.mustNot));
      if (parts.length === 0) return undefined;
      return { ...domain, missing: false, must: parts.includes("") ? domain.must : [...domain.must, parts] };
    }
  }
}

function excluding(domain: Strings, test: TextTest): Domain | undefined {
  const missing: Domain | undefined = domain.missing ? { kind: "listed", values: [null] } : undefined;
  switch (test.kind) {
    case "exists":
      return missing;
    case "oneOf": {
      const added = [...test.values].filter((value) => !domain.excluded.has(value));
      return added.length === 0 ? domain : { ...domain, excluded: new Set([...domain.excluded, ...added]) };
    }
    case "contains": {
      // Every string contains the empty one.
      if (test.parts.includes("")) return missing;
      if (mustContain(domain, test.parts)) return undefined;
      const added = test.parts.filter((part) => !domain.mustNot.includes(part));
      if (added.length === 0) return domain;
      const must = domain.must.map((parts) => parts.filter((part) => !containsAny(part, added)));
      return { ...domain, must, mustNot: [...domain.mustNot, ...added] };
    }
  }
}

function containsAny(value: string, texts: readonly string[]): boolean {
  for (const text of texts) if (value.includes(text)) return true;
  return false;
}

/** Whether every string of a domain contains one of these texts. */
function mustContain({ must }: Strings, texts: readonly string[]): boolean {
  return must.some((parts) => parts.every((part) => containsAny(part, texts)));
}

function isIn({ missing, excluded, must, mustNot }: Strings, value: string | null): boolean {
  if (value === null) return missing;
  // An empty string counts as missing, so no value of a key is empty.
  if (value === "" || excluded.has(value) || containsAny(value, mustNot)) return false;
  return must.every((parts) => parts.some((part) => value.includes(part)));
}

/** Whether a test is true for all values of a domain, for none of them (false), or for some (undefined). */
export function truthOf(domain: Domain, test: Test): boolean | undefined {
  if (domain.kind === "listed") {
    const [first = null, ...others] = domain.values;
    const truth = passes(test, first);
    return others.every((value) => passes(test, value) === truth) ? truth : undefined;
  }
  if (domain.kind === "strings") return truthOfStrings(domain, test);
  if (test.kind !== "within") return false;
  if (narrow(domain, test, true) === undefined) return false;
  return narrow(domain, test, false) === undefined ? true : undefined;
}

function truthOfStrings(domain: Strings, test: Test): boolean | undefined {
  switch (test.kind) {
    case "exists":
      return domain.missing ? undefined : true;
    case "oneOf":
      for (const value of test.values) if (isIn(domain, value)) return undefined;
      return false;
    case "contains":
      if (test.parts.every((part) => containsAny(part, domain.mustNot))) return false;
      return mustContain(domain, test.parts) || (!domain.missing && test.parts.includes("")) ? true : undefined;
    case "within":
      return false;
  }
}

/** About how many comparisons a test of a domain takes. */
export function costOf(domain: Domain, test: Test): number {
  switch (domain.kind) {
    case "listed":
      return domain.values.length;
    case "strings":
      if (test.kind === "oneOf") return 1 + test.values.size + domain.excluded.size / 8;
      return test.kind === "contains" ? 1 + test.parts.length * (1 + domain.must.length + domain.mustNot.length) : 1;
    case "moments":
      return domain.ranges.length;
  }
}

/** About how many comparisons it takes to invent a value. */
export function costOfExample(domain: Domain): number {
  if (domain.kind !== "strings") return 1;
  const { must, mustNot } = domain;
  return 1 + must.length + mustNot.length;
}

/** What is needed to invent values. {@link Vocabulary} knows it. */
export interface Inventor {
  /** A character that no rule looks for in the key. */
  separator: string;
  /** Whether a rule names this text as a value of the key. */
  isNamed: (text: string) => boolean;
  /** The latest moment that a rule names. */
  latestMoment: number;
}

/** Up to `count` values of a domain: the simplest first, and those that rules don't name before the others. */
export function examples(domain: Domain, count: number, inventor: Inventor): (string | number | null)[] {
  switch (domain.kind) {
    case "listed":
      return domain.values.slice(0, count);
    case "moments":
      return [momentIn(domain, inventor.latestMoment)];
    case "strings": {
      const found: (string | null)[] = domain.missing ? [null] : [];
      for (const text of inventions(domain, inventor)) {
        if (found.length >= count) break;
        if (!inventor.isNamed(text) && !domain.excluded.has(text)) found.push(text);
      }
      return found;
    }
  }
}

/** Strings that contain what they must, and nothing that they must not. */
function* inventions({ must, mustNot }: Strings, { separator }: Inventor): Generator<string> {
  const parts = [...new Set(must.map(([part = ""]) => part))];
  // "prod" is superfluous beside "prod-eu". Among many, looking for such texts takes too long.
  const needed =
    parts.length > 20 ? parts : parts.filter((part) => !parts.some((other) => other !== part && other.includes(part)));
  const isAllowed = (word: string): boolean => !containsAny(word, mustNot);
  if (needed.length === 0) yield* ["other", "another"].filter(isAllowed);
  const joined = needed.join(separator);
  if (joined !== "") yield joined;
  for (let padding = separator; ; padding += separator) yield `${joined}${padding}`;
}

const day = 86_400_000;

/**
 * Prefers a moment that a rule names. Of a range without a start, it takes the start of the last day, which people read as a date.
 */
function momentIn({ ranges }: Moments, latest: number): number {
  const [first = [latest, latest], second] = ranges;
  if (first[0] !== Number.MIN_SAFE_INTEGER) return first[0];
  if (second !== undefined) return second[0];
  return first[1] === Number.MAX_SAFE_INTEGER ? latest : Math.max(first[0], Math.floor(first[1] / day) * day);
}
