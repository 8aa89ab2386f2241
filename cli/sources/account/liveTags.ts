/** What changes are compared with: the live content in the account. Reads only. */
import {
  type CostAllocationClient,
  Forbidden,
  type Listed,
  UnexpectedAnswer,
  type Version,
  type VirtualTag,
} from "../../../client";
import { ownerIn } from "../../../client/ownershipMark";
import { orNotFound } from "../../../client/settle";
import { liveContentOf, liveVersionOf, type SeenTag, versionsOf } from "../../../stack/facts/seen";
import type { InputTag } from "../inputTag";
import { unreadableReason } from "../unreadable";
import { readLiveVersion } from "./liveVersion";

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

/** One tag that can't be read must not end the whole review. */
export async function orNotRead<Found>(answer: Promise<Found>): Promise<Found | { result: "notRead" }> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Forbidden || error instanceof UnexpectedAnswer) return { result: "notRead" };
    throw error;
  }
}

/** What the service shows of a tag, as what a change is compared with. */
export function comparisonOf(seen: SeenTag<Listed<VirtualTag>>): LiveComparison {
  if (seen.kind === "missing") return { result: "missing" };
  const { tag } = seen;
  const [live, content] = [liveVersionOf(seen), liveContentOf(seen)];
  if (unreadableReason(tag) !== undefined) return { result: "unsupported" };
  if (seen.kind === "read" && live === undefined) return { result: "nothingLive" };
  if (content === undefined) return { result: "notRead" };
  if (unreadableReason({ ...tag, ...content }) !== undefined) return { result: "unsupported" };
  const { id, name } = tag;
  const { rules, defaultValue } = content;
  const mark = ownerIn(versionsOf(seen));
  return {
    ...{ result: "compared", live: { id, name, rules, defaultValue } },
    ...(live === undefined ? {} : { saved: savedBy(live) }),
    ...(mark === undefined ? {} : { mark }),
  };
}

/**
 * The live content of a tag.
 *
 * @param tag as a read shows it, perhaps with a staged content
 * @throws {Error} of the client
 */
export async function comparisonWith(client: CostAllocationClient, tag: VirtualTag): Promise<LiveComparison> {
  if (unreadableReason(tag) !== undefined) return { result: "unsupported" };
  const { live, isShown, newest: versions } = await readLiveVersion(client, tag.id);
  const version =
    live === undefined || isShown ? undefined : await orNotFound(client.virtualTagVersions.get(tag.id, live.id));
  const contents = new Map(live === undefined ? [] : [[live.id, isShown ? tag : version?.versionData]]);
  return comparisonOf({ kind: "read", tag, versions, live, contents });
}

function savedBy({ createdAt, createdBy, changeDescription }: Version): SavedBy {
  return { by: createdBy, at: createdAt, changeDescription };
}
