/** Compares a Virtual Tag with what the stack left. Pure. */
import type { Listed, Version, VirtualTag } from "../../client";
import { isSaveOf, markIn, ownerIn, ownerOf } from "../../client/ownershipMark";
import { isComplete } from "../../client/resources/tagReading";
import { isSatisfiedBy } from "../../rules/canonical";
import { isSatisfiedInV1 } from "../../rules/contentV1";
import { isSameName } from "../../rules/names";
import type { TagContent } from "../../rules/types";
import { diffContents } from "./ruleDiff";
import type { DeclaredTag, Subject } from "../sources/declared";
import type { Finding, Outcome } from "./drift";
import { withIgnored } from "../../stack/facts/ignored";

/** What the service holds of a tag. */
export interface SeenTag {
  tag: Pick<VirtualTag, "id" | "name">;
  /** Newest first. */
  versions: readonly Version[];
  /** The live version; undefined if none is. */
  live: Version | undefined;
  /** Contents by version ID: of the live version, and of those that {@link versionsToRead} names, as far as the service has them. */
  contents: ReadonlyMap<string, TagContent>;
}

/** Whether the list shows a tag just as the stack left it, so that nothing else has to be read. */
export function isAsLeft(declared: DeclaredTag, tag: Listed<VirtualTag>): boolean {
  const { content, found, name, stagedVersionId, updatedAt, updatedBy } = declared;
  if (found !== undefined || stagedVersionId !== undefined || !isComplete(tag)) return false;
  const isSaved = tag.updatedAt !== updatedAt || tag.updatedBy !== updatedBy;
  return !isSaved && isSameName(tag.name, name) && isSame(declared, content, tag);
}

/** How many versions are compared to find what was live before something was staged. */
const maxCompared = 3;

/** The versions that may hold what the stack left live, newest first. None if that is in the state. */
export function versionsToRead({ found, stagedVersionId }: DeclaredTag, versions: readonly Version[]): string[] {
  if (found?.previous !== undefined) return [found.previous];
  const staged = versions.findIndex(({ id }) => id === stagedVersionId);
  return staged < 0 ? [] : versions.slice(staged + 1, staged + 1 + maxCompared).map(({ id }) => id);
}

/** What the difference to a tag is. A version with the same meaning is none. */
export function compareTag(declared: DeclaredTag, seen: SeenTag): Outcome {
  const owner = ownerIn(seen.versions);
  if (owner !== undefined && !declared.marks.includes(owner)) return ownerFinding(declared, seen, owner);
  if (declared.stagedVersionId !== undefined) return compareStaged(declared, seen, declared.stagedVersionId);
  const { live, tag, versions } = seen;
  const content = contentOfLive(seen);
  if (live === undefined || content === undefined) return withoutLive(declared);
  const written = writtenOf(declared, seen);
  const finding = changed(declared, seen, written, nameChange(declared, tag.name));
  if (finding === "same") return "same";
  const isOwnSave =
    versions[0]?.id === live.id && declared.marks.some((mark) => isSaveOf(mark, live.changeDescription));
  return isOwnSave ? { ...subjectOf(declared), reason: "interrupted" } : finding;
}

/** A resource that the service does not have any more. */
export function deletedFinding(declared: Subject & { id: string; name?: string }): Finding {
  const { name } = declared;
  return { ...subjectOf(declared), ...(name === undefined ? {} : { name }), drift: "deleted" };
}

/** What names a resource. */
export function subjectOf({ id, kind, resource, urn }: Subject & { id: string }): Subject & { id: string } {
  return { kind, urn, resource, id };
}

/** Whoever deletes a version, or keeps no more of them, leaves nothing to compare. */
function withoutLive(declared: DeclaredTag): Outcome {
  return { ...subjectOf(declared), reason: "noLiveVersion" };
}

function ownerFinding(declared: DeclaredTag, { tag, versions }: SeenTag, mark: string): Finding {
  const taken = versions.find(({ changeDescription }) => markIn(changeDescription) === mark);
  return { ...subjectOf(declared), name: tag.name, drift: "owner", owner: ownerOf(mark), ...savedBy(taken) };
}

/** While a version is staged, what is live beside it counts. Whoever makes the staged version live does what it is for. */
function compareStaged(declared: DeclaredTag, seen: SeenTag, stagedVersionId: string): Outcome {
  const { live, tag, versions } = seen;
  const content = contentOfLive(seen);
  if (content !== undefined && isSame(declared, declared.content, content)) return "same";
  const positionOf = (id: string | undefined): number => versions.findIndex((version) => version.id === id);
  const staged = positionOf(stagedVersionId);
  if (staged < 0) return { ...subjectOf(declared), name: tag.name, drift: "staged" };
  if (live === undefined) return "same";
  if (content === undefined) return withoutLive(declared);
  // Nothing was made live since, and no refresh has found that something was before.
  if (positionOf(live.id) > staged && declared.found === undefined) return "same";
  const former = versionsToRead(declared, versions).flatMap((id) => seen.contents.get(id) ?? []);
  if (former.some((one) => isSame(declared, one, content))) return "same";
  // Only a refresh can tell which of the older versions was live.
  return changed(declared, seen, declared.found === undefined ? undefined : former[0], undefined);
}

function contentOfLive({ contents, live }: SeenTag): TagContent | undefined {
  return live === undefined ? undefined : contents.get(live.id);
}

/** What the stack wrote last; undefined if only an encrypted part of the state says so. */
function writtenOf({ content, found }: DeclaredTag, { contents }: SeenTag): TagContent | undefined {
  return found === undefined ? content : contents.get(found.previous ?? "");
}

/** The names, if they differ. A refresh that found another name leaves no trace of the one before. */
function nameChange({ found, ignored, name }: DeclaredTag, live: string): Finding["names"] {
  if (ignored.includes("name") || ignored.includes("*")) return undefined;
  if (found?.isRenamed === true) return { after: live };
  return isSameName(name, live) ? undefined : { before: name, after: live };
}

/** @param written what the stack wrote; undefined if that is not known */
function changed(
  declared: DeclaredTag,
  seen: SeenTag,
  written: TagContent | undefined,
  names: Finding["names"],
): Finding | "same" {
  const live = contentOfLive(seen) as TagContent;
  const { rules, defaultValue } = live;
  const expected = written && withIgnored(written, { rules, defaultValue }, declared.ignored);
  const isIgnored = ["rules", "defaultValue"].every((name) =>
    declared.ignored.some((path) => [name, "*"].includes(path)),
  );
  const isSameContent = isIgnored || (expected !== undefined && isSame(declared, expected, live));
  if (isSameContent && names === undefined) return "same";
  return {
    ...subjectOf(declared),
    name: seen.tag.name,
    drift: "changed",
    ...savedBy(seen.live),
    ...(names === undefined ? {} : { names }),
    ...(isSameContent
      ? {}
      : expected === undefined
        ? { isContentUnknown: true }
        : { content: diffContents(expected, live) }),
  };
}

function savedBy(version: Version | undefined): Partial<Finding> {
  if (version === undefined) return {};
  const { changeDescription, createdAt, createdBy, id } = version;
  return {
    by: createdBy,
    at: createdAt,
    versionId: id,
    ...(changeDescription === undefined ? {} : { changeDescription }),
  };
}

function isSame({ isCaseSensitive, kind }: DeclaredTag, written: TagContent, live: TagContent): boolean {
  return kind === "VirtualTagV1" ? isSatisfiedInV1(written, live, isCaseSensitive) : isSatisfiedBy(written, live);
}
