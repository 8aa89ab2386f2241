/** The lines that show a change in detail, the same in every format. */
import { unknownValue } from "../../../stack/state/unknown";
import pc from "picocolors";
import type { TagContent } from "../../../rules/types";
import { contentLines } from "../contentText";
import type { FieldChange } from "../../studies/ruleDiff";
import { changeLines } from "../ruleDiffText";
import type { LineKind } from "../../page/page";
import { literal, printable, quoted } from "../../console/terminal";
import type { MetadataReview, Review, TagReview } from "../../studies/review/review";

/** One line, and what it says. */
export interface Line {
  text: string;
  kind: LineKind;
}

const plain = pc.createColors(false);

const kinds: Readonly<Record<string, LineKind>> = { "+": "added", "-": "removed", "~": "changed", ">": "moved" };

/** The differences of a tag, or its whole content if there is nothing to compare with. Empty if nothing is to be shown. */
export function tagLines({ change, diff, before, after, facts }: TagReview, names: Review["names"]): Line[] {
  const readable = (lines: readonly string[]): string[] => lines.map((line) => readableLine(line, names));
  const isWhole =
    change === "created" || ((change === "adopted" || change === "promoted") && facts.live?.result !== "compared");
  if (change === "follows" || facts.leavesStack === true) return [];
  if (isWhole && after !== undefined) return wholeContent(after, "added", readable);
  if (change === "deleted" && before !== undefined) return wholeContent(before, "removed", readable);
  if (diff === undefined) return after === undefined ? [] : wholeContent(after, "same", readable);
  return diff.equal ? [] : withKinds(readable(changeLines(diff, plain)));
}

function wholeContent(content: TagContent, kind: LineKind, readable: (lines: readonly string[]) => string[]): Line[] {
  return readable(contentLines(content)).map((text) => ({ text, kind }));
}

/** A line that is indented belongs to the change above it. */
function withKinds(lines: readonly string[]): Line[] {
  let kind: LineKind = "same";
  return lines.map((text) => {
    if (!text.startsWith("    ")) kind = kinds[text.charAt(0)] ?? "same";
    return { text, kind };
  });
}

/** A reference to another tag, as the lines of a content show it. Quotes inside texts have a backslash before them. */
const reference = /Virtual Tags (?:virtual_tag )?"([^"\\]+)"/gu;

/** References with the names of the tags, and no placeholders. */
function readableLine(line: string, names: Review["names"]): string {
  return line
    .replaceAll(reference, (whole, key: string) => {
      const name = names.get(key);
      return name === undefined ? whole : `Virtual Tag ${quoted(name)}`;
    })
    .replaceAll(`"${unknownValue}"`, "(unknown until deployment)")
    .replaceAll(unknownValue, "(unknown until deployment)");
}

/** The changes of metadata, value by value. */
export function metadataLines({ settings, values }: MetadataReview): Line[] {
  const ofSettings = settings.map((field): Line => ({ text: `~ ${fieldLine(field)}`, kind: "changed" }));
  const ofValues = values.flatMap(({ value, change, fields }): Line[] => {
    const sign = { added: "+", removed: "-", changed: "~" }[change];
    return [
      { text: `${sign} value ${quoted(value)} ${change}`, kind: change },
      ...fields.map((field) => ({ text: `    ${fieldLine(field)}`, kind: change })),
    ];
  });
  return [...ofSettings, ...ofValues];
}

function fieldLine({ path, before, after }: FieldChange): string {
  const text = (value: unknown): string => (value === undefined ? "none" : literal(value));
  return readableLine(`${printable(path)}: ${text(before)} -> ${text(after)}`, new Map());
}

/** The first lines, and a line that counts the others. */
export function firstLines(lines: readonly Line[], most: number): Line[] {
  if (lines.length <= most) return [...lines];
  const kept = lines.slice(0, most - 1);
  return [...kept, { text: `  and ${lines.length - kept.length} more lines`, kind: "same" }];
}
