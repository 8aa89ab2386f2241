/** The decision about a Virtual Tag's metadata. Pure: everything it depends on is a parameter. */
import { InvalidInput, type MetadataMap } from "../../client";
import type { Policy } from "../shared/lifecycle";
import {
  fieldsBeside,
  fieldsOf,
  fieldsThatDiffer,
  type MetadataFields,
  metadataOf,
  sameField,
  sameMetadata,
} from "../../client/resources/metadataFields";
import { metadataProblems } from "../../client/resources/validateMetadata";
import type { Say } from "./messages";
import { contains, foundPaths, isDone, mapAfter, type MergePlan, planMerge, unknownPaths, valuesOf } from "./plan";
import type { Observed } from "./observe";
import type { Wanted } from "./wanted";

/** What to do, with the reasons as data. */
export type Decision =
  | { kind: "refuse"; because: Say }
  /** Nothing to write: the metadata is as declared, or can't be made so. */
  | { kind: "keep"; say: Say[] }
  /** Leave the metadata to the resource that declares it now, or take it for deleted. */
  | { kind: "release"; say: Say[] }
  /** Have the service merge `metadata`, whole values, for the sake of the `missing` fields. */
  | { kind: "merge"; metadata: MetadataMap; missing: MetadataFields; say: Say[] }
  /** Replace the whole map, for the sake of the `missing` fields, or to remove some. */
  | { kind: "replace"; metadata: MetadataMap; missing: MetadataFields; say: Say[] };

/** How far an operation has come. */
export interface Progress {
  /** How often the whole map was written. */
  replacements: number;
  /** What the service had after the last write, if that was a merge. */
  merged: MetadataMap | undefined;
  /** The paths of the fields that a write was sent for. */
  written: ReadonlySet<string>;
}

/** The progress of an operation that has written nothing. */
export const noProgress: Progress = { replacements: 0, merged: undefined, written: new Set() };

/** Whether the operation has written something. */
export function isUnderWay({ merged, replacements }: Progress): boolean {
  return merged !== undefined || replacements > 0;
}

/** How often the whole map is written again because someone else writes at the same time. */
const maxReplacements = 3;

/** @param current what the service has; undefined if the tag was not found */
export function decide(current: MetadataMap | undefined, wanted: Wanted, progress: Progress, policy: Policy): Decision {
  const { id, isMerge, successor } = wanted;
  if (successor !== undefined) return { kind: "release", say: [["leftToDeclarer", { id, declarer: successor }]] };
  if (current === undefined) return { kind: "release", say: [["nothingToDelete", { id }]] };
  const isFirst = !isUnderWay(progress);
  const say = isFirst ? unwrittenNotices(current, wanted, progress) : [];
  return isMerge
    ? decideMerge(current, wanted, progress, policy, say)
    : decideReplace(current, wanted, isFirst, policy, say);
}

/** What others entered just as it is declared, and what is left to them. A replacement writes all of it. */
function unwrittenNotices(current: MetadataMap, wanted: Wanted, { written }: Progress): Say[] {
  const { declared, id, isMerge, unwritten } = wanted;
  if (!isMerge && !sameMetadata(current, declared)) return [];
  const [there, will] = [fieldsOf(current), fieldsOf(declared)];
  const found = foundPaths(current, wanted, written);
  const left = isMerge ? unwritten.filter((path) => there.has(path) && !will.has(path)) : [];
  return [
    ...(found.length > 0 ? [["foundAsDeclared", { id, paths: found }] satisfies Say] : []),
    ...(left.length > 0 ? [["leftUnwritten", { id, paths: left }] satisfies Say] : []),
  ];
}

function decideReplace(current: MetadataMap, wanted: Wanted, isFirst: boolean, policy: Policy, say: Say[]): Decision {
  const { adopt, before, declared, id, own, ownsWhole, unwritten } = wanted;
  if (sameMetadata(current, declared)) return { kind: "keep", say };
  if (!isFirst) return { kind: "keep", say: [["differsAfterwards", { id }]] };
  const [there, known, will] = [fieldsOf(current), fieldsOf(before), fieldsOf(declared)];
  const replace: Decision = { kind: "replace", metadata: declared, missing: will, say };
  const unsure = unwritten.filter((path) => there.has(path) && !will.has(path));
  if (unsure.length > 0) {
    // They may belong to others, as when the first write finds them.
    const values = [...new Set(unsure.flatMap((path) => there.get(path)?.value ?? []))];
    if (!adopt) return refuse(["wholeExists", { id, values, isLost: true }]);
    say.push(["wholeTakenOver", { id, values, isLost: true }]);
  }
  if (ownsWhole) {
    // A refresh is no consent: what counts is what this resource declared last.
    const changed = [...fieldsThatDiffer(fieldsOf(own), there).keys()];
    const overwritten = changed.filter((path) => !sameField(there.get(path), will.get(path)));
    return overwriteDrift(
      [...new Set([...overwritten, ...unknownPaths(current).filter((path) => !will.has(path))])],
      wanted,
      policy,
      replace,
    );
  }
  const foreign = fieldsBeside(there, known);
  const unknown = valuesWithUnknown(current);
  if (foreign.size === 0 && unknown.length === 0) return replace;
  const lost = fieldsBeside(foreign, will);
  const isLost = lost.size > 0 || unknown.length > 0;
  const values = [...new Set([...[...(isLost ? lost : foreign).values()].map(({ value }) => value), ...unknown])];
  if (!adopt) return refuse(["wholeExists", { id, values, isLost }]);
  return { ...replace, say: [...say, ["wholeTakenOver", { id, values, isLost }]] };
}

