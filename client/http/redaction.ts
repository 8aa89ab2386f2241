/** Keeps secrets out of messages. */

/** Stands in a message where a secret stood. */
const hidden = "[hidden]";

/** Shorter texts are no secrets, and redacting them would make a message unreadable. */
const shortestSecret = 4;

/** The text without the secrets, in any encoding. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap(encodings)
    // The longest first: a secret that contains another must not leave its rest behind.
    .toSorted((one, other) => other.length - one.length);
  // Percent encodings come back in either case.
  return [...new Set(forms)].reduce((result, form) => result.replaceAll(new RegExp(pattern(form), "gi"), hidden), text);
}

/**
 * Whether a sentence repeats one of the values. They may be secrets or ordinary words, so such a sentence is not redacted but left
 * out.
 *
 * @param values those with fewer than 4 characters are ignored
 */
export function repeatsAny(sentence: string, values: Iterable<string>): boolean {
  const folded = sentence.toLowerCase();
  for (const value of new Set(values)) {
    if (value.length < shortestSecret) continue;
    if (encodings(value).some((form) => folded.includes(form.toLowerCase()))) return true;
  }
  return false;
}

/** What may be a secret in a JSON value: its strings, at any depth, and its numbers with at least six digits. */
export function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)].filter((digits) => digits.length >= 6);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** The encodings in which a service may repeat a text: in addresses, JSON, pages and headers. */
function encodings(text: string): string[] {
  // A lone surrogate can't be part of an address.
  const whole = text.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  const forms = [text, encodeURIComponent(whole), encodeURI(whole), JSON.stringify(text).slice(1, -1)].flatMap(
    (form) => [form, escapeHtml(form), Buffer.from(form).toString("base64")],
  );
  return [...new Set(forms)];
}

/** The source of a regular expression that finds exactly this text. */
function pattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
