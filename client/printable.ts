/** Text from the service, made safe for a terminal. */

/** What can move the cursor, hide text or change its direction: control characters and bidirectional overrides. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text in one line that does nothing to a terminal. */
export function printable(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The text in quotation marks. */
export function quoted(text: string): string {
  return printable(JSON.stringify(text));
}

/** A Virtual Tag as messages name it. */
export function titleOf({ id, name }: { id: string; name: string }): string {
  return `Virtual Tag ${quoted(name)} (${printable(id)})`;
}
