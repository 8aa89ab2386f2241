/** A comparison as Markdown for an issue or a chat. Names come from the account, so nothing in them may be Markdown, HTML or a mention. */
import pc from "picocolors";
import { diffLines } from "./ruleDiffText";
import { fenced, markdownText, markdownWords } from "../markdown";
import type { Comparison, Finding } from "../studies/drift";
import { headline, reasonText, summaryText, titleText, waysText, whatLines } from "./drift";

/** The whole result: headline, table, folded details. */
export function markdownOf({ findings, notCompared, same }: Comparison, stack: string | undefined): string {
  const title = headline(findings, same, notCompared);
  const blocks = [
    `### ${title}`,
    ...(stack === undefined ? [] : [`Stack ${markdownText(stack)}, compared with the account.`]),
    ...(findings.length === 0 ? [] : [table(findings)]),
    ...findings.map((finding) => details(finding, stack)),
    ...(notCompared.length === 0
      ? []
      : [
          "Not compared:",
          notCompared.map((one) => `- ${markdownText(titleText(one))}: ${withCode(reasonText(one))}`).join("\n"),
        ]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function table(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => [
    markdownText(titleText(finding)),
    markdownWords(summaryText(finding)),
    finding.by === undefined ? "unknown" : markdownText(finding.by),
    finding.at === undefined ? "unknown" : markdownWords(finding.at),
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(["resource", "changed", "by", "at"]), line(["---", "---", "---", "---"]), ...rows.map(line)].join("\n");
}

const plain = pc.createColors(false);

function details(finding: Finding, stack: string | undefined): string {
  const { content, id, resource, versionId } = finding;
  const lines = [...whatLines(finding), ...(content === undefined ? [] : diffLines(content, plain))];
  const { keep, undo } = waysText(finding, stack);
  const version = versionId === undefined ? "" : `, version ${markdownText(versionId)}`;
  return [
    `<details><summary>${markdownText(titleText(finding))}</summary>`,
    `ID ${markdownText(id)}, resource ${markdownText(resource)}${version}`,
    ...(lines.length === 0 ? [] : [fenced(lines)]),
    `- To keep it: ${withCode(keep)}\n- To undo it: ${withCode(undo)}`,
    "</details>",
  ].join("\n\n");
}

/** Our own words, in which commands are in backquotes. A command may hold a name of the stack. */
function withCode(words: string): string {
  return words
    .split("`")
    .map((part, index) => (index % 2 === 1 ? markdownText(part) : markdownWords(part)))
    .join("");
}