/** The values that have something which the API document does not show. */
function valuesWithUnknown(current: MetadataMap): string[] {
  return Object.entries(current).flatMap((entry) =>
    unknownPaths(Object.fromEntries([entry])).length > 0 ? [entry[0]] : [],
  );
}

/**
 * What is new or changed is merged by the service itself. Only what is removed, and what the service's merge did not bring about,
 * needs the whole map to be written; since the service has no compare-and-set, another look follows.
 */
function decideMerge(current: MetadataMap, wanted: Wanted, progress: Progress, policy: Policy, say: Say[]): Decision {
  const { id } = wanted;
  const { merged, replacements } = progress;
  const plan = planMerge(current, wanted);
  if (!isUnderWay(progress))
    return decideOwnership(plan, wanted, policy, writeOf(current, plan, wanted, progress, say));
  const isOurs = merged !== undefined && sameMetadata(current, merged);
  const notices = isOurs || isDone(plan) ? say : [...say, ["writtenAtTheSameTime", { id }] satisfies Say];
  if (replacements < maxReplacements) return writeOf(current, plan, wanted, progress, notices);
  return { kind: "keep", say: isDone(plan) ? notices : [...notices, ["differsAfterwards", { id }]] };
}

/** A merge sends whole values, so it is right however deep the service merges: the API document does not say. */
function writeOf(current: MetadataMap, plan: MergePlan, wanted: Wanted, progress: Progress, say: Say[]): Decision {
  const { goal, id } = wanted;
  const { merged } = progress;
  const { missing, surplus } = plan;
  if (isDone(plan)) return { kind: "keep", say };
  const whole = mapAfter(current, plan);
  const isWhole = missing.size === 0 || merged !== undefined;
  const metadata = isWhole ? whole : valuesOf(whole, metadataOf(missing.values()));
  // Without what the API document does not show, a value could lose it; with it, the service might not accept the write.
  const written = isWhole ? current : valuesOf(current, metadata);
  const paths = unknownPaths(written).filter((path) => !missing.has(path));
  if (paths.length > 0 && goal === "delete")
    return { kind: "release", say: [...say, ["leftBlocked", { id, paths, left: [...surplus.keys()] }]] };
  if (paths.length > 0) return refuse(["unknownFields", { id, paths, isPartial: isUnderWay(progress) }]);
  return { kind: isWhole ? "replace" : "merge", metadata, missing, say };
}

/**
 * What to do if the service refuses a write which has something in it that others have entered, and that the API does not accept.
 *
 * @param body what was to be written
 * @throws the error, if the body has nothing of that kind: then the reason is another one
 */
export function decideRefused(
  error: unknown,
  body: MetadataMap,
  { current = {}, shown }: Pick<Observed, "current" | "shown">,
  wanted: Wanted,
  progress: Progress,
): Decision {
  const { goal, id, urn } = wanted;
  const paths = metadataProblems(valuesOf(shown, body), { metadataNesting: "root" }).map(({ path }) => path);
  if (!(error instanceof InvalidInput) || paths.length === 0) throw error;
  if (goal !== "delete") {
    const { message: reason } = error;
    return refuse(["notAccepted", { id, paths, isPartial: isUnderWay(progress), reason, urn }]);
  }
  const left = [...planMerge(current, wanted).surplus.keys()];
  return { kind: "release", say: [["leftBlocked", { id, paths, left }]] };
}

/** Whose fields the first write of a merge changes. */
function decideOwnership(
  { changed, surplus, taken }: MergePlan,
  wanted: Wanted,
  policy: Policy,
  write: Decision,
): Decision {
  if (write.kind === "refuse") return write;
  const { adopt, declared, id } = wanted;
  const say = [...write.say];
  if (taken.size > 0) {
    const facts = { id, paths: [...taken.keys()] };
    if (!adopt) return refuse(["fieldsExist", facts]);
    say.push(["fieldsTakenOver", facts]);
  }
  const will = fieldsOf(declared);
  const left = [...changed.keys()].filter((path) => !will.has(path));
  if (left.length > 0) {
    const isPartial = left.some((path) => surplus.has(path));
    say.push(["leftToOthers", { id, paths: left, isPartial }]);
  }
  const overwritten = [...changed.keys()].filter((path) => will.has(path));
  return overwriteDrift(overwritten, wanted, policy, { ...write, say });
}

/** Overwrites what others changed, with a warning, or refuses to, by the policy. */
function overwriteDrift(
  paths: string[],
  { id, urn }: Wanted,
  { driftPolicy }: Policy,
  write: Extract<Decision, { say: Say[] }>,
): Decision {
  if (paths.length === 0) return write;
  if (driftPolicy === "refuse") return refuse(["driftNotOverwritten", { id, paths, urn }]);
  return { ...write, say: [...write.say, ["driftOverwritten", { id, paths }]] };
}

/** Whether a write was carried out, by what the service has afterwards. */
export function isCarriedOut(
  decision: Extract<Decision, { kind: "merge" | "replace" }>,
  wanted: Wanted,
  now: MetadataMap,
): boolean {
  if (decision.kind === "merge") return contains(now, decision.missing);
  return wanted.isMerge ? isDone(planMerge(now, wanted)) : sameMetadata(now, wanted.declared);
}

/** How far an operation has come after a write. */
export function progressAfter({ kind }: Decision, { replacements, written }: Progress, now: MetadataMap): Progress {
  return kind === "replace"
    ? { replacements: replacements + 1, merged: undefined, written }
    : { replacements, merged: now, written };
}

function refuse(because: Say): Decision {
  return { kind: "refuse", because };
}
