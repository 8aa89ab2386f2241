/** The versions of a tag: a list, one of them, the differences of two, and what a restore does. */
import { ownerOf } from "../../client/ownershipMark";
import type { Version } from "../../client/wire";
import type { TagContent } from "../../rules/types";
import { type Cell, type Document, given, type Line, type Phrase, say } from "../document/document";
import type { Effect } from "../studies/effect";
import type { ContentDiff } from "../../rules/ruleDiff";
import { contentLines, tagTitle } from "./content";
import { effectPhrase } from "./effect";
import { diffLines } from "./ruleDiff";

/** A tag as its title names it. */
interface Tag {
  id: string;
  name: string;
}

const documentOf = (title: Phrase, ...lines: Line[]): Document => ({ title, blocks: [{ kind: "lines", lines }] });

/** A version in a sentence: its ID, and who saved it when. */
export function versionPhrase({ id, isLive, createdAt, createdBy }: Version): Phrase {
  return say`${{ plain: id }} (${[isLive ? "live, " : ""]}saved at ${{ plain: createdAt }} by ${{ plain: createdBy }})`;
}

/**
 * Versions of a tag, newest first. Those above the live one are staged: what was live before is older than what is live now.
 *
 * @param hasNewest whether nothing newer was left out. Otherwise, the live version may be above these
 */
export function versionsDocument(tag: Tag, versions: readonly Version[], hasNewest: boolean): Document {
  const found = versions.findIndex(({ isLive }) => isLive);
  const live = found === -1 && hasNewest ? versions.length : found;
  const rows = versions.map(({ isLive, id, createdAt, createdBy, changeDescription = "" }, index): Cell[] => {
    const others = [id, createdAt, createdBy, changeDescription].map((plain) => [{ plain }]);
    const isStaged = index < live;
    return [isLive ? { text: ["live"], tone: "added" } : isStaged ? ["staged"] : [], ...others];
  });
  const columns = ["", "VERSION", "SAVED AT", "BY", "CHANGE"];
  return {
    title: tagTitle(tag),
    blocks: [
      { kind: "lines", lines: rows.length === 0 ? [[], ["No versions."]] : [[]] },
      { kind: "table", caption: ["Versions"], columns, rows },
    ],
  };
}

/** One version with its content. */
export function versionDocument(tag: Tag, version: Version, content: TagContent): Document {
  const { changeDescription } = version;
  return documentOf(
    tagTitle(tag),
    say`Version ${versionPhrase(version)}`,
    ...given(changeDescription !== undefined && say`Change: ${{ plain: changeDescription }}`),
    [],
    ...contentLines(content),
  );
}

/** The differences of two versions. */
export function versionDiffDocument(
  tag: Tag,
  [before, after]: readonly [Version, Version],
  diff: ContentDiff,
  effect: Effect | undefined,
): Document {
  return documentOf(
    tagTitle(tag),
    say`from version ${versionPhrase(before)}`,
    say`to version   ${versionPhrase(after)}`,
    [],
    ...(effect === undefined ? [["No differences in meaning."]] : [...diffLines(diff), effectPhrase(effect)]),
  );
}

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

/** For a tag whose versions have no mark. An adoption alone saves none, and V1 has none. */
export const noMark: Phrase = ["No ownership mark: if a stack manages the tag, the service does not show which."];

/** What a restore would do. */
export function restoreDocument({ tag, version, content, live, mark, diff }: PlannedRestore): Document {
  const owner = mark === undefined ? noMark : say`Owner: ${{ plain: ownerOf(mark) }}`;
  if (diff?.equal === true) {
    const isLive = say`The content of version ${{ plain: version.id }} is already live. There is nothing to save.`;
    return documentOf(tagTitle(tag), owner, [], isLive);
  }
  return documentOf(
    tagTitle(tag),
    owner,
    [],
    say`Restore version ${versionPhrase(version)}`,
    say`Live version    ${live === undefined ? ["none"] : versionPhrase(live)}`,
    [],
    ...(diff === undefined ? contentLines(content) : [["What will change:"], ...diffLines(diff)]),
    [],
  );
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
          say`If the program of ${{ plain: ownerOf(mark) }} declares different content, the next "pulumi up" that changes the tag, or runs with --refresh, finds drift: it stops, or puts that content back if "driftPolicy" is "overwrite".`,
          ["To keep the restored content, declare this. The resource's other arguments and options can stay."],
        ];
  return documentOf([], ...given(saved && savedPhrase(saved)), [], ...advice, []);
}

function savedPhrase({ version, isOurs }: SavedRestore): Phrase {
  if (version === undefined) return ["Saved as a new live version."];
  if (!isOurs) return say`This content is live now: somebody else saved it as version ${versionPhrase(version)}.`;
  const after = version.isLive ? "It is live now." : "In the meantime, another version was made live.";
  return say`Saved as version ${{ plain: version.id }}. ${[after]}`;
}
