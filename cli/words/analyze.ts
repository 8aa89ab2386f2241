/** What an analysis finds. */
import { type Finding, placeOf, sentenceOf } from "../../rules/analysis";
import { toIsoMoment } from "../../rules/timeframe";
import { type Block, counted, type Document, given, joined, type Line, type Phrase, say } from "../document/document";
import type { Analysis } from "../studies/analysis";

/** The findings, tag by tag. */
export function analysisDocument({ findings, tags }: Analysis): Document {
  const count = counted(tags.length, "Virtual Tag");
  if (findings.length === 0) return { title: [], blocks: [{ kind: "paragraph", text: [`No findings in ${count}.`] }] };
  const details = tags.map((tag, index): Block => {
    const lines = findings.filter((finding) => finding.tag === index).flatMap(findingLines);
    return { kind: "details", summary: say`Virtual Tag ${tag.name ?? ""}`, blocks: [{ kind: "lines", lines }] };
  });
  const total = [`${counted(findings.length, "finding")} in ${count}.`];
  return { title: [], blocks: [...details, { kind: "lines", lines: [[], total] }] };
}

function findingLines(finding: Finding): Line[] {
  const { witness, at } = finding;
  const line = [`${placeOf(finding, "people")} ${sentenceOf(finding, "people")}`];
  if (witness === undefined) return [line];
  const values: Phrase[] = [
    ...Object.entries(witness).map(([key, value]) => say`${{ plain: key }}=${value}`),
    ...given(at !== undefined && say`at ${{ plain: String(toIsoMoment(at)) }}`),
  ];
  const record = values.length === 0 ? ["without any value"] : joined(values, ", ");
  return [line, { indent: 2, text: say`a record without other values: ${record}` }];
}
