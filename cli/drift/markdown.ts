/** A comparison as Markdown for an issue or a chat. Names come from the account, so nothing in them may be Markdown, HTML or a mention. */
import pc from "picocolors";
import { diffLines } from "../content/ruleDiffText";
import { printable } from "../terminal";
import type { Comparison, Finding } from "./finding";
import { headline, reasonText, summaryText, titleText, waysText, whatLines } from "./words";

/** The whole result: headline, table, folded details. */
export function markdownOf({ findings, notCompared, same }: Comparison, stack: string | undefined): string {
  const title = headline(findings, same, notCompared);
  const blocks = [
    `### ${title}`,
    ...(stack === undefined ? [] : [`Stack ${code(stack)}, compared with the account.`]),
    ...(findings.length === 0 ? [] : [table(findings)]),
    ...findings.map((finding) => details(finding, stack)),
    ...(notCompared.length === 0
      ? []
      : [
          "Not compared:",
          notCompared
            .map((one) => `- ${code(titleText(one))}: ${reasonText(one).split("`").map(escaped).join("`")}`)
            .join("\n"),
        ]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function table(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => [
    code(titleText(finding)),
    escaped(summaryText(finding)),
    finding.by === undefined ? "unknown" : code(finding.by),
    finding.at === undefined ? "unknown" : escaped(finding.at),
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(["resource", "changed", "by", "at"]), line(["---", "---", "---", "---"]), ...rows.map(line)].join("\n");
}

const plain = pc.createColors(false);

function details(finding: Finding, stack: string | undefined): string {
  const { content, id, resource, versionId } = finding;
  const lines = [...whatLines(finding), ...(content === undefined ? [] : diffLines(content, plain))];
  const { keep, undo } = waysText(finding, stack);
  const version = versionId === undefined ? "" : `, version ${code(versionId)}`;
  return [
    `<details><summary>${code(titleText(finding))}</summary>`,
    `ID ${code(id)}, resource ${code(resource)}${version}`,
    ...(lines.length === 0 ? [] : [fenced(lines)]),
    `- To keep it: ${withCode(keep)}\n- To undo it: ${withCode(undo)}`,
    "</details>",
  ].join("\n\n");
}

/** Lines as they are: a fence that is longer than any in them. */
function fenced(lines: readonly string[]): string {
  const text = lines.join("\n");
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** Text in which no mention, link or reference counts. */
function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

/** Our own words, in which commands are in backquotes. A command may hold a name of the stack. */
function withCode(words: string): string {
  return words
    .split("`")
    .map((part, index) => (index % 2 === 1 ? code(part) : escaped(part)))
    .join("");
}

/** A character reference is never markup, in Markdown or in HTML. */
function escaped(text: string): string {
  return printable(text).replaceAll(/[^\p{L}\p{N} ,.]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
