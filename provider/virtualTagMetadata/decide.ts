/** Decides what to do with a Virtual Tag's metadata. Pure: everything it depends on is a parameter. */
import type { MetadataMap } from "../../client";
import type { MetadataFields } from "../../client/resources/metadataFields";
import type { Policy } from "../shared/lifecycle";
import type { Facts, MergeFacts, WholeFacts } from "./facts";
import type { Say } from "./messages";
import type { Wanted } from "./wanted";

/** What to do, with the messages as data. */
export type Decision =
  | { kind: "refuse"; because: Say }
  /** Write nothing: the metadata is as declared, or can't be brought there. */
  | { kind: "keep"; say: Say[] }
  /** Leave the metadata to the resource that declares it now, or accept that it was deleted. */
  | { kind: "release"; say: Say[] }
  | Write;

/** Merge the values in `metadata`, or replace the whole map by it. This adds the `missing` fields and removes the `surplus` ones. */
export interface Write {
  kind: "merge" | "replace";
  metadata: MetadataMap;
  missing: MetadataFields;
  surplus: string[];
  say: Say[];
}

/** What an operation has done so far. */
export interface Progress {
  /** How often the whole map was written. */
  replacements: number;
  /** What the service had after the last write, if that was a merge. */
  merged: MetadataMap | undefined;
  /** The paths of the fields that a write was sent for. */
  written: ReadonlySet<string>;
}

/** How often the whole map is written again because others write at the same time. */
const maxReplacements = 3;

/** @param facts what the service has; undefined if the tag was not found */
export function decide(facts: Facts | undefined, wanted: Wanted, progress: Progress, policy: Policy): Decision {
  const { goal, id, successor } = wanted;
  if (successor !== undefined) return { kind: "release", say: [["leftToDeclarer", { id, declarer: successor }]] };
  if (facts === undefined)
    return goal === "delete" ? { kind: "release", say: [["nothingToDelete", { id }]] } : refuse(["tagMissing", { id }]);
  if (facts.owns === "whole") return decideWhole(facts, wanted, progress, policy);
  return isUnderWay(progress)
    ? decideFurtherMerge(facts, wanted, progress)
    : decideFirstMerge(facts, wanted, progress, policy);
}

function decideWhole(facts: Facts & WholeFacts, wanted: Wanted, progress: Progress, policy: Policy): Decision {
  const { adopt, declared: metadata, id } = wanted;
  if (isUnderWay(progress)) return { kind: "keep", say: facts.isDone ? [] : [["differsAfterwards", { id }]] };
  if (facts.isDone) return { kind: "keep", say: foundNotice(facts, id, progress) };
  const { declared: missing, entered, overwritten } = facts;
  if (!adopt && entered[0] !== undefined) return refuse(["wholeExists", { id, ...entered[0] }]);
  const say = entered.map((values): Say => ["wholeTakenOver", { id, ...values }]);
  return overwriteDrift(overwritten, wanted, policy, { kind: "replace", metadata, missing, surplus: [], say });
}

/** Decides the first write of a merge, by who owns the fields that it changes. */
function decideFirstMerge(facts: Facts & MergeFacts, wanted: Wanted, progress: Progress, policy: Policy): Decision {
  const { leftToOthers, overwritten, surplus, taken, unsure } = facts;
  const { adopt, id } = wanted;
  const say = foundNotice(facts, id, progress);
  if (unsure.length > 0) say.push(["leftUnwritten", { id, paths: unsure }]);
  const write = mergeOf(facts, wanted, progress, say);
  if (write.kind === "refuse") return write;
  if (taken.length > 0) {
    if (!adopt) return refuse(["fieldsExist", { id, paths: taken }]);
    write.say.push(["fieldsTakenOver", { id, paths: taken }]);
  }
  if (leftToOthers.length > 0) {
    const isPartial = leftToOthers.some((path) => surplus.has(path));
    write.say.push(["leftToOthers", { id, paths: leftToOthers, isPartial }]);
  }
  return overwriteDrift(overwritten, wanted, policy, write);
}

/**
 * Decides the further writes of a merge. The service itself merges new and changed fields. To remove fields, or if the merge had
 * another result, the whole map is written. A look at the result follows, because the service has no compare-and-set.
 */
function decideFurtherMerge(facts: Facts & MergeFacts, wanted: Wanted, progress: Progress): Decision {
  const { isAsMerged, isDone } = facts;
  const { id } = wanted;
  const say: Say[] = isAsMerged || isDone ? [] : [["writtenAtTheSameTime", { id }]];
  if (progress.replacements < maxReplacements) return mergeOf(facts, wanted, progress, say);
  if (!isDone) say.push(["differsAfterwards", { id }]);
  return { kind: "keep", say };
}

/** The next write of a merge. */
function mergeOf(facts: Facts & MergeFacts, wanted: Wanted, progress: Progress, say: Say[]): Decision {
  const { isDone, missing, unknown } = facts;
  const { goal, id } = wanted;
  if (isDone) return { kind: "keep", say };
  const isWhole = missing.size === 0 || progress.merged !== undefined;
  const metadata = isWhole ? facts.after : facts.part;
  const surplus = [...facts.surplus.keys()];
  // Fields that the API documentation doesn't have would be lost if left out, and may be refused if sent.
  const isSent = ([path, { value }]: [string, { value: string }]): boolean =>
    !missing.has(path) && (isWhole || Object.hasOwn(metadata, value));
  const paths = [...unknown].filter(isSent).map(([path]) => path);
  if (paths.length === 0) return { kind: isWhole ? "replace" : "merge", metadata, missing, surplus, say };
  return goal === "delete"
    ? { kind: "release", say: [...say, ["leftBlocked", { id, paths, left: surplus }]] }
    : refuse(["unknownFields", { id, paths, isPartial: isUnderWay(progress) }]);
}

/**
 * Decides what to do if the service refuses a write because of something that others entered.
 *
 * @param paths the paths of what others entered
 * @param reason the service's message
 */
export function decideRefused(
  paths: string[],
  reason: string,
  { surplus: left }: Write,
  { goal, id, urn }: Wanted,
  progress: Progress,
): Decision {
  return goal === "delete"
    ? { kind: "release", say: [["leftBlocked", { id, paths, left }]] }
    : refuse(["notAccepted", { id, paths, isPartial: isUnderWay(progress), reason, urn }]);
}

/** Depending on the policy, overwrites what others changed with a warning, or refuses to. */
function overwriteDrift(
  paths: string[],
  { id, urn }: Wanted,
  { driftPolicy }: Policy,
  write: Exclude<Decision, { kind: "refuse" }>,
): Decision {
  if (paths.length === 0) return write;
  if (driftPolicy === "refuse") return refuse(["driftNotOverwritten", { id, paths, urn }]);
  return { ...write, say: [...write.say, ["driftOverwritten", { id, paths }]] };
}

function foundNotice({ found }: Facts, id: string, { written }: Progress): Say[] {
  const paths = found.filter((path) => !written.has(path));
  return paths.length > 0 ? [["foundAsDeclared", { id, paths }]] : [];
}

/** Whether the operation has written something. */
function isUnderWay({ merged, replacements }: Progress): boolean {
  return merged !== undefined || replacements > 0;
}

function refuse(because: Say): Decision {
  return { kind: "refuse", because };
}
