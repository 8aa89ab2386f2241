/**
 * Makes text from the service safe to show. Otherwise, anyone who can name a tag could write to the terminal of whoever runs
 * `pulumi up`, or into a program that people paste.
 */
import { unicodeEscape } from "../rules/shared/unicodeEscape";
import type { VirtualTag } from "./wire";

/**
 * Characters that can move the cursor, hide text, change its direction or make two texts look the same: control and format
 * characters, line separators, halves of surrogate pairs, and invisible letters.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** GitHub's runner takes this for a command, in any line of a log. */
const runnerCommand = "##[";

/** The text in one line, with unsafe characters escaped. */
export function printable(text: string): string {
  return text.replace(unsafe, unicodeEscape).replaceAll(runnerCommand, String.raw`##\u005b`);
}

/** A text of several lines, with unsafe characters escaped. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** Texts in one line, with unsafe characters escaped. More than 20 are cut: `a, b and 3 more`. */
export function printableList(texts: readonly string[]): string {
  const shown = texts.slice(0, 20).map(printable).join(", ");
  return texts.length > 20 ? `${shown} and ${texts.length - 20} more` : shown;
}

/** The text in quotation marks. */
export function quoted(text: string): string {
  return literal(text);
}

/** A value as JSON, which is also JavaScript and TypeScript. */
export function literal(value: unknown): string {
  // JSON has no undefined.
  return value === undefined ? "undefined" : printable(JSON.stringify(value));
}

/** A Virtual Tag as messages name it. */
export function titleOf({ id, name }: { id: string; name: string }): string {
  return `Virtual Tag ${quoted(name)} (${printable(id)})`;
}

/** What tells a Virtual Tag from others with its name, as it came: its number of rules, who made and saved it, and when. */
export function originOf({ rules, createdBy, createdAt, updatedBy, updatedAt }: Partial<VirtualTag>): string {
  const done = (what: string, by = "an unknown user", at?: string): string =>
    `${what} by ${by}${at === undefined ? "" : ` at ${at}`}`;
  const count = rules === undefined ? [] : [`${rules.length} ${rules.length === 1 ? "rule" : "rules"}`];
  return [...count, done("created", createdBy, createdAt), done("last saved", updatedBy, updatedAt)].join(", ");
}
