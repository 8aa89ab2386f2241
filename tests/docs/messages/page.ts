/**
 * docs/messages.md: a section for each code, in the chapter of its resource. A section begins with the message, which is generated.
 * What follows it is written by hand.
 */
import { commandVariables } from "../../../client/recoveryCommand";
import type { Message } from "../../../provider/shared/message";
import { nothingWritten } from "../../../provider/shared/message";
import { examples } from "./examples";

/** Parts of the examples that the page abbreviates. Its introduction explains them. */
const abbreviations: readonly [RegExp, string][] = [
  [/ \(CA\d{4}\)$/gm, ""],
  [/Virtual Tag "<name>" \(<id>\)/g, "<tag>"],
  [/Metadata of Virtual Tag <id>/g, "<metadata>"],
  [/Notification endpoint "<name>" \(<type>, <id>\)/g, "<endpoint>"],
  [/by <user> at <date> \(saved as version <version>\)/g, "<drift>"],
  [/<project>\/<stack>#<name>/g, "<owner>"],
  [/`pulumi config set costallocation:(?:driftPolicy overwrite|referencePolicy ignore).*/g, "`<command>`"],
  // A shell needs quotes around a placeholder.
  [/'(<[^'>]+>)'/g, "$1"],
];

const leftOut = new Set([nothingWritten, commandVariables]);

function shown({ text }: Message): string {
  if (!text.includes("<")) return indented(text.split("\n"));
  const short = abbreviations.reduce((result, [pattern, by]) => result.replaceAll(pattern, by), text);
  return indented(short.split("\n").filter((line) => !leftOut.has(line)));
}

/** Lines as Markdown shows them word by word. */
function indented(lines: readonly string[]): string {
  return lines.map((line) => `    ${line}`).join("\n");
}

const messages = new Map(examples.map((example) => [example.code, shown(example)]));

/** The codes, in order. */
export const codes: readonly string[] = [...messages.keys()].sort();

/** The page with the present messages. A new code gets a section without a text. */
export function withMessages(page: string): string {
  const [introduction = "", ...chapters] = page.split(/^(?=## )/m);
  return `${[introduction, ...chapters.map((chapter, index) => withSections(chapter, index + 1))].join("").trimEnd()}\n`;
}

function withSections(chapter: string, digit: number): string {
  const [introduction = "", ...sections] = chapter.split(/^(?=### )/m);
  const texts = new Map(sections.map((section) => [section.split(/\s/)[1], textByHand(section)]));
  const written = codes
    .filter((code) => code.startsWith(`CA${digit}`))
    .map((code) => `### ${code}\n\n${messages.get(code) ?? ""}\n\n${texts.get(code) ?? ""}`.trimEnd());
  return `${[introduction.trimEnd(), ...written].join("\n\n")}\n\n`;
}

/** A section without its heading and the message, whose lines are indented. */
function textByHand(section: string): string {
  return section.replace(/^.*\n+(?: {4}.*\n+)*/, "").trim();
}
