/** Says what has changed about a Virtual Tag since the stack wrote it. Pure. */
import type { Listed, Version, VirtualTag } from "../../../client/wire";
import { markIn, ownerOf } from "../../../client/ownershipMark";
import { type Change, factsOf, type TagFacts } from "../../../stack/facts/facts";
import { withIgnored } from "../../../stack/facts/ignored";
import { isAsWritten } from "../../../stack/facts/leftByV1";
import { liveVersionOf, type PresentTag, type SeenTag, versionsOf } from "../../../stack/facts/seen";
import type { DeclaredTag, NotCompared, Reason, Subject } from "../../sources/declared";
import type { DriftedResource, Outcome } from "./comparison";
import { diffContents } from "../../../rules/ruleDiff";
import { savedSince } from "../savedSince";

/** How a tag differs. A version with the same meaning is no difference. */
export function compareTag(declared: DeclaredTag, seen: SeenTag<Listed<VirtualTag>>): Outcome {
  if (seen.kind === "missing") return deletedResource(declared);
  if (seen.kind === "asLeft") return "same";
  const facts = factsOf(seen, declared.left, declared.mark);
  const { change, content, owner, staged } = facts;
  if (owner.kind === "other") return takenOverTag(declared, seen, owner.mark);
  // A promotion of the staged version is no drift of the content. The name may still differ, if a staged name hides the live one.
  if (change.kind === "promoted") return facts.name === undefined ? notCompared(declared, "encrypted") : "same";
  const stagedIsGone = { ...subjectOf(declared), name: seen.tag.name, drift: "staged", ...newestIn(seen) } as const;
  if (staged.kind === "gone" && change.kind !== "others") return stagedIsGone;
  if (content === undefined)
    return seen.live === undefined && staged.kind !== "none" ? "same" : notCompared(declared, "noLiveVersion");
  switch (change.kind) {
    case "none":
      return "same";
    case "ownRun":
      return notCompared(declared, "interrupted");
    case "encrypted":
      return notCompared(declared, "encrypted");
    case "others": {
      const changed = changedTag(declared, seen, facts, change);
      // What others changed may be ignored, and the staged version is still missing.
      return changed === "same" && staged.kind === "gone" ? stagedIsGone : changed;
    }
  }
}

/** A resource that was deleted in the service. */
export function deletedResource(declared: Subject & { id: string; name?: string }): DriftedResource {
  const { name } = declared;
  return { ...subjectOf(declared), ...(name === undefined ? {} : { name }), drift: "deleted" };
}

/** What names a resource. */
export function subjectOf({ id, kind, resource, urn }: Subject & { id: string }): Subject & { id: string } {
  return { kind, urn, resource, id };
}

function notCompared(declared: DeclaredTag, reason: Reason): NotCompared {
  return { ...subjectOf(declared), reason };
}

function takenOverTag(declared: DeclaredTag, seen: PresentTag, mark: string): DriftedResource {
  const taken = versionsOf(seen).find(({ changeDescription }) => markIn(changeDescription) === mark);
  return {
    ...subjectOf(declared),
    name: seen.tag.name,
    drift: "owner",
    owner: ownerOf(mark),
    ...savedIn(declared, seen, taken),
  };
}

/** What others changed, without what `ignoreChanges` lists. */
function changedTag(
  declared: DeclaredTag,
  seen: PresentTag,
  facts: TagFacts,
  change: Extract<Change, { kind: "others" }>,
): DriftedResource | "same" {
  const names = change.isRenamed ? nameChange(declared, facts.name ?? seen.tag.name) : undefined;
  const content = change.isContentChanged ? contentChange(declared, facts, change.written) : undefined;
  const isPartUnknown = !change.isRenamed && !change.isContentChanged && !declared.ignored.includes("*");
  if (names === undefined && content === undefined && !isPartUnknown) return "same";
  return {
    ...subjectOf(declared),
    name: seen.tag.name,
    drift: "changed",
    ...savedIn(declared, seen, liveVersionOf(seen)),
    ...(names === undefined ? {} : { names }),
    ...content,
    ...(isPartUnknown ? { isPartUnknown } : {}),
    ...newestIn(seen),
  };
}

function newestIn(seen: PresentTag): { isNewestStaged?: true } {
  return versionsOf(seen)[0]?.isLive === false ? { isNewestStaged: true } : {};
}

/** The names before and after. After a refresh has found another name, the state doesn't show the stack's name. */
function nameChange({ ignored, left }: DeclaredTag, after: string): DriftedResource["names"] {
  if (ignored.includes("name") || ignored.includes("*")) return undefined;
  return left.name === "encrypted" ? { after } : { before: left.name.value, after };
}

function contentChange(
  { ignored, left }: DeclaredTag,
  { content: live }: TagFacts,
  written: Extract<Change, { kind: "others" }>["written"],
): Pick<DriftedResource, "content" | "isContentUnknown"> | undefined {
  const isIgnored = ["rules", "defaultValue"].every((name) => ignored.some((path) => [name, "*"].includes(path)));
  if (isIgnored || live === undefined) return undefined;
  if (written === undefined) return { isContentUnknown: true };
  const expected = withIgnored(written, { rules: live.rules, defaultValue: live.defaultValue }, ignored);
  return isAsWritten(left.writtenBy, expected, live) ? undefined : { content: diffContents(expected, live) };
}

function savedIn(declared: DeclaredTag, seen: PresentTag, version: Version | undefined): Partial<DriftedResource> {
  if (version === undefined) return {};
  const { changeDescription, id } = version;
  return {
    ...savedSince(seen, declared, version),
    versionId: id,
    ...(changeDescription === undefined ? {} : { changeDescription }),
  };
}
