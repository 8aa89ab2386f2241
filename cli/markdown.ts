/** Text from the account in Markdown, as GitHub and GitLab read it in a comment. */
import { printable } from "./console/terminal";

/** Characters that mean something in Markdown or HTML. As entities, they are only themselves, in table cells too. */
const punctuation = /[!-/:-@[-`{-~]/gu;

const entity = (character: string): string => `&#${character.charCodeAt(0)};`;

/** Words with names in them that may mean something in Markdown, in one line. */
export function markdownWords(text: string): string {
  return printable(text).replaceAll(punctuation, entity);
}

/**
 * A text from the account, in one line. In `<code>`, neither GitHub nor GitLab notifies a mentioned person, links an issue or runs a
 * quick action.
 */
export function markdownText(text: string): string {
  return `<code>${markdownWords(text)}</code>`;
}

/**
 * Lines in a fenced block, which shows them as they are.
 *
 * @param language for colors, such as `diff`
 */
export function fenced(lines: readonly string[], language = ""): string {
  const text = lines.map(printable);
  const longest = text.flatMap((line) => line.match(/`+/gu) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, ...text, fence].join("\n");
}
