/** Text from the account in Markdown files and comments. */
import { printable } from "../client/printable";

/** A text that Markdown shows as it is, in one line: it makes no link, no mention, no table cell and no HTML. */
export function markdownText(text: string): string {
  return printable(text).replaceAll(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}
