/** The lines that show a change in detail. */
import { type Line, type Phrase, say } from "../../document/document";
import type { FieldChange } from "../../../rules/ruleDiff";
import type { MetadataReview, Review, TagReview } from "../../studies/review/review";
import { contentLines, jsonOf } from "../content";
import { changeLines } from "../ruleDiff";

/** The differences of a tag, or its whole content if there is nothing to compare with. Empty if nothing is to be shown. */
export function tagLines({ change, diff, before, after, facts }: TagReview, names: Review["names"]): Line[] {
  const isWhole =
    change === "created" || ((change === "adopted" || change === "promoted") && facts.live?.result !== "compared");
  if (change === "follows" || facts.leavesStack === true) return [];
  if (isWhole && after !== undefined) return contentLines(after, names, "added");
  if (change === "deleted" && before !== undefined) return contentLines(before, names, "removed");
  if (diff === undefined) return after === undefined ? [] : contentLines(after, names, "same");
  return diff.equal ? [] : changeLines(diff, names);
}

/** The changes of metadata, value by value. */
export function metadataLines({ settings, values }: MetadataReview): Line[] {
  return [
    ...settings.map((field): Line => ({ sign: "~", tone: "changed", text: fieldPhrase(field) })),
    ...values.flatMap(({ value, change, fields }): Line[] => [
      { sign: signs[change], tone: change, text: say`value ${value} ${[change]}` },
      ...fields.map((field): Line => ({ indent: 4, tone: change, text: fieldPhrase(field) })),
    ]),
  ];
}

const signs = { added: "+", removed: "-", changed: "~" } as const;

function fieldPhrase({ path, before, after }: FieldChange): Phrase {
  return say`${{ plain: path }}: ${jsonOf(before)} -> ${jsonOf(after)}`;
}

/** The first lines, and a line that counts the others. */
export function firstLines(lines: readonly Line[], most: number): Line[] {
  if (lines.length <= most) return [...lines];
  const kept = lines.slice(0, most - 1);
  return [...kept, { indent: 2, tone: "same", text: [`and ${lines.length - kept.length} more lines`] }];
}
