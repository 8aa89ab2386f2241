/** A comparison as text for a terminal. */
import { commandVariables } from "../../client/recoveryCommand";
import { diffLines } from "./ruleDiffText";
import { printable, type Terminal } from "../console/terminal";
import type { NotCompared } from "../sources/declared";
import type { Comparison, Finding } from "../studies/drift";
import { headline, reasonText, titleText, waysText, whatLines, whoText } from "./drift";

/**
 * The whole result.
 *
 * @param stack the stack's name, if it is known
 */
export function textLines(
  { findings, notCompared, same }: Comparison,
  stack: string | undefined,
  colors: Terminal["colors"],
): string[] {
  const isExportNamed = findings.some((finding) => waysText(finding, stack).keep.includes("npx "));
  return [
    ...findings.flatMap((finding) => [...findingLines(finding, stack, colors), ""]),
    ...notCompared.map((one) => colors.yellow(notComparedLine(one))),
    ...(notCompared.length === 0 ? [] : [""]),
    colors.bold(`${headline(findings, same, notCompared)}.`),
    ...(isExportNamed ? [commandVariables] : []),
  ];
}

function findingLines(finding: Finding, stack: string | undefined, colors: Terminal["colors"]): string[] {
  const { content, id, resource } = finding;
  const who = whoText(finding);
  const { keep, undo } = waysText(finding, stack);
  return [
    `${colors.bold(titleText(finding))} (${printable(id)}), resource ${printable(resource)}`,
    ...[
      ...(who === undefined ? [] : [who]),
      ...whatLines(finding),
      ...(content === undefined ? [] : diffLines(content, colors)),
      `To keep it: ${keep}`,
      `To undo it: ${undo}`,
    ].map((line) => (line === "" ? "" : `  ${line}`)),
  ];
}

function notComparedLine(one: NotCompared): string {
  const { id, resource } = one;
  return `Not compared: ${titleText(one)}${id === undefined ? "" : ` (${printable(id)})`}, resource ${printable(resource)}: ${reasonText(one)}.`;
}
