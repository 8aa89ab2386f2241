/**
 * Hides what a caller wrote, which may be a secret and may be any word: only in sentences, and only as a whole word. What
 * must not show in any way at all, such as the credentials, is hidden by `credentials.ts`.
 */
import { encodings, hidden, pattern, shortestSecret } from "./hiding";
import { leavesOf } from "../json";

/** Hides them in a sentence of the service, and keeps no more of it than is ever shown. */
export type HideContents = (sentence: string) => string;

/** No more of a sentence is kept; a message shows far less. */
const mostShown = 2000;

/** How much longer than a text its longest encoding can be. */
const longestEncoding = 12;

const words = /[\p{L}\p{N}_]+/gu;

interface Content {
  text: string;
  words: string[];
}

interface Span {
  start: number;
  end: number;
}

/**
 * All that something says as it is sent, but what names the things that an error speaks of.
 *
 * @param names the names, in any case
 */
export function contentsBeside(names: Iterable<string>, sent: unknown): string[] {
  const isName = new Set([...names].map((name) => name.toLowerCase()));
  return leavesOf(sent).filter((leaf) => !isName.has(leaf.toLowerCase()));
}

/**
 * Thousands of texts cost no more than a look at the words of the sentence: only what can be in it is searched for.
 *
 * @param contents the texts; shorter ones than 4 characters are left
 */
export function contentsHider(contents: Iterable<string>): HideContents {
  const known: Content[] = [...new Set(contents)]
    .filter((text) => text.length >= shortestSecret)
    .map((text) => ({ text, words: wordsOf(text) }));
  const longest = known.reduce((length, { text }) => Math.max(length, text.length), 0);
  return (sentence) => {
    if (known.length === 0) return sentence;
    const near = wordsIn(upTo(sentence, mostShown));
    const all = wordsIn(upTo(sentence, mostShown + longest * longestEncoding));
    const candidates = known.filter(
      ({ words: each }) => (each[0] === undefined || near.has(each[0])) && each.every((word) => all.has(word)),
    );
    return without(
      sentence,
      candidates.flatMap(({ text }) => spansOf(text, sentence)),
    );
  };
}

/** The beginning of a sentence, up to a gap after the place, so that no word is cut. */
function upTo(sentence: string, place: number): string {
  const gap = /[^\p{L}\p{N}_%+/=]/u.exec(sentence.slice(place));
  return sentence.slice(0, place + (gap?.index ?? sentence.length));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(words) ?? [];
}

/** The words of a sentence, in whatever encoding they are there. */
function wordsIn(sentence: string): Set<string> {
  const tokens = sentence.match(/[A-Za-z0-9+/]{5,}={0,2}/g) ?? [];
  const decoded = [sentence, ...tokens.map((token) => Buffer.from(token, "base64").toString())].join("\n");
  const escapes = /\\(?:u[0-9a-f]{4}|[bfnrt])/gi;
  const percents = /(?:%[0-9a-f]{2})+/gi;
  return new Set(
    [decoded, decoded.replaceAll(escapes, " "), decoded.replaceAll(percents, percentDecoded)].flatMap(wordsOf),
  );
}

function percentDecoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return " ";
  }
}

/** Where a text stands in the part of a sentence that is shown. */
function spansOf(text: string, sentence: string): Span[] {
  // What stands right before a word may be the end of an escape, as in `%22word` and `\nword`.
  const before = /^[\p{L}\p{N}_]/u.test(text)
    ? String.raw`(?<=^|[^\p{L}\p{N}_]|%[0-9a-f]{2}|\\[bfnrt]|\\u[0-9a-f]{4})`
    : "";
  const after = /[\p{L}\p{N}_]$/u.test(text) ? String.raw`(?![\p{L}\p{N}_])` : "";
  const forms = encodings(text);
  const longest = Math.max(...forms.map((form) => form.length));
  const anyForm = new RegExp(`${before}(?:${forms.map(pattern).join("|")})${after}`, "giu");
  return [...sentence.slice(0, mostShown + longest + 1).matchAll(anyForm)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** The part of a sentence that is shown, without what stands at the spans. */
function without(sentence: string, spans: readonly Span[]): string {
  let [shown, at] = ["", 0];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (start >= mostShown) break;
    if (start >= at) shown += sentence.slice(at, start) + hidden;
    at = Math.max(at, end);
  }
  return shown + sentence.slice(at, mostShown);
}
