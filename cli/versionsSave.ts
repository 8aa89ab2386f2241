/** The save of a restore: once, whatever becomes of its answer. */
import {
  CostAllocationError,
  type CostAllocationClient,
  OutcomeUnknown,
  type Version,
  type VersionWithData,
  type VirtualTag,
} from "../client";
import { restoreVersion } from "../client/resources/ownershipMark";
import { isSatisfiedBy } from "../rules/canonical";
import type { Terminal } from "./terminal";
import { contentOf, pageSize } from "./versionsLookup";

/** What to save, and what was there before. */
export interface Restore {
  tag: VirtualTag;
  /** The version to restore. */
  version: VersionWithData;
  /** IDs of the newest versions before. */
  known: readonly string[];
  /** Mark of the resource that owns the tag; it ends the new version's description, so that the owner stays visible. */
  mark: string | undefined;
}

/** A content that is certainly saved. */
export interface Saved {
  /** The new version; undefined when the service does not show it yet. */
  version: Version | undefined;
  /** Whether this very restore saved it; false when another made the same content live while our answer was lost. */
  isOurs: boolean;
}

/** How long to wait before each look after a lost answer, in milliseconds: what was saved may show up a little later. */
const looks = [0, 500, 1_500, 4_000];

/** The newest versions of a tag, newest first. */
export function newestVersions(client: CostAllocationClient, tagId: string): Promise<Version[]> {
  return client.virtualTagVersions.firstPage(tagId, { pageSize });
}

/**
 * Saves the content of a version as a new one. Where the answer is lost, looks instead of saving it again.
 *
 * @throws {Error} when it is not known whether it was saved, or it certainly was not
 */
export async function saveAgain(client: CostAllocationClient, restore: Restore, terminal: Terminal): Promise<Saved> {
  const { tag, version, mark } = restore;
  const changeDescription = [`${restoreVersion} ${version.id} of ${version.createdAt}`, mark].filter(Boolean).join(" ");
  try {
    await client.virtualTagVersions.restore(tag.id, version.id, { changeDescription });
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    terminal.note("The answer to the save was lost. Looking whether it was carried out.");
    const found = await settled(client, restore, changeDescription, error, terminal);
    return { version: found, isOurs: found.changeDescription === changeDescription };
  }
  // It is saved whatever a look says; only its ID would be missing.
  return { version: await find(client, restore, changeDescription).catch(() => undefined), isOurs: true };
}

async function settled(
  client: CostAllocationClient,
  restore: Restore,
  changeDescription: string,
  lost: OutcomeUnknown,
  { pause }: Terminal,
): Promise<Version> {
  let problem: CostAllocationError | undefined;
  for (const milliseconds of looks) {
    await pause(milliseconds);
    try {
      problem = undefined;
      const version = await find(client, restore, changeDescription);
      if (version !== undefined) return version;
    } catch (error) {
      if (!(error instanceof CostAllocationError)) throw error;
      problem = error;
    }
  }
  const seen = problem === undefined ? "It did not show up among the versions." : `Looking failed: ${problem.message}`;
  throw new Error(
    `${lost.message} ${seen} Wait a minute and run the same command again: it saves nothing when the content is live by then.`,
    { cause: lost },
  );
}

/** The new version that holds the content and is live, or was saved by this very restore. */
async function find(
  client: CostAllocationClient,
  { tag, version, known }: Restore,
  changeDescription: string,
): Promise<Version | undefined> {
  const content = contentOf(version);
  for (const candidate of await newestVersions(client, tag.id)) {
    if (known.includes(candidate.id)) continue;
    if (!candidate.isLive && candidate.changeDescription !== changeDescription) continue;
    const saved = await client.virtualTagVersions.get(tag.id, candidate.id);
    if (isSatisfiedBy(content, contentOf(saved))) return candidate;
  }
  return undefined;
}
