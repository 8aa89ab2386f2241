/** What is common to all that is hidden in messages. */

/** What stands in a message where a secret stood. */
export const hidden = "[hidden]";

/** Shorter texts are no secrets, and hiding them would make a message unreadable. */
export const shortestSecret = 4;

/** The encodings in which a service may repeat a text: in addresses, JSON, pages and headers. The longest first. */
export function encodings(text: string): string[] {
  // A half of a pair can't stand in an address.
  const whole = text.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  const forms = [text, encodeURIComponent(whole), encodeURI(whole), JSON.stringify(text).slice(1, -1)].flatMap(
    (form) => [form, escapeHtml(form), Buffer.from(form).toString("base64")],
  );
  return [...new Set(forms)].toSorted((one, other) => other.length - one.length);
}

/** The source of a regular expression that finds just this text. */
export function pattern(text: string): string {
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
