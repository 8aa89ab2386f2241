/** The versions of a tag: a list, one of them, the differences of two, and what a restore does. */
import { ownerOf } from "../../client/ownershipMark";
import type { Version } from "../../client/wire";
import type { TagContent } from "../../rules/types";
import { type Block, type Document, type Line, type Phrase, say } from "../document/document";
import type { Effect } from "../studies/effect";
import type { ContentDiff } from "../studies/ruleDiff";
import { contentLines, tagTitle } from "./content";
import { effectPhrase } from "./effect";
import { diffLines } from "./ruleDiff";

/** A tag as its title names it. */
interface Tag {
  id: string;
  name: string;
}

const empty: Line = { text: [] };

const linesOf = (lines: readonly Line[]): Block => ({ kind: "lines", lines });

/** A version in a sentence: its ID, and who saved it when. */
export function versionPhrase({ id, isLive, createdAt, createdBy }: Version): Phrase {
  return say`${{ plain: id }} (${[isLive ? "live, " : ""]}saved at ${{ plain: createdAt }} by ${{ plain: createdBy }})`;
}

/** The versions of a tag, newest first. */
export function versionsDocument(tag: Tag, versions: readonly Version[]): Document {
  const rows = versions.map(({ isLive, id, createdAt, createdBy, changeDescription = "" }) => ({
    ...(isLive ? ({ tone: "added" } as const) : {}),
    cells: [isLive ? "live" : "", id, createdAt, createdBy, changeDescription].map((plain) => ({ text: [{ plain }] })),
  }));
  const columns = ["", "VERSION", "SAVED AT", "BY", "CHANGE"].map((title) => ({ title }));
  const none: Block = { kind: "paragraph", text: ["No versions."] };
  return {
    title: tagTitle(tag),
    blocks: [linesOf([empty]), rows.length === 0 ? none : { kind: "table", caption: ["Versions"], columns, rows }],
  };
}

/** One version with its content. */
export function versionDocument(tag: Tag, version: Version, content: TagContent): Document {
  const { changeDescription } = version;
  return {
    title: tagTitle(tag),
    blocks: [
      linesOf([
        { text: say`Version ${versionPhrase(version)}` },
        ...(changeDescription === undefined ? [] : [{ text: say`Change: ${{ plain: changeDescription }}` }]),
        empty,
        ...contentLines(content),
      ]),
    ],
  };
}

/** The differences of two versions. */
export function versionDiffDocument(
  tag: Tag,
  [before, after]: readonly [Version, Version],
  diff: ContentDiff,
  effect: Effect | undefined,
): Document {
  return {
    title: tagTitle(tag),
    blocks: [
      linesOf([
        { text: say`from version ${versionPhrase(before)}` },
        { text: say`to version   ${versionPhrase(after)}` },
        empty,
        ...(effect === undefined
          ? [{ text: ["No differences in meaning."] }]
          : [...diffLines(diff), { text: effectPhrase(effect) }]),
      ]),
    ],
  };
}

/** Said of a tag whose versions bear no mark: an adoption alone saves nothing. */
export const noMark: Phrase = ["No ownership mark: if a stack manages the tag, it has not saved it yet."];

/** A restore before it is confirmed. */
export interface PlannedRestore {
  tag: Tag;
  version: Version;
  content: TagContent;
  /** The live version; undefined if none is live. */
  live: Version | undefined;
  /** The ownership mark; undefined if no version has one. */
  mark: string | undefined;
  /** The changes to the live content; undefined if no version is live. */
  diff: ContentDiff | undefined;
}

/** What a restore would do. */
export function restoreDocument({ tag, version, content, live, mark, diff }: PlannedRestore): Document {
  const owner = mark === undefined ? noMark : say`Owner: ${{ plain: ownerOf(mark) }}`;
  const isLive = say`The content of version ${{ plain: version.id }} is already live. There is nothing to save.`;
  const lines: Line[] = [
    { text: say`Restore version ${versionPhrase(version)}` },
    { text: say`Live version    ${live === undefined ? ["none"] : versionPhrase(live)}` },
    empty,
    ...(diff === undefined ? contentLines(content) : [{ text: ["What will change:"] }, ...diffLines(diff)]),
    empty,
  ];
  return {
    title: tagTitle(tag),
    blocks: [linesOf([{ text: owner }, empty, ...(diff?.equal === true ? [{ text: isLive }] : lines)])],
  };
}

/** What a restore has saved. */
export interface SavedRestore {
  /** The new version; undefined if the service does not show it yet. */
  version: Version | undefined;
  /** Whether this restore saved it. */
  isOurs: boolean;
}

/** What a restore did, and what the program that follows is for. */
export function restoredDocument(mark: string | undefined, saved: SavedRestore | undefined): Document {
  const advice: Phrase[] =
    mark === undefined
      ? [["To manage the tag with a stack, add this to its program:"]]
      : [
          say`If the program of ${{ plain: ownerOf(mark) }} declares different content, the next "pulumi up" that changes the tag, or runs with --refresh, puts that content back.`,
          ["To keep the restored content, declare this. The resource's other arguments and options can stay."],
        ];
  const lines = [...(saved === undefined ? [] : [savedPhrase(saved)]), [], ...advice, []];
  return { title: [], blocks: [linesOf(lines.map((text) => ({ text })))] };
}

function savedPhrase({ version, isOurs }: SavedRestore): Phrase {
  if (version === undefined) return ["Saved as a new live version."];
  if (!isOurs) return say`This content is live now: somebody else saved it as version ${versionPhrase(version)}.`;
  const after = version.isLive ? "It is live now." : "In the meantime, another version was made live.";
  return say`Saved as version ${{ plain: version.id }}. ${[after]}`;
}
