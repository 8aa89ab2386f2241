/** What the comparison of a mapping with the account says. */
import { printable, quoted, type Terminal } from "../console/terminal";
import type { MappingFinding } from "../studies/mapping";

/** How many values a line shows. */
const shown = 3;

/** One line for each key: how many of its values in the cost data the service lists, too. */
export function mappingLines(findings: readonly MappingFinding[], colors: Terminal["colors"]): string[] {
  return findings.map((finding) => {
    const mark = finding.isWrong ? colors.yellow("wrong?") : "ok    ";
    return `${mark} ${printable(finding.key)} from ${printable(finding.from)}: ${findingText(finding)}`;
  });
}

function findingText({ isWrong, own, listed, common }: MappingFinding): string {
  if (listed === undefined) return "the service lists no such key";
  if (own.length === 0) return "no record in the data has a value";
  const text = `the service lists ${common} of ${own.length} values`;
  return isWrong ? `${text}. Data: ${examples(own)}. Service: ${examples(listed)}` : text;
}

function examples(values: readonly string[]): string {
  if (values.length === 0) return "none";
  return `${values.slice(0, shown).map(quoted).join(", ")}${values.length > shown ? ", ..." : ""}`;
}
