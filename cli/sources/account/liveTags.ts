/** Reads what creations, promotions and staged contents are compared with: the live content in the account. Reads only. */
import { type CostAllocationClient, Forbidden, UnexpectedAnswer, type Version } from "../../../client";
import { markOf, ownerIn } from "../../../client/ownershipMark";
import { orNotFound } from "../../../client/settle";
import { isSameId } from "../../../stack/state/kinds";
import { unknownValue } from "../../../stack/state/unknown";
import { unreadableReason } from "../unreadable";
import { readLiveVersion } from "./liveVersion";
import type { Plan, PlannedContent, PlannedTag } from "../plan/plan";
import type { InputTag } from "../inputTag";

/** What is known about a live content that is not in the plan: of an adopted tag, or of one whose content is staged. */
export type LiveComparison =
  /** Without `--live`. */
  | { result: "notCompared" }
  /** The service lists no live version of it. */
  | { result: "nothingLive" }
  /** The account has no such tag. */
  | { result: "missing" }
  /** The account has several tags with the name. */
  | { result: "several"; count: number }
  /**
   * Others have the name of a tag that is created without `adopt`, or of a replacement. `mark`: the newest ownership mark among the
   * versions. `adopted`: what a replacement with `adopt` overwrites.
   */
  | { result: "taken"; tags: readonly { id: string; mark?: string; adopted?: LiveComparison }[] }
  /** The live content is of a kind that V2 can't express. */
  | { result: "unsupported" }
  /** These credentials can't read it, it may be in another account, or the plan hides which tag it is. */
  | { result: "notRead" }
  /** `mark`: the newest ownership mark among the versions. */
  | { result: "compared"; live: InputTag; saved?: SavedBy; mark?: string };

/** Who saved what is live. */
export interface SavedBy {
  by: string;
  at: string;
  changeDescription: string | undefined;
}

/**
 * Looks up the live contents of a plan's adoptions and of the tags whose state is staged, by URN.
 *
 * @throws {Error} of the client, if the account can't be read
 */
export async function readLiveTags(client: CostAllocationClient, { tags }: Plan): Promise<Map<string, LiveComparison>> {
  const result = new Map<string, LiveComparison>();
  for (const tag of tags) {
    const found = await orNotRead(lookUp(client, tag));
    if (found !== undefined) result.set(tag.urn, found);
  }
  return result;
}

async function lookUp(client: CostAllocationClient, tag: PlannedTag): Promise<LiveComparison | undefined> {
  const { op, before, after } = tag;
  const isStaged = (op === "update" || op === "delete" || op === "same") && before?.setAsLive === false;
  if (isStaged && before.id !== undefined && tag.isForeign !== true) {
    return comparisonWith(client, await orNotFound(client.virtualTags.get(before.id)));
  }
  if (isStaged) return { result: "notRead" };
  if (after === undefined || (op !== "create" && op !== "replace")) return undefined;
  const { adopt = false } = after;
  if (op === "replace") {
    return typeof adopt === "string" || tag.isForeign === true ? undefined : lookUpReplacement(client, tag, after);
  }
  if (adopt === unknownValue || tag.isForeign === true) return adopt === false ? undefined : { result: "notRead" };
  if (typeof adopt === "string") return comparisonWith(client, await orNotFound(client.virtualTags.get(adopt)));
  return lookUpName(client, tag, after);
}

/** What a creation finds by its name: of several tags, the one that has its mark already. */
async function lookUpName(
  client: CostAllocationClient,
  { type, urn }: PlannedTag,
  { adopt = false, name, ownerUrn = urn }: PlannedContent,
): Promise<LiveComparison | undefined> {
  const named = await client.virtualTags.findByName(name);
  const [only, ...others] = named;
  if (adopt === true && others.length === 0) return comparisonWith(client, only);
  // V1 leaves no mark.
  const taken: { id: string; mark?: string }[] = [];
  for (const tag of named) {
    const mark = ownerIn(await client.virtualTagVersions.newest(tag.id));
    if (type === "VirtualTag" && mark === markOf(ownerUrn)) return comparisonWith(client, tag);
    taken.push({ id: tag.id, ...(mark === undefined ? {} : { mark }) });
  }
  if (adopt === true) return { result: "several", count: named.length };
  return taken.length === 0 ? undefined : { result: "taken", tags: taken };
}

/** The tags that have the name of a replacement, beside the one that it replaces. */
async function lookUpReplacement(
  client: CostAllocationClient,
  { before, urn }: PlannedTag,
  { adopt, name, ownerUrn = urn }: PlannedContent,
): Promise<LiveComparison | undefined> {
  const named = (await client.virtualTags.findByName(name)).filter(({ id }) => !isSameId(id, before?.id));
  const tags = await Promise.all(
    named.map(async (tag) => {
      const mark = ownerIn(await client.virtualTagVersions.newest(tag.id));
      const adopted = adopt === true ? await comparisonWith(client, tag) : undefined;
      return { id: tag.id, ...(mark === undefined ? {} : { mark }), ...(adopted === undefined ? {} : { adopted }) };
    }),
  );
  // A run that was interrupted made one already.
  const isMade = tags.some(({ mark }) => mark === markOf(ownerUrn));
  return tags.length === 0 || isMade ? undefined : { result: "taken", tags };
}

/** One tag that can't be read must not end the whole review. */
export async function orNotRead<Found>(answer: Promise<Found>): Promise<Found | { result: "notRead" }> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Forbidden || error instanceof UnexpectedAnswer) return { result: "notRead" };
    throw error;
  }
}

/**
 * The live content of a tag.
 *
 * @param tag as a read shows it, perhaps with a staged content
 * @throws {Error} of the client
 */
export async function comparisonWith(
  client: CostAllocationClient,
  tag: (InputTag & { id: string }) | undefined,
): Promise<LiveComparison> {
  if (tag === undefined) return { result: "missing" };
  if (unreadableReason(tag) !== undefined) return { result: "unsupported" };
  const { id, name, rules, defaultValue } = tag;
  const { live, isShown, newest } = await readLiveVersion(client, id);
  if (live === undefined) return { result: "nothingLive" };
  const mark = ownerIn(newest);
  const known = { saved: savedBy(live), ...(mark === undefined ? {} : { mark }) };
  if (isShown) return { result: "compared", live: { id, name, rules, defaultValue }, ...known };
  const version = await orNotFound(client.virtualTagVersions.get(id, live.id));
  if (version === undefined) return { result: "notRead" };
  const content = { rules: version.versionData.rules, defaultValue: version.versionData.defaultValue };
  return unreadableReason({ ...tag, ...content }) === undefined
    ? { result: "compared", live: { id, name, ...content }, ...known }
    : { result: "unsupported" };
}

function savedBy({ createdAt, createdBy, changeDescription }: Version): SavedBy {
  return { by: createdBy, at: createdAt, changeDescription };
}
